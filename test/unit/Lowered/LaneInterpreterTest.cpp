//===- LaneInterpreterTest.cpp - The interpreter on known results ---------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/bit.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace quantir;

namespace {

class LaneInterpreterTest : public testing::Test {
protected:
  LaneInterpreterTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect>();
  }

  /// Runs the body of a function of %x; the result is %r.
  std::vector<uint64_t> run(StringRef from, StringRef to, StringRef body,
                            ArrayRef<uint64_t> inputs) {
    std::string text = ("func.func @f(%x: " + from + ") -> " + to + " {\n" +
                        body + "\nreturn %r : " + to + "\n}\n")
                           .str();
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    if (!module)
      return {};
    LaneInterpreter interpreter(*module->getOps<func::FuncOp>().begin());
    std::vector<uint64_t> results = interpreter.run(inputs);
    error = interpreter.getError().str();
    return results;
  }

  MLIRContext context;
  std::string error;
};

} // namespace

using Patterns = std::vector<uint64_t>;

static uint64_t bits(float value) { return llvm::bit_cast<uint32_t>(value); }

TEST_F(LaneInterpreterTest, RoundsEachWay) {
  const std::pair<StringRef, Patterns> expected[] = {
      {"roundeven", {bits(2), bits(-2), bits(4)}},
      {"round", {bits(3), bits(-3), bits(4)}},
      {"trunc", {bits(2), bits(-2), bits(3)}},
      {"floor", {bits(2), bits(-3), bits(3)}},
      {"ceil", {bits(3), bits(-2), bits(4)}},
  };
  for (const auto &[name, results] : expected)
    EXPECT_EQ(run("f32", "f32", ("%r = math." + name + " %x : f32").str(),
                  {bits(2.5f), bits(-2.5f), bits(3.5f)}),
              results)
        << name.str();
}

TEST_F(LaneInterpreterTest, RoundsOnce) {
  // 2049 lies between 2048 and 2050 in f16, 2051 between 2050 and 2052.
  EXPECT_EQ(run("f32", "f16", "%r = arith.truncf %x : f32 to f16",
                {bits(2049), bits(2051), bits(65520)}),
            (Patterns{0x6800, 0x6802, 0x7C00}));
  // x * x - 1, whose square has more digits than f32 holds.
  float x = 1.0f + 0x1p-12f;
  EXPECT_EQ(run("f32", "f32",
                "%c = arith.constant -1.0 : f32\n"
                "%r = math.fma %x, %x, %c : f32",
                {bits(x)}),
            (Patterns{bits(0x1p-11f + 0x1p-24f)}));
  EXPECT_EQ(run("f32", "f32",
                "%c = arith.constant 1.0 : f32\n"
                "%m = arith.mulf %x, %x : f32\n"
                "%r = arith.subf %m, %c : f32",
                {bits(x)}),
            (Patterns{bits(0x1p-11f)}));
}

TEST_F(LaneInterpreterTest, ComparesWithNaN) {
  uint64_t nan = 0x7FC00000;
  const std::pair<StringRef, Patterns> expected[] = {
      // Of 0, 1, 2 and NaN with 1.
      {"ogt", {0, 0, 1, 0}}, {"olt", {1, 0, 0, 0}}, {"oge", {0, 1, 1, 0}},
      {"ole", {1, 1, 0, 0}}, {"one", {1, 0, 1, 0}}, {"oeq", {0, 1, 0, 0}},
      {"uno", {0, 0, 0, 1}}, {"ult", {1, 0, 0, 1}}, {"une", {1, 0, 1, 1}},
  };
  for (const auto &[name, results] : expected)
    EXPECT_EQ(run("f32", "i1",
                  ("%c = arith.constant 1.0 : f32\n%r = arith.cmpf " + name +
                   ", %x, %c : f32")
                      .str(),
                  {bits(0), bits(1), bits(2), nan}),
              results)
        << name.str();
}

TEST_F(LaneInterpreterTest, FindsPoison) {
  StringRef convert = "%r = arith.fptosi %x : f32 to i8";
  EXPECT_EQ(run("f32", "i8", convert, {bits(-128.75f), bits(127.5f)}),
            (Patterns{0x80, 0x7F}));
  for (uint64_t input : {bits(128), bits(-129), uint64_t(0x7FC00000)}) {
    EXPECT_TRUE(run("f32", "i8", convert, {input}).empty());
    EXPECT_EQ(error, "arith.fptosi: a float outside of the integers is poison");
  }
  StringRef shift = "%c = arith.constant 1 : i8\n%r = arith.shli %c, %x : i8";
  EXPECT_EQ(run("i8", "i8", shift, {7}), (Patterns{0x80}));
  EXPECT_TRUE(run("i8", "i8", shift, {8}).empty());
  EXPECT_TRUE(run("i8", "i8", "%r = arith.addi %x, %x overflow<nsw> : i8", {1})
                  .empty());
  EXPECT_EQ(error, "arith.addi: expected no flags");
  EXPECT_TRUE(run("f32", "f32", "%r = math.sqrt %x : f32", {bits(4)}).empty());
  EXPECT_EQ(error, "math.sqrt: expected an op that is known");
}
