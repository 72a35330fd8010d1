//===- NumericPolicyTest.cpp - The complete policy ------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/NumericPolicy.h"

#include "gtest/gtest.h"

using namespace quantir;
using llvm::APFloat;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Resolving and merging
//===----------------------------------------------------------------------===//

TEST(NumericPolicy, HasTheDocumentedDefaults) {
  NumericPolicy policy = NumericPolicy::resolve({});
  EXPECT_EQ(policy.rounding, std::nullopt);
  EXPECT_EQ(policy.zeroPoint, ZeroPointOrder::BeforeRounding);
  EXPECT_EQ(policy.scaling, Scaling::Divide);
  EXPECT_EQ(policy.computeType, ComputeType::Auto);
  EXPECT_EQ(policy.dequantize, DequantizeForm::SubtractMultiply);
  EXPECT_EQ(policy.nan, NanValue::ZeroPoint);
  EXPECT_EQ(policy.requantize, RequantizeForm::Exact);
  EXPECT_EQ(policy.math, MathForm::Poly);
  EXPECT_EQ(policy.polynomialFma, std::nullopt);
  EXPECT_EQ(policy.dynamicScale, DynamicScale::Divide);
  EXPECT_EQ(policy.zeroRowScale, ZeroRowScale::Zero);
}

TEST(NumericPolicy, RoundingDefaultsByKindOfOp) {
  NumericPolicy unset = NumericPolicy::resolve({});
  EXPECT_EQ(unset.castRounding(), Rounding::NearestEven);
  EXPECT_EQ(unset.fusedRounding(), Rounding::TowardZero);
  PolicyKnobs knobs;
  knobs.rounding = Rounding::Up;
  NumericPolicy set = NumericPolicy::resolve(knobs);
  EXPECT_EQ(set.castRounding(), Rounding::Up);
  EXPECT_EQ(set.fusedRounding(), Rounding::Up);
}

TEST(NumericPolicy, ResolvesEveryKnob) {
  const std::pair<StringRef, StringRef> words[] = {
      {"rounding", "down"},
      {"zero-point", "after-rounding"},
      {"scaling", "reciprocal"},
      {"compute-type", "f64"},
      {"dequantize", "fma"},
      {"nan", "storage-max"},
      {"math", "libm"},
      {"requantize", "fixed-single-round"},
      {"polynomial-fma", "false"},
      {"dynamic-scale", "multiply"},
      {"zero-row-scale", "1"}};
  PolicyKnobs knobs;
  for (auto [name, word] : words)
    ASSERT_EQ(knobs.set(name, word), "");
  unsigned count = 0;
  knobs.forEachSet([&](StringRef, StringRef) { ++count; });
  EXPECT_EQ(count, std::size(words));

  NumericPolicy policy = NumericPolicy::resolve(knobs);
  EXPECT_EQ(policy.rounding, Rounding::Down);
  EXPECT_EQ(policy.zeroPoint, ZeroPointOrder::AfterRounding);
  EXPECT_EQ(policy.scaling, Scaling::Reciprocal);
  EXPECT_EQ(policy.computeType, ComputeType::F64);
  EXPECT_EQ(policy.dequantize, DequantizeForm::Fma);
  EXPECT_EQ(policy.nan, NanValue::StorageMax);
  EXPECT_EQ(policy.math, MathForm::Libm);
  EXPECT_EQ(policy.requantize, RequantizeForm::FixedSingleRound);
  EXPECT_EQ(policy.polynomialFma, PolynomialFma::False);
  EXPECT_EQ(policy.dynamicScale, DynamicScale::Multiply);
  EXPECT_EQ(policy.zeroRowScale, ZeroRowScale::One);
}

TEST(NumericPolicy, TheNearestKnobWins) {
  PolicyKnobs op, function, module;
  op.rounding = Rounding::Up;
  function.rounding = Rounding::Down;
  function.nan = NanValue::Zero;
  module.nan = NanValue::StorageMax;
  module.scaling = Scaling::Reciprocal;
  op.fillFrom(function);
  op.fillFrom(module);
  NumericPolicy policy = NumericPolicy::resolve(op);
  EXPECT_EQ(policy.rounding, Rounding::Up);
  EXPECT_EQ(policy.nan, NanValue::Zero);
  EXPECT_EQ(policy.scaling, Scaling::Reciprocal);
  EXPECT_EQ(policy.zeroPoint, ZeroPointOrder::BeforeRounding);
}

