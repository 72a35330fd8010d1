//===- SeparateResults.cpp - A buffer of its own for each result ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTSEPARATERESULTS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

static Value createCopy(OpBuilder &b, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(b, loc, buffer, dim));
  Value copy = memref::AllocOp::create(b, loc, type, sizes);
  memref::CopyOp::create(b, loc, buffer, copy);
  return copy;
}

namespace {

struct SeparateResultsPass
    : quantir::impl::QuantSeparateResultsBase<SeparateResultsPass> {
  void runOnOperation() override {
    getOperation()->walk([](func::ReturnOp op) {
      OpBuilder b(op);
      SmallPtrSet<Value, 4> returned;
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        if (type && type.getLayout().isIdentity() &&
            !returned.insert(operand.get()).second)
          operand.set(createCopy(b, op.getLoc(), operand.get()));
      }
    });
  }
};

} // namespace
