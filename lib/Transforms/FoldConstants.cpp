//===- FoldConstants.cpp - Casts of constants -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeOnlyOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Numerics/ConstantCasts.h"
#include "quantir/Numerics/Emitter.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTFOLDCONSTANTS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

namespace {

struct FoldConstantsPass
    : quantir::impl::QuantFoldConstantsBase<FoldConstantsPass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    return readPolicyOptionsOf(*this, context, optionKnobs);
  }
  void runOnOperation() override;

private:
  NumericPolicy getPolicy(Operation *op) const;
  /// The value without the storage casts around it.
  Value lookThroughStorageCasts(Value value);
  /// True if `dequantizeCast` begins a requantization in a form that isn't its
  /// two casts.
  bool isRequantized(Operation *dequantizeCast) const;
  /// The value that `cast` can be replaced by, or null.
  Value foldConstant(OpBuilder &builder, Operation *cast);
  Value foldRoundTrip(Operation *quantizeCast);

  PolicyKnobs optionKnobs;
  /// Whether a type comes back from the two casts, by type and the policies of
  /// both.
  DenseMap<std::tuple<Type, Attribute, Attribute>, bool> roundTrips;
  /// So many stored values may still be tried: a try takes about a microsecond.
  int64_t triesLeft = 0;
  /// What lookThroughStorageCasts has found.
  DenseMap<Value, Value> origins;
};

} // namespace

NumericPolicy FoldConstantsPass::getPolicy(Operation *op) const {
  return NumericPolicy::resolve(getPolicyInScope(op, optionKnobs));
}

Value FoldConstantsPass::lookThroughStorageCasts(Value value) {
  // A value is known, at first as its own origin, as soon as it is met: chains
  // may share their ends, and ops may stand in a circle.
  SmallVector<Value> chain;
  while (origins.try_emplace(value, value).second) {
    Operation *op = value.getDefiningOp();
    if (!isStorageCast(op))
      break;
    chain.push_back(value);
    value = op->getOperand(0);
  }
  value = origins[value];
  for (Value link : chain)
    origins[link] = value;
  return value;
}

bool FoldConstantsPass::isRequantized(Operation *dequantizeCast) const {
  SmallVector<Operation *> ops = {dequantizeCast};
  while (!ops.empty()) {
    Value value = ops.pop_back_val()->getResult(0);
    for (Operation *user : value.getUsers()) {
      if (isQuantizeCast(user) &&
          getPolicy(user).requantize != RequantizeForm::Exact)
        return true;
      if (getMovedTensor(user) == value)
        ops.push_back(user);
    }
  }
  return false;
}

Value FoldConstantsPass::foldConstant(OpBuilder &builder, Operation *cast) {
  bool quantizes = isQuantizeCast(cast);
  CastDirection direction =
      quantizes ? CastDirection::Quantize : CastDirection::Dequantize;
  TypedAttr constant;
  Value input = cast->getOperand(0);
  if (!quantizes)
    input = lookThroughStorageCasts(input);
  Attribute attribute;
  if (!matchPattern(input, m_Constant(&attribute)) ||
      !(constant = dyn_cast<TypedAttr>(attribute)))
    return {};
  // A constant computes what other values compute.
  if (!quantizes && isRequantized(cast))
    return {};
  QuantizedTypeInterface type = getQuantizedElementType(getQuantizedSide(cast));
  std::optional<Quantization> quantization = type.getQuantization();
  NumericPolicy policy = getPolicy(cast);
  auto shaped = dyn_cast<ShapedType>(constant.getType());
  if ((shaped && !shaped.hasStaticShape()) ||
      !checkPolicy(policy, direction, *quantization).empty())
    return {};
  TypedAttr result = castConstant(constant, *quantization, policy, quantizes);
  if (!result)
    return {};
  Value folded = arith::ConstantOp::create(builder, cast->getLoc(), result);
  Type resultType = cast->getResult(0).getType();
  if (quantizes)
    return createStorageCast(builder, cast->getLoc(), folded, resultType);
  return folded.getType() == resultType ? folded : Value();
}

Value FoldConstantsPass::foldRoundTrip(Operation *quantizeCast) {
  Operation *dequantizeCast = quantizeCast->getOperand(0).getDefiningOp();
  if (!dequantizeCast || !isDequantizeCast(dequantizeCast))
    return {};
  Value stored = dequantizeCast->getOperand(0);
  if (stored.getType() != quantizeCast->getResult(0).getType())
    return {};
  QuantizedTypeInterface type = getQuantizedElementType(stored.getType());
  PolicyKnobs inner = getPolicyInScope(dequantizeCast, optionKnobs);
  PolicyKnobs outer = getPolicyInScope(quantizeCast, optionKnobs);
  auto [entry, isNew] =
      roundTrips.try_emplace({type, PolicyAttr::get(&getContext(), inner),
                              PolicyAttr::get(&getContext(), outer)},
                             false);
  if (isNew) {
    Quantization quantization = *type.getQuantization();
    NumericPolicy dequantizePolicy = NumericPolicy::resolve(inner);
    NumericPolicy quantizePolicy = NumericPolicy::resolve(outer);
    entry->second =
        checkPolicy(dequantizePolicy, CastDirection::Dequantize, quantization)
            .empty() &&
        checkPolicy(quantizePolicy, CastDirection::Quantize, quantization)
            .empty() &&
        isRoundTripIdentity(quantization, dequantizePolicy, quantizePolicy,
                            triesLeft);
  }
  return entry->second ? stored : Value();
}

/// Erases casts and constants that nothing reads any more, users first.
static void eraseDead(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> candidates;
  root->walk([&](Operation *op) {
    if (isQuantizeCast(op) || isDequantizeCast(op) || isStorageCast(op) ||
        isa<arith::ConstantOp>(op))
      candidates.push_back(op);
  });
  for (Operation *op : llvm::reverse(candidates))
    if (op->use_empty())
      rewriter.eraseOp(op);
}

void FoldConstantsPass::runOnOperation() {
  SmallVector<Operation *> casts;
  bool ok = true;
  getOperation()->walk([&](Operation *op) {
    if (!isQuantizeCast(op) && !isDequantizeCast(op))
      return;
    casts.push_back(op);
    // MLIR's own ops keep fewer rules than ours.
    ok &= succeeded(verifyValueCast(op));
  });
  if (!ok)
    return signalPassFailure();
  origins.clear();
  triesLeft = 1 << 21;
  // A cast comes after those that it reads, so one round does it.
  IRRewriter rewriter(&getContext());
  for (Operation *cast : casts) {
    rewriter.setInsertionPoint(cast);
    Value folded = foldConstant(rewriter, cast);
    if (!folded && isQuantizeCast(cast))
      folded = foldRoundTrip(cast);
    if (folded)
      rewriter.replaceAllUsesWith(cast->getResult(0), folded);
  }
  eraseDead(rewriter, getOperation());
}
