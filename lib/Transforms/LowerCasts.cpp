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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/IR/TypeText.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"
#include "llvm/ADT/SetVector.h"

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

  /// Sets `entry` to the code for `op`, a qcast or dcast that keeps its rules,
  /// under `policy`; or gives the error that this isn't defined for its type.
  InFlightDiagnostic get(Operation *op, PolicyAttr policy, const Entry *&entry);

  const LowerCastsConfig &getConfig() const { return config; }

private:
  LowerCastsConfig config;
  /// By quantized type, merged policy and direction.
  DenseMap<std::tuple<Type, Attribute, unsigned>, std::unique_ptr<Entry>>
      entries;
};

/// Finds the policies in force, once for all casts of an op that carry the same
/// one. For as long as no op is erased.
class PolicyScopes {
public:
  explicit PolicyScopes(const PolicyKnobs &fallback) : fallback(fallback) {}

  PolicyAttr get(Operation *op) {
    auto own = op->getAttrOfType<PolicyAttr>(
        QuantirDialect::PolicyAttrHelper::getNameStr());
    PolicyAttr &policy = policies[{op->getParentOp(), own}];
    if (!policy)
      policy = find(op, fallback);
    return policy;
  }

  static PolicyAttr find(Operation *op, const PolicyKnobs &fallback) {
    return PolicyAttr::get(op->getContext(), getPolicyInScope(op, fallback));
  }

private:
  PolicyKnobs fallback;
  DenseMap<std::pair<Operation *, Attribute>, PolicyAttr> policies;
};

} // namespace

InFlightDiagnostic CastEmitters::get(Operation *op, PolicyAttr policyAttr,
                                     const Entry *&entry) {
  bool quantizes = isQuantizeCast(op);
  QuantizedTypeInterface type = getQuantizedElementType(getQuantizedSide(op));
  std::unique_ptr<Entry> &known = entries[{type, policyAttr, quantizes}];
  if (!known) {
    Quantization quantization = *type.getQuantization();
    NumericPolicy policy = NumericPolicy::resolve(policyAttr.getKnobs());
    std::string error = checkPolicy(
        policy, quantizes ? CastDirection::Quantize : CastDirection::Dequantize,
        quantization);
    if (!error.empty())
      return op->emitOpError() << error;
    known = std::make_unique<Entry>(
        Entry{quantization,
              quantizes ? getQuantizeEmitter(policy, quantization, config.forms)
                        : getDequantizeEmitter(policy, quantization)});
  }
  entry = known.get();
  return {};
}

/// Sets `entry` to the code for `op`, or gives the error that it can't be
/// lowered.
static InFlightDiagnostic checkCast(Operation *op, CastEmitters &emitters,
                                    PolicyAttr policy,
                                    const CastEmitters::Entry *&entry) {
  // MLIR's own ops keep fewer rules than ours.
  if (InFlightDiagnostic error = verifyValueCast(op); failed(error))
    return error;
  if (InFlightDiagnostic error = emitters.get(op, policy, entry); failed(error))
    return error;
  auto hasEncoding = [](Type type) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked && ranked.getEncoding();
  };
  if (entry->type.granularity == Granularity::Blocked &&
      (hasEncoding(op->getOperand(0).getType()) ||
       hasEncoding(op->getResult(0).getType())))
    return op->emitOpError("expected a tensor without encoding where the "
                           "parameters are blocked, as it is reshaped by "
                           "blocks, but got ")
           << shortTypeText(op->getOperand(0).getType()) << " and "
           << shortTypeText(op->getResult(0).getType());
  return {};
}

/// The stored integers of `quantized`. Where that is a tensor whose rank a cast
/// has hidden, the cast comes last.
static Value createStoredTensor(ImplicitLocOpBuilder &b, Value quantized,
                                Type storage) {
  Type type = withElementType(quantized.getType(), storage);
  auto cast = quantized.getDefiningOp<tensor::CastOp>();
  if (!cast || !isa<UnrankedTensorType>(type))
    return createStorageCast(b, b.getLoc(), quantized, type);
  Value source = cast.getSource();
  Value stored = createStorageCast(b, b.getLoc(), source,
                                   withElementType(source.getType(), storage));
  return tensor::CastOp::create(b, type, stored);
}

