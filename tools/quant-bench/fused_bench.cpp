//===- fused_bench.cpp - Measure the compiled fused op --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: quant-bench-fused ROWS H [Google Benchmark's options]
//
// quant.dequant_situ_quant on ROWS rows with H results each. Codes may differ
// by one from those of the strict loop, at few places: the functions are
// approximated. Names are OP|IMPLEMENTATION|ROWSxH|THREADS.
//
//===----------------------------------------------------------------------===//

#include "fused.h"
#include "memory.h"

#include "benchmark/benchmark.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace quantbench;

namespace {
/// A memref of identity layout, as the C interface passes it.
template <unsigned rank>
struct MemRef {
  MemRef(const void *data, size_t first, size_t second = 1)
      : allocated(data), aligned(data), offset(0) {
    size_t shape[] = {first, second};
    for (unsigned i = 0; i < rank; ++i)
      sizes[i] = static_cast<int64_t>(shape[i]);
    strides[rank - 1] = 1;
    if constexpr (rank == 2)
      strides[0] = sizes[1];
  }
  const void *allocated, *aligned;
  int64_t offset, sizes[rank], strides[rank];
};

struct Implementation {
  std::string op, name;
  int threads;
  std::function<void()> run;
};
} // namespace

#define FUSED(kind, impl, threads, half, name)                                 \
  extern "C" void _mlir_ciface_##name(...);
#include "fused.inc"
#undef FUSED

using Function = void(...);

static std::function<void()> bind(const std::string &kind, Function *function,
                                  const FusedBuffers &buffers) {
  const FusedBuffers b = buffers;
  size_t width = 2 * b.half;
  MemRef<2> y(b.y, b.rows, b.half);
  MemRef<1> yScale(b.yScale, b.rows), activation(b.activationScale, b.rows);
  MemRef<1> weight(b.weightScale, width), bias(b.bias, width);
  if (kind == "i32")
    return [=, x = MemRef<2>(b.words, b.rows, width)]() mutable {
      function(&x, &weight, &activation, &bias, &y, &yScale);
    };
  if (kind == "i32groups")
    return [=, x = MemRef<2>(b.words, b.rows, width),
            weights = MemRef<2>(b.weightScale, kGroups, width),
            biases = MemRef<2>(b.bias, kGroups, width),
            groups = MemRef<1>(b.groups, kGroups)]() mutable {
      function(&x, &weights, &activation, &biases, &groups, &y, &yScale);
    };
  if (kind == "i8static")
    return [=, x = MemRef<2>(b.bytes, b.rows, width),
            scale = MemRef<1>(b.quantScale, b.half)]() mutable {
      function(&x, &weight, &bias, &scale, &y);
    };
  return [=, x = MemRef<2>(b.bfloats, b.rows, width)]() mutable {
    function(&x, &y, &yScale);
  };
}

static std::vector<Implementation> getImplementations(const FusedBuffers &b) {
  std::vector<Implementation> all;
  auto addLoops = [&](const char *name, auto *words, auto *groups, auto *bytes,
                      auto *bfloats) {
    for (auto [kind, loop] :
         {std::pair("i32", words), std::pair("i32groups", groups),
          std::pair("i8static", bytes), std::pair("bf16", bfloats)}) {
      auto *function = loop;
      all.push_back(
          {std::string("fused/") + kind, name, 1, [=] { function(b); }});
    }
  };
  // First, as all others are compared with it.
  addLoops("clang", fusedWords_clang, fusedGroups_clang, fusedBytes_clang,
           fusedBfloats_clang);
#ifdef QUANTBENCH_GCC
  addLoops("gcc-libmvec", fusedWords_gcc, fusedGroups_gcc, fusedBytes_gcc,
           fusedBfloats_gcc);
#endif
#define FUSED(kind, impl, threads, size, name)                                 \
  if (size == b.half)                                                          \
    all.push_back({std::string("fused/") + kind, impl, threads,                \
                   bind(kind, _mlir_ciface_##name, b)});
#include "fused.inc"
#undef FUSED
  return all;
}

static FusedBuffers makeBuffers(size_t rows, size_t half) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 2.0f);
  size_t width = 2 * half, count = rows * width;
  auto *words = allocate<int32_t>(count);
  auto *bytes = allocate<int8_t>(count);
  auto *bfloats = allocate<uint16_t>(count);
  for (size_t i = 0; i < count; ++i) {
    float x = normal(random);
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    words[i] = static_cast<int32_t>(x * 1000);
    bytes[i] = static_cast<int8_t>(std::fmax(std::fmin(x * 20, 127), -128));
    bfloats[i] = static_cast<uint16_t>(bits >> 16);
  }
  auto fill = [](size_t n, auto value) {
    auto *data = allocate<float>(n);
    for (size_t i = 0; i < n; ++i)
      data[i] = value(i);
    return data;
  };
  auto *groups = allocate<int64_t>(kGroups);
  for (size_t g = 0; g < kGroups; ++g)
    groups[g] = static_cast<int64_t>(rows / kGroups);
  return {
      words,
      bytes,
      bfloats,
      fill(kGroups * width, [](size_t i) { return 0.04f + 1e-6f * (i % 999); }),
      fill(rows, [](size_t i) { return 0.02f + 1e-5f * (i % 99); }),
      fill(kGroups * width, [](size_t i) { return 0.001f * (i % 7); }),
      fill(half, [](size_t i) { return 0.3f + 1e-4f * (i % 99); }),
      groups,
      allocate<float>(half),
      allocate<int8_t>(rows * half),
      allocate<float>(rows),
      rows,
      half};
}

/// Codes of `expected` and of `b.y`: at most one apart, and few of them.
static bool areNear(const Implementation &implementation,
                    const std::vector<int8_t> &expected,
                    const FusedBuffers &b) {
  size_t different = 0, far = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    int distance = std::abs(expected[i] - b.y[i]);
    different += distance != 0;
    far += distance > 1;
  }
  if (far == 0 && different <= expected.size() / 5000 + 4)
    return true;
  std::fprintf(stderr,
               "error: %s by %s: expected the strict loop's codes, but got %zu "
               "others of %zu, %zu of them more than one apart\n",
               implementation.op.c_str(), implementation.name.c_str(),
               different, expected.size(), far);
  return false;
}

int main(int argc, char **argv) {
  size_t rows = argc > 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  size_t half = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (rows == 0 || half == 0 || rows % kGroups != 0) {
    std::fprintf(stderr, "error: expected a multiple of %zu rows and H\n",
                 kGroups);
    return 1;
  }
  argc -= 2;
  argv += 2;
  benchmark::Initialize(&argc, argv);
  FusedBuffers buffers = makeBuffers(rows, half);
  bool right = true;
  size_t count = rows * half;
  std::string size = std::to_string(rows) + "x" + std::to_string(half);
  std::vector<std::pair<std::string, std::vector<int8_t>>> expected;
  for (const Implementation &implementation : getImplementations(buffers)) {
    std::memset(buffers.y, 0x55, count);
    implementation.run();
    if (implementation.name == "clang")
      expected.emplace_back(implementation.op,
                            std::vector<int8_t>(buffers.y, buffers.y + count));
    for (const auto &[op, codes] : expected)
      if (op == implementation.op)
        right &= areNear(implementation, codes, buffers);
    auto run = implementation.run;
    benchmark::RegisterBenchmark((implementation.op + "|" +
                                  implementation.name + "|" + size + "|" +
                                  std::to_string(implementation.threads))
                                     .c_str(),
                                 [=](benchmark::State &state) {
                                   for (auto step : state) {
                                     (void)step;
                                     run();
                                     benchmark::ClobberMemory();
                                   }
                                   state.counters["bytes"] = 0;
                                 })
        ->UseRealTime();
  }
  if (!right)
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
