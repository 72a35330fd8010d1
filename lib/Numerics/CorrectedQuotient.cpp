//===- CorrectedQuotient.cpp - Division by two fused steps ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectedQuotient.h"

#include "llvm/ADT/STLExtras.h"
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

/// The least float for which `isReached` is true, which it stays from there on;
/// it lies in (low, high].
template <typename Predicate>
static int64_t findFirst(int64_t low, int64_t high, Predicate isReached) {
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    (isReached(fromOrdinal(middle)) ? high : low) = middle;
  }
  return high;
}

/// True if both forms store the same for every float around the first one whose
/// stored value is at least `code`. They can differ only where the quotient is
/// within one unit in the last place of the step; four floats on either side
/// cover that.
static bool agreeAround(const Quantizer &quantizer, float code, float lowest,
                        float highest) {
  constexpr int64_t kNeighbours = 4;
  int64_t step = findFirst(toOrdinal(lowest), toOrdinal(highest), [&](float x) {
    return quantizer.divided(x) >= code;
  });
  for (int64_t i = step - kNeighbours; i <= step + kNeighbours; ++i)
    if (quantizer.divided(fromOrdinal(i)) !=
        quantizer.corrected(fromOrdinal(i)))
      return false;
  return true;
}

/// True if no float has a quotient so near to the boundary that the quotient
/// and what is rounded in its place could lie on different sides: they differ
/// by less than 2^-44 of it. All of this is exact: a boundary has 25 bits, a
/// scale 24.
static bool isClear(double boundary, double scale) {
  double product = boundary * scale;
  double distance = product - static_cast<double>(static_cast<float>(product));
  return std::abs(distance) >= std::abs(product) * 0x1p-43;
}

const CorrectedQuotientFinder::Boundaries &
CorrectedQuotientFinder::getBoundaries(const ElementParameters &parameters) {
  constexpr unsigned kMaxKept = 1024;
  if (min != parameters.min || max != parameters.max ||
      boundariesByZeroPoint.size() > kMaxKept)
    boundariesByZeroPoint.clear();
  min = parameters.min;
  max = parameters.max;
  int64_t zeroPoint = parameters.zeroPoint;
  auto [entry, isNew] = boundariesByZeroPoint.try_emplace(zeroPoint);
  Boundaries &boundaries = entry->second;
  if (!isNew)
    return boundaries;
  Quantizer quantizer{1.0f, 1.0f, 0.0f, static_cast<float>(zeroPoint),
                      policy.zeroPoint == ZeroPointOrder::BeforeRounding};
  int64_t low = toOrdinal(static_cast<float>(min - zeroPoint - 2));
  int64_t high = toOrdinal(static_cast<float>(max - zeroPoint + 2));
  for (int64_t code = min + 1; code <= max; ++code) {
    int64_t first = findFirst(low, high, [&](float quotient) {
      return quantizer.store(quotient) >= static_cast<float>(code);
    });
    boundaries.push_back((static_cast<double>(fromOrdinal(first)) +
                          static_cast<double>(fromOrdinal(first - 1))) /
                         2);
    low = first - 1;
  }
  return boundaries;
}

std::optional<CorrectedQuotient>
CorrectedQuotientFinder::find(const ElementParameters &parameters) {
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
  if (!gives(lowest, parameters.min) || !gives(highest, parameters.max))
    return std::nullopt;
  for (auto [index, boundary] : llvm::enumerate(getBoundaries(parameters))) {
    auto code = static_cast<float>(min + 1 + static_cast<int64_t>(index));
    if (!isClear(boundary, static_cast<double>(scale)) &&
        !agreeAround(quantizer, code, lowest, highest))
      return std::nullopt;
  }
  return CorrectedQuotient{high, low};
}
