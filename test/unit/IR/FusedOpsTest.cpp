//===- FusedOpsTest.cpp - Builders and interfaces of the fused op ---------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/FusedOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "quantir/IR/QuantDialect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace quantir;

namespace {

class FusedOpsTest : public ::testing::Test {
protected:
  FusedOpsTest() {
    DialectRegistry registry;
    registerQuantDialect(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The op in a function `@f` with these arguments.
  DequantSituQuantOp parse(StringRef arguments, StringRef op) {
    std::string text =
        ("func.func @f(" + arguments + ") {\n" + op + "\n return\n}").str();
    module = parseSourceString<ModuleOp>(text, &context);
    DequantSituQuantOp found;
    if (module)
      module->walk([&](DequantSituQuantOp op) { found = op; });
    return found;
  }

  Value createTensor(OpBuilder &b, ArrayRef<int64_t> shape, Type element) {
    return tensor::EmptyOp::create(b, b.getUnknownLoc(), shape, element);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_F(FusedOpsTest, BuilderInfersResults) {
  OpBuilder b(&context);
  module = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToStart(module->getBody());
  Value x = createTensor(b, {2, 3, 8}, b.getI8Type());
  Value weightScale = createTensor(b, {8}, b.getF32Type());
  Value quantScale = createTensor(b, {1}, b.getF32Type());
  auto dynamic = DequantSituQuantOp::create(
      b, b.getUnknownLoc(), x, weightScale, Value(), Value(), quantScale,
      Value(), Value(), QuantType::Dynamic);
  EXPECT_EQ(dynamic.getY().getType(),
            RankedTensorType::get({2, 3, 4}, b.getI8Type()));
  EXPECT_EQ(dynamic.getYScale().getType(),
            RankedTensorType::get({2, 3}, b.getF32Type()));
  EXPECT_EQ(dynamic.getBeta().convertToFloat(), 4.0f);
  EXPECT_EQ(dynamic.getLinearBeta().convertToFloat(), 25.0f);
  EXPECT_TRUE(dynamic.getActivateLeft());
  auto fixed = DequantSituQuantOp::create(b, b.getUnknownLoc(), x, weightScale,
                                          Value(), Value(), quantScale, Value(),
                                          Value(), QuantType::Static);
  EXPECT_EQ(fixed->getNumResults(), 1u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FusedOpsTest, InfersNothingWithoutDimension) {
  OpBuilder b(&context);
  module = ModuleOp::create(b.getUnknownLoc());
  b.setInsertionPointToStart(module->getBody());
  Value x = createTensor(b, {}, b.getI8Type());
  DequantSituQuantOp::Properties properties;
  properties.operandSegmentSizes = {1, 0, 0, 0, 0, 0, 0, 0};
  DequantSituQuantOp::Adaptor adaptor(ValueRange(x), DictionaryAttr(),
                                      properties);
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  SmallVector<Type> inferred;
  EXPECT_TRUE(failed(DequantSituQuantOp::inferReturnTypes(
      &context, b.getUnknownLoc(), adaptor, inferred)));
  EXPECT_EQ(message,
            "'quant.dequant_situ_quant' op expected x to be a tensor of rank 2 "
            "or above, but got 'tensor<i8>'");
  // Without a location there is nobody to tell.
  message.clear();
  EXPECT_TRUE(failed(DequantSituQuantOp::inferReturnTypes(
      &context, std::nullopt, adaptor, inferred)));
  EXPECT_EQ(message, "");
}

TEST_F(FusedOpsTest, IsSpeculatableWhereSizesAreKnown) {
  auto isSpeculatable = [&](StringRef arguments, StringRef op) {
    DequantSituQuantOp found = parse(arguments, op);
    return found.getSpeculatability() == Speculation::Speculatable &&
           isMemoryEffectFree(found);
  };
  // Any number of rows will do, but not any width.
  EXPECT_TRUE(isSpeculatable("%x: tensor<?x8xbf16>",
                             "%0:2 = quant.dequant_situ_quant %x : "
                             "tensor<?x8xbf16> -> tensor<?x4xi8>, "
                             "tensor<?xf32>"));
  EXPECT_FALSE(isSpeculatable("%x: tensor<2x?xbf16>",
                              "%0:2 = quant.dequant_situ_quant %x : "
                              "tensor<2x?xbf16> -> tensor<2x?xi8>, "
                              "tensor<2xf32>"));
  // The scales may be fewer than the rows.
  EXPECT_FALSE(isSpeculatable(
      "%x: tensor<?x8xi32>, %w: tensor<8xf32>, %a: tensor<2xf32>",
      "%0:2 = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) "
      "activation_scale(%a : tensor<2xf32>) : tensor<?x8xi32> -> "
      "tensor<?x4xi8>, tensor<?xf32>"));
  // The result says more than x.
  EXPECT_FALSE(isSpeculatable("%x: tensor<?x8xbf16>",
                              "%0:2 = quant.dequant_situ_quant %x : "
                              "tensor<?x8xbf16> -> tensor<2x4xi8>, "
                              "tensor<?xf32>"));
}

TEST_F(FusedOpsTest, ReifiesResultShapes) {
  DequantSituQuantOp op =
      parse("%x: tensor<?x3x?xi8>, %w: tensor<1xf32>",
            "%0:2 = quant.dequant_situ_quant %x weight_scale(%w : "
            "tensor<1xf32>) : tensor<?x3x?xi8> -> tensor<2x?x?xi8>, "
            "tensor<?x3xf32>");
  OpBuilder b(op);
  ReifiedRankedShapedTypeDims shapes;
  ASSERT_TRUE(succeeded(op.reifyResultShapes(b, shapes)));
  ASSERT_EQ(shapes.size(), 2u);
  ASSERT_EQ(shapes[0].size(), 3u);
  ASSERT_EQ(shapes[1].size(), 2u);
  // A static size is an attribute, another one a value; known from wherever.
  EXPECT_TRUE(isa<Attribute>(shapes[0][0]));
  EXPECT_EQ(getConstantIntValue(shapes[0][0]), 2);
  EXPECT_TRUE(isa<Value>(shapes[0][1]));
  EXPECT_EQ(getConstantIntValue(shapes[0][1]), 3);
  EXPECT_FALSE(getConstantIntValue(shapes[0][2]));
  EXPECT_EQ(getConstantIntValue(shapes[1][0]), 2);
  EXPECT_TRUE(isa<Value>(shapes[1][0]));
  EXPECT_EQ(getConstantIntValue(shapes[1][1]), 3);
}

TEST_F(FusedOpsTest, TilesOfGroupsCountFromTheFirstRowOfAll) {
  DequantSituQuantOp op =
      parse("%x: tensor<16x8xi32>, %w: tensor<2x8xf32>, %a: tensor<16x1xf32>, "
            "%g: tensor<2xi64>, %o: index",
            "%0:2 = quant.dequant_situ_quant %x weight_scale(%w : "
            "tensor<2x8xf32>) activation_scale(%a : tensor<16x1xf32>) "
            "group_index(%g : tensor<2xi64>) row_offset(%o : index) "
            "{beta = 2.0 : f32} : tensor<16x8xi32> -> tensor<16x4xi8>, "
            "tensor<16xf32>");
  OpBuilder b(op);
  FailureOr<TilingResult> result =
      op.getTiledImplementation(b, {b.getIndexAttr(5)}, {b.getIndexAttr(4)});
  ASSERT_TRUE(succeeded(result));
  auto tile = cast<DequantSituQuantOp>(result->tiledOps.front());
  EXPECT_EQ(tile.getXType().getShape(), ArrayRef<int64_t>({4, 8}));
  EXPECT_EQ(tile.getYType().getShape(), ArrayRef<int64_t>({4, 4}));
  EXPECT_EQ(tile.getBeta().convertToFloat(), 2.0f);
  EXPECT_EQ(tile.getWeightScale(), op.getWeightScale());
  ASSERT_TRUE(tile.getRowOffset());
  // %o + 5, whatever makes it.
  EXPECT_NE(tile.getRowOffset(), op.getRowOffset());
  EXPECT_EQ(result->tiledValues.size(), 2u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FusedOpsTest, FusesWholeRowsOnly) {
  DequantSituQuantOp op =
      parse("%x: tensor<?x8xbf16>", "%0:2 = quant.dequant_situ_quant %x : "
                                    "tensor<?x8xbf16> -> tensor<?x4xi8>, "
                                    "tensor<?xf32>");
  OpBuilder b(op);
  auto index = [&](int64_t value) -> OpFoldResult {
    return b.getIndexAttr(value);
  };
  SmallVector<OpFoldResult> rows = {index(2), index(0)};
  SmallVector<OpFoldResult> whole = {index(3), index(4)},
                            part = {index(3), index(2)};
  EXPECT_TRUE(op.isOpFusableWithConsumerSlice(0, rows, whole));
  EXPECT_FALSE(op.isOpFusableWithConsumerSlice(0, rows, part));
  EXPECT_TRUE(failed(op.generateResultTileValue(b, 0, rows, part)));
  FailureOr<TilingResult> tile =
      op.generateResultTileValue(b, 1, {index(2)}, {index(3)});
  ASSERT_TRUE(succeeded(tile));
  ASSERT_EQ(tile->tiledValues.size(), 1u);
  EXPECT_EQ(tile->tiledValues.front().getType(),
            RankedTensorType::get({3}, b.getF32Type()));

  // Of the operands, x alone leads to a tile of the op.
  SmallVector<OpFoldResult> sizes = {index(3), index(8)}, offsets, domain;
  EXPECT_TRUE(succeeded(op.getIterationDomainTileFromOperandTiles(
      b, {0}, {rows}, {sizes}, offsets, domain)));
  EXPECT_EQ(offsets, SmallVector<OpFoldResult>({index(2)}));
  EXPECT_EQ(domain, SmallVector<OpFoldResult>({index(3)}));
  EXPECT_TRUE(failed(op.getIterationDomainTileFromOperandTiles(
      b, {1}, {rows}, {sizes}, offsets, domain)));
  EXPECT_TRUE(succeeded(verify(*module)));
}
