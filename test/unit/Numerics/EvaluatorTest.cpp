//===- EvaluatorTest.cpp - Casts on constants -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Evaluator.h"

#include "TestParameters.h"

#include "gtest/gtest.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static APFloat f32(float value) { return APFloat(value); }

static int64_t quantize(float x, const ElementParameters &p,
                        const NumericPolicy &policy = {}) {
  return number(evaluateQuantize(f32(x), p, policy), p);
}

static float dequantize(int64_t stored, const ElementParameters &p,
                        const NumericPolicy &policy = {}) {
  APInt bits(64, static_cast<uint64_t>(stored));
  return evaluateDequantize(bits.trunc(p.width), p, policy).convertToFloat();
}

//===----------------------------------------------------------------------===//
// Hand-worked cases
//===----------------------------------------------------------------------===//

TEST(Evaluator, RoundsTies) {
  ElementParameters p = storage(8, true);
  const struct {
    Rounding rounding;
    int64_t expected[6];
  } rows[] = {
      // 2.5, 1.5, 0.5, -0.5, -1.5, -2.5
      {Rounding::NearestEven, {2, 2, 0, 0, -2, -2}},
      {Rounding::NearestAway, {3, 2, 1, -1, -2, -3}},
      {Rounding::NearestUp, {3, 2, 1, 0, -1, -2}},
      {Rounding::TowardZero, {2, 1, 0, 0, -1, -2}},
      {Rounding::Down, {2, 1, 0, -1, -2, -3}},
      {Rounding::Up, {3, 2, 1, 0, -1, -2}},
  };
  const float inputs[] = {2.5f, 1.5f, 0.5f, -0.5f, -1.5f, -2.5f};
  for (const auto &row : rows)
    for (unsigned i = 0; i < 6; ++i) {
      NumericPolicy policy;
      policy.rounding = row.rounding;
      EXPECT_EQ(quantize(inputs[i], p, policy), row.expected[i])
          << inputs[i] << ", rounding " << static_cast<int>(row.rounding);
    }
}

TEST(Evaluator, NearestUpIsExact) {
  NumericPolicy policy;
  policy.rounding = Rounding::NearestUp;
  ElementParameters p = storage(32, true);
  policy.computeType = ComputeType::F32;
  // floor(x + 0.5) gives 1 and 8388610.
  EXPECT_EQ(quantize(0.49999997f, p, policy), 0);
  EXPECT_EQ(quantize(8388609.0f, p, policy), 8388609);
  EXPECT_EQ(quantize(-0.49999997f, p, policy), 0);
  EXPECT_EQ(quantize(-0.50000006f, p, policy), -1);
  EXPECT_EQ(quantize(-1e-30f, p, policy), 0);
}

TEST(Evaluator, AddsZeroPointBeforeOrAfterRounding) {
  // A tie at 0.5: 0.5 + 3 = 3.5 goes to 4, while 0.5 alone goes to 0.
  ElementParameters p = storage(8, true, 1.0, 3);
  NumericPolicy policy;
  EXPECT_EQ(quantize(0.5f, p, policy), 4);
  policy.zeroPoint = ZeroPointOrder::AfterRounding;
  EXPECT_EQ(quantize(0.5f, p, policy), 3);
}

TEST(Evaluator, DividesOrMultiplies) {
  // vectors/README.md of the runtimes: 0.27393994 / 0.0021485486.
  ElementParameters p = storage(16, true, static_cast<double>(0.0021485486f));
  NumericPolicy divide, reciprocal;
  reciprocal.scaling = Scaling::Reciprocal;
  EXPECT_NE(quantize(0.27393994f, p, divide),
            quantize(0.27393994f, p, reciprocal));
}

TEST(Evaluator, Saturates) {
  float infinity = std::numeric_limits<float>::infinity();
  for (unsigned width : {1u, 2u, 4u, 7u, 8u, 16u, 24u, 32u, 53u, 64u})
    for (bool isSigned : {true, false})
      forEachQuantizePolicy(
          ComputeType::Auto, [&](const NumericPolicy &policy) {
            ElementParameters p = storage(width, isSigned, 0.5);
            EXPECT_EQ(quantize(infinity, p, policy), p.max);
            EXPECT_EQ(quantize(-infinity, p, policy), p.min);
            EXPECT_EQ(quantize(3e38f, p, policy), p.max);
            EXPECT_EQ(quantize(-3e38f, p, policy), p.min);
            EXPECT_EQ(quantize(0.0f, p, policy), 0);
            EXPECT_EQ(quantize(-0.0f, p, policy), 0);
          });
}

TEST(Evaluator, SaturatesToBoundsTheComputeTypeCannotHold) {
  NumericPolicy policy;
  policy.computeType = ComputeType::F32;
  ElementParameters p = storage(32, true);
  EXPECT_EQ(quantize(2147483648.0f, p, policy), 2147483647);
  // The largest f32 below 2^31 is no bound: it stays what it is.
  EXPECT_EQ(quantize(2147483520.0f, p, policy), 2147483520);
  EXPECT_EQ(quantize(-2147483648.0f, p, policy), INT64_C(-2147483648));
  ElementParameters u = storage(64, false);
  EXPECT_EQ(quantize(18446744073709551616.0f, u, policy), -1);
  EXPECT_EQ(static_cast<uint64_t>(quantize(18446742974197923840.0f, u, policy)),
            UINT64_C(18446742974197923840));
  ElementParameters bounded = storage(32, true);
  bounded.max = 16777217;
  EXPECT_EQ(quantize(16777216.0f, bounded, policy), 16777216);
  EXPECT_EQ(quantize(16777218.0f, bounded, policy), 16777217);
}

