//===- RaiseFusedOps.cpp - Unfused forms to the fused op ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/RaiseFusedOps.h"

#include "SituMatcher.h"
#include "UnfusedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/QuantHost.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTRAISEFUSEDOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

/// The tensor with one axis, or with another one of size 1 at `unitAxis`.
static Value flatten(ImplicitLocOpBuilder &b, Value tensor, int64_t unitAxis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  bool isFlat = type.getRank() == 1 ||
                (type.getRank() == 2 && type.getDimSize(unitAxis) == 1 &&
                 type.getDimSize(1 - unitAxis) != 1);
  if (isFlat)
    return tensor;
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(
        b, RankedTensorType::get({1}, type.getElementType()), tensor,
        ArrayRef<ReassociationIndices>());
  SmallVector<ReassociationIndices> all{
      llvm::to_vector<2>(llvm::seq(type.getRank()))};
  return tensor::CollapseShapeOp::create(b, tensor, all);
}

/// A parameter as the fused op takes it; null if there is none.
static Value createParameter(ImplicitLocOpBuilder &b, ElementView &view,
                             const Element &element) {
  if (!element)
    return {};
  auto single = RankedTensorType::get({1}, b.getF32Type());
  if (std::optional<APFloat> number = view.getFloat(element))
    return arith::ConstantOp::create(b,
                                     DenseElementsAttr::get(single, *number));
  if (!element.isTensor())
    return tensor::FromElementsOp::create(b, single, element.value);
  return flatten(b, element.value, /*unitAxis=*/0);
}

static Value createWeightScale(ImplicitLocOpBuilder &b, ElementView &view,
                               const FoundSitu &found) {
  Type element = getElementTypeOrSelf(found.x);
  if (found.weightScale || !element.isInteger())
    return createParameter(b, view, found.weightScale);
  return arith::ConstantOp::create(
      b,
      DenseElementsAttr::get(RankedTensorType::get({1}, b.getF32Type()), 1.0f));
}

/// The scale of each row, which is the same for all where `found` has one
/// number.
static Value createActivationScale(ImplicitLocOpBuilder &b, ElementView &view,
                                   const FoundSitu &found) {
  auto x = cast<RankedTensorType>(found.x.getType());
  const Element &scale = found.activationScale;
  if (!x.getElementType().isInteger(32))
    return {};
  std::optional<APFloat> number =
      scale ? view.getFloat(scale) : std::optional(APFloat(1.0f));
  if (!number && scale.isTensor()) {
    auto type = cast<RankedTensorType>(scale.value.getType());
    bool isSingle = type.hasStaticShape() && type.getNumElements() == 1;
    if (!isSingle || x.getDimSize(0) == 1)
      return flatten(b, scale.value, /*unitAxis=*/1);
  }
  auto type = RankedTensorType::get({x.getDimSize(0)}, b.getF32Type());
  if (number && type.hasStaticShape())
    return arith::ConstantOp::create(b, DenseElementsAttr::get(type, *number));
  Value single = scale.value;
  if (number) {
    single =
        arith::ConstantOp::create(b, b.getFloatAttr(b.getF32Type(), *number));
  } else if (scale.isTensor()) {
    Value zero = arith::ConstantIndexOp::create(b, 0);
    SmallVector<Value> origin(scale.at.size(), zero);
    single = tensor::ExtractOp::create(b, single, origin);
  }
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(tensor::DimOp::create(b, found.x, 0));
  return tensor::SplatOp::create(b, type, single, sizes);
}

static DequantSituQuantOp createFusedOp(ImplicitLocOpBuilder &b,
                                        ElementView &view,
                                        const FoundSitu &found,
                                        RankedTensorType type) {
  Type scaleType;
  if (found.isDynamic)
    scaleType =
        RankedTensorType::get(type.getShape().drop_back(), b.getF32Type());
  // One after another: arguments are evaluated in any order.
  Value weightScale = createWeightScale(b, view, found);
  Value activationScale = createActivationScale(b, view, found);
  Value bias = createParameter(b, view, found.bias);
  Value quantScale = createParameter(b, view, found.quantScale);
  Value quantOffset = createParameter(b, view, found.quantOffset);
  auto op = DequantSituQuantOp::create(
      b, type, scaleType, found.x, weightScale, activationScale, bias,
      quantScale, quantOffset, /*group_index=*/Value(), /*row_offset=*/Value(),
      APFloat(found.beta), APFloat(found.linearBeta), found.activateLeft,
      stringifyQuantType(found.isDynamic ? QuantType::Dynamic
                                         : QuantType::Static));
  op->setDiscardableAttr(QuantirDialect::PolicyAttrHelper::getNameStr(),
                         PolicyAttr::get(b.getContext(), found.knobs));
  return op;
}

