//===- Casts.h - The casts, whatever dialect they are of --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cast ops exist twice: in this project's `quant` dialect and in MLIR's
// own, with the same names and operands. Passes see both through the functions
// here: by name, and by the interface of the types.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_CASTS_H
#define QUANTIR_IR_CASTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "quantir/IR/QuantTypes.h"

namespace quantir {

inline constexpr llvm::StringLiteral kDequantizeCastName = "quant.dcast";
inline constexpr llvm::StringLiteral kQuantizeCastName = "quant.qcast";
inline constexpr llvm::StringLiteral kStorageCastName = "quant.scast";

bool isDequantizeCast(mlir::Operation *op);
bool isQuantizeCast(mlir::Operation *op);
/// Also true for the conversion cast that stands for a storage cast where the
/// type has none (QuantizedTypeInterface::hasStorageCast).
bool isStorageCast(mlir::Operation *op);

/// True if the result of `op` depends on the numeric policy: a qcast or dcast,
/// or the fused op.
bool dependsOnPolicy(mlir::Operation *op);

/// The quantized side of any of the three casts: the type of the input or of
/// the result.
mlir::Type getQuantizedSide(mlir::Operation *cast);

/// A storage cast of `value` to `type` in whichever `quant` dialect the context
/// has loaded; `value` itself if it has that type. A storage cast of a storage
/// cast that leads back to `type` gives the value it began with.
mlir::Value createStorageCast(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value value, mlir::Type type);

/// The rules of `quant.dcast` and `quant.qcast`, and of `quant.scast` (C1 to C6
/// in their descriptions; what ODS says about the operands alone is left to
/// ODS). Used by the verifiers of the ops here and, in a host with MLIR's own
/// ops, by the passes. They give an error, which is reported unless it is taken
/// and abandoned, or an inactive one.
mlir::InFlightDiagnostic verifyValueCast(mlir::Operation *op);
mlir::InFlightDiagnostic verifyStorageCast(mlir::Operation *op);

} // namespace quantir

#endif // QUANTIR_IR_CASTS_H
