//===- LowerFusedOps.cpp - Fused ops to arith and linalg ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/LowerFusedOps.h"

#include "FusedLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTLOWERFUSEDOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

void quantir::lowerFusedOp(RewriterBase &rewriter, DequantSituQuantOp op,
                           const LowerFusedOpsConfig &config) {
  PolicyKnobs knobs = getPolicyInScope(op);
  knobs.fillFrom(config.policy);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  if (config.runtimeChecks)
    emitFusedOpChecks(b, op);
  rewriter.replaceOp(
      op, emitFusedLoops(b, op, NumericPolicy::resolve(knobs), config.forms));
}

namespace {

struct LowerFusedOpPattern : OpRewritePattern<DequantSituQuantOp> {
  LowerFusedOpPattern(MLIRContext *context, const LowerFusedOpsConfig &config)
      : OpRewritePattern(context), config(config) {}

  LogicalResult matchAndRewrite(DequantSituQuantOp op,
                                PatternRewriter &rewriter) const override {
    lowerFusedOp(rewriter, op, config);
    return success();
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
    return readPolicyOptionsOf(*this, context, config.policy);
  }

  void runOnOperation() override {
    SmallVector<DequantSituQuantOp> ops;
    getOperation()->walk([&](DequantSituQuantOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (DequantSituQuantOp op : ops)
      lowerFusedOp(rewriter, op, config);
  }

  LowerFusedOpsConfig config;
};

} // namespace

void quantir::populateLowerFusedOpsPatterns(RewritePatternSet &patterns,
                                            const LowerFusedOpsConfig &config) {
  patterns.add<LowerFusedOpPattern>(patterns.getContext(), config);
}
