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
#include "llvm/ADT/STLFunctionalExtras.h"

#include <variant>

namespace quantir {

/// A step of an evaluation, for people who look for the place where two results
/// part: its name, how it came about, and its result. An integer is a signed
/// number.
struct EvaluationStep {
  llvm::StringRef name;
  llvm::StringRef how;
  std::variant<llvm::APFloat, llvm::APInt> value;
};

/// Is called with each step of an evaluation, in order, the constants that it
/// begins with included. Null observes nothing.
using StepObserver = llvm::function_ref<void(const EvaluationStep &)>;

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

/// Casts between stored and expressed values under one policy, with the
/// constants converted once.
class CastEvaluator {
public:
  CastEvaluator(const ElementParameters &parameters,
                const NumericPolicy &policy);

  /// The stored value, `parameters.width` bits, of an expressed `x`. `x` is in
  /// the expressed format. Every x has one, NaN and infinities included. What
  /// is a NaN before it is saturated gets the stored value of a NaN: a NaN, 0
  /// times the infinite reciprocal of a tiny scale, or a zero point and a
  /// quotient that both overflow the compute format, with opposite signs.
  llvm::APInt quantize(const llvm::APFloat &x,
                       StepObserver observer = nullptr) const;

  /// The expressed value of `stored`, which has `parameters.width` bits. It may
  /// lie outside the storage bounds.
  llvm::APFloat dequantize(const llvm::APInt &stored,
                           StepObserver observer = nullptr) const;

  /// The second half of `quantize`: adds the zero point to a value that is
  /// already divided by the scale, rounds and saturates. `scaled` is in the
  /// compute format.
  llvm::APInt store(const llvm::APFloat &scaled,
                    StepObserver observer = nullptr) const;

  const ElementParameters &getParameters() const { return parameters; }
  const llvm::fltSemantics &getComputeSemantics() const {
    return scale.getSemantics();
  }
  /// The stored value of a NaN.
  llvm::APInt getNanValue() const;

private:
  ElementParameters parameters;
  NumericPolicy policy;
  /// Constants in the compute format. `fmaAddend` is -(zeroPoint * scale).
  llvm::APFloat scale;
  llvm::APFloat reciprocal;
  llvm::APFloat zeroPoint;
  llvm::APFloat fmaAddend;
};

/// `CastEvaluator::quantize` for a single value.
llvm::APInt evaluateQuantize(const llvm::APFloat &x,
                             const ElementParameters &parameters,
                             const NumericPolicy &policy);

/// `CastEvaluator::dequantize` for a single value.
llvm::APFloat evaluateDequantize(const llvm::APInt &stored,
                                 const ElementParameters &parameters,
                                 const NumericPolicy &policy);

//===----------------------------------------------------------------------===//
// Requantizing
//===----------------------------------------------------------------------===//

/// A positive real number in fixed point: multiplier * 2^(exponent - 31). The
/// multiplier is 0 or has its 31st bit set.
struct FixedMultiplier {
  int32_t multiplier = 0;
  int exponent = 0;

  /// The number nearest to `inputScale / outputScale`, which is formed in f64;
  /// halves away from zero. A quotient below 2^-32 gives 0, one too large for
  /// an exponent of 30 the largest number of that exponent.
  static FixedMultiplier get(double inputScale, double outputScale);

  bool operator==(const FixedMultiplier &other) const {
    return multiplier == other.multiplier && exponent == other.exponent;
  }
};

/// `value`, a signed number of at most 65 bits, times `factor`, rounded to an
/// integer as `form` has it (one of the two fixed-point forms). Nothing wraps:
/// the result is a signed number of 128 bits.
llvm::APInt multiplyFixed(const llvm::APInt &value,
                          const FixedMultiplier &factor, RequantizeForm form);

/// Turns stored values of one type into stored values of another: what a fused
/// dcast -> qcast pair computes, in the form that `policy.requantize` names.
class RequantizeEvaluator {
public:
  /// `input.expressed` and `output.expressed` are the same.
  RequantizeEvaluator(const ElementParameters &input,
                      const ElementParameters &output,
                      const NumericPolicy &policy);

  /// The stored value, `output.width` bits, for `stored` of `input.width` bits.
  llvm::APInt requantize(const llvm::APInt &stored,
                         StepObserver observer = nullptr) const;

private:
  CastEvaluator input;
  CastEvaluator output;
  RequantizeForm form;
  /// The multiplier of the form float-multiplier, in f32.
  llvm::APFloat floatMultiplier;
  FixedMultiplier fixedMultiplier;
};

/// `RequantizeEvaluator::requantize` for a single value.
llvm::APInt evaluateRequantize(const llvm::APInt &stored,
                               const ElementParameters &input,
                               const ElementParameters &output,
                               const NumericPolicy &policy);

/// The direction that the policy is checked in for the input type of a
/// requantization: only the exact form dequantizes.
inline CastDirection getInputDirection(RequantizeForm form) {
  return form == RequantizeForm::Exact ? CastDirection::Dequantize
                                       : CastDirection::Quantize;
}

/// Empty if requantizing from `input` to `output` is defined in the form that
/// `policy.requantize` names; otherwise what is wrong, naming the choices.
std::string checkRequantize(const ElementParameters &input,
                            const ElementParameters &output,
                            const NumericPolicy &policy);

} // namespace quantir

#endif // QUANTIR_NUMERICS_EVALUATOR_H
