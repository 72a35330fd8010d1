//===- SizeClasses.cpp - Sizes known to be the same -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementView.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace quantir;

SizeClasses::Key SizeClasses::ofAxis(Value tensor, int64_t axis) {
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
  if (!ShapedType::isDynamic(size))
    return ofNumber(size);
  return {tensor.getAsOpaquePointer(), axis};
}

/// An SSA value as a key. (-1 is no axis.)
SizeClasses::Key SizeClasses::ofSize(OpFoldResult size) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return ofNumber(*number);
  auto value = cast<Value>(size);
  Key key{value.getAsOpaquePointer(), -1};
  auto dim = value.getDefiningOp<tensor::DimOp>();
  if (!dim || !isa<RankedTensorType>(dim.getSource().getType()))
    return key;
  std::optional<int64_t> axis = dim.getConstantIndex();
  auto type = cast<RankedTensorType>(dim.getSource().getType());
  if (axis && *axis >= 0 && *axis < type.getRank())
    unite(key, ofAxis(dim.getSource(), *axis));
  return key;
}

SizeClasses::Key SizeClasses::find(Key key) {
  SmallVector<Key> path;
  for (auto parent = parents.find(key);
       parent != parents.end() && parent->second != key;
       parent = parents.find(key)) {
    path.push_back(key);
    key = parent->second;
  }
  for (Key passed : path)
    parents[passed] = key;
  return key;
}

bool SizeClasses::isHalf(Value size, Key whole) {
  Operation *op = size.getDefiningOp();
  if (!op)
    return false;
  auto isWhole = [&](Value value) { return same(ofSize(value), whole); };
  // Sizes aren't negative: all divisions do the same.
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(op))
    return isWhole(op->getOperand(0)) &&
           isConstantIntValue(op->getOperand(1), 2);
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op))
    return isWhole(op->getOperand(0)) && isOneInteger(op->getOperand(1));
  auto apply = dyn_cast<affine::AffineApplyOp>(op);
  if (!apply || apply->getNumOperands() != 1)
    return false;
  AffineMap map = apply.getAffineMap();
  AffineExpr operand = map.getNumDims()
                           ? getAffineDimExpr(0, apply.getContext())
                           : getAffineSymbolExpr(0, apply.getContext());
  return map.getResult(0) == operand.floorDiv(2) &&
         isWhole(apply->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void SizeClasses::learnLoops(linalg::LinalgOp op) {
  auto learnShape = [&](Value tensor, AffineMap map) {
    if (!isa<RankedTensorType>(tensor.getType()))
      return;
    for (auto [axis, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        unite(ofAxis(tensor, axis), ofLoop(op, dim.getPosition()));
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    learnShape(operand.get(), op.getMatchingIndexingMap(&operand));
    // Where the result is written to has a size, too.
    if (Operation *init = operand.get().getDefiningOp())
      if (isa<tensor::EmptyOp>(init) ||
          (op.isDpsInit(&operand) && isa<linalg::FillOp>(init)))
        learn(init);
  }
  for (OpResult result : op->getResults())
    learnShape(result, op.getIndexingMapMatchingResult(result));
}

void SizeClasses::learnReshape(Value expanded, Value collapsed,
                               ArrayRef<ReassociationIndices> groups) {
  auto shape = cast<RankedTensorType>(expanded.getType()).getShape();
  for (auto [axis, group] : llvm::enumerate(groups)) {
    SmallVector<int64_t> large(llvm::make_filter_range(
        group, [&](int64_t inner) { return shape[inner] != 1; }));
    if (large.size() == 1)
      unite(ofAxis(expanded, large.front()), ofAxis(collapsed, axis));
  }
}

void SizeClasses::learn(Operation *op) {
  if (!known.insert(op).second)
    return;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return learnLoops(linalgOp);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    for (auto [axis, size] : llvm::enumerate(empty.getMixedSizes()))
      unite(ofAxis(empty, axis), ofSize(size));
    return;
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    unsigned axis = 0;
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i))
        unite(ofAxis(slice, axis++), ofSize(size));
    return;
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return learnReshape(collapse.getSrc(), collapse,
                        collapse.getReassociationIndices());
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return learnReshape(expand, expand.getSrc(),
                        expand.getReassociationIndices());
  // Casts, and ops on whole tensors: all have one shape.
  if (!isa<tensor::CastOp>(op) && !OpTrait::hasElementwiseMappableTraits(op))
    return;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  for (Value operand : op->getOperands()) {
    auto other = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !other || type.getRank() != other.getRank())
      continue;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      unite(ofAxis(op->getResult(0), axis), ofAxis(operand, axis));
  }
}