//===----------------------------------------------------------------------===//
// Presets
//===----------------------------------------------------------------------===//

/// The knobs as one line of attribute words.
static std::string describe(const PolicyKnobs &knobs) {
  std::string text;
  knobs.forEachSet([&](StringRef name, StringRef word) {
    text += (text.empty() ? "" : " ") + name.str() + "=" + word.str();
  });
  return text;
}

TEST(Presets, AreTheDocumentedOnes) {
  const std::pair<StringRef, StringRef> expected[] = {
      {"spec", ""},
      {"onnx", "rounding=nearest_even zero_point=after_rounding scaling=divide "
               "compute_type=f32 dequantize=integer_subtract nan=storage_min"},
      {"pytorch",
       "rounding=nearest_even zero_point=after_rounding scaling=reciprocal "
       "compute_type=f32 dequantize=integer_subtract nan=storage_min"},
      {"tflite",
       "rounding=nearest_away zero_point=after_rounding scaling=divide "
       "compute_type=f32 dequantize=integer_subtract nan=zero_point"},
      {"stablehlo",
       "rounding=nearest_even zero_point=before_rounding scaling=divide "
       "compute_type=expressed dequantize=integer_subtract"},
      {"xnnpack",
       "rounding=nearest_even zero_point=after_rounding scaling=reciprocal "
       "compute_type=f32 dequantize=integer_subtract nan=storage_max"},
      {"onednn",
       "rounding=nearest_even zero_point=before_rounding scaling=reciprocal "
       "compute_type=f32 dequantize=subtract_multiply nan=storage_min"},
      {"ascend",
       "rounding=toward_zero zero_point=before_rounding scaling=divide "
       "compute_type=f32 dequantize=subtract_multiply nan=zero "
       "dynamic_scale=divide zero_row_scale=0"},
      {"ascend-device",
       "rounding=nearest_even zero_point=before_rounding scaling=reciprocal "
       "compute_type=f32 dequantize=subtract_multiply nan=zero "
       "dynamic_scale=multiply zero_row_scale=0"},
      {"mlir", "rounding=toward_zero zero_point=before_rounding scaling=divide "
               "compute_type=expressed dequantize=subtract_multiply"}};
  ASSERT_EQ(getPresetNames().size(), std::size(expected));
  for (size_t i = 0; i < std::size(expected); ++i) {
    auto [name, knobs] = expected[i];
    EXPECT_EQ(getPresetNames()[i], name);
    std::optional<PolicyKnobs> preset = getPreset(name);
    ASSERT_TRUE(preset) << name.str();
    EXPECT_EQ(describe(*preset), knobs.str());
  }
}

TEST(Presets, SpecIsTheDefault) {
  EXPECT_EQ(getPresetNames().front(), "spec");
  EXPECT_TRUE(getPreset("spec")->empty());
}

TEST(Presets, UnknownNamesHaveNone) {
  EXPECT_EQ(getPreset("onnxruntime"), std::nullopt);
  EXPECT_EQ(getPreset(""), std::nullopt);
}

TEST(Presets, AKnobBesideAPresetWins) {
  PolicyKnobs knobs;
  knobs.nan = NanValue::Zero;
  knobs.fillFrom(*getPreset("onnx"));
  NumericPolicy policy = NumericPolicy::resolve(knobs);
  EXPECT_EQ(policy.nan, NanValue::Zero);
  EXPECT_EQ(policy.zeroPoint, ZeroPointOrder::AfterRounding);
}

//===----------------------------------------------------------------------===//
// Compute type
//===----------------------------------------------------------------------===//

static std::string computeType(ComputeType computeType, unsigned width,
                               bool isSigned,
                               const llvm::fltSemantics &expressed) {
  NumericPolicy policy;
  policy.computeType = computeType;
  const llvm::fltSemantics &result =
      getComputeSemantics(policy, width, isSigned, expressed);
  const std::pair<const llvm::fltSemantics *, const char *> names[] = {
      {&APFloat::IEEEhalf(), "f16"},   {&APFloat::BFloat(), "bf16"},
      {&APFloat::IEEEsingle(), "f32"}, {&APFloat::IEEEdouble(), "f64"},
      {&APFloat::IEEEquad(), "f128"},  {&APFloat::x87DoubleExtended(), "f80"}};
  for (auto [semantics, name] : names)
    if (semantics == &result)
      return name;
  return "other";
}

