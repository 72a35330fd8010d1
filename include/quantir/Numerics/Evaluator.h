//===- Evaluator.h - Casts on constants -------------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a cast computes, on arbitrary-precision numbers. It shares the policy
// with the emitter, and no code: it is the oracle that lowered code is compared
// with. Free of MLIR types.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_EVALUATOR_H
#define QUANTIR_NUMERICS_EVALUATOR_H

#include "quantir/Numerics/NumericPolicy.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

namespace quantir {

/// The parameters of one element: storage, scale and zero point.
struct ElementParameters {
  /// Bits of a stored value, 1 to 64.
  unsigned width = 8;
  bool isSigned = true;
  /// Bounds and zero point of stored values, as 64-bit patterns: signed numbers
  /// except for unsigned storage of 64 bits.
  int64_t min = -128;
  int64_t max = 127;
  int64_t zeroPoint = 0;
  /// Positive, finite, a value of the expressed type.
  double scale = 1.0;
  const llvm::fltSemantics *expressed = &llvm::APFloat::IEEEsingle();
};

/// The stored value, `parameters.width` bits, of an expressed `x`. `x` is in
/// the expressed format. Every x has one, NaN and infinities included.
llvm::APInt evaluateQuantize(const llvm::APFloat &x,
                             const ElementParameters &parameters,
                             const NumericPolicy &policy);

/// The expressed value of `stored`, which has `parameters.width` bits.
llvm::APFloat evaluateDequantize(const llvm::APInt &stored,
                                 const ElementParameters &parameters,
                                 const NumericPolicy &policy);

} // namespace quantir

#endif // QUANTIR_NUMERICS_EVALUATOR_H
