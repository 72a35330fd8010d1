//===- ConstantCasts.h - Casts of whole constants ---------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The evaluator applied to constants: scalars, splats, dense elements and
// resources, of any granularity.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_CONSTANTCASTS_H
#define QUANTIR_NUMERICS_CONSTANTCASTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/Evaluator.h"

namespace quantir {

/// The evaluator's parameters of the grid element `index` of `type`.
ElementParameters getElementParameters(const Quantization &type, size_t index);

/// The constant that a cast of the constant `input` gives. `quantizes` chooses
/// between the two casts. `type` fits the type of `input`, which is a scalar or
/// a tensor of static shape. A splat stays one where all elements have the same
/// parameters; a resource gives a resource. Null if `input` isn't made of
/// numbers that can be read, or a splat would become a list of more than 2^24.
mlir::TypedAttr castConstant(mlir::TypedAttr input, const Quantization &type,
                             const NumericPolicy &policy, bool quantizes);

/// True if quantizing what any stored value dequantizes to gives that value
/// back, which trying all of them shows. Takes the number of tries from
/// `triesLeft`; false also where that is too few.
bool isRoundTripIdentity(const Quantization &type,
                         const NumericPolicy &dequantizePolicy,
                         const NumericPolicy &quantizePolicy,
                         int64_t &triesLeft);

} // namespace quantir

#endif // QUANTIR_NUMERICS_CONSTANTCASTS_H
