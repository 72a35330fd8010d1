//===- FlattenLoops.cpp - Few long loops of many short ones ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTFLATTENLOOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// True if an operand with this map has both loops, side by side, or neither.
static bool walksInOneGo(AffineMap map, unsigned loop) {
  auto position = [&](unsigned of) {
    return map.getResultPosition(getAffineDimExpr(of, map.getContext()));
  };
  std::optional<unsigned> outer = position(loop), inner = position(loop + 1);
  if (!outer || !inner)
    return !outer && !inner;
  return *inner == *outer + 1;
}

/// The groups of loops of `op` that can become one.
static SmallVector<ReassociationIndices> getGroups(linalg::LinalgOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!op.hasPureBufferSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() || op.hasIndexSemantics() ||
      !llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return {};
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<ReassociationIndices> groups;
  bool merges = false;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    auto isInOneGo = [&](AffineMap map) { return walksInOneGo(map, loop - 1); };
    // Of no elements MLIR's collapsed shape isn't dynamic where it has to be.
    auto hasRounds = [&] {
      int64_t first = groups.back().front();
      return multiplySizes(ArrayRef(sizes).slice(first, loop + 1 - first))
                 .value_or(0) != 0;
    };
    if (loop > 0 && llvm::all_of(maps, isInOneGo) && hasRounds()) {
      groups.back().push_back(loop);
      merges = true;
    } else {
      groups.push_back({static_cast<int64_t>(loop)});
    }
  }
  return merges ? groups : SmallVector<ReassociationIndices>();
}

namespace {

struct FlattenLoopsPass
    : quantir::impl::QuantFlattenLoopsBase<FlattenLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateCollapseDimensions(patterns, getGroups);
    // Folds of MLIR's own casts change values, and one of them never ends where
    // casts stand in a circle.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
