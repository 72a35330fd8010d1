//===- ExactReference.cpp - Casts in exact arithmetic ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactReference.h"

#include <algorithm>

using namespace quantir;
using namespace quantir::exact;
using llvm::APInt;

const Format exact::kF16 = {16, 11, -14, 15, 320};
const Format exact::kBF16 = {16, 8, -126, 127, 1280};
const Format exact::kF32 = {32, 24, -126, 127, 1280};
const Format exact::kF64 = {64, 53, -1022, 1023, 2560};

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Number Number::integer(int64_t value, unsigned workBits) {
  Number result;
  result.numerator = APInt(workBits, value, /*isSigned=*/true);
  result.denominator = APInt(workBits, 1);
  return result;
}

Number Number::infinity(bool isNegative) {
  Number result;
  result.kind = Infinite;
  result.isNegative = isNegative;
  return result;
}

Number Number::nan() {
  Number result;
  result.kind = NaN;
  return result;
}

int Number::sign() const {
  if (kind == Infinite)
    return isNegative ? -1 : 1;
  if (kind == NaN || numerator.isZero())
    return 0;
  return numerator.isNegative() ? -1 : 1;
}

static Number fraction(APInt numerator, APInt denominator) {
  if (denominator.isNegative()) {
    numerator.negate();
    denominator.negate();
  }
  // Common powers of two are dropped, so that the work width suffices.
  if (numerator.isZero()) {
    denominator = APInt(denominator.getBitWidth(), 1);
  } else {
    unsigned twos =
        std::min(numerator.countr_zero(), denominator.countr_zero());
    numerator = numerator.ashr(twos);
    denominator = denominator.ashr(twos);
  }
  Number result;
  result.numerator = numerator;
  result.denominator = denominator;
  return result;
}

/// `significand` * 2^exponent.
static Number scaled(const APInt &significand, int exponent) {
  APInt one(significand.getBitWidth(), 1);
  return exponent >= 0 ? fraction(significand.shl(exponent), one)
                       : fraction(significand, one.shl(-exponent));
}

Number exact::decode(uint64_t bits, const Format &format, unsigned workBits) {
  unsigned fractionBits = format.precision - 1;
  uint64_t fractionField = bits & ((uint64_t(1) << fractionBits) - 1);
  unsigned exponentBits = format.totalBits - 1 - fractionBits;
  uint64_t exponentMask = (uint64_t(1) << exponentBits) - 1;
  uint64_t exponentField = (bits >> fractionBits) & exponentMask;
  bool isNegative = (bits >> (format.totalBits - 1)) & 1;
  if (exponentField == exponentMask)
    return fractionField ? Number::nan() : Number::infinity(isNegative);
  uint64_t significand = fractionField;
  int exponent = format.minExponent - fractionBits;
  if (exponentField != 0) {
    significand |= uint64_t(1) << fractionBits;
    exponent += exponentField - 1;
  }
  APInt signedSignificand(workBits, significand);
  if (isNegative)
    signedSignificand.negate();
  return scaled(signedSignificand, exponent);
}

Number exact::add(const Number &a, const Number &b) {
  if (a.kind == Number::NaN || b.kind == Number::NaN)
    return Number::nan();
  if (a.kind == Number::Infinite && b.kind == Number::Infinite)
    return a.isNegative == b.isNegative ? a : Number::nan();
  if (a.kind == Number::Infinite)
    return a;
  if (b.kind == Number::Infinite)
    return b;
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator,
                  a.denominator * b.denominator);
}

