//===- xnnpack.cpp - XNNPACK's casts --------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its results aren't compared: it multiplies by the reciprocal.
//
//===----------------------------------------------------------------------===//

#include "bench.h"

#include <cstdio>
#include <cstdlib>
#include <pthreadpool.h>
#include <xnnpack.h>

using namespace quantbench;

static void require(xnn_status status) {
  if (status == xnn_status_success)
    return;
  std::fprintf(stderr, "error: expected XNNPACK to succeed, but got %d\n",
               static_cast<int>(status));
  std::exit(1);
}

void quantbench::addXnnpack(Implementations &to, const Buffers &buffers,
                            int threads) {
  require(xnn_initialize(nullptr));
  pthreadpool_t pool =
      threads > 1 ? pthreadpool_create(static_cast<size_t>(threads)) : nullptr;
  size_t rows = buffers.size / kColumns;
  xnn_operator_t quantize, dequantize;
  require(xnn_create_convert_nc_f32_qs8(kColumns, kColumns, kColumns, kScale,
                                        kZeroPoint, -128, 127, 0, &quantize));
  require(xnn_setup_convert_nc_f32_qs8(quantize, rows, buffers.floats,
                                       buffers.bytesOut, pool));
  require(xnn_create_convert_nc_qs8_f32(kColumns, kColumns, kColumns, kScale,
                                        kZeroPoint, 0, &dequantize));
  require(xnn_setup_convert_nc_qs8_f32(dequantize, rows, buffers.bytes,
                                       buffers.floatsOut, pool));
  auto add = [&](const char *op, xnn_operator_t kernel) {
    to.push_back({op, "xnnpack",
                  [=] { require(xnn_run_operator(kernel, pool)); }, threads,
                  Implementation::None});
  };
  add("quantize/tensor/after", quantize);
  add("quantize/weights4x4/after", quantize);
  add("dequantize/tensor", dequantize);
  add("dequantize/weights4x4", dequantize);
}
