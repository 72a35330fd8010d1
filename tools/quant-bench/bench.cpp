//===- bench.cpp - Measure compiled casts beside their peers --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: quant-bench ELEMENTS [Google Benchmark's options]
//
// All implementations of all operations on tensors of that many elements. Every
// result is compared with the policy's, by a scalar reference, before anything
// is timed. Names are OP|IMPLEMENTATION|ELEMENTS|THREADS.
//
//===----------------------------------------------------------------------===//

#include "bench.h"
#include "memory.h"

#include "benchmark/benchmark.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

using namespace quantbench;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Op Op::get(const std::string &name, size_t size) {
  Op op{Kind::Copy, name, name.find("/before") != std::string::npos, size, 1};
  if (name == "quantize/dynamic-rows")
    op.kind = Kind::QuantizeRows;
  else if (name.rfind("quantize/", 0) == 0)
    op.kind = Kind::Quantize;
  else if (name.rfind("dequantize/", 0) == 0)
    op.kind = Kind::Dequantize;
  else if (name.rfind("requantize/i8/", 0) == 0)
    op.kind = Kind::Requantize8;
  else if (name.rfind("requantize/i32/", 0) == 0)
    op.kind = Kind::Requantize32;
  auto has = [&](const char *word) {
    return name.find(word) != std::string::npos;
  };
  if (has("/last"))
    op.block = 1, op.channels = kColumns;
  else if (has("/first"))
    op.block = kColumns, op.channels = size / kColumns;
  else if (has("/block32"))
    op.block = 32, op.channels = size / 32;
  else if (has("/block128"))
    op.block = 128, op.channels = size / 128;
  return op;
}

//===----------------------------------------------------------------------===//
// The policy, one element at a time
//===----------------------------------------------------------------------===//

static int8_t storeReference(float quotient, int zeroPoint, bool addsBefore) {
  if (std::isnan(quotient))
    return static_cast<int8_t>(zeroPoint);
  float zp = static_cast<float>(zeroPoint);
  float rounded = addsBefore ? std::nearbyint(quotient + zp)
                             : std::nearbyint(quotient) + zp;
  return static_cast<int8_t>(std::clamp(rounded, -128.0f, 127.0f));
}

static float loadReference(int8_t stored, float scale, int zeroPoint) {
  return (static_cast<float>(stored) - static_cast<float>(zeroPoint)) * scale;
}

static float rowScaleReference(const float *row) {
  float largest = 0;
  for (size_t i = 0; i < kRowLength; ++i)
    largest = std::fmax(largest, std::fabs(row[i]));
  return largest / 127.0f;
}

/// Element `i` of the result in `buffers`, and whether it is right.
static bool isRight(const Op &op, const Buffers &buffers, size_t i,
                    bool skipsNan) {
  float scale = kScale;
  int zeroPoint = kZeroPoint;
  if (!op.isPerTensor()) {
    scale = buffers.scales[op.channel(i)];
    zeroPoint = buffers.zeroPoints[op.channel(i)];
  }
  switch (op.kind) {
  case Kind::Quantize: {
    float x = buffers.floats[i];
    return (skipsNan && std::isnan(x)) ||
           buffers.bytesOut[i] ==
               storeReference(x / scale, zeroPoint, op.addsBefore);
  }
  case Kind::QuantizeRows: {
    const float *row = buffers.finiteFloats + i / kRowLength * kRowLength;
    float rowScale = rowScaleReference(row);
    float quotient = rowScale == 0 ? 0 : buffers.finiteFloats[i] / rowScale;
    return buffers.scalesOut[i / kRowLength] == rowScale &&
           buffers.bytesOut[i] == storeReference(quotient, 0, true);
  }
  case Kind::Dequantize: {
    float expected = loadReference(buffers.bytes[i], scale, zeroPoint);
    return std::memcmp(&expected, &buffers.floatsOut[i], sizeof expected) == 0;
  }
  case Kind::Requantize8: {
    float x =
        loadReference(buffers.bytes[i], kRequantizeFrom, kRequantizeFromZero);
    return buffers.bytesOut[i] ==
           storeReference(x / kRequantizeTo, kRequantizeToZero, op.addsBefore);
  }
  case Kind::Requantize32: {
    float multiplier = kRequantize32From / kRequantize32To;
    return buffers.bytesOut[i] ==
           storeReference(static_cast<float>(buffers.words[i]) * multiplier,
                          kRequantizeToZero, op.addsBefore);
  }
  case Kind::Copy:
    return true;
  }
  return false;
}

