//===- CastChecks.cpp - Run-time checks of casts --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quantir;

Value quantir::emitIndex(ImplicitLocOpBuilder &b, int64_t value,
                         const CastLoopOptions &options) {
  TypedAttr attribute = b.getIndexAttr(value);
  if (options.constants)
    return options.constants->get(b, attribute);
  return arith::ConstantOp::create(b, attribute);
}

Value quantir::emitDim(ImplicitLocOpBuilder &b, Value tensor, int64_t axis,
                       const CastLoopOptions &options) {
  return tensor::DimOp::create(b, tensor, emitIndex(b, axis, options));
}

/// `message` says what is expected. An assertion can't say what was found, as
/// its text is a constant.
static void emitCheck(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                      Value found, int64_t expected, const Twine &message,
                      const CastLoopOptions &options) {
  Value holds = arith::CmpIOp::create(b, predicate, found,
                                      emitIndex(b, expected, options));
  if (options.printFound) {
    Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
    Value fails = arith::XOrIOp::create(b, holds, yes);
    scf::IfOp::create(b, fails, [&](OpBuilder &nested, Location loc) {
      vector::PrintOp::create(nested, loc, (message + ", but got ").str());
      vector::PrintOp::create(nested, loc, found);
      scf::YieldOp::create(nested, loc);
    });
  }
  cf::AssertOp::create(b, holds, message.str());
}

void quantir::emitSizeCheck(ImplicitLocOpBuilder &b, Value tensor, int64_t axis,
                            int64_t size, size_t grid,
                            const CastLoopOptions &options) {
  if (!options.runtimeChecks)
    return;
  Value found = emitDim(b, tensor, axis, options);
  emitCheck(b, arith::CmpIPredicate::eq, found, size,
            options.opNames[grid] + ": expected dimension " + Twine(axis) +
                " to have the " + Twine(size) +
                " elements that the scales of its type describe",
            options);
}

void quantir::emitChannelChecks(ImplicitLocOpBuilder &b, Value input,
                                Value rank, ArrayRef<Quantization> types,
                                const CastLoopOptions &options) {
  if (!options.runtimeChecks)
    return;
  for (auto [grid, type] : llvm::enumerate(types)) {
    if (type.granularity != Granularity::PerAxis)
      continue;
    int64_t axis = type.getAxis();
    emitCheck(b, arith::CmpIPredicate::sgt, rank, axis,
              options.opNames[grid] +
                  ": expected a tensor of rank above the quantized axis " +
                  Twine(axis),
              options);
    emitSizeCheck(b, input, axis, type.scales.size(), grid, options);
  }
}
