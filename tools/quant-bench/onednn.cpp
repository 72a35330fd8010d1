//===- onednn.cpp - oneDNN's reorders -------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its results aren't compared: ties differ. Per axis it has scales, but no zero
// points.
//
//===----------------------------------------------------------------------===//

#include "bench.h"

#include <cstdio>
#include <dnnl.hpp>
#include <memory>

using namespace quantbench;
using dnnl::memory;

// Of the OpenMP runtime that oneDNN brings along.
extern "C" void omp_set_num_threads(int);

namespace {
struct Side {
  memory::data_type type;
  const void *data;
  std::vector<int32_t> zeroPoints;
};

class Reorders {
public:
  Reorders(Implementations &to, const Buffers &buffers, int threads)
      : to(to), threads(threads),
        sizes{static_cast<memory::dim>(buffers.size / kColumns),
              static_cast<memory::dim>(kColumns)} {}

  void add(const char *op, const Side &from, const Side &into, int mask,
           const std::vector<float> &scales) {
    memory source = wrap(from), target = wrap(into);
    dnnl::primitive_attr attributes;
    attributes.set_output_scales(mask, scales);
    if (!from.zeroPoints.empty())
      attributes.set_zero_points(DNNL_ARG_SRC, 0, from.zeroPoints);
    if (!into.zeroPoints.empty())
      attributes.set_zero_points(DNNL_ARG_DST, 0, into.zeroPoints);
    dnnl::reorder::primitive_desc description(source, target, attributes,
                                              /*allow_empty=*/true);
    if (!description) {
      std::fprintf(stderr, "skipped: oneDNN has no %s\n", op);
      return;
    }
    auto kernel = std::make_shared<dnnl::reorder>(description);
    int count = threads;
    to.push_back({op, "onednn",
                  [=, stream = dnnl::stream(getEngine())]() mutable {
                    omp_set_num_threads(count);
                    kernel->execute(stream, source, target);
                    stream.wait();
                  },
                  threads, Implementation::None});
  }

private:
  static dnnl::engine &getEngine() {
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
  }
  memory wrap(const Side &side) const {
    return memory({sizes, side.type, memory::format_tag::ab}, getEngine(),
                  const_cast<void *>(side.data));
  }

  Implementations &to;
  int threads;
  memory::dims sizes;
};
} // namespace

void quantbench::addOnednn(Implementations &to, const Buffers &buffers,
                           int threads) {
  // A kernel is made for as many threads as there are when it is made.
  omp_set_num_threads(threads);
  using Type = memory::data_type;
  Reorders reorders(to, buffers, threads);
  size_t rows = buffers.size / kColumns;
  std::vector<float> lastScales(buffers.scales, buffers.scales + kColumns);
  std::vector<float> firstScales(buffers.scales, buffers.scales + rows);
  auto invert = [](std::vector<float> scales) {
    for (float &scale : scales)
      scale = 1.0f / scale;
    return scales;
  };
  Side floats{Type::f32, buffers.floats, {}};
  Side floatsOut{Type::f32, buffers.floatsOut, {}};
  Side bytes{Type::s8, buffers.bytes, {}};
  Side bytesOut{Type::s8, buffers.bytesOut, {}};
  auto shifted = [](Side side, int zeroPoint) {
    side.zeroPoints = {zeroPoint};
    return side;
  };
  reorders.add("quantize/tensor/after", floats, shifted(bytesOut, kZeroPoint),
               0, {1.0f / kScale});
  reorders.add("dequantize/tensor", shifted(bytes, kZeroPoint), floatsOut, 0,
               {kScale});
  reorders.add("requantize/i8/after", shifted(bytes, kRequantizeFromZero),
               shifted(bytesOut, kRequantizeToZero), 0,
               {kRequantizeFrom / kRequantizeTo});
  reorders.add("requantize/i32/after", {Type::s32, buffers.words, {}},
               shifted(bytesOut, kRequantizeToZero), 0,
               {kRequantize32From / kRequantize32To});
  reorders.add("quantize/last/after", floats, bytesOut, 2, invert(lastScales));
  reorders.add("quantize/first/after", floats, bytesOut, 1,
               invert(firstScales));
  reorders.add("dequantize/last", bytes, floatsOut, 2, lastScales);
  reorders.add("dequantize/first", bytes, floatsOut, 1, firstScales);
}
