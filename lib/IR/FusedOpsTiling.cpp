//===- FusedOpsTiling.cpp - Fused ops on tiles of rows --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of the op are those over the leading dimensions; all of a row
// belongs to one iteration, since the row has one scale and its halves meet in
// every element. Whoever wants tiles within a row lowers the op first.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "quantir/IR/FusedOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Size of the leading dimension `dim` of `x`, static if a result says so.
static OpFoldResult getLeadingSize(OpBuilder &b, DequantSituQuantOp op,
                                   int64_t dim) {
  for (int64_t size :
       {op.getXType().getDimSize(dim), op.getYType().getDimSize(dim)})
    if (!ShapedType::isDynamic(size))
      return b.getIndexAttr(size);
  return tensor::getMixedSize(b, op.getLoc(), op.getX(), dim);
}

/// The size 2H, and half of it.
static OpFoldResult getWidthSize(OpBuilder &b, DequantSituQuantOp op) {
  if (int64_t width = op.getWidth(); !ShapedType::isDynamic(width))
    return b.getIndexAttr(width);
  return tensor::getMixedSize(b, op.getLoc(), op.getX(),
                              op.getNumLeadingDims());
}
static OpFoldResult getHalfSize(OpBuilder &b, DequantSituQuantOp op) {
  return affine::makeComposedFoldedAffineApply(
      b, op.getLoc(), b.getAffineDimExpr(0).floorDiv(2), getWidthSize(b, op));
}

