//===- MagicRounding.h - Rounding by a magic number -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_MAGICROUNDING_H
#define QUANTIR_LIB_NUMERICS_MAGICROUNDING_H

#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/FloatFormat.h"

namespace quantir {

/// 1.5 * 2^23 in f32, 1.5 * 2^52 in f64: next to it the floats are one apart,
/// so that adding it rounds to an integer, to nearest even, and leaves that
/// integer in the low bits.
double getMagicNumber(mlir::Type type);

/// True if all stored values, zero points and their differences are far within
/// the range in which the magic number rounds to integers.
bool hasMagicRange(const FloatFormat &format, const Quantization &type);

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_MAGICROUNDING_H
