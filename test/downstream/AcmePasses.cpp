//===- AcmePasses.cpp - Passes of a compiler that uses QuantIR ------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AcmePasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantDialect.h"
#include "quantir/IR/QuantOps.h"
#include "quantir/Numerics/NumericPolicy.h"
#include "quantir/Transforms/LowerCasts.h"
#include "quantir/Transforms/StorageTransparentModels.h"
#include "quantir/Transforms/StripTypes.h"

using namespace mlir;

namespace {

/// What differs between the hosts: the classes of the ops, and how types are
/// made.
struct BuiltinHost {
  using Dialect = quant::QuantDialect;
  using QuantizeOp = quant::QuantizeCastOp;
  using DequantizeOp = quant::DequantizeCastOp;

  static Type getType(FloatType expressed, double scale, int64_t zeroPoint) {
    return quant::UniformQuantizedType::get(
        quant::QuantizationFlags::Signed,
        IntegerType::get(expressed.getContext(), 8), expressed, scale,
        zeroPoint, /*storageTypeMin=*/-128, /*storageTypeMax=*/127);
  }
};

struct StandaloneHost {
  using Dialect = quantir::QuantDialect;
  using QuantizeOp = quantir::QuantizeCastOp;
  using DequantizeOp = quantir::DequantizeCastOp;

  static Type getType(FloatType expressed, double scale, int64_t zeroPoint) {
    quantir::Quantization parameters;
    parameters.storage =
        quantir::StorageSpec::fullRange(/*width=*/8, /*isSigned=*/true);
    parameters.expressedType = expressed;
    return quantir::UniformType::get(
        parameters.withOwnedArrays({}, {}, {}, {scale}, {zeroPoint}));
  }
};

/// Sends each float result of `arith.mulf` through an 8-bit type and back.
template <typename Host>
struct FakeQuantizePass : PassWrapper<FakeQuantizePass<Host>, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FakeQuantizePass)

  FakeQuantizePass() = default;
  FakeQuantizePass(const FakeQuantizePass &other)
      : PassWrapper<FakeQuantizePass<Host>, OperationPass<>>(other) {}

  StringRef getArgument() const final { return "acme-fake-quantize"; }
  StringRef getDescription() const final { return "Quantize all products"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<typename Host::Dialect>();
  }

  void runOnOperation() final {
    this->getOperation()->walk([&](arith::MulFOp op) {
      Type floatType = op.getType();
      auto element = cast<FloatType>(getElementTypeOrSelf(floatType));
      Type quantized = quantir::withElementType(
          floatType, Host::getType(element, scale, zeroPoint));
      OpBuilder b(op.getContext());
      b.setInsertionPointAfter(op);
      auto there = Host::QuantizeOp::create(b, op.getLoc(), quantized, op);
      auto back = Host::DequantizeOp::create(b, op.getLoc(), floatType, there);
      op.getResult().replaceAllUsesExcept(back, there);
    });
  }

  Pass::Option<double> scale{*this, "scale", llvm::cl::desc("of products"),
                             llvm::cl::init(1.0)};
  Pass::Option<int64_t> zeroPoint{
      *this, "zero-point", llvm::cl::desc("of products"), llvm::cl::init(0)};
};

/// x * 1 -> x, which stands for what a compiler has beside the casts.
struct MultiplyByOne : OpRewritePattern<arith::MulFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MulFOp op,
                                PatternRewriter &rewriter) const final {
    FloatAttr factor;
    if (!matchPattern(op.getRhs(), m_Constant(&factor)) ||
        !factor.getValue().isExactlyValue(1.0))
      return rewriter.notifyMatchFailure(op, "the factor isn't one");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

/// Lowers casts among its own patterns, under a policy of its own, and leaves
/// integers.
struct LowerPass : PassWrapper<LowerPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerPass)

  StringRef getArgument() const final { return "acme-lower"; }
  StringRef getDescription() const final { return "Lower to linalg"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                    linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
    quantir::registerStorageTransparentModels(registry);
  }

  void runOnOperation() final {
    quantir::LowerCastsConfig config;
    config.policy = *quantir::getPreset("tflite");
    RewritePatternSet patterns(&getContext());
    quantir::populateLowerCastsPatterns(patterns, config);
    patterns.add<MultiplyByOne>(&getContext());
    // Folding would drop casts: MLIR's dcast undoes a qcast.
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns),
                                  GreedyRewriteConfig().enableFolding(false))))
      return signalPassFailure();
    // A cast that can't be lowered is still there, and no error so far.
    if (failed(quantir::verifyNoCasts(getOperation(), config)) ||
        failed(quantir::stripQuantizedTypes(getOperation())))
      signalPassFailure();
  }
};

} // namespace

void acme::registerPassesBesideBuiltinQuant() {
  PassRegistration<FakeQuantizePass<BuiltinHost>>();
  PassRegistration<LowerPass>();
}

void acme::registerPassesWithQuantIR() {
  PassRegistration<FakeQuantizePass<StandaloneHost>>();
  PassRegistration<LowerPass>();
}
