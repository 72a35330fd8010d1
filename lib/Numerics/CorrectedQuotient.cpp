//===- CorrectedQuotient.cpp - Division by two fused steps ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectedQuotient.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace quantir;

namespace {

/// Quantization with f32 arithmetic and without bounds, in both forms.
struct Quantizer {
  float scale, high, low, zeroPoint;
  bool addsBefore;

  /// The stored value of a quotient.
  float store(float quotient) const {
    if (addsBefore)
      return std::nearbyint(quotient + zeroPoint);
    return std::nearbyint(quotient) + zeroPoint;
  }
  float divided(float x) const { return store(x / scale); }
  float corrected(float x) const {
    float rest = x * low;
    return store(std::fma(x, high, rest));
  }
};

} // namespace

/// Floats in their order as consecutive integers, and back.
static int64_t toOrdinal(float x) {
  int32_t bits = llvm::bit_cast<int32_t>(x);
  return bits < 0 ? int64_t(INT32_MIN) - bits : bits;
}
static float fromOrdinal(int64_t ordinal) {
  return llvm::bit_cast<float>(static_cast<int32_t>(
      ordinal < 0 ? int64_t(INT32_MIN) - ordinal : ordinal));
}

/// The least float whose stored value, by division, is at least `code`; it lies
/// in (low, high].
static int64_t findStep(const Quantizer &quantizer, float code, int64_t low,
                        int64_t high) {
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (quantizer.divided(fromOrdinal(middle)) >= code ? high : low) = middle;
  }
  return high;
}

/// True if both forms store the same for every float between the two bounds.
/// They can differ only where the quotient is within one unit in the last place
/// of a step; four floats on either side of each step cover that.
static bool agreeBetween(const Quantizer &quantizer, float lowest,
                         float highest, int64_t min, int64_t max) {
  constexpr int64_t kNeighbours = 4;
  int64_t low = toOrdinal(lowest), high = toOrdinal(highest);
  for (int64_t code = min + 1; code <= max; ++code) {
    int64_t step = findStep(quantizer, code, low, high);
    for (int64_t i = step - kNeighbours; i <= step + kNeighbours; ++i)
      if (quantizer.divided(fromOrdinal(i)) !=
          quantizer.corrected(fromOrdinal(i)))
        return false;
    low = step - 1;
  }
  return true;
}

std::optional<CorrectedQuotient>
CorrectedQuotient::get(const ElementParameters &parameters,
                       const NumericPolicy &policy) {
  // Exponents far from where a product or a remainder could be subnormal or
  // overflow, and few enough steps to look at each.
  constexpr float kLeastScale = 0x1p-60f, kGreatestScale = 0x1p60f;
  constexpr int64_t kMaxSteps = 4096, kMaxMagnitude = 1 << 20;
  const llvm::fltSemantics &compute = getComputeSemantics(
      policy, parameters.width, parameters.isSigned, *parameters.expressed);
  if (&compute != &llvm::APFloat::IEEEsingle() ||
      policy.castRounding() != Rounding::NearestEven ||
      policy.scaling != Scaling::Divide || parameters.width > 20 ||
      std::abs(parameters.min) > kMaxMagnitude ||
      std::abs(parameters.max) > kMaxMagnitude ||
      std::abs(parameters.zeroPoint) > kMaxMagnitude ||
      parameters.max - parameters.min > kMaxSteps)
    return std::nullopt;
  float scale = static_cast<float>(parameters.scale);
  if (scale < kLeastScale || scale > kGreatestScale)
    return std::nullopt;

  // Downward, for a positive rest; where there is none, one that is too small
  // to count.
  float high = 1.0f / scale;
  double reciprocal = 1.0 / static_cast<double>(scale);
  if (static_cast<double>(high) > reciprocal)
    high = std::nextafter(high, 0.0f);
  auto low = static_cast<float>(reciprocal - static_cast<double>(high));
  if (low <= 0)
    low = high * 0x1p-60f;
  Quantizer quantizer{scale, high, low,
                      static_cast<float>(parameters.zeroPoint),
                      policy.zeroPoint == ZeroPointOrder::BeforeRounding};
  // A quarter of a step outside, so that their own rounding changes nothing.
  float lowest =
      (static_cast<float>(parameters.min - parameters.zeroPoint) - 0.25f) *
      scale;
  float highest =
      (static_cast<float>(parameters.max - parameters.zeroPoint) + 0.25f) *
      scale;
  auto gives = [&](float x, int64_t code) {
    return quantizer.divided(x) == static_cast<float>(code) &&
           quantizer.corrected(x) == static_cast<float>(code);
  };
  if (!gives(lowest, parameters.min) || !gives(highest, parameters.max) ||
      !agreeBetween(quantizer, lowest, highest, parameters.min, parameters.max))
    return std::nullopt;
  return CorrectedQuotient{high, low};
}
