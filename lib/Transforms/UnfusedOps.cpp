//===- UnfusedOps.cpp - The ops that the fused op replaces ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnfusedOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace quantir;

bool quantir::isComputation(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return !linalgOp.getBlock()->without_terminator().empty();
  return OpTrait::hasElementwiseMappableTraits(op) && op->getNumOperands() > 0;
}

/// Everything that `op` reads, in its regions too.
static SetVector<Value> getReadValues(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  if (op->getNumRegions() > 0)
    getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// The ops in the block of the codes that lead from the inputs to them, and
/// which of them depend on `x`, the first input.
bool UnfusedOps::collect(ArrayRef<Value> inputs) {
  constexpr size_t kMaxOps = 4096;
  Block *block = codes.getOwner()->getBlock();
  SetVector<Operation *> found, outside;
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && !llvm::is_contained(inputs, value))
      (op->getBlock() == block ? found : outside).insert(op);
  };
  found.insert(codes.getOwner());
  for (Value scale : llvm::concat<Value>(scales, guardedScales))
    add(scale);
  for (size_t i = 0; i < found.size(); ++i) {
    if (i == kMaxOps)
      return false;
    // A size says nothing of the elements.
    if (auto dim = dyn_cast<tensor::DimOp>(found[i]))
      add(dim.getIndex());
    else
      llvm::for_each(getReadValues(found[i]), add);
  }
  // What is computed of `x` in another block would stay there, or would be
  // computed as often as this block is run.
  for (size_t i = 0; i < outside.size(); ++i) {
    if (i == kMaxOps)
      return false;
    if (isa<tensor::DimOp>(outside[i]))
      continue;
    for (Value value : getReadValues(outside[i])) {
      if (value == inputs.front())
        return false;
      if (Operation *op = value.getDefiningOp())
        outside.insert(op);
    }
  }
  ops.assign(found.begin(), found.end());
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  for (Operation *op : llvm::reverse(ops))
    if (!isa<tensor::DimOp>(op) &&
        llvm::any_of(getReadValues(op), [&](Value value) {
          return value == inputs.front() ||
                 dependent.contains(value.getDefiningOp());
        }))
      dependent.insert(op);
  return true;
}

/// Follows the largest magnitudes to the tensors that hold scales.
void UnfusedOps::findScales(SituMatcher &matcher) {
  constexpr size_t kMaxOps = 64;
  Operation *reduction = matcher.getReduction();
  if (!reduction)
    return;
  SetVector<Operation *> found;
  found.insert(reduction);
  Block *block = codes.getOwner()->getBlock();
  for (size_t i = 0; i < found.size() && i < kMaxOps; ++i) {
    for (Operation *user : found[i]->getUsers()) {
      // Of ops on whole rows none leads to a scale.
      auto hasRows = [&](Value result) {
        auto type = dyn_cast<RankedTensorType>(result.getType());
        return type && (type.getRank() <
                            cast<RankedTensorType>(codes.getType()).getRank() ||
                        type.getShape().back() == 1);
      };
      if (user->getBlock() == block &&
          llvm::any_of(user->getResults(), hasRows))
        found.insert(user);
    }
    for (Value result : found[i]->getResults()) {
      RowValue kind = matcher.classifyRows(result);
      if (kind == RowValue::Scale)
        scales.push_back(result);
      else if (kind == RowValue::GuardedScale)
        guardedScales.push_back(result);
    }
  }
}

/// Which ops nobody needs when `replaced` has other uses.
void UnfusedOps::findDead(ArrayRef<Value> replaced) {
  dead.clear();
  Block *block = codes.getOwner()->getBlock();
  for (Operation *op : ops) {
    auto isDead = [&](Value result) {
      return llvm::is_contained(replaced, result) ||
             llvm::all_of(result.getUsers(), [&](Operation *user) {
               return dead.contains(block->findAncestorOpInBlock(*user));
             });
    };
    if (wouldOpBeTriviallyDead(op) && llvm::all_of(op->getResults(), isDead))
      dead.insert(op);
  }
}

bool UnfusedOps::isNeeded(Value value) const {
  Block *block = codes.getOwner()->getBlock();
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !dead.contains(block->findAncestorOpInBlock(*user));
  });
}

/// Computation on whole rows, of which nothing may be left.
bool UnfusedOps::losesAllWork() const {
  int64_t rank = cast<RankedTensorType>(codes.getType()).getRank();
  return llvm::all_of(ops, [&](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool isReduction = linalgOp && linalgOp.getNumReductionLoops() > 0;
    bool isOnRows = llvm::any_of(op->getResultTypes(), [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() >= rank &&
             tensor.getShape().back() != 1;
    });
    return dead.contains(op) || !dependent.contains(op) || !isComputation(op) ||
           !(isReduction || isOnRows);
  });
}

/// The fused op has one scale a row. Where the one that is 1 in rows of zeros
/// is needed, too, it is computed from the other as before.
bool UnfusedOps::chooseScales() {
  SmallVector<Value> replaced{codes};
  llvm::append_range(replaced, scales);
  llvm::append_range(replaced, guardedScales);
  findDead(replaced);
  auto needed = [&](ArrayRef<Value> values) {
    return llvm::to_vector(llvm::make_filter_range(
        values, [&](Value value) { return isNeeded(value); }));
  };
  SmallVector<Value> plain = needed(scales), guarded = needed(guardedScales);
  isGuarded = plain.empty() && !guarded.empty();
  if (isGuarded)
    scales = guarded;
  else if (guarded.empty())
    scales = plain;
  replaced.assign({codes});
  llvm::append_range(replaced, scales);
  findDead(replaced);
  scales = needed(scales);
  return losesAllWork();
}

std::optional<UnfusedOps> UnfusedOps::find(SituMatcher &matcher, OpResult codes,
                                           ArrayRef<Value> inputs) {
  UnfusedOps unfused(codes);
  unfused.findScales(matcher);
  if (!unfused.collect(inputs) || !unfused.chooseScales())
    return std::nullopt;
  return unfused;
}

Operation *UnfusedOps::getFirstReplaced() const {
  Operation *first = codes.getOwner();
  for (Value scale : scales)
    if (Operation *op = scale.getDefiningOp(); op->isBeforeInBlock(first))
      first = op;
  return first;
}

void UnfusedOps::erase(RewriterBase &rewriter) {
  for (Operation *op : ops)
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}