Number exact::multiply(const Number &a, const Number &b) {
  if (a.kind == Number::NaN || b.kind == Number::NaN)
    return Number::nan();
  if (a.kind == Number::Infinite || b.kind == Number::Infinite) {
    int sign = a.sign() * b.sign();
    return sign == 0 ? Number::nan() : Number::infinity(sign < 0);
  }
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

Number exact::divide(const Number &a, const Number &b) {
  // Scales are positive and finite: no other divisor comes here.
  assert(b.kind == Number::Finite && b.sign() > 0 && "expected a scale");
  if (a.kind != Number::Finite)
    return a;
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

int exact::compare(const Number &a, const Number &b) {
  assert(a.kind != Number::NaN && b.kind != Number::NaN && "not ordered");
  if (a.kind == Number::Infinite && b.kind == Number::Infinite)
    return a.sign() == b.sign() ? 0 : a.sign();
  if (a.kind == Number::Infinite)
    return a.sign();
  if (b.kind == Number::Infinite)
    return -b.sign();
  APInt difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference.isZero() ? 0 : difference.isNegative() ? -1 : 1;
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// The integer at or below `number`; `rest` becomes 0, or the sign of the
/// fraction less one half, plus 2: 1 below, 2 at, 3 above the middle.
static APInt floorOf(const Number &number, int &rest) {
  APInt quotient, remainder;
  APInt::sdivrem(number.numerator, number.denominator, quotient, remainder);
  if (remainder.isNegative()) {
    remainder += number.denominator;
    --quotient;
  }
  APInt twice = remainder.shl(1);
  rest = remainder.isZero()              ? 0
         : twice.slt(number.denominator) ? 1
         : twice == number.denominator   ? 2
                                         : 3;
  return quotient;
}

static bool roundsUp(Rounding rounding, const APInt &floor, int rest) {
  if (rest == 0)
    return false;
  bool isNegative = floor.isNegative();
  switch (rounding) {
  case Rounding::NearestEven:
    return rest == 3 || (rest == 2 && floor[0]);
  case Rounding::NearestAway:
    return rest == 3 || (rest == 2 && !isNegative);
  case Rounding::NearestUp:
    return rest >= 2;
  case Rounding::TowardZero:
    return isNegative;
  case Rounding::Down:
    return false;
  case Rounding::Up:
    return true;
  }
  return false;
}

Number exact::roundToInteger(const Number &number, Rounding rounding) {
  if (number.kind != Number::Finite)
    return number;
  int rest;
  APInt integer = floorOf(number, rest);
  if (roundsUp(rounding, integer, rest))
    ++integer;
  return fraction(integer, APInt(integer.getBitWidth(), 1));
}

Number exact::roundTo(const Number &number, const Format &format) {
  if (number.kind != Number::Finite || number.isZero())
    return number;
  unsigned workBits = number.numerator.getBitWidth();
  APInt one(workBits, 1);
  auto power = [&](int exponent) { return scaled(one, exponent); };
  Number magnitude = fraction(number.numerator.abs(), number.denominator);
  // 2^exponent is the largest power of two that is not above the magnitude.
  int exponent = static_cast<int>(magnitude.numerator.getActiveBits()) -
                 static_cast<int>(magnitude.denominator.getActiveBits());
  if (compare(power(exponent), magnitude) > 0)
    --exponent;
  exponent = std::max(exponent, format.minExponent);
  // The distance of neighbours there is the unit to round to.
  int unit = exponent - (format.precision - 1);
  Number rounded =
      roundToInteger(divide(magnitude, power(unit)), Rounding::NearestEven);
  rounded = multiply(rounded, power(unit));
  bool isNegative = number.sign() < 0;
  if (compare(rounded, power(format.maxExponent + 1)) >= 0)
    return Number::infinity(isNegative);
  if (isNegative)
    rounded.numerator.negate();
  return rounded;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static int64_t nanValue(const ElementParameters &parameters, NanValue nan) {
  switch (nan) {
  case NanValue::ZeroPoint:
    return std::clamp(parameters.zeroPoint, parameters.min, parameters.max);
  case NanValue::StorageMin:
    return parameters.min;
  case NanValue::StorageMax:
    return parameters.max;
  case NanValue::Zero:
    return std::clamp<int64_t>(0, parameters.min, parameters.max);
  }
  return 0;
}

int64_t exact::quantize(uint64_t x, uint64_t scale, const Format &expressed,
                        const Format &compute,
                        const ElementParameters &parameters,
                        const NumericPolicy &policy) {
  unsigned workBits = std::max(expressed.workBits, compute.workBits);
  Rounding rounding = policy.rounding.value_or(Rounding::NearestEven);
  auto round = [&](const Number &number) { return roundTo(number, compute); };
  Number value = round(decode(x, expressed, workBits));
  Number divisor = round(decode(scale, expressed, workBits));
  Number one = Number::integer(1, workBits);
  Number zeroPoint = round(Number::integer(parameters.zeroPoint, workBits));

  Number quotient = policy.scaling == Scaling::Divide
                        ? round(divide(value, divisor))
                        : round(multiply(value, round(divide(one, divisor))));
  Number result =
      policy.zeroPoint == ZeroPointOrder::BeforeRounding
          ? roundToInteger(round(add(quotient, zeroPoint)), rounding)
          : round(add(roundToInteger(quotient, rounding), zeroPoint));
  if (result.kind == Number::NaN)
    return nanValue(parameters, policy.nan);
  if (compare(result, Number::integer(parameters.max, workBits)) >= 0)
    return parameters.max;
  if (compare(result, Number::integer(parameters.min, workBits)) <= 0)
    return parameters.min;
  assert(result.denominator.isOne() && "expected an integer");
  return result.numerator.getSExtValue();
}

Number exact::dequantize(int64_t stored, uint64_t scale,
                         const Format &expressed, const Format &compute,
                         const ElementParameters &parameters,
                         const NumericPolicy &policy) {
  unsigned workBits = std::max(expressed.workBits, compute.workBits);
  auto round = [&](const Number &number) { return roundTo(number, compute); };
  Number value = Number::integer(stored, workBits);
  Number negative = Number::integer(-parameters.zeroPoint, workBits);
  Number factor = round(decode(scale, expressed, workBits));
  Number result;
  switch (policy.dequantize) {
  case DequantizeForm::SubtractMultiply:
    result = multiply(round(add(round(value), round(negative))), factor);
    break;
  case DequantizeForm::IntegerSubtract:
    result = multiply(round(add(value, negative)), factor);
    break;
  case DequantizeForm::Fma:
    result = add(multiply(round(value), factor),
                 round(multiply(round(negative), factor)));
    break;
  }
  return roundTo(round(result), expressed);
}
