//===- StepFunction.h - A quantization as its steps -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantization is monotone: each of its steps is rounded, added to, or clamped
// in a way that never reverses an order. So it is known for all inputs once the
// smallest input of every stored value is known, and those are found by
// bisection with a few evaluations each. This makes it possible to check
// lowered code on all 2^32 inputs, and to fold large constants quickly.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_STEPFUNCTION_H
#define QUANTIR_NUMERICS_STEPFUNCTION_H

#include "quantir/Numerics/Evaluator.h"

#include <optional>
#include <vector>

namespace quantir {

class StepFunction {
public:
  /// Stored values are searched for up to this width.
  static constexpr unsigned kMaxWidth = 16;

  /// One step: `stored` is the value of all inputs from `first` up to the next
  /// step, as a number. The first step starts at negative infinity.
  struct Step {
    /// Bit pattern of an expressed value; a zero is positive.
    uint64_t first;
    int64_t stored;
  };

  /// What `CastEvaluator::quantize` gives. Nothing if the storage is wider than
  /// `kMaxWidth`, the expressed type is none of f16, bf16, f32, f64, or the
  /// compute type holds the scale or the zero point as 0 or infinity only.
  static std::optional<StepFunction>
  compute(const ElementParameters &parameters, const NumericPolicy &policy);

  /// The steps in ascending order of both members. Stored values that no input
  /// gives have none. NaN is on no step, nor is 0 if it gives a NaN, as the
  /// reciprocal of a tiny scale makes it do: see `getNan` and `getZero`.
  llvm::ArrayRef<Step> getSteps() const { return steps; }
  int64_t getNan() const { return nan; }
  int64_t getZero() const { return zero; }

  /// The stored value of an input given by its bit pattern.
  int64_t lookup(uint64_t bits) const;

  /// Numbers in the order of the expressed values that they stand for; both
  /// zeros are 0. Undefined for NaN.
  int64_t getKey(uint64_t bits) const;
  /// The other way.
  uint64_t getBits(int64_t key) const;

private:
  StepFunction(const llvm::fltSemantics &semantics);
  class Search;

  std::vector<Step> steps;
  /// `getKey` of each `Step::first`.
  std::vector<int64_t> keys;
  uint64_t signBit;
  /// The bit pattern of positive infinity.
  uint64_t infinity;
  int64_t nan = 0;
  int64_t zero = 0;
};

} // namespace quantir

#endif // QUANTIR_NUMERICS_STEPFUNCTION_H
