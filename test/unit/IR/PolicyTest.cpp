//===- PolicyTest.cpp - Knobs of the policy and their scopes --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace mlir;
using namespace quantir;

/// `name=word` for every knob that is set.
static std::string text(const PolicyKnobs &knobs) {
  std::string result;
  knobs.forEachSet([&](StringRef name, StringRef word) {
    result += (result.empty() ? "" : " ") + name.str() + "=" + word.str();
  });
  return result;
}

static PolicyKnobs
knobs(std::initializer_list<std::pair<const char *, const char *>> settings) {
  PolicyKnobs result;
  for (auto [name, word] : settings)
    EXPECT_EQ(result.set(name, word), "");
  return result;
}

TEST(PolicyKnobs, SetByAttributeAndOptionWords) {
  PolicyKnobs knobs;
  EXPECT_TRUE(knobs.empty());
  EXPECT_EQ(knobs.set("rounding", "nearest_even"), "");
  EXPECT_EQ(knobs.rounding, Rounding::NearestEven);
  EXPECT_EQ(knobs.set("rounding", "toward-zero"), "");
  EXPECT_EQ(knobs.rounding, Rounding::TowardZero);
  EXPECT_EQ(knobs.set("zero-point", "after-rounding"), "");
  EXPECT_EQ(knobs.zeroPoint, ZeroPointOrder::AfterRounding);
  EXPECT_EQ(knobs.set("zero_row_scale", "1"), "");
  EXPECT_EQ(knobs.zeroRowScale, ZeroRowScale::One);
  EXPECT_FALSE(knobs.empty());
}

/// The words of the table in docs/numerics.md, `_` for `-`.
TEST(PolicyKnobs, EveryWordOfEveryKnob) {
  const std::pair<const char *, std::vector<const char *>> table[] = {
      {"rounding",
       {"nearest_even", "nearest_away", "nearest_up", "toward_zero", "down",
        "up"}},
      {"zero_point", {"before_rounding", "after_rounding"}},
      {"scaling", {"divide", "reciprocal"}},
      {"compute_type", {"auto", "expressed", "f32", "f64"}},
      {"dequantize", {"subtract_multiply", "integer_subtract", "fma"}},
      {"nan", {"zero_point", "storage_min", "storage_max", "zero"}},
      {"requantize",
       {"exact", "float_multiplier", "fixed_single_round",
        "fixed_double_round"}},
      {"math", {"poly", "accurate", "libm"}},
      {"polynomial_fma", {"true", "false"}},
      {"dynamic_scale", {"divide", "multiply"}},
      {"zero_row_scale", {"0", "1"}},
  };
  for (const auto &[name, words] : table)
    for (const char *word : words)
      EXPECT_EQ(text(knobs({{name, word}})), std::string(name) + "=" + word);
}

TEST(PolicyKnobs, RefusedWordsNameTheChoices) {
  PolicyKnobs knobs;
  EXPECT_EQ(knobs.set("scaling", "Divide"),
            "expected scaling to be one of divide, reciprocal, but got "
            "'Divide'");
  EXPECT_EQ(knobs.set("zero-row-scale", "2"),
            "expected zero_row_scale to be one of 0, 1, but got '2'");
  EXPECT_EQ(knobs.set("scaling", ""),
            "expected scaling to be one of divide, reciprocal, but got ''");
  EXPECT_EQ(knobs.set("", "divide").substr(0, 42),
            "expected a policy knob, one of rounding, z");
  EXPECT_TRUE(knobs.empty());
}

TEST(PolicyKnobs, RefusedOptionsNameTheChoicesOfOptions) {
  PolicyKnobs knobs;
  for (const char *name : {"zero_point", "zero-point"})
    EXPECT_EQ(knobs.set(name, "be_fore", KnobSpelling::Option),
              "expected zero-point to be one of before-rounding, "
              "after-rounding, but got 'be_fore'");
  EXPECT_EQ(knobs.set("", "divide", KnobSpelling::Option).substr(0, 51),
            "expected a policy knob, one of rounding, zero-point");
}

