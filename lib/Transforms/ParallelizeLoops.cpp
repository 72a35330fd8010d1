//===- ParallelizeLoops.cpp - Loops over threads --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTPARALLELIZELOOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// True if the loops of `op` have at least so many elements, as far as known,
/// and there is more than one round of the outermost.
static bool isWorthIt(linalg::LinalgOp op, int64_t minElements) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  // Of no elements MLIR's tiling makes no parts.
  if (sizes.empty() || sizes.front() == 1 || llvm::is_contained(sizes, 0))
    return false;
  std::optional<int64_t> elements = multiplySizes(sizes);
  return ShapedType::isDynamicShape(sizes) || !elements ||
         *elements >= minElements;
}

namespace {

struct ParallelizeLoopsPass
    : quantir::impl::QuantParallelizeLoopsBase<ParallelizeLoopsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyThreads(*this, context, threads);
  }

  void runOnOperation() override {
    if (threads == 1)
      return;
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() &&
          op.getNumParallelLoops() == op.getNumLoops() &&
          isWorthIt(op, minElements) && !op->getParentOfType<scf::ForallOp>())
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (failed(spread(op)))
        return signalPassFailure();
  }

private:
  LogicalResult spread(linalg::LinalgOp op) {
    IRRewriter rewriter(op);
    if (failed(spreadOverThreads(rewriter,
                                 cast<TilingInterface>(op.getOperation()),
                                 /*loop=*/0, threads)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace
