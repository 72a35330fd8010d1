//===- EvaluatorTest.cpp - Casts on constants -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Evaluator.h"

#include "ExactReference.h"

#include "gtest/gtest.h"

#include <random>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static APFloat f32(float value) { return APFloat(value); }

static int64_t number(const APInt &stored, const ElementParameters &p) {
  return p.isSigned ? stored.getSExtValue()
                    : static_cast<int64_t>(stored.getZExtValue());
}

static ElementParameters storage(unsigned width, bool isSigned,
                                 double scale = 1.0, int64_t zeroPoint = 0) {
  ElementParameters p;
  p.width = width;
  p.isSigned = isSigned;
  p.min = isSigned ? APInt::getSignedMinValue(width).getSExtValue() : 0;
  p.max = isSigned
              ? APInt::getSignedMaxValue(width).getSExtValue()
              : static_cast<int64_t>(APInt::getMaxValue(width).getZExtValue());
  p.scale = scale;
  p.zeroPoint = zeroPoint;
  return p;
}

static int64_t quantize(float x, const ElementParameters &p,
                        const NumericPolicy &policy = {}) {
  return number(evaluateQuantize(f32(x), p, policy), p);
}

static float dequantize(int64_t stored, const ElementParameters &p,
                        const NumericPolicy &policy = {}) {
  APInt bits(64, static_cast<uint64_t>(stored));
  return evaluateDequantize(bits.trunc(p.width), p, policy).convertToFloat();
}

static const Rounding kRoundings[] = {
    Rounding::NearestEven, Rounding::NearestAway, Rounding::NearestUp,
    Rounding::TowardZero,  Rounding::Down,        Rounding::Up};

