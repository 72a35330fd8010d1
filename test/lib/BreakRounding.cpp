//===- BreakRounding.cpp - A lowering that is wrong on purpose ------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

class BreakRounding : public PassWrapper<BreakRounding, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakRounding)

  StringRef getArgument() const override { return "quant-test-break-rounding"; }
  StringRef getDescription() const override {
    return "Truncate instead of rounding to nearest even";
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](math::RoundEvenOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<math::TruncOp>(op, op.getOperand());
    });
  }
};

} // namespace

std::unique_ptr<Pass> quantir::test::createBreakRoundingPass() {
  return std::make_unique<BreakRounding>();
}
