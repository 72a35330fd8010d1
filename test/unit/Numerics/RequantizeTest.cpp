//===- RequantizeTest.cpp - Fused dcast -> qcast on constants -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Evaluator.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

static ElementParameters i8(double scale, int64_t zeroPoint = 0) {
  ElementParameters p;
  p.scale = scale;
  p.zeroPoint = zeroPoint;
  return p;
}

static ElementParameters i32(double scale, int64_t zeroPoint = 0) {
  ElementParameters p = i8(scale, zeroPoint);
  p.width = 32;
  p.min = INT32_MIN;
  p.max = INT32_MAX;
  return p;
}

static NumericPolicy form(RequantizeForm requantize) {
  NumericPolicy policy;
  policy.requantize = requantize;
  return policy;
}

static int64_t requantize(int64_t stored, const ElementParameters &input,
                          const ElementParameters &output,
                          const NumericPolicy &policy) {
  APInt bits = APInt(64, static_cast<uint64_t>(stored)).trunc(input.width);
  return evaluateRequantize(bits, input, output, policy).getSExtValue();
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

TEST(Requantize, ExactIsTheTwoSteps) {
  std::mt19937 random(3);
  for (unsigned round = 0; round < 200; ++round) {
    ElementParameters input =
        i8(std::ldexp(1.0f + random() % 1000 / 1000.0f, random() % 8 - 4),
           static_cast<int64_t>(random() % 256) - 128);
    ElementParameters output =
        i8(std::ldexp(1.0f + random() % 1000 / 1000.0f, random() % 8 - 4),
           static_cast<int64_t>(random() % 256) - 128);
    NumericPolicy policy;
    policy.rounding = static_cast<Rounding>(random() % 6);
    policy.dequantize = static_cast<DequantizeForm>(random() % 3);
    input.scale = static_cast<float>(input.scale);
    output.scale = static_cast<float>(output.scale);
    for (int64_t q = -128; q < 128; ++q) {
      APInt bits(8, q, /*isSigned=*/true);
      ASSERT_EQ(evaluateRequantize(bits, input, output, policy),
                evaluateQuantize(evaluateDequantize(bits, input, policy),
                                 output, policy));
    }
  }
}

TEST(Requantize, FormsDiffer) {
  // 1 * 0.5 is a tie. Even goes down, fixed point goes up.
  EXPECT_EQ(requantize(1, i32(0.5), i8(1.0), form(RequantizeForm::Exact)), 0);
  EXPECT_EQ(
      requantize(1, i32(0.5), i8(1.0), form(RequantizeForm::FloatMultiplier)),
      0);
  EXPECT_EQ(
      requantize(1, i32(0.5), i8(1.0), form(RequantizeForm::FixedSingleRound)),
      1);
  // Below zero one rounding goes up to 0, and of two the second one away.
  EXPECT_EQ(requantize(-1, i32(0.25), i8(0.5),
                       form(RequantizeForm::FixedSingleRound)),
            0);
  EXPECT_EQ(requantize(-2, i32(0.25), i8(1.0),
                       form(RequantizeForm::FixedSingleRound)),
            0);
  EXPECT_EQ(requantize(-2, i32(0.25), i8(1.0),
                       form(RequantizeForm::FixedDoubleRound)),
            -1);
}

TEST(Requantize, TwoRoundingsDifferFromOne) {
  // About 1/24: 1431655765 * 2^-35. Twelve times that is 0.5 less 2^-33. The
  // first of two roundings reaches 2^3 / 2^4, the second one goes up.
  FixedMultiplier factor{1431655765, -4};
  APInt value(32, 12);
  EXPECT_EQ(multiplyFixed(value, factor, RequantizeForm::FixedSingleRound)
                .getSExtValue(),
            0);
  EXPECT_EQ(multiplyFixed(value, factor, RequantizeForm::FixedDoubleRound)
                .getSExtValue(),
            1);
}

TEST(Requantize, FloatMultiplierIsOneFloat) {
  // acc is rounded to f32: 2^24 + 1 becomes 2^24, a quarter of which is even.
  NumericPolicy policy = form(RequantizeForm::FloatMultiplier);
  ElementParameters output = i32(4.0);
  EXPECT_EQ(requantize((1 << 24) + 1, i32(1.0), output, policy), 1 << 22);
  // The zero points: of the input exact, of the output as the policy says.
  policy.zeroPoint = ZeroPointOrder::BeforeRounding;
  EXPECT_EQ(requantize(3, i32(1.0, 1), i8(4.0, 3), policy), 4);
  policy.zeroPoint = ZeroPointOrder::AfterRounding;
  EXPECT_EQ(requantize(3, i32(1.0, 1), i8(4.0, 3), policy), 3);
}

TEST(Requantize, Saturates) {
  for (RequantizeForm kind :
       {RequantizeForm::Exact, RequantizeForm::FloatMultiplier,
        RequantizeForm::FixedSingleRound, RequantizeForm::FixedDoubleRound}) {
    EXPECT_EQ(requantize(INT32_MAX, i32(1.0), i8(1.0, 5), form(kind)), 127);
    EXPECT_EQ(requantize(INT32_MIN, i32(1.0), i8(1.0, 5), form(kind)), -128);
    EXPECT_EQ(requantize(INT32_MAX, i32(1e30), i8(1e-30, 5), form(kind)), 127);
    EXPECT_EQ(requantize(INT32_MIN, i32(1e30), i8(1e-30, 5), form(kind)), -128);
    EXPECT_EQ(requantize(INT32_MAX, i32(1e-30), i8(1e30, 5), form(kind)), 5);
    EXPECT_EQ(requantize(0, i32(1.0), i8(1.0, 5), form(kind)), 5);
  }
}

//===----------------------------------------------------------------------===//
// Fixed-point multipliers
//===----------------------------------------------------------------------===//

static FixedMultiplier multiplier(double input, double output) {
  return FixedMultiplier::get(input, output);
}

TEST(FixedMultiplier, NormalizesTo31Bits) {
  EXPECT_EQ(multiplier(1.0, 1.0), (FixedMultiplier{1 << 30, 1}));
  EXPECT_EQ(multiplier(1.0, 2.0), (FixedMultiplier{1 << 30, 0}));
  EXPECT_EQ(multiplier(3.0, 4.0), (FixedMultiplier{3 << 29, 0}));
  // 2^31 / 3 = 715827882.67, so 2/3 is 1431655765.33 / 2^31.
  EXPECT_EQ(multiplier(2.0, 3.0), (FixedMultiplier{1431655765, 0}));
  EXPECT_EQ(multiplier(1.0, 3.0), (FixedMultiplier{1431655765, -1}));
}

TEST(FixedMultiplier, RoundsHalvesAway) {
  // 2^30 + 1/2, in units of 2^-31.
  double half = 0.5 + std::ldexp(1.0, -32);
  EXPECT_EQ(multiplier(half, 1.0), (FixedMultiplier{(1 << 30) + 1, 0}));
  // Just below 1 the rounding carries into the exponent.
  double belowOne = 1.0 - std::ldexp(1.0, -33);
  EXPECT_EQ(multiplier(belowOne, 1.0), (FixedMultiplier{1 << 30, 1}));
}

TEST(FixedMultiplier, HasAnEndOnBothSides) {
  EXPECT_EQ(multiplier(std::ldexp(1.0, -32), 1.0),
            (FixedMultiplier{1 << 30, -31}));
  EXPECT_EQ(multiplier(std::ldexp(1.0, -33), 1.0), (FixedMultiplier{0, 0}));
  EXPECT_EQ(multiplier(std::ldexp(1.0, 29), 1.0),
            (FixedMultiplier{1 << 30, 30}));
  EXPECT_EQ(multiplier(std::ldexp(1.0, 30), 1.0),
            (FixedMultiplier{INT32_MAX, 30}));
  EXPECT_EQ(multiplier(1e300, 1e-300), (FixedMultiplier{INT32_MAX, 30}));
  EXPECT_EQ(multiplier(1e-300, 1e300), (FixedMultiplier{0, 0}));
}

/// TOSA's apply_scale with a shift of 31 - exponent: one 64-bit sum and one
/// arithmetic shift.
static int64_t applyScale(int32_t value, const FixedMultiplier &factor,
                          bool doubleRound) {
  int shift = 31 - factor.exponent;
  __int128 sum = static_cast<__int128>(value) * factor.multiplier;
  sum += static_cast<__int128>(1) << (shift - 1);
  if (doubleRound && shift > 31)
    sum += value >= 0 ? (1 << 30) : -(1 << 30);
  return static_cast<int64_t>(sum >> shift);
}

TEST(FixedMultiplier, MultipliesAsTosaDoes) {
  std::mt19937 random(4);
  for (unsigned round = 0; round < 20000; ++round) {
    FixedMultiplier factor{static_cast<int32_t>((1u << 30) | (random() >> 2)),
                           static_cast<int>(random() % 60) - 31};
    int32_t value = static_cast<int32_t>(random()) >> (random() % 32);
    APInt wide(32, value, /*isSigned=*/true);
    ASSERT_EQ(multiplyFixed(wide, factor, RequantizeForm::FixedSingleRound)
                  .getSExtValue(),
              applyScale(value, factor, /*doubleRound=*/false))
        << value << " * " << factor.multiplier << ", " << factor.exponent;
    ASSERT_EQ(multiplyFixed(wide, factor, RequantizeForm::FixedDoubleRound)
                  .getSExtValue(),
              applyScale(value, factor, /*doubleRound=*/true))
        << value << " * " << factor.multiplier << ", " << factor.exponent;
  }
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

TEST(CheckRequantize, FixedPointNeeds32Bits) {
  NumericPolicy policy = form(RequantizeForm::FixedSingleRound);
  EXPECT_EQ(checkRequantize(i32(1.0), i8(1.0), policy), "");
  EXPECT_EQ(checkRequantize(i32(1.0, 1), i8(1.0), policy),
            "expected stored values minus the zero point to fit in 32 bits "
            "where requantize is fixed_single_round, but got [-2147483649, "
            "2147483646]; choose requantize exact or float_multiplier");
  EXPECT_EQ(checkRequantize(i32(1.0, 1), i8(1.0),
                            form(RequantizeForm::FloatMultiplier)),
            "");
  EXPECT_EQ(checkRequantize(i32(1.0, 1), i8(1.0), form(RequantizeForm::Exact)),
            "");
}

TEST(CheckRequantize, FloatMultiplierNeedsF32) {
  NumericPolicy policy = form(RequantizeForm::FloatMultiplier);
  ElementParameters input = i8(1.0), output = i8(1.0);
  input.expressed = output.expressed = &APFloat::IEEEdouble();
  EXPECT_EQ(checkRequantize(input, output, policy),
            "expected an expressed type of at most 32 bits where requantize is "
            "float_multiplier, but got 64 bits; choose requantize exact");
}
