//===- LimitSharing.cpp - Not one buffer for all tensors ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTLIMITSHARING
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

namespace {

/// The copy of an empty tensor that is in use, and how often it is used.
struct Share {
  Operation *empty;
  int64_t uses = 0;
};

struct LimitSharingPass
    : quantir::impl::QuantLimitSharingBase<LimitSharingPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (uses >= 1)
      return success();
    return emitError(UnknownLoc::get(context))
           << getArgument() << ": expected uses to be at least 1, but got "
           << int64_t(uses);
  }

  void runOnOperation() override {
    DenseMap<Operation *, Share> shares;
    // In the order of the program, so that what follows each other shares.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (auto empty = operand.get().getDefiningOp<tensor::EmptyOp>())
          operand.set(take(shares[empty], empty));
    });
  }

private:
  Value take(Share &share, Operation *original) {
    if (!share.empty)
      share.empty = original;
    if (share.uses == uses) {
      OpBuilder b(share.empty->getContext());
      b.setInsertionPointAfter(share.empty);
      share = {b.clone(*original), 0};
    }
    ++share.uses;
    return share.empty->getResult(0);
  }
};

} // namespace