/// Replaces a cast that was checked by its code. Gives the storage cast of the
/// result, if the cast has one.
static Operation *lowerCast(RewriterBase &rewriter, Operation *op,
                            const CastEmitters::Entry &entry,
                            const LowerCastsConfig &config,
                            GridConstants *constants = nullptr) {
  CastLoopOptions options{{op->getName().getStringRef()},
                          config.runtimeChecks,
                          constants,
                          config.printFound};
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Value input = op->getOperand(0);
  Type resultType = op->getResult(0).getType();
  bool quantizes = isQuantizeCast(op);
  if (!quantizes)
    input = createStoredTensor(b, input, entry.type.getStorageType());
  Value result =
      emitCastLoop(b, input, resultType, entry.type, *entry.emitter, options);
  if (quantizes)
    result = createStorageCast(b, op->getLoc(), result, resultType);
  rewriter.replaceOp(op, result);
  return quantizes ? result.getDefiningOp() : nullptr;
}

LogicalResult quantir::lowerCasts(Operation *root,
                                  const LowerCastsConfig &config) {
  CastEmitters emitters(config);
  PolicyScopes policies(config.policy);
  SmallVector<std::pair<Operation *, const CastEmitters::Entry *>> casts;
  bool ok = true;
  root->walk([&](Operation *op) {
    if (!isQuantizeCast(op) && !isDequantizeCast(op))
      return;
    const CastEmitters::Entry *entry = nullptr;
    ok &= succeeded(checkCast(op, emitters, policies.get(op), entry));
    casts.emplace_back(op, entry);
  });
  if (!ok)
    return failure();
  IRRewriter rewriter(root->getContext());
  GridConstants constants;
  // Between two casts in a row the storage casts lead nowhere.
  SmallVector<Operation *> storageCasts;
  for (auto [op, entry] : casts) {
    Operation *input = op->getOperand(0).getDefiningOp();
    if (isStorageCast(input) && input->hasOneUse())
      storageCasts.push_back(input);
    rewriter.setInsertionPoint(op);
    if (Operation *stored = lowerCast(rewriter, op, *entry, config, &constants))
      storageCasts.push_back(stored);
  }
  for (Operation *op :
       SetVector<Operation *>(storageCasts.begin(), storageCasts.end()))
    if (op->use_empty())
      rewriter.eraseOp(op);
  return success();
}

LogicalResult quantir::verifyNoCasts(Operation *root,
                                     const LowerCastsConfig &config) {
  CastEmitters emitters(config);
  PolicyScopes policies(config.policy);
  bool ok = true;
  root->walk([&](Operation *op) {
    if (!isQuantizeCast(op) && !isDequantizeCast(op))
      return;
    ok = false;
    // Where there is no other reason.
    const CastEmitters::Entry *entry = nullptr;
    if (succeeded(checkCast(op, emitters, policies.get(op), entry)))
      op->emitOpError("expected all casts to be lowered, but got one that no "
                      "pattern was applied to");
  });
  return success(ok);
}

namespace {

struct LowerCastPattern : RewritePattern {
  LowerCastPattern(StringRef name, MLIRContext *context,
                   std::shared_ptr<CastEmitters> emitters)
      : RewritePattern(name, /*benefit=*/1, context),
        emitters(std::move(emitters)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    PolicyAttr policy = PolicyScopes::find(op, emitters->getConfig().policy);
    const CastEmitters::Entry *entry = nullptr;
    InFlightDiagnostic error = checkCast(op, *emitters, policy, entry);
    if (failed(error)) {
      // No error, as the pattern just doesn't match.
      std::string reason = error.getUnderlyingDiagnostic()->str();
      error.abandon();
      return rewriter.notifyMatchFailure(op, reason);
    }
    lowerCast(rewriter, op, *entry, emitters->getConfig());
    return success();
  }

  std::shared_ptr<CastEmitters> emitters;
};

struct LowerCastsPass : quantir::impl::QuantLowerCastsBase<LowerCastsPass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    config.runtimeChecks = runtimeChecks;
    config.printFound = printFound;
    config.forms = {magicRounding, integerClamp, correctedQuotient};
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
