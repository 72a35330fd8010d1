//===- BuiltinTypeModels.h - Views of MLIR's own types ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_BUILTINQUANT_BUILTINTYPEMODELS_H
#define QUANTIR_LIB_BUILTINQUANT_BUILTINTYPEMODELS_H

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "quantir/IR/Quantization.h"

namespace quantir::detail {

/// The parameters of a type of MLIR's own, scales rounded to the expressed
/// type; nothing for a type without parameters, or with a storage that isn't an
/// integer.
std::optional<Quantization> viewBuiltinType(mlir::quant::QuantizedType type);

/// The type of MLIR's own that has these parameters, null if there is none.
mlir::Type makeBuiltinType(const Quantization &quantization);

/// Adds the cache of views to MLIR's dialect.
void addViewCache(mlir::quant::QuantDialect *dialect);

/// Attaches the models of all interfaces to MLIR's types.
void attachTypeModels(mlir::MLIRContext *context);

} // namespace quantir::detail

#endif // QUANTIR_LIB_BUILTINQUANT_BUILTINTYPEMODELS_H