TEST(Evaluator, SaturatesToNarrowBounds) {
  ElementParameters p = storage(8, true, 1.0, -127);
  p.min = -127;
  EXPECT_EQ(quantize(-1.0f, p), -127);
  EXPECT_EQ(quantize(0.0f, p), -127);
  EXPECT_EQ(quantize(1.0f, p), -126);
}

TEST(Evaluator, GivesNanAStoredValue) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  ElementParameters p = storage(8, true, 1.0, 5);
  p.min = 3;
  p.max = 90;
  const std::pair<NanValue, int64_t> rows[] = {{NanValue::ZeroPoint, 5},
                                               {NanValue::StorageMin, 3},
                                               {NanValue::StorageMax, 90},
                                               {NanValue::Zero, 3}};
  for (auto [knob, expected] : rows) {
    NumericPolicy policy;
    policy.nan = knob;
    EXPECT_EQ(quantize(nan, p, policy), expected);
    EXPECT_EQ(quantize(-nan, p, policy), expected);
  }
}

TEST(Evaluator, BoundsMayLeaveTheZeroPointOut) {
  ElementParameters p = storage(8, false, 0.5, 160);
  p.min = 17;
  p.max = 97;
  EXPECT_EQ(quantize(0.0f, p), 97);
  EXPECT_EQ(quantize(-40.0f, p), 80);
  EXPECT_EQ(quantize(-80.0f, p), 17);
  EXPECT_EQ(quantize(std::numeric_limits<float>::quiet_NaN(), p), 97);
  EXPECT_EQ(dequantize(97, p), -31.5f);
}

TEST(Evaluator, ReciprocalOfSubnormalScaleIsInfinite) {
  // 1 / 2^-149 overflows f32: everything but 0 saturates, 0 * inf is a NaN.
  ElementParameters p =
      storage(8, true, std::numeric_limits<float>::denorm_min(), 7);
  NumericPolicy policy;
  policy.scaling = Scaling::Reciprocal;
  policy.nan = NanValue::StorageMin;
  EXPECT_EQ(quantize(1e-44f, p, policy), 127);
  EXPECT_EQ(quantize(-1e-44f, p, policy), -128);
  EXPECT_EQ(quantize(0.0f, p, policy), -128);
  policy.scaling = Scaling::Divide;
  EXPECT_EQ(quantize(0.0f, p, policy), 7);
}

TEST(Evaluator, Dequantizes) {
  ElementParameters p = storage(8, false, 0.5, 128);
  EXPECT_EQ(dequantize(0, p), -64.0f);
  EXPECT_EQ(dequantize(255, p), 63.5f);
  EXPECT_EQ(dequantize(128, p), 0.0f);
}

TEST(Evaluator, DequantizeFormsDiffer) {
  NumericPolicy policy;
  policy.computeType = ComputeType::F32;
  // 2^24 + 1 rounds to 2^24 in f32, while the difference to 1 is exact.
  ElementParameters p = storage(32, true, 1.0, 1);
  policy.dequantize = DequantizeForm::SubtractMultiply;
  EXPECT_EQ(dequantize(16777217, p, policy), 16777215.0f);
  policy.dequantize = DequantizeForm::IntegerSubtract;
  EXPECT_EQ(dequantize(16777217, p, policy), 16777216.0f);
  // The difference of the farthest numbers doesn't wrap.
  p.zeroPoint = INT32_MIN;
  EXPECT_EQ(dequantize(INT32_MAX, p, policy), 4294967296.0f);
  // 0.1f is 13421773 * 2^-27. Three times that, 40265319 * 2^-27, rounds to
  // 40265320 * 2^-27: with q = zp the difference remains.
  ElementParameters q = storage(8, true, static_cast<double>(0.1f), 3);
  policy.dequantize = DequantizeForm::Fma;
  EXPECT_EQ(dequantize(3, q, policy), -0x1p-27f);
}

TEST(Evaluator, ComputesInF64WhereF32CannotHoldStoredValues) {
  ElementParameters p = storage(32, true);
  EXPECT_EQ(dequantize(INT32_MAX, p), 2147483648.0f);
  ElementParameters q = storage(32, true, 1.0, -1);
  // In f64 the sum 2^24 - 1 is formed exactly before anything is rounded.
  EXPECT_EQ(quantize(16777216.0f, q), 16777215);
  p.expressed = &APFloat::IEEEdouble();
  APInt largest = APInt::getSignedMaxValue(32);
  EXPECT_EQ(evaluateDequantize(largest, p, {}).convertToDouble(), 2147483647.0);
}

TEST(Evaluator, SupportsWideExpressedTypes) {
  ElementParameters p = storage(64, true, 1.0, 1);
  p.expressed = &APFloat::IEEEquad();
  APFloat largest =
      evaluateDequantize(APInt::getSignedMaxValue(64), p, NumericPolicy());
  EXPECT_EQ(evaluateQuantize(largest, p, NumericPolicy()),
            APInt::getSignedMaxValue(64));
}