/// `scale` as the unfused form has it: perhaps with an axis of size 1 more.
static Value createScale(ImplicitLocOpBuilder &b, Value scale,
                         RankedTensorType type) {
  auto have = cast<RankedTensorType>(scale.getType());
  if (type.getRank() > have.getRank()) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t axis = 0; axis < have.getRank(); ++axis)
      groups.push_back({axis});
    groups.back().push_back(have.getRank());
    SmallVector<int64_t> shape(have.getShape());
    shape.push_back(1);
    scale = tensor::ExpandShapeOp::create(
        b, RankedTensorType::get(shape, have.getElementType()), scale, groups);
  }
  if (scale.getType() != type)
    scale = tensor::CastOp::create(b, type, scale);
  return scale;
}

//===----------------------------------------------------------------------===//
// Raising
//===----------------------------------------------------------------------===//

static bool isVisibleAt(Value value, Operation *op) {
  if (!value)
    return true;
  Operation *ancestor = value.getParentBlock()->findAncestorOpInBlock(*op);
  Operation *definition = value.getDefiningOp();
  return ancestor && (!definition || definition->isBeforeInBlock(ancestor));
}

/// The values that the fused op reads.
static SmallVector<Value> getInputs(ElementView &view, const FoundSitu &found) {
  SmallVector<Value> inputs{found.x};
  for (const Element &parameter :
       {found.weightScale, found.activationScale, found.bias, found.quantScale,
        found.quantOffset})
    if (parameter && !view.getFloat(parameter))
      inputs.push_back(parameter.value);
  return inputs;
}

FailureOr<DequantSituQuantOp> quantir::raiseFusedOp(RewriterBase &rewriter,
                                                    OpResult codes) {
  auto type = dyn_cast<RankedTensorType>(codes.getType());
  if (!type || type.getRank() < 2 || type.getEncoding() ||
      !type.getElementType().isSignlessInteger(8))
    return failure();
  SituMatcher matcher(codes);
  std::optional<FoundSitu> found = matcher.match();
  if (!found)
    return failure();
  SmallVector<Value> inputs = getInputs(matcher.getView(), *found);
  std::optional<UnfusedOps> unfused = UnfusedOps::find(matcher, codes, inputs);
  if (!unfused)
    return failure();
  Operation *first = unfused->getFirstReplaced();
  if (!llvm::all_of(inputs,
                    [&](Value input) { return isVisibleAt(input, first); }))
    return failure();
  if (unfused->usesGuardedScale())
    found->knobs.zeroRowScale = ZeroRowScale::One;

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(first);
  ImplicitLocOpBuilder b(codes.getLoc(), rewriter);
  DequantSituQuantOp op = createFusedOp(b, matcher.getView(), *found, type);
  rewriter.replaceAllUsesWith(codes, op.getY());
  for (Value scale : unfused->getScales())
    rewriter.replaceAllUsesWith(
        scale, createScale(b, op.getYScale(),
                           cast<RankedTensorType>(scale.getType())));
  unfused->erase(rewriter);
  return op;
}

namespace {

/// Remembers what is gone.
struct ErasedOps : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { ops.insert(op); }

  DenseSet<Operation *> ops;
};

} // namespace

void quantir::raiseFusedOps(Operation *root) {
  SmallVector<std::pair<Operation *, unsigned>> candidates;
  root->walk([&](Operation *op) {
    if (op == root || !isComputation(op))
      return;
    for (OpResult result : op->getResults())
      if (getElementTypeOrSelf(result).isSignlessInteger(8))
        candidates.push_back({op, result.getResultNumber()});
  });
  ErasedOps erased;
  IRRewriter rewriter(root->getContext(), &erased);
  for (auto [op, number] : candidates)
    if (!erased.ops.contains(op))
      (void)raiseFusedOp(rewriter, op->getResult(number));
}

namespace {

struct RaiseFusedOpsPass
    : quantir::impl::QuantRaiseFusedOpsBase<RaiseFusedOpsPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    addDependentQuantHost(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    return verifyQuantHost(context, getArgument());
  }

  void runOnOperation() override { raiseFusedOps(getOperation()); }
};

} // namespace
