//===- ExactMultiplier.cpp - Two casts as one multiplication --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactMultiplier.h"

#include <algorithm>
#include <cmath>

using namespace quantir;

namespace {

/// Both forms of a requantization, in the f32 of the host. The environment
/// rounds to nearest even, as LLVM takes for granted too.
struct Requantizer {
  float inputScale, outputScale;
  int64_t inputZeroPoint;
  float outputZeroPoint, min, max;
  bool addsBefore;

  float store(float quotient) const {
    float rounded = addsBefore ? std::nearbyint(quotient + outputZeroPoint)
                               : std::nearbyint(quotient) + outputZeroPoint;
    return std::clamp(rounded, min, max);
  }
  /// Integers of at most 9 bits: the difference is exact either way.
  float difference(int64_t stored) const {
    return static_cast<float>(stored - inputZeroPoint);
  }
  float inTwoSteps(int64_t stored) const {
    float expressed = difference(stored) * inputScale;
    return store(expressed / outputScale);
  }
  float byMultiplier(int64_t stored, float multiplier) const {
    float scaled = difference(stored) * multiplier;
    return store(scaled);
  }
};

} // namespace

/// True if the steps are those that `Requantizer` takes.
static bool isInF32(const ElementParameters &parameters,
                    const NumericPolicy &policy) {
  return parameters.expressed == &llvm::APFloat::IEEEsingle() &&
         &getComputeSemantics(policy, parameters.width, parameters.isSigned,
                              *parameters.expressed) ==
             &llvm::APFloat::IEEEsingle();
}

std::optional<float> quantir::findExactMultiplier(
    const ElementParameters &input, const NumericPolicy &dequantize,
    const ElementParameters &output, const NumericPolicy &quantize) {
  constexpr unsigned kMaxInputWidth = 8, kMaxOutputWidth = 20;
  if (!isInF32(input, dequantize) || !isInF32(output, quantize) ||
      input.width > kMaxInputWidth || output.width > kMaxOutputWidth ||
      dequantize.dequantize == DequantizeForm::Fma ||
      quantize.scaling != Scaling::Divide ||
      quantize.castRounding() != Rounding::NearestEven)
    return std::nullopt;
  Requantizer requantizer{static_cast<float>(input.scale),
                          static_cast<float>(output.scale),
                          input.zeroPoint,
                          static_cast<float>(output.zeroPoint),
                          static_cast<float>(output.min),
                          static_cast<float>(output.max),
                          quantize.zeroPoint == ZeroPointOrder::BeforeRounding};
  // Stored values may lie outside of the bounds.
  int64_t count = int64_t(1) << input.width;
  int64_t first = input.isSigned ? -(count / 2) : 0;
  auto isExact = [&](float multiplier) {
    for (int64_t stored = first; stored < first + count; ++stored)
      if (requantizer.byMultiplier(stored, multiplier) !=
          requantizer.inTwoSteps(stored))
        return false;
    return true;
  };
  float quotient = requantizer.inputScale / requantizer.outputScale;
  float below = quotient, above = quotient;
  constexpr int kNeighbours = 3;
  for (int i = 0; i <= kNeighbours; ++i) {
    // Neither a zero nor an infinity, which could make NaN.
    for (float multiplier : {below, above})
      if (std::isnormal(multiplier) && isExact(multiplier))
        return multiplier;
    below = std::nextafter(below, 0.0f);
    above = std::nextafter(above, INFINITY);
  }
  return std::nullopt;
}
