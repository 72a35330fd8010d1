//===- PresetsTest.cpp - Presets without recorded results -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No results of a runtime were recorded for these presets: they follow public
// definitions, and the numbers here are worked out from those by hand.
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/FloatConversion.h"
#include "quantir/Numerics/Evaluator.h"

#include "gtest/gtest.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

namespace {

struct Case {
  double x;
  int64_t stored;
};

} // namespace

static NumericPolicy policyOf(StringRef preset) {
  return NumericPolicy::resolve(*getPreset(preset));
}

static ElementParameters
i8(double scale, int64_t zeroPoint,
   const llvm::fltSemantics &expressed = APFloat::IEEEsingle()) {
  ElementParameters p;
  p.scale = scale;
  p.zeroPoint = zeroPoint;
  p.expressed = &expressed;
  return p;
}

static APFloat expressedValue(double x, const ElementParameters &p) {
  return toFormat(APFloat(x), *p.expressed);
}

static void expectStored(StringRef preset, const ElementParameters &p,
                         llvm::ArrayRef<Case> cases) {
  for (const Case &c : cases)
    EXPECT_EQ(evaluateQuantize(expressedValue(c.x, p), p, policyOf(preset))
                  .getSExtValue(),
              c.stored)
        << preset.str() << ": " << c.x << " / " << p.scale << ", zero point "
        << p.zeroPoint;
}

static double dequantized(StringRef preset, const ElementParameters &p,
                          int64_t stored) {
  APInt bits(p.width, stored, /*isSigned=*/true);
  return toDouble(evaluateDequantize(bits, p, policyOf(preset)));
}

//===----------------------------------------------------------------------===//
// TFLite: round(x / s), halves away from zero, plus the zero point; clamp.
//===----------------------------------------------------------------------===//

TEST(TflitePreset, Quantizes) {
  // Quotients 1.5, 2.5, -2.5, 0.5, -0.5, 0.498; then 3 is added.
  expectStored(
      "tflite", i8(0.5, 3),
      {{0.75, 5}, {1.25, 6}, {-1.25, 0}, {0.25, 4}, {-0.25, 2}, {0.249, 3}});
  // Bounds, from just below a half on. 124.4 + 3 rounds to 127 either way.
  expectStored("tflite", i8(0.5, 3),
               {{62.0, 127},
                {62.2, 127},
                {62.25, 127},
                {1e9, 127},
                {-65.5, -128},
                {-65.25, -128},
                {-1e9, -128}});
  // x / s is rounded to f32 first: 0.1f / 0.2f is 0.5 exactly, a tie.
  expectStored(
      "tflite", i8(static_cast<double>(0.2f), 0),
      {{static_cast<double>(0.1f), 1}, {-static_cast<double>(0.1f), -1}});
  double infinity = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  expectStored("tflite", i8(0.5, 3),
               {{infinity, 127}, {-infinity, -128}, {nan, 3}});
}

TEST(TflitePreset, Dequantizes) {
  ElementParameters p = i8(static_cast<double>(0.1f), -128);
  // s * (q - zp), the difference an integer: 255 * 0.1f.
  EXPECT_EQ(dequantized("tflite", p, 127), static_cast<double>(255 * 0.1f));
  EXPECT_EQ(dequantized("tflite", p, -128), 0.0);
}

TEST(TflitePreset, Requantizes) {
  NumericPolicy policy = policyOf("tflite");
  policy.requantize = RequantizeForm::FixedDoubleRound;
  ElementParameters accumulator = i8(0.5, 0);
  accumulator.width = 32;
  accumulator.min = INT32_MIN;
  accumulator.max = INT32_MAX;
  auto requantize = [&](int64_t stored, double outputScale) {
    return evaluateRequantize(APInt(32, stored, /*isSigned=*/true), accumulator,
                              i8(outputScale, -1), policy)
        .getSExtValue();
  };
  // A multiplier of 1/4 = 2^30 / 2^31 * 2^-1: the doubled high product is
  // q / 2, halves upward; then a shift by one, halves away from zero.
  EXPECT_EQ(requantize(2, 2.0), 0);   // 1, 0.5 -> 1, less 1
  EXPECT_EQ(requantize(1, 2.0), 0);   // 0.5 -> 1, 0.5 -> 1
  EXPECT_EQ(requantize(-1, 2.0), -1); // -0.5 -> 0
  EXPECT_EQ(requantize(-2, 2.0), -2); // -1, -0.5 -> -1
  EXPECT_EQ(requantize(-3, 2.0), -2); // -1.5 -> -1, -0.5 -> -1
  EXPECT_EQ(requantize(-5, 2.0), -2); // -2.5 -> -2, -1
  EXPECT_EQ(requantize(1000, 2.0), 127);
  EXPECT_EQ(requantize(-1000, 2.0), -128);
}

