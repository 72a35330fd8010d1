//===- ShapeOnlyOps.cpp - Ops that put elements elsewhere -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeOnlyOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "quantir/IR/QuantTypes.h"

using namespace mlir;
using namespace quantir;

/// The permutation of a `linalg.transpose`, or of a `linalg.generic` that is
/// one: axis i of the result is axis permutation[i] of the tensor.
static std::optional<SmallVector<int64_t>> getPermutation(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  // MLIR has no transpose of rank 0: verifying one ends the process.
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    if (generic.hasPureTensorSemantics() && generic.getNumLoops() > 0)
      return linalg::isaTransposeOpInterface(generic);
  return std::nullopt;
}

Value quantir::getMovedTensor(Operation *op) {
  if (isa<tensor::ReshapeOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp, tensor::ExtractSliceOp>(op) ||
      getPermutation(op))
    return op->getOperand(0);
  return {};
}

bool quantir::isShapeCast(Operation *op) { return isa<tensor::CastOp>(op); }

/// The group, among those of a reshape, that is `axis` alone.
static std::optional<int64_t> findGroupOf(ArrayRef<ReassociationIndices> groups,
                                          int64_t axis) {
  for (auto [index, group] : llvm::enumerate(groups))
    if (group.size() == 1 && group.front() == axis)
      return index;
  return std::nullopt;
}

static std::optional<int64_t> followSlice(tensor::ExtractSliceOp slice,
                                          int64_t axis) {
  int64_t size = slice.getSourceType().getDimSize(axis);
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  bool isWhole = !ShapedType::isDynamic(size) &&
                 slice.getStaticOffsets()[axis] == 0 &&
                 slice.getStaticSizes()[axis] == size &&
                 slice.getStaticStrides()[axis] == 1;
  if (!isWhole || dropped.test(axis))
    return std::nullopt;
  int64_t droppedBefore = 0;
  for (int64_t i = 0; i < axis; ++i)
    droppedBefore += dropped.test(i);
  return axis - droppedBefore;
}

std::optional<int64_t> quantir::followAxis(Operation *op, int64_t axis) {
  if (isShapeCast(op))
    return axis;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return findGroupOf(collapse.getReassociationIndices(), axis);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    ReassociationIndices group = expand.getReassociationIndices()[axis];
    return group.size() == 1 ? std::optional(group.front()) : std::nullopt;
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return followSlice(slice, axis);
  if (std::optional<SmallVector<int64_t>> permutation = getPermutation(op))
    return llvm::find(*permutation, axis) - permutation->begin();
  return std::nullopt;
}

/// A `linalg.transpose` to `type`, which may know more or less of the shape
/// than `tensor` does.
static Value createTranspose(OpBuilder &b, Location loc, Value tensor,
                             ArrayRef<int64_t> permutation,
                             RankedTensorType type) {
  auto source = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  for (int64_t axis : permutation) {
    shape.push_back(source.getDimSize(axis));
    if (source.isDynamicDim(axis))
      dynamicSizes.push_back(tensor::DimOp::create(b, loc, tensor, axis));
  }
  Value empty =
      tensor::EmptyOp::create(b, loc, type.clone(shape), dynamicSizes);
  Value result = linalg::TransposeOp::create(b, loc, tensor, empty, permutation)
                     ->getResult(0);
  if (result.getType() == type)
    return result;
  return tensor::CastOp::create(b, loc, type, result);
}

Value quantir::createMoved(OpBuilder &b, Operation *op, Value tensor) {
  Type type = withElementType(op->getResult(0).getType(),
                              getElementTypeOrSelf(tensor.getType()));
  if (std::optional<SmallVector<int64_t>> permutation = getPermutation(op))
    return createTranspose(b, op->getLoc(), tensor, *permutation,
                           cast<RankedTensorType>(type));
  IRMapping mapping;
  mapping.map(op->getOperand(0), tensor);
  Operation *moved = b.clone(*op, mapping);
  moved->getResult(0).setType(type);
  return moved->getResult(0);
}
