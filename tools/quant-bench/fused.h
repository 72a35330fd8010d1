//===- fused.h - The fused op's plain loops ---------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One source, built by two compilers: strict by clang, and by GCC with
// fast-math and the vector functions of glibc's libmvec, the best that a plain
// loop gets.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTBENCH_FUSED_H
#define QUANTIR_TOOLS_QUANTBENCH_FUSED_H

#include <cstddef>
#include <cstdint>

namespace quantbench {

/// Operands of quant.dequant_situ_quant for `rows` rows of 2 * `half` numbers.
struct FusedBuffers {
  const int32_t *words;
  const int8_t *bytes;
  const uint16_t *bfloats;
  const float *weightScale, *activationScale, *bias, *quantScale;
  const int64_t *groups;
  float *scratch;
  int8_t *y;
  float *yScale;
  size_t rows, half;
};

constexpr size_t kGroups = 8;

#define QUANTBENCH_FUSED_LOOPS(suffix)                                         \
  void fusedWords_##suffix(const FusedBuffers &);                              \
  void fusedGroups_##suffix(const FusedBuffers &);                             \
  void fusedBytes_##suffix(const FusedBuffers &);                              \
  void fusedBfloats_##suffix(const FusedBuffers &);

QUANTBENCH_FUSED_LOOPS(clang)
QUANTBENCH_FUSED_LOOPS(gcc)

} // namespace quantbench

#endif // QUANTIR_TOOLS_QUANTBENCH_FUSED_H
