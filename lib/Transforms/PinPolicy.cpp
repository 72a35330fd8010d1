//===- PinPolicy.cpp - The policy in force, on each op --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/Casts.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTPINPOLICY
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// The knobs of the fused op. Whether its polynomials are fused is left to
/// whoever knows the target, unless somebody said so.
static PolicyKnobs getPinnedKnobsOfFused(const NumericPolicy &policy) {
  PolicyKnobs knobs;
  knobs.rounding = policy.fusedRounding();
  knobs.scaling = policy.scaling;
  knobs.math = policy.math;
  knobs.polynomialFma = policy.polynomialFma;
  knobs.dynamicScale = policy.dynamicScale;
  knobs.zeroRowScale = policy.zeroRowScale;
  return knobs;
}

/// The knobs that the result of an op depends on, with their values under
/// `policy`.
static PolicyKnobs getPinnedKnobs(Operation *cast,
                                  const NumericPolicy &policy) {
  if (isa<DequantSituQuantOp>(cast))
    return getPinnedKnobsOfFused(policy);
  PolicyKnobs knobs;
  knobs.computeType = policy.computeType;
  // Two casts in a row may be fused.
  knobs.requantize = policy.requantize;
  if (isDequantizeCast(cast)) {
    knobs.dequantize = policy.dequantize;
    return knobs;
  }
  knobs.rounding = policy.castRounding();
  knobs.zeroPoint = policy.zeroPoint;
  knobs.scaling = policy.scaling;
  knobs.nan = policy.nan;
  return knobs;
}

namespace {

struct PinPolicyPass : quantir::impl::QuantPinPolicyBase<PinPolicyPass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    return readPolicyOptionsOf(*this, context, optionKnobs);
  }

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (!dependsOnPolicy(op))
        return;
      PolicyKnobs inForce = getPolicyInScope(op, optionKnobs);
      PolicyKnobs knobs = getPinnedKnobs(op, NumericPolicy::resolve(inForce));
      op->setAttr(QuantirDialect::PolicyAttrHelper::getNameStr(),
                  PolicyAttr::get(op->getContext(), knobs));
    });
  }

  PolicyKnobs optionKnobs;
};

} // namespace
