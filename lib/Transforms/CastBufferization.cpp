//===- CastBufferization.cpp - Casts meet bufferization -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/CastBufferization.h"

#include "quantir/IR/QuantDialect.h"
#include "quantir/IR/QuantOps.h"

using namespace mlir;
using namespace quantir;

template <typename CastOp>
static void attachModel(MLIRContext *context) {
  CastOp::template attachInterface<CastBufferizationModel<CastOp>>(*context);
}

void quantir::registerCastBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, QuantDialect *) {
    attachModel<QuantizeCastOp>(context);
    attachModel<DequantizeCastOp>(context);
    attachModel<StorageCastOp>(context);
  });
}
