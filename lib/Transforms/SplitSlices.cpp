//===- SplitSlices.cpp - Slices first, then fewer dimensions --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"

#include <utility>

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTSPLITSLICES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// Whether a slice of `reducedRank` leaves out some of the dimensions that may
/// be of size 1, but not all: which ones can't be told by their number. With
/// strides of 1 they can, by the strides of source and result.
static bool isAmbiguous(OffsetSizeAndStrideOpInterface op,
                        int64_t reducedRank) {
  if (llvm::all_of(op.getStaticStrides(),
                   [](int64_t stride) { return stride == 1; }))
    return false;
  ArrayRef<int64_t> sizes = op.getStaticSizes();
  int64_t dropped = static_cast<int64_t>(sizes.size()) - reducedRank;
  int64_t candidates = llvm::count_if(sizes, [](int64_t size) {
    return size == 1 || ShapedType::isDynamic(size);
  });
  return dropped > 0 && candidates > dropped;
}

/// The dimensions of the whole that become one of the slice: one that is kept,
/// and dropped ones beside it.
static SmallVector<ReassociationIndices>
getGroups(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups(1);
  bool hasKept = false;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    if (!dropped.test(dim) && std::exchange(hasKept, true))
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return groups;
}

static void split(tensor::ExtractSliceOp op) {
  if (!isAmbiguous(op, op.getType().getRank()))
    return;
  OpBuilder b(op);
  Value whole = tensor::ExtractSliceOp::create(
      b, op.getLoc(), op.getSource(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  Value part = tensor::CollapseShapeOp::create(
      b, op.getLoc(), op.getType(), whole, getGroups(op.getDroppedDims()));
  op.replaceAllUsesWith(part);
  op.erase();
}

/// Likewise; `before` is where the source can be made.
template <typename InsertOp>
static void splitInsert(InsertOp op, Operation *before) {
  if (!isAmbiguous(op, op.getSourceType().getRank()))
    return;
  OpBuilder b(before);
  RankedTensorType whole = tensor::ExtractSliceOp::inferResultType(
      op.getDestType(), op.getStaticSizes());
  Value expanded = tensor::ExpandShapeOp::create(
      b, op.getLoc(), whole, op.getSource(), getGroups(op.getDroppedDims()),
      op.getMixedSizes());
  op.getSourceMutable().assign(expanded);
}

/// The view of the same rank, and of it the one of fewer dimensions, which has
/// all of it: there the strides of source and result are the same.
static void split(memref::SubViewOp op) {
  if (!isAmbiguous(op, op.getType().getRank()))
    return;
  OpBuilder b(op);
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  Value whole = memref::SubViewOp::create(b, op.getLoc(), op.getSource(),
                                          op.getMixedOffsets(), sizes,
                                          op.getMixedStrides());
  SmallVector<OpFoldResult> zeros(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), b.getIndexAttr(1));
  Value part = memref::SubViewOp::create(b, op.getLoc(), op.getType(), whole,
                                         zeros, sizes, ones);
  op.replaceAllUsesWith(part);
  op.erase();
}

static void splitAny(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    split(slice);
  else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    splitInsert(insert, op);
  else if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
    // It stands among others of its kind alone.
    splitInsert(insert, op->getParentOp());
  else if (auto view = dyn_cast<memref::SubViewOp>(op))
    split(view);
}

namespace {

struct SplitSlicesPass : quantir::impl::QuantSplitSlicesBase<SplitSlicesPass> {
  void runOnOperation() override { getOperation()->walk(splitAny); }
};

} // namespace
