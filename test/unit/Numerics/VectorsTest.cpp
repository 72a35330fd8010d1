//===- VectorsTest.cpp - The presets against recorded results -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every recorded case of every runtime, whatever its class. What a preset
// can't reproduce is listed in test/Numerics/vectors/deviations.txt, by case,
// number of elements and reason; a case that is listed must differ in exactly
// so many elements.
//
//===----------------------------------------------------------------------===//

#include "VectorFile.h"
#include "quantir/IR/FloatConversion.h"

#include "gtest/gtest.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

namespace {

/// Number of elements of a case that differ, and the first of them in words.
struct Outcome {
  size_t mismatches = 0;
  std::string first;

  void compare(size_t index, uint64_t got, uint64_t expected) {
    if (got == expected || ++mismatches > 1)
      return;
    first = "element " + std::to_string(index) + ": expected " +
            std::to_string(static_cast<int64_t>(expected)) + ", but got " +
            std::to_string(static_cast<int64_t>(got));
  }
};

using Runner = Outcome (*)(const VectorCase &, const NumericPolicy &);

/// One group of cases: how they are computed, under a preset and more knobs.
struct Group {
  StringRef runtime, op, policy, path;
  StringRef preset;
  /// A `knob=word` beside the preset, or nothing.
  StringRef knob;
  Runner run;
};

} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static int64_t number(const APInt &stored, const ElementParameters &p) {
  return p.isSigned ? stored.getSExtValue()
                    : static_cast<int64_t>(stored.getZExtValue());
}

static APInt stored(int64_t value, const ElementParameters &p) {
  return APInt(64, static_cast<uint64_t>(value)).trunc(p.width);
}

static APFloat fromPattern(uint64_t bits, const llvm::fltSemantics &semantics) {
  return APFloat(semantics, APInt(APFloat::getSizeInBits(semantics), bits));
}

/// The bit pattern of a number; all NaNs have one.
static uint64_t toPattern(const APFloat &value) {
  return value.isNaN() ? ~uint64_t(0) : value.bitcastToAPInt().getZExtValue();
}

static Outcome runQuantize(const VectorCase &c, const NumericPolicy &policy) {
  Outcome outcome;
  std::vector<ElementParameters> parameters = c.getParameters();
  std::vector<uint64_t> in = c.getPatterns("in_bits");
  std::vector<int64_t> out = c.getIntegers("out");
  for (size_t i = 0; i < in.size(); ++i) {
    const ElementParameters &p = parameters[i];
    APInt got = evaluateQuantize(fromPattern(in[i], *p.expressed), p, policy);
    outcome.compare(i, number(got, p), out[i]);
  }
  return outcome;
}

static Outcome runDequantize(const VectorCase &c, const NumericPolicy &policy) {
  Outcome outcome;
  std::vector<ElementParameters> parameters = c.getParameters();
  std::vector<int64_t> in = c.getIntegers("in");
  std::vector<uint64_t> out = c.getPatterns("out_bits");
  for (size_t i = 0; i < in.size(); ++i) {
    const ElementParameters &p = parameters[i];
    APFloat got = evaluateDequantize(stored(in[i], p), p, policy);
    outcome.compare(i, toPattern(got),
                    toPattern(fromPattern(out[i], *p.expressed)));
  }
  return outcome;
}

static Outcome runFakeQuantize(const VectorCase &c,
                               const NumericPolicy &policy) {
  Outcome outcome;
  std::vector<ElementParameters> parameters = c.getParameters();
  std::vector<uint64_t> in = c.getPatterns("in_bits");
  std::vector<uint64_t> out = c.getPatterns("out_bits");
  for (size_t i = 0; i < in.size(); ++i) {
    ElementParameters p = parameters[i];
    // The limits may lie outside of the storage type that is named.
    p.width = 32;
    p.isSigned = true;
    APInt q = evaluateQuantize(fromPattern(in[i], *p.expressed), p, policy);
    outcome.compare(i, toPattern(evaluateDequantize(q, p, policy)),
                    toPattern(fromPattern(out[i], *p.expressed)));
  }
  return outcome;
}

