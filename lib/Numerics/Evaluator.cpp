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

APInt CastEvaluator::quantize(const APFloat &x, StepObserver observer) const {
  assert(&x.getSemantics() == parameters.expressed && "not an expressed value");
  APFloat value = told(observer, "input", "in the compute type",
                       toFormat(x, scale.getSemantics()));
  tell(observer, "scale", "in the compute type", scale);
  if (policy.scaling == Scaling::Divide)
    return store(
        told(observer, "quotient", "input / scale", divide(value, scale)),
        observer);
  tell(observer, "reciprocal", "1 / scale", reciprocal);
  return store(told(observer, "product", "input * reciprocal",
                    multiply(value, reciprocal)),
               observer);
}

APInt CastEvaluator::store(const APFloat &scaled, StepObserver observer) const {
  Rounding rounding = policy.castRounding();
  auto round = [&](const APFloat &value) {
    return told(observer, "rounded", stringifyEnum(rounding),
                roundToInteger(value, rounding));
  };
  auto addZeroPoint = [&](const APFloat &value) {
    tell(observer, "zero point", "in the compute type", zeroPoint);
    return told(observer, "sum", "with the zero point", add(value, zeroPoint));
  };
  APFloat result = policy.zeroPoint == ZeroPointOrder::BeforeRounding
                       ? round(addZeroPoint(scaled))
                       : addZeroPoint(round(scaled));
  bool isNan = result.isNaN();
  APInt stored = isNan ? getNanValue() : saturate(result, parameters);
  tell(observer, "stored", isNan ? "as NaN is" : "clamped to the bounds",
       widen(stored, parameters));
  return stored;
}

APFloat CastEvaluator::dequantize(const APInt &stored,
                                  StepObserver observer) const {
  const llvm::fltSemantics &compute = scale.getSemantics();
  auto input = [&] {
    return told(observer, "input", "in the compute type",
                toFloat(widen(stored, parameters), compute));
  };
  auto scaled = [&](const APFloat &difference) {
    tell(observer, "scale", "in the compute type", scale);
    return told(observer, "product", "difference * scale",
                multiply(difference, scale));
  };
  auto evaluate = [&]() -> APFloat {
    switch (policy.dequantize) {
    case DequantizeForm::SubtractMultiply: {
      APFloat value = input();
      tell(observer, "zero point", "in the compute type", zeroPoint);
      return scaled(told(observer, "difference", "input - zero point",
                         subtract(value, zeroPoint)));
    }
    case DequantizeForm::IntegerSubtract: {
      APInt difference =
          told(observer, "integer difference", "stored - zero point, exact",
               centered(stored, parameters));
      return scaled(told(observer, "difference", "in the compute type",
                         toFloat(difference, compute)));
    }
    case DequantizeForm::Fma: {
      APFloat value = input();
      tell(observer, "scale", "in the compute type", scale);
      tell(observer, "addend", "-(zero point * scale)", fmaAddend);
      value.fusedMultiplyAdd(scale, fmaAddend, kNearest);
      return told(observer, "fma", "input * scale + addend, rounded once",
                  value);
    }
    }
    llvm_unreachable("unknown form of dequantization");
  };
  return told(observer, "expressed", "in the expressed type",
              toFormat(evaluate(), *parameters.expressed));
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