LogicalResult
DequantSituQuantOp::reifyResultShapes(OpBuilder &b,
                                      ReifiedRankedShapedTypeDims &shapes) {
  for (Type type : getOperation()->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<OpFoldResult> &sizes = shapes.emplace_back();
    for (auto [dim, size] : llvm::enumerate(tensor.getShape())) {
      // Static sizes are attributes and dynamic ones values, as callers expect.
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(b.getIndexAttr(size));
        continue;
      }
      OpFoldResult found = static_cast<int64_t>(dim) < getNumLeadingDims()
                               ? getLeadingSize(b, *this, dim)
                               : getHalfSize(b, *this);
      sizes.push_back(getValueOrCreateConstantIndexOp(b, getLoc(), found));
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> DequantSituQuantOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getNumLeadingDims(),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> DequantSituQuantOp::getIterationDomain(OpBuilder &b) {
  SmallVector<Range> domain;
  for (int64_t dim = 0; dim < getNumLeadingDims(); ++dim)
    domain.push_back(
        {b.getIndexAttr(0), getLeadingSize(b, *this, dim), b.getIndexAttr(1)});
  return domain;
}

/// The slice of `source` at `offsets` with `sizes`; dimensions that they don't
/// list are taken whole.
static Value getSlice(OpBuilder &b, Location loc, Value source,
                      ArrayRef<OpFoldResult> offsets,
                      ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<OpFoldResult> allOffsets(offsets), allSizes(sizes);
  for (int64_t dim = offsets.size(); dim < type.getRank(); ++dim) {
    allOffsets.push_back(b.getIndexAttr(0));
    allSizes.push_back(tensor::getMixedSize(b, loc, source, dim));
  }
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, source, allOffsets, allSizes,
                                        strides);
}

FailureOr<TilingResult>
DequantSituQuantOp::getTiledImplementation(OpBuilder &b,
                                           ArrayRef<OpFoldResult> offsets,
                                           ArrayRef<OpFoldResult> sizes) {
  // No slice may begin in a row without elements.
  if (getWidth() == 0)
    return failure();
  Location loc = getLoc();
  TilingResult result;
  auto addSlice = [&](Value source, ArrayRef<OpFoldResult> sliceOffsets,
                      ArrayRef<OpFoldResult> sliceSizes) {
    Value slice = getSlice(b, loc, source, sliceOffsets, sliceSizes);
    result.generatedSlices.push_back(slice.getDefiningOp());
    return slice;
  };
  SmallVector<OpFoldResult> xOffsets(offsets), xSizes(sizes);
  xOffsets.push_back(b.getIndexAttr(0));
  xSizes.push_back(getWidthSize(b, *this));
  Value x = addSlice(getX(), xOffsets, xSizes);
  Value activationScale = getActivationScale();
  if (activationScale)
    activationScale = addSlice(activationScale, offsets, sizes);
  Value rowOffset = getRowOffset();
  if (getGroupIndex()) {
    OpFoldResult first =
        rowOffset ? OpFoldResult(rowOffset) : OpFoldResult(b.getIndexAttr(0));
    AffineExpr sum = b.getAffineDimExpr(0) + b.getAffineDimExpr(1);
    rowOffset = getValueOrCreateConstantIndexOp(
        b, loc,
        affine::makeComposedFoldedAffineApply(b, loc, sum,
                                              {first, offsets.front()}));
  }
  auto tiled = DequantSituQuantOp::create(
      b, loc, x, getWeightScale(), activationScale, getBias(), getQuantScale(),
      getQuantOffset(), getGroupIndex(), rowOffset, getBeta(), getLinearBeta(),
      getActivateLeft(), getQuantType());
  // The policy, if the op has one of its own.
  tiled->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

LogicalResult DequantSituQuantOp::getResultTilePosition(
    OpBuilder &b, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  resultOffsets.assign(offsets.begin(), offsets.end());
  resultSizes.assign(sizes.begin(), sizes.end());
  if (resultNumber == 0) {
    resultOffsets.push_back(b.getIndexAttr(0));
    resultSizes.push_back(getHalfSize(b, *this));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

/// True if the last dimension of a tile of `tensor`, whose size is `whole` if
/// static, is taken whole. A dynamic size counts where it is read off `tensor`.
static bool isWhole(OpFoldResult offset, OpFoldResult size, int64_t whole,
                    Value tensor) {
  if (!isZeroInteger(offset))
    return false;
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return *constant == whole;
  auto dim = dyn_cast<Value>(size).getDefiningOp<tensor::DimOp>();
  return dim && dim.getSource() == tensor &&
         dim.getConstantIndex() ==
             cast<RankedTensorType>(tensor.getType()).getRank() - 1;
}

/// The row part of a tile of `tensor`, which is the result or operand `x` if it
/// has columns. False where the tile has only some of them.
static bool getRows(Value tensor, bool hasColumns, int64_t columns,
                    ArrayRef<OpFoldResult> &offsets,
                    ArrayRef<OpFoldResult> &sizes) {
  if (!hasColumns)
    return true;
  if (!isWhole(offsets.back(), sizes.back(), columns, tensor))
    return false;
  offsets = offsets.drop_back();
  sizes = sizes.drop_back();
  return true;
}

static bool getRowsOfResult(DequantSituQuantOp op, unsigned resultNumber,
                            ArrayRef<OpFoldResult> &offsets,
                            ArrayRef<OpFoldResult> &sizes) {
  int64_t width = op.getWidth();
  return getRows(op->getResult(resultNumber), resultNumber == 0,
                 ShapedType::isDynamic(width) ? width : width / 2, offsets,
                 sizes);
}

/// Only `x` is fused with what makes it: one tile of it is one of the op.
static bool getRowsOfOperands(DequantSituQuantOp op,
                              ArrayRef<unsigned> operandNumbers,
                              ArrayRef<SmallVector<OpFoldResult>> allOffsets,
                              ArrayRef<SmallVector<OpFoldResult>> allSizes,
                              ArrayRef<OpFoldResult> &offsets,
                              ArrayRef<OpFoldResult> &sizes) {
  if (operandNumbers.size() != 1 ||
      operandNumbers.front() != op.getXMutable().getOperandNumber())
    return false;
  offsets = allOffsets.front();
  sizes = allSizes.front();
  return getRows(op.getX(), /*hasColumns=*/true, op.getWidth(), offsets, sizes);
}

bool DequantSituQuantOp::isOpFusableWithConsumerSlice(
    unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  return getRowsOfResult(*this, resultNumber, offsets, sizes);
}

LogicalResult DequantSituQuantOp::getIterationDomainTileFromResultTile(
    OpBuilder &, unsigned resultNumber, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  if (!getRowsOfResult(*this, resultNumber, offsets, sizes))
    return failure();
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult>
DequantSituQuantOp::generateResultTileValue(OpBuilder &b, unsigned resultNumber,
                                            ArrayRef<OpFoldResult> offsets,
                                            ArrayRef<OpFoldResult> sizes) {
  if (!getRowsOfResult(*this, resultNumber, offsets, sizes))
    return failure();
  FailureOr<TilingResult> result = getTiledImplementation(b, offsets, sizes);
  if (succeeded(result))
    result->tiledValues = {result->tiledValues[resultNumber]};
  return result;
}

bool DequantSituQuantOp::isOpFusableWithProducerSlices(
    ArrayRef<unsigned> operandNumbers,
    ArrayRef<SmallVector<OpFoldResult>> allOffsets,
    ArrayRef<SmallVector<OpFoldResult>> allSizes) {
  ArrayRef<OpFoldResult> offsets, sizes;
  return getRowsOfOperands(*this, operandNumbers, allOffsets, allSizes, offsets,
                           sizes);
}

LogicalResult DequantSituQuantOp::getIterationDomainTileFromOperandTiles(
    OpBuilder &, ArrayRef<unsigned> operandNumbers,
    ArrayRef<SmallVector<OpFoldResult>> allOffsets,
    ArrayRef<SmallVector<OpFoldResult>> allSizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  ArrayRef<OpFoldResult> offsets, sizes;
  if (!getRowsOfOperands(*this, operandNumbers, allOffsets, allSizes, offsets,
                         sizes))
    return failure();
  domainOffsets.assign(offsets.begin(), offsets.end());
  domainSizes.assign(sizes.begin(), sizes.end());
  return success();
}

FailureOr<TilingResult>
DequantSituQuantOp::getTiledImplementationFromOperandTiles(
    OpBuilder &b, ArrayRef<unsigned> operandNumbers,
    ArrayRef<SmallVector<OpFoldResult>> allOffsets,
    ArrayRef<SmallVector<OpFoldResult>> allSizes) {
  ArrayRef<OpFoldResult> offsets, sizes;
  if (!getRowsOfOperands(*this, operandNumbers, allOffsets, allSizes, offsets,
                         sizes))
    return failure();
  return getTiledImplementation(b, offsets, sizes);
}