static double product(double a, double b) {
  return static_cast<double>(static_cast<float>(a) * static_cast<float>(b));
}

static Outcome runRequantize(const VectorCase &c, const NumericPolicy &policy) {
  Outcome outcome;
  ElementParameters input =
      c.getStorage(c.has("accumulator") ? "accumulator" : "storage");
  ElementParameters output = c.getStorage("storage");
  input.zeroPoint = c.getInteger("input_zero_point", 0);
  double inputScale = c.getFloats("input_scale_bits").front();
  std::vector<double> weights = {1.0};
  if (c.has("weight_scales_bits"))
    weights = c.getFloats("weight_scales_bits");
  output.scale = c.getFloats("output_scale_bits").front();
  output.zeroPoint = c.getIntegers("zero_points").front();
  std::vector<size_t> indices = c.getParameterIndices();
  std::vector<int64_t> in = c.getIntegers("in");
  std::vector<int64_t> out = c.getIntegers("out");
  for (size_t i = 0; i < in.size(); ++i) {
    input.scale = product(inputScale, weights[indices[i]]);
    APInt got = evaluateRequantize(stored(in[i], input), input, output, policy);
    outcome.compare(i, number(got, output), out[i]);
  }
  return outcome;
}

/// gemmlowp's output stage: the multiplier is given in fixed point.
static Outcome runFixedRequantize(const VectorCase &c,
                                  const NumericPolicy &policy) {
  Outcome outcome;
  ElementParameters output = c.getStorage("storage");
  FixedMultiplier factor{static_cast<int32_t>(c.getInteger("fixed_multiplier")),
                         static_cast<int>(c.getInteger("exponent"))};
  int64_t zeroPoint = c.getIntegers("zero_points").front();
  std::vector<int64_t> in = c.getIntegers("in");
  std::vector<int64_t> out = c.getIntegers("out");
  for (size_t i = 0; i < in.size(); ++i) {
    APInt product = multiplyFixed(APInt(64, in[i], /*isSigned=*/true), factor,
                                  policy.requantize);
    __int128 sum = product.trySExtValue().value_or(
                       product.isNegative() ? INT64_MIN / 2 : INT64_MAX / 2) +
                   static_cast<__int128>(zeroPoint);
    __int128 clamped = std::clamp<__int128>(sum, output.min, output.max);
    outcome.compare(i, static_cast<int64_t>(clamped), out[i]);
  }
  return outcome;
}

