//===- LowerCastsTest.cpp - The lowering as patterns ----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/LowerCasts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "quantir/IR/QuantDialect.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quantir;

namespace {

struct LowerCastsPatterns : ::testing::Test {
  LowerCastsPatterns() {
    DialectRegistry registry;
    registerQuantDialect(registry);
    registry
        .insert<arith::ArithDialect, func::FuncDialect, math::MathDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
    });
  }

  void apply(StringRef text, RewriterBase::Listener *listener = nullptr) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    RewritePatternSet patterns(&context);
    populateLowerCastsPatterns(patterns, config);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(
        *module, std::move(patterns),
        GreedyRewriteConfig().enableFolding(false).setListener(listener))));
  }

  MLIRContext context;
  LowerCastsConfig config;
  OwningOpRef<ModuleOp> module;
  std::string messages;
};

/// Collects why patterns don't match.
struct Reasons : RewriterBase::Listener {
  void
  notifyMatchFailure(Location loc,
                     function_ref<void(Diagnostic &)> reasonCallback) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    reasonCallback(diagnostic);
    text = diagnostic.str();
  }

  std::string text;
};

/// The first cast has no meaning: its policy asks for fma in f16.
constexpr StringLiteral kTwoCasts = R"(
  func.func @f(%x: !quant.uniform<i8:f16, 1.0>) -> (f16, f16) {
    %0 = quant.dcast %x {quantir.policy = #quantir.policy<compute_type =
        expressed, dequantize = fma>} : !quant.uniform<i8:f16, 1.0> to f16
    %1 = quant.dcast %x : !quant.uniform<i8:f16, 1.0> to f16
    return %0, %1 : f16, f16
  }
)";

} // namespace

TEST_F(LowerCastsPatterns, LeavesWhatHasNoMeaningWithoutError) {
  apply(kTwoCasts);
  EXPECT_EQ(messages, "");
  // The storage cast of the lowered one is left too.
  SmallVector<StringRef> left;
  module->walk([&](Operation *op) {
    if (op->getDialect()->getNamespace() == "quant")
      left.push_back(op->getName().getStringRef());
  });
  EXPECT_EQ(left, (SmallVector<StringRef>{"quant.dcast", "quant.scast"}));
}

TEST_F(LowerCastsPatterns, TellsTheDriverTheReason) {
  Reasons reasons;
  apply(kTwoCasts, &reasons);
  EXPECT_EQ(messages, "");
  EXPECT_TRUE(StringRef(reasons.text)
                  .starts_with("'quant.dcast' op expected to compute in f32 or "
                               "f64 where dequantize is fma"))
      << reasons.text;
}

TEST_F(LowerCastsPatterns, SaysAfterwardsWhatIsLeftAndWhy) {
  apply(kTwoCasts);
  EXPECT_TRUE(failed(verifyNoCasts(*module, config)));
  EXPECT_TRUE(StringRef(messages).starts_with(
      "'quant.dcast' op expected to compute in f32 or f64 where dequantize is "
      "fma"))
      << messages;
  EXPECT_EQ(StringRef(messages).count('\n'), 1u) << messages;
}

TEST_F(LowerCastsPatterns, NamesACastThatNoPatternWasAppliedTo) {
  module = parseSourceString<ModuleOp>(
      "func.func @f(%x: f32) -> !quant.uniform<i8:f32, 1.0> {\n"
      "  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32, 1.0>\n"
      "  return %0 : !quant.uniform<i8:f32, 1.0>\n"
      "}",
      &context);
  ASSERT_TRUE(module);
  EXPECT_TRUE(failed(verifyNoCasts(*module, config)));
  EXPECT_EQ(messages, "'quant.qcast' op expected all casts to be lowered, but "
                      "got one that no pattern was applied to\n");
}

TEST_F(LowerCastsPatterns, SucceedsWithoutCasts) {
  module = parseSourceString<ModuleOp>("", &context);
  EXPECT_TRUE(succeeded(verifyNoCasts(*module, config)));
  EXPECT_EQ(messages, "");
}
