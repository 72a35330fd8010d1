//===- LowerFusedOps.cpp - Fused ops to arith and linalg ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/LowerFusedOps.h"

#include "FusedLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTLOWERFUSEDOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// Fewer elements of `x` than this are done by one thread.
static constexpr int64_t kMinElements = 1 << 16;

/// True if `type` is known to have fewer elements than are worth threads.
static bool hasFewElements(RankedTensorType type) {
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(elements, size, elements))
      return false;
  return elements < kMinElements;
}

/// The first leading dimension that isn't known to be 1, if `x` isn't known to
/// be small.
static std::optional<int64_t> getDimToSpread(DequantSituQuantOp op) {
  RankedTensorType x = op.getXType();
  if (hasFewElements(x) || op.getWidth() == 0)
    return std::nullopt;
  for (int64_t dim = 0; dim < op.getNumLeadingDims(); ++dim)
    if (x.getDimSize(dim) != 1)
      return dim;
  return std::nullopt;
}

/// Replaces `op` by an `scf.forall` around one of its tiles, which it returns.
static FailureOr<DequantSituQuantOp> spreadRows(RewriterBase &rewriter,
                                                DequantSituQuantOp op,
                                                int64_t dim, int64_t threads) {
  SmallVector<OpFoldResult> parts(op.getNumLeadingDims(),
                                  rewriter.getIndexAttr(0));
  parts[dim] = rewriter.getIndexAttr(threads);
  scf::SCFTilingOptions options;
  options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  options.setNumThreads(parts);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return op.emitOpError("can't be spread over threads");
  rewriter.replaceOp(op, tiled->replacements);
  return cast<DequantSituQuantOp>(tiled->tiledOps.front());
}

LogicalResult quantir::lowerFusedOp(RewriterBase &rewriter,
                                    DequantSituQuantOp op,
                                    const LowerFusedOpsConfig &config) {
  PolicyKnobs knobs = getPolicyInScope(op);
  knobs.fillFrom(config.policy);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  if (config.runtimeChecks) {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    emitFusedOpChecks(b, op);
  }
  std::optional<int64_t> dim =
      config.threads > 1 ? getDimToSpread(op) : std::nullopt;
  if (dim) {
    FailureOr<DequantSituQuantOp> tile =
        spreadRows(rewriter, op, *dim, config.threads);
    if (failed(tile))
      return failure();
    op = *tile;
    rewriter.setInsertionPoint(op);
  }
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  rewriter.replaceOp(
      op, emitFusedLoops(b, op, NumericPolicy::resolve(knobs), config.forms));
  return success();
}

namespace {

struct LowerFusedOpPattern : OpRewritePattern<DequantSituQuantOp> {
  LowerFusedOpPattern(MLIRContext *context, const LowerFusedOpsConfig &config)
      : OpRewritePattern(context), config(config) {}

  LogicalResult matchAndRewrite(DequantSituQuantOp op,
                                PatternRewriter &rewriter) const override {
    return lowerFusedOp(rewriter, op, config);
  }

  LowerFusedOpsConfig config;
};

struct LowerFusedOpsPass
    : quantir::impl::QuantLowerFusedOpsBase<LowerFusedOpsPass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    config.runtimeChecks = runtimeChecks;
    config.forms.magicRounding = magicRounding;
    config.threads = threads;
    if (config.threads < 1 || config.threads > kMaxThreads)
      return emitError(UnknownLoc::get(context))
             << getArgument() << ": expected threads to be between 1 and "
             << kMaxThreads << ", but got " << config.threads;
    return readPolicyOptionsOf(*this, context, config.policy);
  }

  void runOnOperation() override {
    SmallVector<DequantSituQuantOp> ops;
    getOperation()->walk([&](DequantSituQuantOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (DequantSituQuantOp op : ops)
      if (failed(lowerFusedOp(rewriter, op, config)))
        return signalPassFailure();
  }

private:
  static constexpr int64_t kMaxThreads = 1024;

  LowerFusedOpsConfig config;
};

} // namespace

void quantir::populateLowerFusedOpsPatterns(RewritePatternSet &patterns,
                                            const LowerFusedOpsConfig &config) {
  patterns.add<LowerFusedOpPattern>(patterns.getContext(), config);
}
