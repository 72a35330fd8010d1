//===- FusedRows.h - Rows of the fused op -----------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors of rank 1 that are parts of rows, and the ops on them.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_FUSEDROWS_H
#define QUANTIR_LIB_TRANSFORMS_FUSEDROWS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/Numerics/FusedEmitter.h"

namespace quantir {

using ScalarBody = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                  llvm::ArrayRef<mlir::Value>)>;

/// The `size` elements from `offset` on in the row of `tensor` at `indices`, as
/// a tensor of rank 1.
mlir::Value getRowPart(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                       mlir::ValueRange indices, mlir::OpFoldResult offset,
                       mlir::OpFoldResult size);

/// The element-wise op over operands that are null, scalars, or tensors of rank
/// 1, into `output`; the body sees null or a scalar for each.
mlir::Value emitElementwise(mlir::ImplicitLocOpBuilder &b,
                            llvm::ArrayRef<mlir::Value> operands,
                            mlir::Value output, ScalarBody body);

/// The bits of the largest magnitude in `row`, through `scratch`, an i32 tensor
/// of rank 0.
mlir::Value emitLargest(mlir::ImplicitLocOpBuilder &b,
                        const FusedEmitter &emitter, mlir::Value row,
                        mlir::Value scratch);

/// `size` numbers from `offset` on of the row of `tensor` at `leading`, or, if
/// the row has only one, that one so many times: where only the run shows which
/// it is.
mlir::Value emitSpread(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                       mlir::ValueRange leading, mlir::OpFoldResult offset,
                       mlir::OpFoldResult size);

/// Fills the rows of `tensor` from `first` on with zeros.
mlir::Value emitZeroRows(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                         mlir::Value first);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_FUSEDROWS_H