/// Runs the implementation once and looks at its results: all of them, or, of a
/// large tensor, some. False after a message.
static bool check(const Implementation &implementation,
                  const Buffers &buffers) {
  std::memset(buffers.bytesOut, 0x55, buffers.size);
  std::memset(buffers.floatsOut, 0x55, buffers.size * sizeof(float));
  std::fill_n(buffers.scalesOut, buffers.size / kRowLength, NAN);
  implementation.run();
  if (implementation.check == Implementation::None)
    return true;
  Op op = Op::get(implementation.op, buffers.size);
  bool skipsNan = implementation.check == Implementation::EqualButNan;
  size_t step = buffers.size > (1 << 20) ? 61 : 1, wrong = 0, first = 0;
  for (size_t i = 0; i < buffers.size; i += step)
    if (!isRight(op, buffers, i, skipsNan) && wrong++ == 0)
      first = i;
  if (wrong != 0)
    std::fprintf(stderr,
                 "error: %s by %s: expected the policy's results, but got %zu "
                 "others, the first at element %zu\n",
                 implementation.op.c_str(), implementation.name.c_str(), wrong,
                 first);
  return wrong == 0;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Ties, what is next to them, and what no integer is near to.
static std::vector<float> getSpecialFloats() {
  std::vector<float> special = {0.0f,  -0.0f,     1e-45f, -1e-38f,
                                3e38f, -3e38f,    1e9f,   INFINITY,
                                -1e9f, -INFINITY, NAN};
  for (int half = -263; half <= 257; ++half) {
    float tie = static_cast<float>(half) * 0.5f * kScale;
    for (float x : {tie, std::nextafter(tie, 1e9f), std::nextafter(tie, -1e9f)})
      special.push_back(x);
  }
  return special;
}

static Buffers makeBuffers(size_t size) {
  size_t channels = std::max(size / 32, kColumns);
  float *floats = allocate<float>(size);
  auto *finiteFloats = allocate<float>(size);
  auto *bytes = allocate<int8_t>(size);
  auto *words = allocate<int32_t>(size);
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 50 * kScale);
  std::vector<float> pool(1 << 16);
  for (float &x : pool)
    x = normal(random);
  for (size_t i = 0; i < size; ++i) {
    floats[i] = pool[(i * 7 + i / pool.size()) % pool.size()];
    words[i] = static_cast<int32_t>(floats[i] * (1 << 14));
    bytes[i] = static_cast<int8_t>(i * 37 + (i >> 8));
  }
  std::vector<float> special = getSpecialFloats();
  // All over the tensor, so that they meet many channels.
  for (size_t i = 0; i < size / 5; ++i)
    if (i < 4 * special.size())
      floats[i * 5] = special[i % special.size()];
  for (size_t i = 0; i < size; ++i)
    finiteFloats[i] = std::fabs(floats[i]) < 1e6f ? floats[i] : 1.0f;
  for (int32_t i : {0, 1, 2, 3})
    words[i] = i < 2 ? INT32_MIN + i : INT32_MAX - i;
  auto *scales = new float[channels];
  auto *zeroPoints = new int32_t[channels];
  for (size_t i = 0; i < channels; ++i) {
    scales[i] = channelScale(i);
    zeroPoints[i] = channelZeroPoint(i);
  }
  return {floats,       allocate<float>(size),
          finiteFloats, allocate<float>(size / kRowLength),
          bytes,        allocate<int8_t>(size),
          words,        scales,
          zeroPoints,   size};
}

//===----------------------------------------------------------------------===//
// Compiled kernels
//===----------------------------------------------------------------------===//

namespace {
/// A memref of identity layout, as the C interface passes it.
template <unsigned rank>
struct MemRef {
  MemRef(const void *data, const int64_t (&shape)[rank])
      : allocated(data), aligned(data), offset(0) {
    int64_t stride = 1;
    for (unsigned i = rank; i-- > 0;) {
      sizes[i] = shape[i];
      strides[i] = stride;
      stride *= shape[i];
    }
  }
  const void *allocated, *aligned;
  int64_t offset, sizes[rank], strides[rank];
};
} // namespace

using Compiled = void(void *, void *);
using CompiledRows = void(void *, void *, void *);
#define KERNEL(op, impl, size, rank, name)                                     \
  extern "C" Compiled _mlir_ciface_##name;
#define ROWS_KERNEL(op, impl, name) extern "C" CompiledRows _mlir_ciface_##name;
#include "kernels.inc"
#undef KERNEL
#undef ROWS_KERNEL

template <unsigned rank>
static std::function<void()> bind(Compiled *function, const void *input,
                                  const void *output, size_t size) {
  int64_t n = static_cast<int64_t>(size), shape[rank];
  if constexpr (rank == 1)
    shape[0] = n;
  else if constexpr (rank == 2)
    shape[0] = n / kColumns, shape[1] = kColumns;
  else
    shape[0] = n / kColumns, shape[1] = 64, shape[2] = 4, shape[3] = 4;
  MemRef<rank> from(input, shape), to(output, shape);
  return [=]() mutable { function(&from, &to); };
}

/// The implementation of `quantize/dynamic-rows`: it has two results.
static std::function<void()> bindRows(CompiledRows *function,
                                      const Buffers &buffers) {
  auto rows = static_cast<int64_t>(buffers.size / kRowLength);
  auto length = static_cast<int64_t>(kRowLength);
  MemRef<2> from(buffers.finiteFloats, {rows, length});
  MemRef<2> to(buffers.bytesOut, {rows, length});
  MemRef<1> scales(buffers.scalesOut, {rows});
  return [=]() mutable { function(&from, &to, &scales); };
}

static void addCompiled(Implementations &to, const Buffers &buffers) {
  auto push = [&](const char *name, const char *impl,
                  std::function<void()> run) {
    bool isUpstream = std::strcmp(impl, "upstream") == 0;
    bool isParallel = std::strstr(impl, "parallel") != nullptr;
    to.push_back({name, isParallel ? "quantir" : impl, std::move(run),
                  isParallel ? 2 : 1,
                  isUpstream ? Implementation::None : Implementation::Equal});
  };
  auto add = [&](const char *name, const char *impl, size_t onlySize,
                 unsigned rank, Compiled *function) {
    if (onlySize != 0 && onlySize != buffers.size)
      return;
    Op op = Op::get(name, buffers.size);
    const void *input = op.kind == Kind::Quantize       ? (void *)buffers.floats
                        : op.kind == Kind::Requantize32 ? (void *)buffers.words
                                                        : buffers.bytes;
    const void *output = op.kind == Kind::Dequantize ? (void *)buffers.floatsOut
                                                     : buffers.bytesOut;
    auto run = rank == 1   ? bind<1>(function, input, output, buffers.size)
               : rank == 2 ? bind<2>(function, input, output, buffers.size)
                           : bind<4>(function, input, output, buffers.size);
    push(name, impl, std::move(run));
  };
#define KERNEL(op, impl, size, rank, name)                                     \
  add(op, impl, size, rank, _mlir_ciface_##name);
#define ROWS_KERNEL(op, impl, name)                                            \
  push(op, impl, bindRows(_mlir_ciface_##name, buffers));
#include "kernels.inc"
#undef KERNEL
#undef ROWS_KERNEL
}

/// What no implementation gets below: the bytes copied.
static void addCopies(Implementations &to, const Buffers &buffers) {
  auto copy = [=](size_t from, size_t count) {
    std::memcpy(buffers.floatsOut + from, buffers.floats + from,
                count * sizeof(float));
  };
  size_t half = buffers.size / 2;
  to.push_back({"copy", "memcpy", [=] { copy(0, buffers.size); }});
  to.push_back({"copy", "memcpy",
                [=] {
                  std::thread other([=] { copy(half, half); });
                  copy(0, half);
                  other.join();
                },
                2});
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

static void registerBenchmark(const Implementation &implementation,
                              const Buffers &buffers) {
  std::string name = implementation.op + "|" + implementation.name + "|" +
                     std::to_string(buffers.size) + "|" +
                     std::to_string(implementation.threads);
  auto run = implementation.run;
  size_t size = buffers.size;
  double bytes = bytesPerElement(Op::get(implementation.op, size).kind) *
                 static_cast<double>(size);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
    for (auto step : state) {
      (void)step;
      run();
      benchmark::ClobberMemory();
    }
    state.counters["bytes"] = bytes;
  })->UseRealTime();
}

int main(int argc, char **argv) {
  char *end = nullptr;
  size_t size = argc > 1 ? std::strtoull(argv[1], &end, 10) : 0;
  if (size == 0 || *end != '\0' || size % kRowLength != 0) {
    std::fprintf(stderr,
                 "error: expected a multiple of %zu elements, but got %s\n",
                 kRowLength, argc > 1 ? argv[1] : "nothing");
    return 1;
  }
  --argc;
  ++argv;
  benchmark::Initialize(&argc, argv);

  Buffers buffers = makeBuffers(size);
  Implementations implementations;
  addCopies(implementations, buffers);
  addCompiled(implementations, buffers);
  addLoops(implementations, buffers);
  for (int threads : {1, 2}) {
#ifdef QUANTBENCH_XNNPACK
    addXnnpack(implementations, buffers, threads);
#endif
#ifdef QUANTBENCH_ONEDNN
    addOnednn(implementations, buffers, threads);
#endif
  }
  bool right = true;
  for (const Implementation &implementation : implementations) {
    right &= check(implementation, buffers);
    // Threads that wait for each other cost more than small tensors.
    if (implementation.threads == 1 || size >= (1 << 22))
      registerBenchmark(implementation, buffers);
  }
  if (!right)
    return 1;
  std::fprintf(stderr, "results of %zu implementations are right\n",
               implementations.size());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
