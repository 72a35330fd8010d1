//===- CastChecks.h - Run-time checks of casts ------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_CASTCHECKS_H
#define QUANTIR_LIB_TRANSFORMS_CASTCHECKS_H

#include "CastLoops.h"

namespace quantir {

/// A constant of type index.
mlir::Value emitIndex(mlir::ImplicitLocOpBuilder &builder, int64_t value,
                      const CastLoopOptions &options);

/// The size of `tensor` along `axis`.
mlir::Value emitDim(mlir::ImplicitLocOpBuilder &builder, mlir::Value tensor,
                    int64_t axis, const CastLoopOptions &options);

/// Checks what the type of `grid` asks of an axis, where the options want
/// run-time checks.
void emitSizeCheck(mlir::ImplicitLocOpBuilder &builder, mlir::Value tensor,
                   int64_t axis, int64_t size, size_t grid,
                   const CastLoopOptions &options);

/// Checks, likewise, that the unranked tensor `input` has the axes that
/// per-axis types name, and as many elements along them as there are scales.
void emitChannelChecks(mlir::ImplicitLocOpBuilder &builder, mlir::Value input,
                       mlir::Value rank, llvm::ArrayRef<Quantization> types,
                       const CastLoopOptions &options);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_CASTCHECKS_H
