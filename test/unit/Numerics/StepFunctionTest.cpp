//===- StepFunctionTest.cpp - A quantization as its steps -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/StepFunction.h"

#include "gtest/gtest.h"

#include <random>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

static ElementParameters
storage(unsigned width, bool isSigned, double scale, int64_t zeroPoint,
        const llvm::fltSemantics &expressed = APFloat::IEEEsingle()) {
  ElementParameters p;
  p.width = width;
  p.isSigned = isSigned;
  p.min = isSigned ? -(int64_t(1) << (width - 1)) : 0;
  p.max = p.min + (int64_t(1) << width) - 1;
  p.scale = scale;
  p.zeroPoint = zeroPoint;
  p.expressed = &expressed;
  return p;
}

static int64_t quantize(uint64_t bits, const CastEvaluator &evaluator) {
  const ElementParameters &p = evaluator.getParameters();
  APFloat x(*p.expressed, APInt(APFloat::getSizeInBits(*p.expressed), bits));
  APInt stored = evaluator.quantize(x);
  return p.isSigned ? stored.getSExtValue()
                    : static_cast<int64_t>(stored.getZExtValue());
}

static float toFloat(uint64_t bits) {
  return APFloat(APFloat::IEEEsingle(), APInt(32, bits)).convertToFloat();
}

TEST(StepFunction, FindsTheFirstInputOfEachStoredValue) {
  // Nearest even of x / 0.5: the ties 0.75, 1.25 go up, 0.25, -0.25 to 0.
  std::optional<StepFunction> steps =
      StepFunction::compute(storage(3, true, 0.5, 0), {});
  ASSERT_TRUE(steps);
  float infinity = std::numeric_limits<float>::infinity();
  float aboveTie = std::nextafter(0.25f, 1.0f);
  const std::pair<float, int64_t> expected[] = {
      {-infinity, -4},
      // -1.75 is the tie of -3.5, which goes to -4.
      {std::nextafter(-1.75f, 0.0f), -3},
      {-1.25f, -2},
      {std::nextafter(-0.75f, 0.0f), -1},
      {-0.25f, 0},
      {aboveTie, 1},
      {0.75f, 2},
      {std::nextafter(1.25f, 2.0f), 3},
  };
  ASSERT_EQ(steps->getSteps().size(), std::size(expected));
  for (size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(toFloat(steps->getSteps()[i].first), expected[i].first);
    EXPECT_EQ(steps->getSteps()[i].stored, expected[i].second);
  }
}

TEST(StepFunction, EveryF16AndBF16UnderEveryPolicy) {
  const llvm::fltSemantics *formats[] = {&APFloat::IEEEhalf(),
                                         &APFloat::BFloat()};
  std::mt19937 random(5);
  // All inputs for one of the policies in turn, a sample for the others.
  unsigned count = 0;
  for (const llvm::fltSemantics *format : formats)
    for (unsigned rounding = 0; rounding < 6; ++rounding)
      for (unsigned choice = 0; choice < 8; ++choice) {
        NumericPolicy policy;
        policy.rounding = static_cast<Rounding>(rounding);
        policy.zeroPoint = static_cast<ZeroPointOrder>(choice & 1);
        policy.scaling = static_cast<Scaling>((choice >> 1) & 1);
        policy.computeType =
            choice & 4 ? ComputeType::Expressed : ComputeType::Auto;
        policy.nan = static_cast<NanValue>(random() % 4);
        ElementParameters p = storage(8, choice & 1, 0.0625, 77, *format);
        CastEvaluator evaluator(p, policy);
        std::optional<StepFunction> steps = StepFunction::compute(p, policy);
        ASSERT_TRUE(steps);
        unsigned stride = count++ % 12 == 0 ? 1 : 61;
        for (uint64_t bits = 0; bits < 65536; bits += stride)
          ASSERT_EQ(steps->lookup(bits), quantize(bits, evaluator)) << bits;
      }
}

