//===- GridParameters.h - Parameters over a grid ----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants that emitters read: one for each element of the parameter grid
// of a quantized type, already in the type of the computation.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_GRIDPARAMETERS_H
#define QUANTIR_LIB_NUMERICS_GRIDPARAMETERS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/FloatFormat.h"

namespace quantir {

/// The values of one float parameter over the grid, as constants of the
/// carrier.
mlir::DenseElementsAttr
getFloatParameter(const FloatFormat &format, const Quantization &type,
                  llvm::function_ref<llvm::APFloat(size_t)> value);

/// The values of one integer parameter of `width` bits over the grid.
mlir::DenseElementsAttr
getIntegerParameter(unsigned width, const Quantization &type,
                    llvm::function_ref<llvm::APInt(size_t)> value);

/// Bits of an integer that holds every stored value minus every zero point.
unsigned getCenteredWidth(const StorageSpec &storage);

/// `zeroPoints` over the grid, as integers of `width` bits, no fewer than the
/// storage has.
mlir::DenseElementsAttr getZeroPoints(const Quantization &type,
                                      llvm::ArrayRef<int64_t> zeroPoints,
                                      unsigned width);

/// A scale or zero point rounded to `format`, to nearest even.
llvm::APFloat getScale(const FloatFormat &format, const Quantization &type,
                       size_t index);
llvm::APFloat getZeroPoint(const FloatFormat &format, const Quantization &type,
                           size_t index);

/// True if no scale is 0 or infinite in `format`.
bool hasUsualScales(const FloatFormat &format, const Quantization &type);

/// True if some zero point isn't 0.
bool hasZeroPoints(const Quantization &type);

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_GRIDPARAMETERS_H
