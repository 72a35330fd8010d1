//===- CastBufferization.h - Casts meet bufferization -----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No cast takes a buffer: casts are to be gone before bufferization. The models
// here make bufferization say so, where it would only say that an op "was not
// bufferized".
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_CASTBUFFERIZATION_H
#define QUANTIR_TRANSFORMS_CASTBUFFERIZATION_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "quantir/IR/Casts.h"

namespace quantir {

template <typename CastOp>
struct CastBufferizationModel
    : mlir::bufferization::BufferizableOpInterface::ExternalModel<
          CastBufferizationModel<CastOp>, CastOp> {
  bool
  bufferizesToMemoryRead(mlir::Operation *, mlir::OpOperand &,
                         const mlir::bufferization::AnalysisState &) const {
    return true;
  }
  bool
  bufferizesToMemoryWrite(mlir::Operation *, mlir::OpOperand &,
                          const mlir::bufferization::AnalysisState &) const {
    return false;
  }
  mlir::bufferization::AliasingValueList
  getAliasingValues(mlir::Operation *, mlir::OpOperand &,
                    const mlir::bufferization::AnalysisState &) const {
    return {};
  }
  llvm::LogicalResult
  bufferize(mlir::Operation *op, mlir::RewriterBase &,
            const mlir::bufferization::BufferizationOptions &,
            mlir::bufferization::BufferizationState &) const {
    return op->emitOpError("expected no casts of quantized tensors at "
                           "bufferization: run ")
           << (isStorageCast(op) ? "quant-strip-types"
                                 : "quant-lower-casts and quant-strip-types")
           << " first";
  }
};

/// Attaches the model to the casts of this project's `quant` dialect.
void registerCastBufferizationModels(mlir::DialectRegistry &registry);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_CASTBUFFERIZATION_H