TEST(StepFunction, AroundEveryStepOfF32) {
  std::mt19937 random(6);
  const double scales[] = {1.0,
                           static_cast<double>(0.1f),
                           static_cast<double>(0.0021485486f),
                           static_cast<double>(1e-40f),
                           static_cast<double>(3e38f),
                           0x1p-149};
  for (double scale : scales)
    for (unsigned choice = 0; choice < 24; ++choice) {
      NumericPolicy policy;
      policy.rounding = static_cast<Rounding>(choice % 6);
      policy.zeroPoint = static_cast<ZeroPointOrder>(choice / 6 % 2);
      policy.scaling = static_cast<Scaling>(choice / 12);
      policy.nan = NanValue::StorageMin;
      ElementParameters p = storage(8, choice & 1, scale, 5);
      CastEvaluator evaluator(p, policy);
      std::optional<StepFunction> steps = StepFunction::compute(p, policy);
      ASSERT_TRUE(steps);
      auto check = [&](uint64_t bits) {
        EXPECT_EQ(steps->lookup(bits), quantize(bits, evaluator))
            << bits << ", scale " << scale;
      };
      int64_t infinity = 0x7F800000;
      for (const StepFunction::Step &step : steps->getSteps())
        for (int64_t offset = -1; offset <= 1; ++offset) {
          int64_t key = steps->getKey(step.first) + offset;
          if (key >= -infinity && key <= infinity)
            check(steps->getBits(key));
        }
      for (unsigned i = 0; i < 200; ++i)
        check(random());
      for (uint64_t bits : {0u, 0x80000000u, 0x7F800000u, 0xFF800000u,
                            0x7FC00000u, 1u, 0x80000001u})
        check(bits);
    }
}

TEST(StepFunction, ZeroMayBeOutOfOrder) {
  // 0 times the infinite reciprocal is a NaN, while its neighbours saturate.
  NumericPolicy policy;
  policy.scaling = Scaling::Reciprocal;
  policy.nan = NanValue::StorageMax;
  std::optional<StepFunction> steps =
      StepFunction::compute(storage(8, true, 0x1p-149, 5), policy);
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->getZero(), 127);
  EXPECT_EQ(steps->getNan(), 127);
  EXPECT_EQ(steps->lookup(0x80000001), -128);
  EXPECT_EQ(steps->lookup(0x00000001), 127);
}

TEST(StepFunction, WideStorageAndDoubles) {
  ElementParameters p = storage(12, false, 0.001, 3000, APFloat::IEEEdouble());
  std::optional<StepFunction> steps = StepFunction::compute(p, {});
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->getSteps().size(), 4096u);
  CastEvaluator evaluator(p, {});
  for (size_t i = 1; i < 4096; i += 7) {
    const StepFunction::Step &step = steps->getSteps()[i];
    EXPECT_EQ(step.stored, static_cast<int64_t>(i));
    EXPECT_EQ(quantize(step.first, evaluator), step.stored);
    uint64_t below = steps->getBits(steps->getKey(step.first) - 1);
    EXPECT_EQ(quantize(below, evaluator), step.stored - 1);
  }
}

TEST(StepFunction, RefusesWhatHasNoOrder) {
  EXPECT_FALSE(StepFunction::compute(storage(17, true, 1.0, 0), {}));
  EXPECT_FALSE(
      StepFunction::compute(storage(8, true, 1.0, 0, APFloat::IEEEquad()), {}));
  NumericPolicy policy;
  policy.computeType = ComputeType::Expressed;
  ElementParameters p = storage(16, false, 1.0, 65535, APFloat::IEEEhalf());
  EXPECT_FALSE(StepFunction::compute(p, policy));
  p.zeroPoint = 65504;
  EXPECT_TRUE(StepFunction::compute(p, policy));
  ElementParameters tiny = storage(8, true, 1e-300, 0, APFloat::IEEEdouble());
  policy.computeType = ComputeType::F32;
  EXPECT_FALSE(StepFunction::compute(tiny, policy));
}
