//===- StripTypes.h - Quantized types to storage types ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_STRIPTYPES_H
#define QUANTIR_TRANSFORMS_STRIPTYPES_H

#include "mlir/IR/Operation.h"

namespace quantir {

/// Replaces every quantized type in and below `root` by its storage type and
/// removes the storage casts. An op that holds a quantized value and isn't known
/// to leave it alone is an error; then nothing is changed.
llvm::LogicalResult stripQuantizedTypes(mlir::Operation *root);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_STRIPTYPES_H
