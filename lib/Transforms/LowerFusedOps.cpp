//===- LowerFusedOps.cpp - Fused ops to arith and linalg ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/LowerFusedOps.h"

#include "FusedLoops.h"
#include "Threads.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTLOWERFUSEDOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// Fewer elements of `x` than this are done by one thread.
static constexpr int64_t kMinElements = 1 << 16;

/// Analyses of loops over tensors take a time that doubles with each loop
/// inside another. So many are made at most.
static constexpr int64_t kMaxLoops = 8;

/// True if `type` is known to have fewer elements than are worth threads.
static bool hasFewElements(RankedTensorType type) {
  std::optional<int64_t> elements = multiplySizes(type.getShape());
  return type.hasStaticShape() && elements && *elements < kMinElements;
}

/// The first leading dimension that isn't known to be 1, if `x` isn't known to
/// be small.
static std::optional<int64_t> getDimToSpread(DequantSituQuantOp op) {
  RankedTensorType x = op.getXType();
  // No slice may begin in a dimension without elements.
  if (hasFewElements(x) || op.getWidth() == 0 ||
      llvm::is_contained(x.getShape(), 0))
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
  FailureOr<scf::SCFTilingResult> tiled = spreadOverThreads(
      rewriter, cast<TilingInterface>(op.getOperation()), dim, threads);
  if (failed(tiled))
    return failure();
  rewriter.replaceOp(op, tiled->replacements);
  return cast<DequantSituQuantOp>(tiled->tiledOps.front());
}

/// Makes the dimensions `shape`, of the sizes `sizes`, of the first dimension
/// of `tensor`, and a `type` of it all.
static Value splitRows(ImplicitLocOpBuilder &b, Value tensor,
                       ArrayRef<int64_t> shape, ArrayRef<OpFoldResult> sizes,
                       RankedTensorType type) {
  auto source = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> allShape(shape);
  SmallVector<OpFoldResult> allSizes(sizes);
  SmallVector<ReassociationIndices> groups = {
      llvm::to_vector(llvm::seq<int64_t>(shape.size()))};
  if (source.getRank() > 1) {
    groups.push_back({static_cast<int64_t>(shape.size())});
    allShape.push_back(source.getDimSize(1));
    allSizes.push_back(tensor::getMixedSize(b, b.getLoc(), tensor, 1));
  }
  Value split = tensor::ExpandShapeOp::create(b, source.clone(allShape), tensor,
                                              groups, allSizes);
  return split.getType() == type ? split
                                 : tensor::CastOp::create(b, type, split);
}

/// Replaces `op` by one on rows in a single leading dimension, where it has
/// more of them than may become loops.
static FailureOr<DequantSituQuantOp> mergeLeadingDims(RewriterBase &rewriter,
                                                      DequantSituQuantOp op) {
  int64_t leading = op.getNumLeadingDims();
  RankedTensorType type = op.getXType();
  if (leading <= kMaxLoops)
    return op;
  if (!multiplySizes(type.getShape().drop_back()))
    return op.emitOpError("expected x of more than ")
           << kMaxLoops << " leading dimensions to have less than 2^63 rows";
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = op.getWidth();
  Value x = op.getX();
  if (shape != type.getShape())
    x = tensor::CastOp::create(b, type.clone(shape), x);
  ReassociationIndices rows = llvm::to_vector(llvm::seq<int64_t>(leading));
  SmallVector<ReassociationIndices> groups = {rows, {leading}};
  Value merged = tensor::CollapseShapeOp::create(b, x, groups);
  auto inner = DequantSituQuantOp::create(
      b, merged, op.getWeightScale(), op.getActivationScale(), op.getBias(),
      op.getQuantScale(), op.getQuantOffset(), op.getGroupIndex(),
      op.getRowOffset(), op.getBeta(), op.getLinearBeta(), op.getActivateLeft(),
      op.getQuantType());
  // The policy, if the op has one of its own.
  inner->setDiscardableAttrs(op->getDiscardableAttrDictionary());

  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), op.getX());
  sizes.pop_back();
  SmallVector<Value> results;
  for (auto [result, wanted] :
       llvm::zip_equal(inner->getResults(), op->getResultTypes()))
    results.push_back(splitRows(b, result, ArrayRef(shape).drop_back(), sizes,
                                cast<RankedTensorType>(wanted)));
  rewriter.replaceOp(op, results);
  return inner;
}

LogicalResult quantir::lowerFusedOp(RewriterBase &rewriter,
                                    DequantSituQuantOp op,
                                    const LowerFusedOpsConfig &config) {
  PolicyKnobs knobs = getPolicyInScope(op, config.policy);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  if (config.runtimeChecks) {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    emitFusedOpChecks(b, op);
  }
  FailureOr<DequantSituQuantOp> merged = mergeLeadingDims(rewriter, op);
  if (failed(merged))
    return failure();
  op = *merged;
  rewriter.setInsertionPoint(op);
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
    if (failed(verifyThreads(*this, context, threads)))
      return failure();
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
  LowerFusedOpsConfig config;
};

} // namespace

void quantir::populateLowerFusedOpsPatterns(RewritePatternSet &patterns,
                                            const LowerFusedOpsConfig &config) {
  patterns.add<LowerFusedOpPattern>(patterns.getContext(), config);
}
