//===- Evaluator.cpp - Casts on constants ---------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Evaluator.h"

#include "StoredValue.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/Support/ErrorHandling.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Steps in the compute format
//===----------------------------------------------------------------------===//

// Each is rounded once, to the nearest value, ties to even.
static constexpr APFloat::roundingMode kNearest = APFloat::rmNearestTiesToEven;

static APFloat add(APFloat lhs, const APFloat &rhs) {
  lhs.add(rhs, kNearest);
  return lhs;
}

static APFloat subtract(APFloat lhs, const APFloat &rhs) {
  lhs.subtract(rhs, kNearest);
  return lhs;
}

static APFloat multiply(APFloat lhs, const APFloat &rhs) {
  lhs.multiply(rhs, kNearest);
  return lhs;
}

static APFloat divide(APFloat lhs, const APFloat &rhs) {
  lhs.divide(rhs, kNearest);
  return lhs;
}

/// The nearest integer, halves upward. APFloat has no such mode, and
/// floor(value + 0.5) would be wrong where the sum rounds up to an integer.
static APFloat roundHalfUp(const APFloat &value) {
  APFloat rounded = value;
  rounded.roundToIntegral(kNearest);
  if (!value.isFinite())
    return rounded;
  // Exact: the rest takes no more digits than the value itself.
  APFloat rest = subtract(value, rounded);
  APFloat one = APFloat::getOne(value.getSemantics());
  APFloat half = scalbn(one, -1, kNearest);
  // The tie went down to an even number.
  if (rest == half)
    return add(rounded, one);
  return rounded;
}

static APFloat roundToInteger(APFloat value, Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    value.roundToIntegral(APFloat::rmNearestTiesToEven);
    return value;
  case Rounding::NearestAway:
    value.roundToIntegral(APFloat::rmNearestTiesToAway);
    return value;
  case Rounding::NearestUp:
    return roundHalfUp(value);
  case Rounding::TowardZero:
    value.roundToIntegral(APFloat::rmTowardZero);
    return value;
  case Rounding::Down:
    value.roundToIntegral(APFloat::rmTowardNegative);
    return value;
  case Rounding::Up:
    value.roundToIntegral(APFloat::rmTowardPositive);
    return value;
  }
  llvm_unreachable("unknown rounding");
}

/// The stored value nearest to `value`, an integer, an infinity, or a number
/// too large to have a fraction.
static APInt saturate(const APFloat &value,
                      const ElementParameters &parameters) {
  llvm::APSInt integer(kWideBits, /*isUnsigned=*/false);
  bool isExact;
  APFloat::opStatus status =
      value.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  if (status & APFloat::opInvalidOp) {
    int64_t bound = value.isNegative() ? parameters.min : parameters.max;
    return widen(bound, parameters).trunc(parameters.width);
  }
  return clampToStorage(integer, parameters);
}

//===----------------------------------------------------------------------===//
// CastEvaluator
//===----------------------------------------------------------------------===//

CastEvaluator::CastEvaluator(const ElementParameters &parameters,
                             const NumericPolicy &policy)
    : parameters(parameters), policy(policy),
      scale(toFormat(APFloat(parameters.scale),
                     quantir::getComputeSemantics(policy, parameters.width,
                                                  parameters.isSigned,
                                                  *parameters.expressed))),
      reciprocal(divide(APFloat::getOne(scale.getSemantics()), scale)),
      zeroPoint(toFloat(widen(parameters.zeroPoint, parameters),
                        scale.getSemantics())),
      fmaAddend(neg(multiply(zeroPoint, scale))) {}

APInt CastEvaluator::getNanValue() const {
  switch (policy.nan) {
  case NanValue::ZeroPoint:
    return clampToStorage(widen(parameters.zeroPoint, parameters), parameters);
  case NanValue::StorageMin:
    return widen(parameters.min, parameters).trunc(parameters.width);
  case NanValue::StorageMax:
    return widen(parameters.max, parameters).trunc(parameters.width);
  case NanValue::Zero:
    return clampToStorage(APInt(kWideBits, 0), parameters);
  }
  llvm_unreachable("unknown stored value of a NaN");
}

APInt CastEvaluator::quantize(const APFloat &x) const {
  assert(&x.getSemantics() == parameters.expressed && "not an expressed value");
  APFloat value = toFormat(x, scale.getSemantics());
  return store(policy.scaling == Scaling::Divide ? divide(value, scale)
                                                 : multiply(value, reciprocal));
}

APInt CastEvaluator::store(const APFloat &scaled) const {
  Rounding rounding = policy.castRounding();
  APFloat result = policy.zeroPoint == ZeroPointOrder::BeforeRounding
                       ? roundToInteger(add(scaled, zeroPoint), rounding)
                       : add(roundToInteger(scaled, rounding), zeroPoint);
  return result.isNaN() ? getNanValue() : saturate(result, parameters);
}

APFloat CastEvaluator::dequantize(const APInt &stored) const {
  const llvm::fltSemantics &compute = scale.getSemantics();
  auto evaluate = [&]() -> APFloat {
    switch (policy.dequantize) {
    case DequantizeForm::SubtractMultiply: {
      APFloat value = toFloat(widen(stored, parameters), compute);
      return multiply(subtract(value, zeroPoint), scale);
    }
    case DequantizeForm::IntegerSubtract:
      return multiply(toFloat(centered(stored, parameters), compute), scale);
    case DequantizeForm::Fma: {
      APFloat value = toFloat(widen(stored, parameters), compute);
      value.fusedMultiplyAdd(scale, fmaAddend, kNearest);
      return value;
    }
    }
    llvm_unreachable("unknown form of dequantization");
  };
  return toFormat(evaluate(), *parameters.expressed);
}

APInt quantir::evaluateQuantize(const APFloat &x,
                                const ElementParameters &parameters,
                                const NumericPolicy &policy) {
  return CastEvaluator(parameters, policy).quantize(x);
}

APFloat quantir::evaluateDequantize(const APInt &stored,
                                    const ElementParameters &parameters,
                                    const NumericPolicy &policy) {
  return CastEvaluator(parameters, policy).dequantize(stored);
}
