//===- Requantize.cpp - Fused dcast -> qcast on constants -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredValue.h"

#include "llvm/Support/ErrorHandling.h"

#include <cmath>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Fixed point
//===----------------------------------------------------------------------===//

FixedMultiplier FixedMultiplier::get(double inputScale, double outputScale) {
  constexpr int32_t kLargest = std::numeric_limits<int32_t>::max();
  constexpr int64_t kOne = int64_t(1) << 31;
  constexpr int kMaxExponent = 30, kMinExponent = -31;

  double real = inputScale / outputScale;
  if (std::isinf(real))
    return {kLargest, kMaxExponent};
  int exponent;
  double fraction = std::frexp(real, &exponent);
  int64_t multiplier = std::llround(fraction * kOne);
  if (multiplier == kOne) {
    multiplier /= 2;
    ++exponent;
  }
  if (multiplier == 0 || exponent < kMinExponent)
    return {0, 0};
  if (exponent > kMaxExponent)
    return {kLargest, kMaxExponent};
  return {static_cast<int32_t>(multiplier), exponent};
}

/// `value` / 2^bits as an integer, halves upward.
static APInt shiftHalfUp(const APInt &value, unsigned bits) {
  if (bits == 0)
    return value;
  APInt half = APInt::getOneBitSet(kWideBits, bits - 1);
  return (value + half).ashr(bits);
}

/// `value` / 2^bits as an integer, halves away from zero.
static APInt shiftHalfAway(const APInt &value, unsigned bits) {
  return value.isNegative() ? -shiftHalfUp(-value, bits)
                            : shiftHalfUp(value, bits);
}

APInt quantir::multiplyFixed(const APInt &value, const FixedMultiplier &factor,
                             RequantizeForm form) {
  assert(value.getSignificantBits() <= 65 && "value too wide");
  APInt product = value.sextOrTrunc(kWideBits) *
                  APInt(kWideBits, factor.multiplier, /*isSigned=*/true);
  // The product has 31 binary places, less the exponent.
  if (form == RequantizeForm::FixedSingleRound || factor.exponent >= 0)
    return shiftHalfUp(product, 31 - factor.exponent);
  return shiftHalfAway(shiftHalfUp(product, 31), -factor.exponent);
}

//===----------------------------------------------------------------------===//
// RequantizeEvaluator
//===----------------------------------------------------------------------===//

/// The policy of the rounding steps of a form: one f32 multiplier also means
/// that the rest is computed in f32.
static NumericPolicy policyOfForm(NumericPolicy policy) {
  if (policy.requantize == RequantizeForm::FloatMultiplier)
    policy.computeType = ComputeType::F32;
  return policy;
}

static APFloat getFloatMultiplier(double inputScale, double outputScale) {
  const llvm::fltSemantics &f32 = APFloat::IEEEsingle();
  APFloat multiplier = toFormat(APFloat(inputScale), f32);
  multiplier.divide(toFormat(APFloat(outputScale), f32),
                    APFloat::rmNearestTiesToEven);
  return multiplier;
}

RequantizeEvaluator::RequantizeEvaluator(const ElementParameters &input,
                                         const ElementParameters &output,
                                         const NumericPolicy &policy)
    : input(input, policyOfForm(policy)), output(output, policyOfForm(policy)),
      form(policy.requantize),
      floatMultiplier(getFloatMultiplier(input.scale, output.scale)),
      fixedMultiplier(FixedMultiplier::get(input.scale, output.scale)) {
  assert(input.expressed == output.expressed && "no expressed value between");
}

APInt RequantizeEvaluator::requantize(const APInt &stored,
                                      StepObserver observer) const {
  auto difference = [&] {
    return told(observer, "integer difference", "stored - zero point, exact",
                centered(stored, input.getParameters()));
  };
  switch (form) {
  case RequantizeForm::Exact:
    return output.quantize(input.dequantize(stored, observer), observer);
  case RequantizeForm::FloatMultiplier: {
    APFloat scaled = told(observer, "difference", "in f32",
                          toFloat(difference(), APFloat::IEEEsingle()));
    tell(observer, "multiplier", "input scale / output scale", floatMultiplier);
    scaled.multiply(floatMultiplier, APFloat::rmNearestTiesToEven);
    return output.store(
        told(observer, "product", "difference * multiplier", scaled), observer);
  }
  case RequantizeForm::FixedSingleRound:
  case RequantizeForm::FixedDoubleRound: {
    const ElementParameters &parameters = output.getParameters();
    auto tellInteger = [&](llvm::StringRef name, llvm::StringRef how,
                           int64_t value) {
      tell(observer, name, how, APInt(kWideBits, value, /*isSigned=*/true));
    };
    tellInteger("multiplier", "of the quotient of scales, 31 binary places",
                fixedMultiplier.multiplier);
    tellInteger("exponent", "of the same", fixedMultiplier.exponent);
    APInt scaled = told(observer, "product", stringifyEnum(form),
                        multiplyFixed(difference(), fixedMultiplier, form));
    APInt sum = told(observer, "sum", "with the zero point",
                     scaled + widen(parameters.zeroPoint, parameters));
    APInt result = clampToStorage(sum, parameters);
    tell(observer, "stored", "clamped to the bounds",
         widen(result, parameters));
    return result;
  }
  }
  llvm_unreachable("unknown form of requantization");
}

APInt quantir::evaluateRequantize(const APInt &stored,
                                  const ElementParameters &input,
                                  const ElementParameters &output,
                                  const NumericPolicy &policy) {
  return RequantizeEvaluator(input, output, policy).requantize(stored);
}

std::string quantir::checkRequantize(const ElementParameters &input,
                                     const ElementParameters &output,
                                     const NumericPolicy &policy) {
  unsigned expressedBits = APFloat::getSizeInBits(*input.expressed);
  switch (policy.requantize) {
  case RequantizeForm::Exact:
    return "";
  case RequantizeForm::FloatMultiplier:
    if (expressedBits <= 32)
      return "";
    return "expected an expressed type of at most 32 bits where requantize is "
           "float_multiplier, but got " +
           std::to_string(expressedBits) + " bits; choose requantize exact";
  case RequantizeForm::FixedSingleRound:
  case RequantizeForm::FixedDoubleRound:
    break;
  }
  // The difference is the operand of a 32-bit multiplication.
  APInt zeroPoint = widen(input.zeroPoint, input);
  APInt lowest = widen(input.min, input) - zeroPoint;
  APInt highest = widen(input.max, input) - zeroPoint;
  if (lowest.isSignedIntN(32) && highest.isSignedIntN(32))
    return "";
  llvm::SmallString<40> low, high;
  lowest.toStringSigned(low);
  highest.toStringSigned(high);
  return ("expected stored values minus the zero point to fit in 32 bits where "
          "requantize is " +
          stringifyEnum(policy.requantize) + ", but got [" + low + ", " + high +
          "]; choose requantize exact or float_multiplier")
      .str();
}