/// gemmlowp's multiplication of fixed-point numbers.
static Outcome runDoublingHighMultiply(const VectorCase &c,
                                       const NumericPolicy &policy) {
  Outcome outcome;
  FixedMultiplier factor{static_cast<int32_t>(c.getInteger("fixed_multiplier")),
                         0};
  std::vector<int64_t> in = c.getIntegers("in");
  std::vector<int64_t> out = c.getIntegers("out");
  for (size_t i = 0; i < in.size(); ++i)
    outcome.compare(i,
                    multiplyFixed(APInt(64, in[i], /*isSigned=*/true), factor,
                                  policy.requantize)
                        .getSExtValue(),
                    out[i]);
  return outcome;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

constexpr StringRef kFloatMultiplier = "requantize=float-multiplier";
constexpr StringRef kFixedPoint = "requantize=fixed-double-round";

static const Group kGroups[] = {
    {"onnx", "quantize", "onnx", "", "onnx", "", runQuantize},
    {"onnx", "dequantize", "int_sub", "", "onnx", "", runDequantize},
    {"onnxruntime", "quantize", "onnx", "", "onnx", "", runQuantize},
    {"onnxruntime", "quantize", "onnx_cast", "", "onnx", "", runQuantize},
    {"onnxruntime", "dequantize", "int_sub", "", "onnx", "", runDequantize},
    {"onnxruntime", "requantize", "f32_multiplier_even", "", "onnx",
     kFloatMultiplier, runRequantize},

    {"pytorch", "quantize", "pytorch", "", "pytorch", "", runQuantize},
    // A zero point in float, added before rounding.
    {"pytorch", "quantize", "pytorch_float_zp", "float_qparams", "pytorch",
     "zero-point=before-rounding", runQuantize},
    {"pytorch", "fake_quantize", "pytorch", "", "pytorch", "", runFakeQuantize},
    {"pytorch", "dequantize", "int_sub", "", "pytorch", "", runDequantize},
    {"pytorch", "dequantize", "int_sub", "float_qparams", "pytorch", "",
     runDequantize},
    {"pytorch", "dequantize", "i32_sub", "", "pytorch", "", runDequantize},
    // Per axis, and then for i32 only, PyTorch subtracts in float.
    {"pytorch", "dequantize", "f_sub", "", "pytorch",
     "dequantize=subtract-multiply", runDequantize},
    {"pytorch", "requantize", "f32_multiplier_even", "qnnpack", "pytorch",
     kFloatMultiplier, runRequantize},
    {"pytorch", "requantize", "f32_multiplier_even_zp_before", "onednn",
     "onednn", kFloatMultiplier, runRequantize},
    {"pytorch", "rescale", "rescale_int_sub", "concat", "pytorch", "",
     runRequantize},
    {"pytorch", "rescale", "rescale_int_sub", "concat_channels_last_base",
     "pytorch", "", runRequantize},
    {"pytorch", "rescale", "rescale_fma", "concat_channels_last", "pytorch",
     "dequantize=fma", runRequantize},
    {"pytorch", "rescale", "rescale_fma", "add_zero", "pytorch",
     "dequantize=fma", runRequantize},

    {"xnnpack", "quantize", "xnnpack", "", "xnnpack", "", runQuantize},
    {"xnnpack", "dequantize", "int_sub", "", "xnnpack", "", runDequantize},
    {"xnnpack", "requantize", "f32_multiplier_even", "conv_qc8", "xnnpack",
     kFloatMultiplier, runRequantize},
    {"xnnpack", "requantize", "f32_multiplier_even", "fc_qs8", "xnnpack",
     kFloatMultiplier, runRequantize},
    {"xnnpack", "requantize", "f32_multiplier_even", "fc_qu8", "xnnpack",
     kFloatMultiplier, runRequantize},

    {"onednn", "quantize", "onednn", "", "onednn", "", runQuantize},
    {"onednn", "quantize", "onednn_unit", "", "onednn", "", runQuantize},
    {"onednn", "dequantize", "f_sub", "", "onednn", "", runDequantize},
    {"onednn", "requantize", "f32_multiplier_even_zp_before", "", "onednn",
     kFloatMultiplier, runRequantize},

    {"gemmlowp", "requantize", "gemmlowp", "", "tflite", kFixedPoint,
     runFixedRequantize},
    {"gemmlowp", "doubling_high_mul", "gemmlowp", "", "tflite", kFixedPoint,
     runDoublingHighMultiply},
};

/// Groups that no cast computes.
struct ForeignGroup {
  StringRef runtime, op, reason;
};
static const ForeignGroup kForeignGroups[] = {
    {"gemmlowp", "rounding_divide_by_pot",
     "a division without a multiplication before it"},
    {"gemmlowp", "saturating_multiply_by_pot",
     "a saturating shift without a multiplication after it"},
    {"gemmlowp", "requantize_int",
     "an integer multiplier that isn't normalized to 31 bits"},
};

static const Group *findGroup(const VectorCase &c) {
  for (const Group &group : kGroups)
    if (group.runtime == c.getRuntime() && group.op == c.getString("op") &&
        group.policy == c.getString("policy") &&
        group.path == c.getOptionalString("path"))
      return &group;
  return nullptr;
}

static const ForeignGroup *findForeignGroup(const VectorCase &c) {
  for (const ForeignGroup &group : kForeignGroups)
    if (group.runtime == c.getRuntime() && group.op == c.getString("op"))
      return &group;
  return nullptr;
}

static NumericPolicy getPolicy(const Group &group) {
  PolicyKnobs knobs;
  if (!group.knob.empty()) {
    auto [name, word] = group.knob.split('=');
    EXPECT_EQ(knobs.set(name, word), "");
  }
  std::optional<PolicyKnobs> preset = getPreset(group.preset);
  EXPECT_TRUE(preset) << group.preset.str();
  knobs.fillFrom(preset.value_or(PolicyKnobs()));
  return NumericPolicy::resolve(knobs);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

class Vectors : public testing::TestWithParam<const char *> {};

TEST_P(Vectors, EveryCase) {
  std::map<std::string, Deviation> deviations = readDeviations().cases;
  struct Total {
    size_t cases = 0, elements = 0, deviations = 0;
  };
  std::map<const Group *, Total> totals;
  std::map<const ForeignGroup *, size_t> foreignCases;
  for (const VectorCase &c : readVectors(GetParam())) {
    const Group *group = findGroup(c);
    if (!group) {
      const ForeignGroup *foreign = findForeignGroup(c);
      ASSERT_TRUE(foreign) << c.getString("id") << " is in no group";
      ++foreignCases[foreign];
      continue;
    }
    Outcome outcome = group->run(c, getPolicy(*group));
    auto it = deviations.find(c.getString("id"));
    size_t expected = 0;
    if (it != deviations.end()) {
      expected = it->second.elements;
      // A line that explains nothing would hide a mistake.
      EXPECT_GT(expected, 0u) << c.getString("id");
    }
    EXPECT_EQ(outcome.mismatches, expected)
        << c.getString("id") << " (" << c.getString("class") << ", "
        << group->policy.str() << "): " << outcome.first;
    Total &total = totals[group];
    ++total.cases;
    total.elements += c.getNumElements();
    total.deviations += outcome.mismatches;
  }
  for (const auto &[group, total] : totals)
    printf("%-12s %-14s %-30s policy=%-8s %4zu cases %6zu elements, %zu "
           "listed deviations\n",
           group->runtime.str().c_str(), group->op.str().c_str(),
           (group->policy + " " + group->path).str().c_str(),
           group->preset.str().c_str(), total.cases, total.elements,
           total.deviations);
  for (const auto &[group, cases] : foreignCases)
    printf("%-12s %-26s %4zu cases left out: %s\n",
           group->runtime.str().c_str(), group->op.str().c_str(), cases,
           group->reason.str().c_str());
  EXPECT_GT(totals.size(), 0u);
}

static const char *const kRuntimes[] = {"gemmlowp",    "onednn",  "onnx_data",
                                        "onnxruntime", "pytorch", "xnnpack"};

INSTANTIATE_TEST_SUITE_P(Runtimes, Vectors, testing::ValuesIn(kRuntimes),
                         [](const auto &info) { return info.param; });

TEST(Deviations, NameRecordedCases) {
  std::map<std::string, Deviation> deviations = readDeviations().cases;
  for (const char *runtime : kRuntimes)
    for (const VectorCase &c : readVectors(runtime))
      deviations.erase(c.getString("id"));
  for (const auto &[id, deviation] : deviations)
    ADD_FAILURE() << id << " isn't a recorded case";
}

/// Why no quantized type has the parameters of the case, or nothing.
static std::string whyNoType(const VectorCase &c) {
  if (c.has("block") &&
      c.getIntegers("shape")[c.getInteger("axis")] % c.getInteger("block"))
    return "partial-block";
  for (const ElementParameters &p : c.getParameters()) {
    bool losesInfo;
    toFormat(APFloat(p.scale), *p.expressed, &losesInfo);
    if (losesInfo)
      return "scale-not-expressed";
  }
  return "";
}

TEST(Deviations, NameTheCasesWithoutAType) {
  Deviations deviations = readDeviations();
  size_t listed = 0;
  for (const char *runtime : kRuntimes)
    for (const VectorCase &c : readVectors(runtime)) {
      std::string op = c.getString("op"), id = c.getString("id");
      if (op != "quantize" && op != "dequantize" && op != "fake_quantize")
        continue;
      auto it = deviations.withoutType.find(id);
      bool isListed = it != deviations.withoutType.end();
      EXPECT_EQ(whyNoType(c), isListed ? it->second : "") << id;
      listed += isListed;
      if (isListed) {
        EXPECT_TRUE(deviations.reasons.count(it->second)) << it->second;
      }
    }
  EXPECT_EQ(listed, deviations.withoutType.size());
}
