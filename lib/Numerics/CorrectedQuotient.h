//===- CorrectedQuotient.h - Division by two fused steps --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x / s by multiplication with 1 / s as the sum of two floats, h and l:
//
//   q = fma(x, h, x * l)
//
// q is never more than one unit in the last place from the rounded quotient,
// and nearly always equal to it. It may stand for the quotient where that makes
// no stored value differ, which the finder proves for the parameters at hand.
// The proof is written down in docs/numerics.md, "The corrected quotient".
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_CORRECTEDQUOTIENT_H
#define QUANTIR_LIB_NUMERICS_CORRECTEDQUOTIENT_H

#include "quantir/Numerics/Evaluator.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace quantir {

/// The constants of one scale. `high` is at most 1 / s, and both are positive,
/// so that an infinite x has an infinite quotient, no NaN.
struct CorrectedQuotient {
  float high;
  float low;
};

/// Finds the constants of scales under a policy. What the proofs for the scales
/// of a type have in common is kept from one to the next.
class CorrectedQuotientFinder {
public:
  explicit CorrectedQuotientFinder(const NumericPolicy &policy)
      : policy(policy) {}

  /// Nothing if the proof fails for these parameters: f32 arithmetic, rounding
  /// to nearest even, a scale and a range of stored values that aren't extreme.
  std::optional<CorrectedQuotient> find(const ElementParameters &parameters);

private:
  /// Between the rounded quotients that are stored as less than `min + 1`,
  /// `min + 2` ... and the others: halfway between two neighbouring floats.
  using Boundaries = llvm::SmallVector<double>;

  const Boundaries &getBoundaries(const ElementParameters &parameters);

  const NumericPolicy &policy;
  int64_t min = 0, max = 0;
  llvm::DenseMap<int64_t, Boundaries> boundariesByZeroPoint;
};

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_CORRECTEDQUOTIENT_H
