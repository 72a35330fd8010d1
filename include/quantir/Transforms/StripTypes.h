//===- StripTypes.h - Quantized types to storage types ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_STRIPTYPES_H
#define QUANTIR_TRANSFORMS_STRIPTYPES_H

#include "mlir/IR/Operation.h"
#include "mlir/Transforms/DialectConversion.h"

namespace quantir {

/// Replaces every quantized type in and below `root` by its storage type and
/// removes the storage casts. Casts to and from floats keep their types, with a
/// storage cast between them and the rest.
///
/// `transparentOps` names further ops that only move values, as `dialect.op` or
/// `dialect.*`. An op that holds a quantized value and isn't known to leave it
/// alone is an error, as is a type that doesn't fit its place; then nothing is
/// changed. Needs `registerStorageTransparentModels`.
llvm::LogicalResult
stripQuantizedTypes(mlir::Operation *root,
                    llvm::ArrayRef<std::string> transparentOps = {});

/// Teaches `converter` to replace quantized types, at any depth of a type, by
/// their storage types, with `quant.scast` between both where values of both
/// meet. For conversions of other compilers, which bring the patterns.
void populateStripTypesConversions(mlir::TypeConverter &converter);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_STRIPTYPES_H
