//===- BuiltinQuant.h - Beside MLIR's own quant dialect ---------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second host: a compiler that has MLIR's own `quant` dialect already (with
// TOSA, say, or through registerAllDialects). Its types join through external
// models of this project's interfaces, and all passes work on its ops.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_BUILTINQUANT_BUILTINQUANT_H
#define QUANTIR_BUILTINQUANT_BUILTINQUANT_H

#include "mlir/IR/DialectRegistry.h"

namespace quantir {

/// Makes the companion dialect `quantir` known to `registry`, and MLIR's own
/// `quant` dialect, which this project's passes then work on. Its types
/// implement `QuantizedTypeInterface` and may be elements of a memref; those
/// with many parameters are printed through an alias.
///
/// Hosts without that dialect call `registerQuantDialect`
/// (quantir/IR/QuantDialect.h) instead: a host has one of both.
void registerBuiltinQuantExtension(mlir::DialectRegistry &registry);

} // namespace quantir

#endif // QUANTIR_BUILTINQUANT_BUILTINQUANT_H
