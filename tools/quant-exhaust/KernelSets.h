//===- KernelSets.h - Which casts are checked -------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTEXHAUST_KERNELSETS_H
#define QUANTIR_TOOLS_QUANTEXHAUST_KERNELSETS_H

#include "Compiler.h"

namespace quantir::exhaust {

/// Quantizations of f16 and bf16: i8 and u8 under every combination of
/// rounding, zero point, scaling and NaN; other widths and bounds, and two rows
/// of parameters, under every combination of the first two. The compute type,
/// the scale and the zero point go through their choices on the way.
std::vector<Kernel> getHalfKernels(Form form);

/// Dequantizations from every storage of up to 16 bits to each float type, in
/// each form.
std::vector<Kernel> getDequantizeKernels();

/// Which quantizations of f32: each list is gone through with each of the
/// others.
struct SingleChoice {
  std::vector<Rounding> roundings;
  std::vector<ZeroPointOrder> orders;
  std::vector<Scaling> scalings;
  std::vector<bool> signs;
  unsigned scales = 1;
};
std::vector<Kernel> getSingleKernels(const SingleChoice &choice);

} // namespace quantir::exhaust

#endif // QUANTIR_TOOLS_QUANTEXHAUST_KERNELSETS_H
