//===- LowerCasts.cpp - Casts to arith and linalg -------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/LowerCasts.h"

#include "CastLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTLOWERCASTS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

namespace {

/// Makes the scalar code of casts, once for each type and policy: a type may
/// have thousands of parameters.
class CastEmitters {
public:
  explicit CastEmitters(const LowerCastsConfig &config) : config(config) {}

  struct Entry {
    Quantization type;
    std::unique_ptr<CastEmitter> emitter;
  };

  /// The code for `op`, a qcast or dcast that keeps its rules. Null after an
  /// error if the policy in force isn't defined for its type.
  const Entry *get(Operation *op);

  const LowerCastsConfig &getConfig() const { return config; }

private:
  LowerCastsConfig config;
  /// By quantized type, merged policy and direction.
  DenseMap<std::tuple<Type, Attribute, unsigned>, std::unique_ptr<Entry>>
      entries;
};

} // namespace

const CastEmitters::Entry *CastEmitters::get(Operation *op) {
  bool quantizes = isQuantizeCast(op);
  QuantizedTypeInterface type = getQuantizedElementType(getQuantizedSide(op));
  PolicyKnobs knobs = getPolicyInScope(op);
  knobs.fillFrom(config.policy);
  std::unique_ptr<Entry> &entry =
      entries[{type, PolicyAttr::get(op->getContext(), knobs), quantizes}];
  if (entry)
    return entry.get();
  Quantization quantization = *type.getQuantization();
  NumericPolicy policy = NumericPolicy::resolve(knobs);
  auto emitError = [&] { return op->emitOpError(); };
  auto emitter =
      quantizes
          ? getQuantizeEmitter(policy, quantization, emitError, config.forms)
          : getDequantizeEmitter(policy, quantization, emitError);
  if (!emitter)
    return nullptr;
  entry = std::make_unique<Entry>(Entry{quantization, std::move(emitter)});
  return entry.get();
}

/// Checks that `op` can be lowered, with an error if it can't.
static LogicalResult checkCast(Operation *op, CastEmitters &emitters) {
  // MLIR's own ops keep fewer rules than ours.
  if (failed(isQuantizeCast(op) ? verifyQuantizeCast(op)
                                : verifyDequantizeCast(op)))
    return failure();
  const CastEmitters::Entry *entry = emitters.get(op);
  if (!entry)
    return failure();
  auto hasEncoding = [](Type type) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked && ranked.getEncoding();
  };
  if (entry->type.granularity == Granularity::Blocked &&
      (hasEncoding(op->getOperand(0).getType()) ||
       hasEncoding(op->getResult(0).getType())))
    return op->emitOpError("expected a tensor without encoding where the "
                           "parameters are blocked: it is reshaped by blocks");
  return success();
}

/// Replaces a cast that was checked.
static void lowerCast(RewriterBase &rewriter, Operation *op,
                      CastEmitters &emitters,
                      GridConstants *constants = nullptr) {
  const CastEmitters::Entry *entry = emitters.get(op);
  CastLoopOptions options{{op->getName().getStringRef()},
                          emitters.getConfig().runtimeChecks,
                          constants};
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Value input = op->getOperand(0);
  Type resultType = op->getResult(0).getType();
  if (isDequantizeCast(op)) {
    Type stored =
        withElementType(input.getType(), entry->type.getStorageType());
    input = createStorageCast(b, op->getLoc(), input, stored);
  }
  Value result =
      emitCastLoop(b, input, resultType, entry->type, *entry->emitter, options);
  rewriter.replaceOp(op,
                     createStorageCast(b, op->getLoc(), result, resultType));
}

LogicalResult quantir::lowerCasts(Operation *root,
                                  const LowerCastsConfig &config) {
  CastEmitters emitters(config);
  SmallVector<Operation *> casts;
  bool ok = true;
  root->walk([&](Operation *op) {
    if (!isQuantizeCast(op) && !isDequantizeCast(op))
      return;
    casts.push_back(op);
    ok &= succeeded(checkCast(op, emitters));
  });
  if (!ok)
    return failure();
  IRRewriter rewriter(root->getContext());
  GridConstants constants;
  for (Operation *op : casts) {
    rewriter.setInsertionPoint(op);
    lowerCast(rewriter, op, emitters, &constants);
  }
  // Between two casts in a row the storage casts lead nowhere.
  SmallVector<Operation *> dead;
  root->walk([&](Operation *op) {
    if (isStorageCast(op) && op->use_empty())
      dead.push_back(op);
  });
  for (Operation *op : dead)
    rewriter.eraseOp(op);
  return success();
}

namespace {

struct LowerCastPattern : RewritePattern {
  LowerCastPattern(StringRef name, MLIRContext *context,
                   std::shared_ptr<CastEmitters> emitters)
      : RewritePattern(name, /*benefit=*/1, context),
        emitters(std::move(emitters)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkCast(op, *emitters)))
      return rewriter.notifyMatchFailure(op, "the policy is not defined here");
    lowerCast(rewriter, op, *emitters);
    return success();
  }

  std::shared_ptr<CastEmitters> emitters;
};

struct LowerCastsPass : quantir::impl::QuantLowerCastsBase<LowerCastsPass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    config.runtimeChecks = runtimeChecks;
    config.forms = {magicRounding, correctedQuotient};
    return readPolicyOptionsOf(*this, context, config.policy);
  }

  void runOnOperation() override {
    if (failed(lowerCasts(getOperation(), config)))
      signalPassFailure();
  }

  LowerCastsConfig config;
};

} // namespace

void quantir::populateLowerCastsPatterns(RewritePatternSet &patterns,
                                         const LowerCastsConfig &config) {
  auto emitters = std::make_shared<CastEmitters>(config);
  for (StringRef name : {kQuantizeCastName, kDequantizeCastName})
    patterns.add<LowerCastPattern>(name, patterns.getContext(), emitters);
}