TEST(PolicyKnobs, ARefusedWordUnsetsNothing) {
  PolicyKnobs set = knobs({{"rounding", "up"}});
  EXPECT_NE(set.set("rounding", "sideways"), "");
  EXPECT_EQ(set.rounding, Rounding::Up);
}

TEST(PolicyKnobs, NearerKnobsWin) {
  PolicyKnobs inner = knobs({{"rounding", "up"}, {"nan", "zero"}});
  inner.fillFrom(knobs({{"rounding", "down"}, {"scaling", "reciprocal"}}));
  EXPECT_EQ(text(inner), "rounding=up scaling=reciprocal nan=zero");
  inner.fillFrom(PolicyKnobs());
  EXPECT_EQ(text(inner), "rounding=up scaling=reciprocal nan=zero");
}

TEST(PolicyKnobs, Comparison) {
  EXPECT_EQ(PolicyKnobs(), PolicyKnobs());
  EXPECT_EQ(knobs({{"rounding", "up"}}), knobs({{"rounding", "up"}}));
  EXPECT_EQ(hash_value(knobs({{"rounding", "up"}})),
            hash_value(knobs({{"rounding", "up"}})));
  EXPECT_NE(knobs({{"rounding", "up"}}), knobs({{"rounding", "down"}}));
  // The first choice of a knob isn't the same as no choice.
  EXPECT_NE(knobs({{"rounding", "nearest_even"}}), PolicyKnobs());
  EXPECT_NE(knobs({{"scaling", "divide"}}),
            knobs({{"dynamic_scale", "divide"}}));
}

using PolicyScope = IRTest;

TEST_F(PolicyScope, MergesFromTheOpOutwards) {
  auto module = parseModule(R"(
    module attributes {quantir.policy = #quantir.policy<rounding = down, scaling = reciprocal, nan = zero>} {
      func.func @f(%x: f32) attributes {quantir.policy = #quantir.policy<rounding = up, zero_point = after_rounding>} {
        %q = quant.qcast %x {quantir.policy = #quantir.policy<zero_point = before_rounding, nan = storage_max>}
          : f32 to !quant.uniform<i8:f32, 1.0>
        return
      }
      func.func private @g()
    }
  )");
  ASSERT_TRUE(module) << takeDiagnostics();
  Operation *cast = nullptr;
  module->walk([&](QuantizeCastOp op) { cast = op; });
  EXPECT_EQ(text(getPolicyInScope(cast)),
            "rounding=up zero_point=before_rounding scaling=reciprocal "
            "nan=storage_max");
  EXPECT_EQ(text(getPolicyInScope(cast->getNextNode())),
            "rounding=up zero_point=after_rounding scaling=reciprocal "
            "nan=zero");
  EXPECT_EQ(text(getPolicyInScope(module->lookupSymbol("g"))),
            "rounding=down scaling=reciprocal nan=zero");
  EXPECT_EQ(text(getPolicyInScope(nullptr)), "");
}

TEST_F(PolicyScope, CrossesNestedModules) {
  auto module = parseModule(R"(
    module attributes {quantir.policy = #quantir.policy<rounding = down>} {
      module {
        module @inner attributes {quantir.policy = #quantir.policy<nan = zero>} {}
      }
    }
  )");
  ASSERT_TRUE(module) << takeDiagnostics();
  Operation *inner = nullptr;
  module->walk([&](ModuleOp op) {
    if (op.getSymName() == StringRef("inner"))
      inner = op;
  });
  EXPECT_EQ(text(getPolicyInScope(inner)), "rounding=down nan=zero");
}

TEST_F(PolicyScope, AttributesOfEqualKnobsAreOne) {
  auto parseAttr = [&](const char *text) {
    return mlir::parseAttribute(text, &context);
  };
  Attribute attr = parseAttr("#quantir.policy<rounding = up, nan = zero>");
  ASSERT_TRUE(attr);
  EXPECT_EQ(attr, parseAttr("#quantir.policy<nan = zero, rounding = up>"));
  EXPECT_NE(attr, parseAttr("#quantir.policy<rounding = up>"));
  EXPECT_EQ(cast<PolicyAttr>(attr).getKnobs(),
            knobs({{"rounding", "up"}, {"nan", "zero"}}));
}
