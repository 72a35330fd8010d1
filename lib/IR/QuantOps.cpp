//===- QuantOps.cpp - Casts of quantized values ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "quantir/IR/Casts.h"

using namespace mlir;
using namespace quantir;

#define GET_OP_CLASSES
#include "quantir/IR/QuantOps.cpp.inc"

LogicalResult DequantizeCastOp::verify() { return verifyValueCast(*this); }

LogicalResult QuantizeCastOp::verify() { return verifyValueCast(*this); }

LogicalResult StorageCastOp::verify() { return verifyStorageCast(*this); }

OpFoldResult StorageCastOp::fold(FoldAdaptor) {
  // The one fold that is right under every policy: bits cast there and back.
  auto inner = getInput().getDefiningOp<StorageCastOp>();
  // Where ops may stand in a circle, that may be this one's own result.
  if (inner && inner.getInput().getType() == getType() &&
      inner.getInput() != getResult())
    return inner.getInput();
  return {};
}