//===----------------------------------------------------------------------===//
// StableHLO: round_nearest_even(clamp(min, x / s + zp, max)), in the expressed
// type throughout.
//===----------------------------------------------------------------------===//

TEST(StablehloPreset, Quantizes) {
  // Sums 1.5 + 3 = 4.5, 5.5, 0.5, 3.5, 2.5.
  expectStored("stablehlo", i8(0.5, 3),
               {{0.75, 4},
                {1.25, 6},
                {-1.25, 0},
                {0.25, 4},
                {-0.25, 2},
                {1e9, 127},
                {-1e9, -128},
                {62.25, 127},
                {-65.25, -128},
                {-65.75, -128}});
}

TEST(StablehloPreset, ComputesInTheExpressedType) {
  // bf16 has 8 digits. 1.0078125 / 0.00787353515625 is 128 exactly (129 / 128
  // over 129 / 2^14), a sum with the zero point -1 of 127.
  expectStored("stablehlo", i8(0.00787353515625, -1, APFloat::BFloat()),
               {{1.0078125, 127}, {-1.0078125, -128}});
  // 100.5 + 60 = 160.5 is no bf16: between 128 and 256 its unit is 1, so the
  // even 160 comes out before anything is rounded to an integer. Saturated.
  ElementParameters p = i8(1.0, 60, APFloat::BFloat());
  p.width = 16;
  p.min = -32768;
  p.max = 32767;
  expectStored("stablehlo", p, {{100.5, 160}, {101.5, 162}, {99.5, 160}});
  // Between 256 and 512 the unit is 2: 201 + 60 = 261 goes to 260.
  expectStored("stablehlo", p, {{201.0, 260}, {203.0, 264}});
  // In f32, where nothing is lost, they are 261 and 263.
  p.expressed = &APFloat::IEEEsingle();
  expectStored("stablehlo", p, {{201.0, 261}, {203.0, 263}});
}

TEST(StablehloPreset, Dequantizes) {
  // The difference is an integer: 127 + 128 = 255, which bf16 holds.
  EXPECT_EQ(dequantized("stablehlo", i8(0.5, -128, APFloat::BFloat()), 127),
            127.5);
  EXPECT_EQ(dequantized("stablehlo", i8(0.5, 3), -2), -2.5);
}

//===----------------------------------------------------------------------===//
// LLVM's lower-quant-ops: fptosi(x / s + zp), clamped; truncation.
//===----------------------------------------------------------------------===//

TEST(MlirPreset, Truncates) {
  expectStored("mlir", i8(0.5, 3),
               {{0.75, 4},
                {-0.75, 1},
                {0.99, 4},
                {-1.9, 0},
                {63.9, 127},
                {-66.0, -128},
                {1e9, 127}});
  EXPECT_EQ(dequantized("mlir", i8(0.5, 3), -2), -2.5);
}

//===----------------------------------------------------------------------===//
// The fused op: trunc(x / s + zp), and the kernels' nearest even of x * (1/s).
//===----------------------------------------------------------------------===//

TEST(AscendPresets, RoundAsDocumentedAndAsTheDevice) {
  expectStored("ascend", i8(0.5, 0), {{0.99, 1}, {-0.99, -1}, {63.4, 126}});
  expectStored("ascend-device", i8(0.5, 0),
               {{0.99, 2}, {-0.99, -2}, {63.4, 127}, {0.25, 0}, {0.75, 2}});
}
