//===- TestParameters.h - Parameters and policies of tests ------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_UNIT_NUMERICS_TESTPARAMETERS_H
#define QUANTIR_TEST_UNIT_NUMERICS_TESTPARAMETERS_H

#include "quantir/Numerics/Evaluator.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace quantir {

/// The number that a stored value stands for.
inline int64_t number(const llvm::APInt &stored, const ElementParameters &p) {
  return p.isSigned ? stored.getSExtValue()
                    : static_cast<int64_t>(stored.getZExtValue());
}

/// All values of a width.
inline ElementParameters storage(unsigned width, bool isSigned,
                                 double scale = 1.0, int64_t zeroPoint = 0) {
  ElementParameters p;
  p.width = width;
  p.isSigned = isSigned;
  p.min = isSigned ? llvm::APInt::getSignedMinValue(width).getSExtValue() : 0;
  p.max = isSigned ? llvm::APInt::getSignedMaxValue(width).getSExtValue()
                   : static_cast<int64_t>(
                         llvm::APInt::getMaxValue(width).getZExtValue());
  p.scale = scale;
  p.zeroPoint = zeroPoint;
  return p;
}

inline constexpr Rounding kRoundings[] = {
    Rounding::NearestEven, Rounding::NearestAway, Rounding::NearestUp,
    Rounding::TowardZero,  Rounding::Down,        Rounding::Up};

/// Calls `fn` with every combination of the knobs of quantizing.
inline void
forEachQuantizePolicy(ComputeType computeType,
                      llvm::function_ref<void(const NumericPolicy &)> fn) {
  for (Rounding rounding : kRoundings)
    for (ZeroPointOrder order :
         {ZeroPointOrder::BeforeRounding, ZeroPointOrder::AfterRounding})
      for (Scaling scaling : {Scaling::Divide, Scaling::Reciprocal}) {
        NumericPolicy policy;
        policy.rounding = rounding;
        policy.zeroPoint = order;
        policy.scaling = scaling;
        policy.computeType = computeType;
        fn(policy);
      }
}

} // namespace quantir

#endif // QUANTIR_TEST_UNIT_NUMERICS_TESTPARAMETERS_H
