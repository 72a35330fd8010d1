//===- QuantDialect.h - The quant dialect -----------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTDIALECT_H
#define QUANTIR_IR_QUANTDIALECT_H

#include "mlir/IR/Dialect.h"
#include "quantir/IR/QuantTypes.h"

#include "quantir/IR/QuantDialect.h.inc"

namespace quantir {

/// Makes this project's `quant` dialect and its companion `quantir` known to
/// `registry`. For hosts without MLIR's own `quant` dialect: two dialects of
/// one name can't be loaded together. Hosts that have it call
/// `registerBuiltinQuantExtension` (quantir/BuiltinQuant/BuiltinQuant.h).
void registerQuantDialect(mlir::DialectRegistry &registry);

namespace detail {
/// Adds the bytecode encoding of the types; called by the dialect itself.
void addBytecodeInterface(QuantDialect *dialect);
} // namespace detail

} // namespace quantir

#endif // QUANTIR_IR_QUANTDIALECT_H