TEST(ComputeTypes, AutoHoldsStoredValues) {
  auto automatic = [](unsigned width, bool isSigned,
                      const llvm::fltSemantics &expressed) {
    return computeType(ComputeType::Auto, width, isSigned, expressed);
  };
  const llvm::fltSemantics &f32 = APFloat::IEEEsingle();
  EXPECT_EQ(automatic(8, true, APFloat::IEEEhalf()), "f32");
  EXPECT_EQ(automatic(8, true, APFloat::BFloat()), "f32");
  EXPECT_EQ(automatic(16, false, APFloat::IEEEhalf()), "f32");
  // f32 holds all integers up to 2^24.
  EXPECT_EQ(automatic(24, false, f32), "f32");
  EXPECT_EQ(automatic(25, true, f32), "f32");
  EXPECT_EQ(automatic(25, false, f32), "f64");
  EXPECT_EQ(automatic(26, true, f32), "f64");
  EXPECT_EQ(automatic(32, true, APFloat::IEEEhalf()), "f64");
  EXPECT_EQ(automatic(64, true, f32), "f64");
  EXPECT_EQ(automatic(8, true, APFloat::IEEEdouble()), "f64");
  EXPECT_EQ(automatic(8, true, APFloat::IEEEquad()), "f128");
  EXPECT_EQ(automatic(8, true, APFloat::x87DoubleExtended()), "f80");
}

TEST(ComputeTypes, OthersAreTakenAsTheyAre) {
  EXPECT_EQ(computeType(ComputeType::Expressed, 32, true, APFloat::BFloat()),
            "bf16");
  EXPECT_EQ(computeType(ComputeType::F32, 64, true, APFloat::IEEEdouble()),
            "f32");
  EXPECT_EQ(computeType(ComputeType::F64, 8, true, APFloat::IEEEhalf()), "f64");
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

TEST(CheckPolicy, AcceptsEveryPreset) {
  for (StringRef name : getPresetNames())
    for (const llvm::fltSemantics *expressed :
         {&APFloat::IEEEhalf(), &APFloat::BFloat(), &APFloat::IEEEsingle(),
          &APFloat::IEEEdouble()})
      for (CastDirection direction :
           {CastDirection::Quantize, CastDirection::Dequantize})
        EXPECT_EQ(checkPolicy(NumericPolicy::resolve(*getPreset(name)),
                              direction, 8, true, *expressed),
                  "");
}

TEST(CheckPolicy, NamesTheExpressedTypesThereAre) {
  EXPECT_EQ(
      checkPolicy({}, CastDirection::Quantize, 8, true, APFloat::IEEEquad()),
      "expected an expressed type that the lowering computes with, one "
      "of f16, bf16, f32, f64, but got one of 128 bits");
  EXPECT_EQ(checkPolicy({}, CastDirection::Dequantize, 8, true,
                        APFloat::Float8E4M3FN()),
            "expected an expressed type that the lowering computes with, one "
            "of f16, bf16, f32, f64, but got one of 8 bits");
}

TEST(CheckPolicy, RefusesANarrowFma) {
  NumericPolicy policy;
  auto check = [&](CastDirection direction,
                   const llvm::fltSemantics &expressed) {
    return checkPolicy(policy, direction, 8, true, expressed);
  };
  policy.dequantize = DequantizeForm::Fma;
  EXPECT_EQ(check(CastDirection::Dequantize, APFloat::BFloat()), "");
  policy.computeType = ComputeType::Expressed;
  EXPECT_EQ(check(CastDirection::Dequantize, APFloat::IEEEsingle()), "");
  EXPECT_EQ(check(CastDirection::Quantize, APFloat::BFloat()), "");
  EXPECT_EQ(
      check(CastDirection::Dequantize, APFloat::BFloat()),
      "expected to compute in f32 or f64 where dequantize is fma, but got "
      "compute_type expressed of bf16; choose compute_type auto, f32 or "
      "f64, or dequantize subtract_multiply or integer_subtract");
}