/// Calls `fn` with every combination of the knobs of quantizing.
static void
forEachQuantizePolicy(ComputeType computeType,
                      llvm::function_ref<void(const NumericPolicy &)> fn) {
  for (Rounding rounding : kRoundings)
    for (ZeroPointOrder order :
         {ZeroPointOrder::BeforeRounding, ZeroPointOrder::AfterRounding})
      for (Scaling scaling : {Scaling::Divide, Scaling::Reciprocal}) {
        NumericPolicy policy;
        policy.rounding = rounding;
        policy.zeroPoint = order;
        policy.scaling = scaling;
        policy.computeType = computeType;
        fn(policy);
      }
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
  // q = zp: q * s less the rounded zp * s is the rounding error of zp * s.
  ElementParameters q = storage(8, true, static_cast<double>(0.1f), 3);
  policy.dequantize = DequantizeForm::Fma;
  EXPECT_EQ(dequantize(3, q, policy), std::fma(3.0f, 0.1f, -(3.0f * 0.1f)));
  EXPECT_NE(dequantize(3, q, policy), 0.0f);
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

//===----------------------------------------------------------------------===//
// Against exact arithmetic
//===----------------------------------------------------------------------===//

namespace {

struct FormatPair {
  const exact::Format &exact;
  const llvm::fltSemantics &semantics;

  APFloat value(uint64_t bits) const {
    return APFloat(semantics, APInt(exact.totalBits, bits));
  }
  double toDouble(uint64_t bits) const {
    APFloat result = value(bits);
    bool losesInfo;
    result.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return result.convertToDouble();
  }
};

struct Computation {
  FormatPair expressed;
  ComputeType computeType;
  const exact::Format &compute;
};

const FormatPair kF16 = {exact::kF16, APFloat::IEEEhalf()};
const FormatPair kBF16 = {exact::kBF16, APFloat::BFloat()};
const FormatPair kF32 = {exact::kF32, APFloat::IEEEsingle()};
const FormatPair kF64 = {exact::kF64, APFloat::IEEEdouble()};

const Computation kComputations[] = {
    {kF16, ComputeType::Expressed, exact::kF16},
    {kF16, ComputeType::Auto, exact::kF32},
    {kF16, ComputeType::F64, exact::kF64},
    {kBF16, ComputeType::Expressed, exact::kBF16},
    {kBF16, ComputeType::F32, exact::kF32},
    {kF32, ComputeType::Auto, exact::kF32},
    {kF32, ComputeType::F64, exact::kF64},
    {kF64, ComputeType::F32, exact::kF32},
};

/// Storage and zero point of the random tests.
ElementParameters randomStorage(std::mt19937_64 &random) {
  static const unsigned widths[] = {1, 2, 4, 7, 8, 8, 8, 16, 16, 24};
  unsigned width = widths[random() % std::size(widths)];
  ElementParameters p = storage(width, random() & 1);
  uint64_t range = p.max - p.min + 1;
  p.zeroPoint = p.min + static_cast<int64_t>(random() % range);
  // Narrower bounds, which may leave the zero point out.
  if (random() % 4 == 0 && range > 3) {
    p.min += static_cast<int64_t>(random() % (range / 3));
    p.max -= static_cast<int64_t>(random() % (range / 3));
  }
  return p;
}

/// A positive finite number: mostly near 1, sometimes anything.
uint64_t randomScale(std::mt19937_64 &random, const exact::Format &format) {
  unsigned fractionBits = format.precision - 1;
  uint64_t fraction = random() & ((uint64_t(1) << fractionBits) - 1);
  if (random() % 4 == 0)
    fraction = 0;
  int exponent = random() % 8 == 0
                     ? static_cast<int>(random() % (2 * format.maxExponent))
                     : format.maxExponent + 2 - static_cast<int>(random() % 10);
  // Doubles stay in the range where f32 has no infinity or zero.
  if (format.totalBits == 64)
    exponent = format.maxExponent + 50 - static_cast<int>(random() % 100);
  uint64_t bits = (static_cast<uint64_t>(exponent) << fractionBits) | fraction;
  return bits == 0 ? 1 : bits;
}

/// Any value, or one near a tie or a step of the quantized type.
uint64_t randomInput(std::mt19937_64 &random, const FormatPair &format,
                     double scale, const ElementParameters &p) {
  uint64_t mask = format.exact.totalBits == 64
                      ? ~uint64_t(0)
                      : (uint64_t(1) << format.exact.totalBits) - 1;
  if (random() % 4 == 0)
    return random() & mask;
  int64_t reach = p.max - p.min + 4;
  double halves =
      static_cast<double>(static_cast<int64_t>(random() % (4 * reach)) -
                          2 * reach) /
      2;
  APFloat x(halves * scale);
  bool losesInfo;
  x.convert(format.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  uint64_t bits = x.bitcastToAPInt().getZExtValue();
  return (bits + random() % 5 - 2) & mask;
}

std::string describe(const ElementParameters &p, uint64_t x) {
  return "x bits " + std::to_string(x) + ", scale " + std::to_string(p.scale) +
         ", zero point " + std::to_string(p.zeroPoint) + ", storage " +
         (p.isSigned ? "i" : "u") + std::to_string(p.width) + "<" +
         std::to_string(p.min) + ":" + std::to_string(p.max) + ">";
}

} // namespace

TEST(EvaluatorAgainstExact, Quantize) {
  std::mt19937_64 random(1);
  for (const Computation &c : kComputations) {
    const exact::Format &format = c.expressed.exact;
    for (unsigned round = 0; round < 60; ++round) {
      ElementParameters p = randomStorage(random);
      uint64_t scale = randomScale(random, format);
      p.scale = c.expressed.toDouble(scale);
      p.expressed = &c.expressed.semantics;
      uint64_t x[8];
      for (uint64_t &bits : x)
        bits = randomInput(random, c.expressed, p.scale, p);
      forEachQuantizePolicy(c.computeType, [&](NumericPolicy policy) {
        policy.nan = static_cast<NanValue>(random() % 4);
        CastEvaluator evaluator(p, policy);
        for (uint64_t bits : x)
          ASSERT_EQ(number(evaluator.quantize(c.expressed.value(bits)), p),
                    exact::quantize(bits, scale, format, c.compute, p, policy))
              << describe(p, bits);
      });
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(EvaluatorAgainstExact, QuantizeEveryF16) {
  ElementParameters p = storage(8, true, 0.0, 3);
  p.expressed = &APFloat::IEEEhalf();
  uint64_t scale = 0x2E66; // 0.0999755859375
  p.scale = kF16.toDouble(scale);
  NumericPolicy policy;
  policy.computeType = ComputeType::Expressed;
  CastEvaluator evaluator(p, policy);
  for (uint64_t bits = 0; bits < 65536; ++bits)
    ASSERT_EQ(number(evaluator.quantize(kF16.value(bits)), p),
              exact::quantize(bits, scale, exact::kF16, exact::kF16, p, policy))
        << describe(p, bits);
}

TEST(EvaluatorAgainstExact, Dequantize) {
  std::mt19937_64 random(2);
  for (const Computation &c : kComputations) {
    const exact::Format &format = c.expressed.exact;
    for (unsigned round = 0; round < 400; ++round) {
      ElementParameters p = randomStorage(random);
      uint64_t scale = randomScale(random, format);
      p.scale = c.expressed.toDouble(scale);
      p.expressed = &c.expressed.semantics;
      NumericPolicy policy;
      policy.computeType = c.computeType;
      policy.dequantize = static_cast<DequantizeForm>(random() % 3);
      CastEvaluator evaluator(p, policy);
      for (unsigned i = 0; i < 8; ++i) {
        uint64_t range = p.max - p.min + 1;
        int64_t stored = p.min + static_cast<int64_t>(random() % range);
        APInt bits = APInt(64, static_cast<uint64_t>(stored)).trunc(p.width);
        APFloat got = evaluator.dequantize(bits);
        exact::Number expected =
            exact::dequantize(stored, scale, format, c.compute, p, policy);
        if (expected.kind == exact::Number::NaN) {
          ASSERT_TRUE(got.isNaN()) << describe(p, stored);
          continue;
        }
        ASSERT_FALSE(got.isNaN()) << describe(p, stored);
        exact::Number gotNumber =
            exact::decode(got.bitcastToAPInt().getZExtValue(), format,
                          std::max(format.workBits, c.compute.workBits));
        ASSERT_EQ(exact::compare(gotNumber, expected), 0)
            << describe(p, stored);
      }
    }
  }
}
