//===- ParallelizeLoops.cpp - Loops over threads --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTPARALLELIZELOOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// How many elements the loops of `op` have; nothing where that isn't known
/// until the code runs.
static std::optional<int64_t> countElements(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  return ShapedType::isDynamicShape(sizes) ? std::nullopt
                                           : multiplySizes(sizes);
}

/// True if the loops of `op` may have enough elements, and there is more than
/// one round of the outermost.
static bool mayBeWorthIt(linalg::LinalgOp op, int64_t minElements) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  // Of no elements MLIR's tiling makes no parts.
  return !sizes.empty() && sizes.front() != 1 &&
         !llvm::is_contained(sizes, 0) &&
         countElements(op).value_or(minElements) >= minElements;
}

/// Makes `op` one of two: spread over threads it is the one that stays, for as
/// many elements as that needs; left as it is, the other.
static void spareShortLoops(IRRewriter &rewriter, linalg::LinalgOp op,
                            int64_t minElements) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value elements;
  for (Range range :
       cast<TilingInterface>(op.getOperation()).getIterationDomain(b)) {
    Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size);
    elements = elements ? arith::MulIOp::create(b, elements, size) : size;
  }
  Value least = arith::ConstantIndexOp::create(b, minElements);
  Value isLong =
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge, elements, least);
  auto branch = scf::IfOp::create(b, isLong, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.elseBlock());
  b.clone(*op);
  rewriter.moveOpBefore(op, branch.thenBlock()->getTerminator());
}

namespace {

struct ParallelizeLoopsPass
    : quantir::impl::QuantParallelizeLoopsBase<ParallelizeLoopsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (minElements >= 0)
      return verifyThreads(*this, context, threads);
    return emitError(UnknownLoc::get(context))
           << getArgument()
           << ": expected min-elements to be at least 0, but got "
           << int64_t(minElements);
  }

  void runOnOperation() override {
    if (threads == 1)
      return;
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() &&
          op.getNumParallelLoops() == op.getNumLoops() &&
          mayBeWorthIt(op, minElements) &&
          !op->getParentOfType<scf::ForallOp>())
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (failed(spread(op)))
        return signalPassFailure();
  }

private:
  LogicalResult spread(linalg::LinalgOp op) {
    IRRewriter rewriter(op);
    if (!countElements(op)) {
      spareShortLoops(rewriter, op, minElements);
      rewriter.setInsertionPoint(op);
    }
    if (failed(spreadOverThreads(rewriter,
                                 cast<TilingInterface>(op.getOperation()),
                                 /*loop=*/0, threads)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace
