//===- TypeText.h - Quantized types in messages -----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_TYPETEXT_H
#define QUANTIR_IR_TYPETEXT_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

#include <string>

namespace quantir {

/// The text of `type` for a diagnostic; a long one is cut in the middle, so
/// that a type with thousands of scales doesn't fill the screen.
std::string shortTypeText(mlir::Type type);

/// The same for an attribute.
std::string shortAttributeText(mlir::Attribute attribute);

/// `text` with the middle left out if it is long.
std::string shorten(std::string text);

namespace detail {
/// Lets the messages of `context` have types with many parameters in short,
/// whoever emits them.
void shortenTypesInDiagnostics(mlir::MLIRContext *context);
} // namespace detail

} // namespace quantir

#endif // QUANTIR_IR_TYPETEXT_H
