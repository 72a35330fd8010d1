//===- ExactMultiplier.h - Two casts as one multiplication ------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_EXACTMULTIPLIER_H
#define QUANTIR_LIB_NUMERICS_EXACTMULTIPLIER_H

#include "quantir/Numerics/Evaluator.h"

namespace quantir {

/// A multiplier m such that the difference of stored value and zero point times
/// m, in f32, is stored as the exact requantization stores it, for each of the
/// at most 256 stored values: the quotient of the scales, or a float near to
/// it. Nothing if none of them is, or for other casts than those in f32 that
/// round to nearest even.
std::optional<float> findExactMultiplier(const ElementParameters &input,
                                         const NumericPolicy &dequantize,
                                         const ElementParameters &output,
                                         const NumericPolicy &quantize);

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_EXACTMULTIPLIER_H
