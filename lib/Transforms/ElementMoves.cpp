//===- ElementMoves.cpp - Elements put elsewhere --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementView.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace quantir;

std::optional<Position> Position::shifted(OpFoldResult amount) const {
  Position position = *this;
  if (std::optional<int64_t> number = getConstantIntValue(amount)) {
    if (llvm::AddOverflow(position.offset, *number, position.offset))
      return std::nullopt;
    return position;
  }
  if (position.dynamicOffset)
    return std::nullopt;
  position.dynamicOffset = cast<Value>(amount);
  return position;
}

static Element moveThroughSlice(tensor::ExtractSliceOp op,
                                ArrayRef<Position> at) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Positions source;
  unsigned next = 0;
  for (auto [axis, offset, stride] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
    Position position = dropped.test(axis) ? Position::number(0) : at[next++];
    bool isUnit = isOneInteger(stride);
    if (!isUnit && position != Position::number(0))
      return {};
    std::optional<Position> shifted = position.shifted(offset);
    if (!shifted)
      return {};
    source.push_back(*shifted);
  }
  return ElementView::get(op.getSource(), source);
}

/// The position in the only axis of a group that isn't of size 1, or 0 if there
/// is none.
static Element moveThroughCollapse(tensor::CollapseShapeOp op,
                                   ArrayRef<Position> at) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  Positions source(shape.size(), Position::number(0));
  for (auto [group, position] :
       llvm::zip_equal(op.getReassociationIndices(), at)) {
    bool isTaken = false;
    for (int64_t axis : group) {
      if (shape[axis] == 1)
        continue;
      if (isTaken)
        return {};
      source[axis] = position;
      isTaken = true;
    }
  }
  return ElementView::get(op.getSrc(), source);
}

/// The axes of a group are the digits of a position: all but the last one that
/// isn't of size 1 must be numbers.
static Element moveThroughExpand(tensor::ExpandShapeOp op,
                                 ArrayRef<Position> at) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  Positions source;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    Position position;
    int64_t stride = 1;
    for (int64_t axis : llvm::reverse(group)) {
      if (shape[axis] == 1)
        continue;
      if (stride == 1) {
        position = at[axis];
      } else if (at[axis] != Position::number(0)) {
        int64_t step;
        if (!at[axis].isNumber() || ShapedType::isDynamic(stride) ||
            llvm::MulOverflow(at[axis].offset, stride, step) ||
            llvm::AddOverflow(position.offset, step, position.offset))
          return {};
      }
      if (ShapedType::isDynamic(shape[axis]))
        stride = ShapedType::kDynamic;
      else if (!ShapedType::isDynamic(stride) &&
               llvm::MulOverflow(stride, shape[axis], stride))
        return {};
    }
    source.push_back(position);
  }
  return ElementView::get(op.getSrc(), source);
}

Element ElementView::moveThrough(Operation *op, ArrayRef<Position> at) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return moveThroughSlice(slice, at);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return moveThroughCollapse(collapse, at);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return moveThroughExpand(expand, at);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return ElementView::get(cast.getSource(), at);
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return ElementView::getScalar(splat.getInput());
  auto list = dyn_cast<tensor::FromElementsOp>(op);
  if (list && list.getElements().size() == 1)
    return ElementView::getScalar(list.getElements().front());
  return {};
}
