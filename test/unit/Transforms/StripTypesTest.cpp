//===- StripTypesTest.cpp - The type converter ----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/StripTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantDialect.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quantir;

namespace {
struct StripTypesConverter : ::testing::Test {
  StripTypesConverter() {
    DialectRegistry registry;
    registerQuantDialect(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    // As a conversion does: what no other rule takes stays.
    converter.addConversion([](Type type) { return type; });
    populateStripTypesConversions(converter);
  }

  Type parse(StringRef text) { return parseType(text, &context); }

  MLIRContext context;
  TypeConverter converter;
};
} // namespace

TEST_F(StripTypesConverter, ConvertsAtAnyDepth) {
  const std::pair<StringRef, StringRef> cases[] = {
      {"!quant.uniform<u4:f32, 2.0>", "i4"},
      {"tensor<?x!quant.any<i16>>", "tensor<?xi16>"},
      {"memref<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>", "memref<2xi8>"},
      {"tuple<f32, (!quant.any<i8>) -> tensor<*x!quant.any<i8>>>",
       "tuple<f32, (i8) -> tensor<*xi8>>"},
      {"tensor<4xf32>", "tensor<4xf32>"},
  };
  for (auto [from, to] : cases)
    EXPECT_EQ(converter.convertType(parse(from)), parse(to)) << from.str();
}

TEST_F(StripTypesConverter, FailsWithoutStorage) {
  EXPECT_EQ(converter.convertType(parse("!quant.calibrated<f32<-1.0:1.0>>")),
            Type());
  EXPECT_EQ(
      converter.convertType(parse("tensor<4x!quant.calibrated<f32<0.0:1.0>>>")),
      Type());
}

TEST_F(StripTypesConverter, MaterializesStorageCasts) {
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  Block *block = module->getBody();
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  auto castOf = [&](StringRef from, StringRef to) -> Operation * {
    Value input = block->addArgument(parse(from), loc);
    Value result =
        converter.materializeTargetConversion(builder, loc, parse(to), input);
    return result ? result.getDefiningOp() : nullptr;
  };
  EXPECT_TRUE(isStorageCast(
      castOf("tensor<4x!quant.uniform<i8:f32, 2.0>>", "tensor<4xi8>")));
  EXPECT_TRUE(isStorageCast(castOf("i8", "!quant.uniform<i8:f32, 2.0>")));
  // No storage casts: for others to connect.
  EXPECT_EQ(castOf("memref<4x!quant.any<i8>>", "memref<4xi8>"), nullptr);
  EXPECT_EQ(castOf("i16", "!quant.uniform<i8:f32, 2.0>"), nullptr);
}
