//===- ExpandDynamicShapes.cpp - One dimension into several unknown ones --===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTEXPANDDYNAMICSHAPES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

static bool hasGroupOfDynamicSizes(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return llvm::count_if(dims, [&](int64_t dim) {
                                 return type.isDynamicDim(dim);
                               }) > 1;
                      });
}

/// `known` as an attribute if it is static, else `value` as a value.
static OpFoldResult getAsTyped(OpBuilder &b, Location loc, int64_t known,
                               OpFoldResult value) {
  if (!ShapedType::isDynamic(known))
    return b.getIndexAttr(known);
  return getValueOrCreateConstantIndexOp(b, loc, value);
}

static void expand(RewriterBase &rewriter, memref::ExpandShapeOp op) {
  SmallVector<int64_t> strides;
  int64_t offset;
  MemRefType type = op.getResultType();
  if (failed(type.getStridesAndOffset(strides, offset)))
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto source =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> allStrides(sizes.size());
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  for (auto [dims, stride] : llvm::zip_equal(
           op.getReassociationIndices(), source.getConstifiedMixedStrides())) {
    OpFoldResult next = stride;
    for (int64_t dim : llvm::reverse(dims)) {
      allStrides[dim] = getAsTyped(rewriter, loc, strides[dim], next);
      next = affine::makeComposedFoldedAffineApply(rewriter, loc, product,
                                                   {next, sizes[dim]});
    }
  }
  OpFoldResult typedOffset =
      getAsTyped(rewriter, loc, offset, source.getConstifiedMixedOffset());
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, source.getBaseBuffer(), typedOffset, sizes, allStrides);
}

namespace {

struct ExpandDynamicShapesPass
    : quantir::impl::QuantExpandDynamicShapesBase<ExpandDynamicShapesPass> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> ops;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasGroupOfDynamicSizes(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (memref::ExpandShapeOp op : ops)
      expand(rewriter, op);
  }
};

} // namespace
