//===- ShapeOnlyOps.h - Ops that put elements elsewhere ---------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose result holds elements of a tensor, in other places or fewer of
// them: what is done to each element may as well be done before as after.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_SHAPEONLYOPS_H
#define QUANTIR_LIB_TRANSFORMS_SHAPEONLYOPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace quantir {

/// The tensor whose elements `op` only puts elsewhere; null for other ops.
mlir::Value getMovedTensor(mlir::Operation *op);

/// The axis of the result of `op`, a shape-only op, along which position i
/// holds what stands at position i of the axis `axis` of its tensor. Nothing if
/// there is none, or not all of the axis.
std::optional<int64_t> followAxis(mlir::Operation *op, int64_t axis);

/// True if `op` moves nothing at all: it only knows more or less of the shape.
bool isShapeCast(mlir::Operation *op);

/// Emits a shape-only op that does to `tensor`, of the shape that the tensor of
/// `op` has and any element type, what `op` does.
mlir::Value createMoved(mlir::OpBuilder &builder, mlir::Operation *op,
                        mlir::Value tensor);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_SHAPEONLYOPS_H
