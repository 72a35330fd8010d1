//===- ScaleText.h - Text form of scales ------------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_IR_SCALETEXT_H
#define QUANTIR_LIB_IR_SCALETEXT_H

#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace quantir {

/// The text of an f64 that reads back as the same number, in the form in which
/// MLIR prints floats.
std::string doubleText(double value);

/// The text of a scale of `type`. It reads back as the same scale, and is what
/// MLIR's own dialect prints wherever that reads back too: `asExpressed` says
/// whether that dialect holds the scale in the expressed type (blocked types)
/// or as an f64 (the others).
std::string scaleText(double scale, mlir::FloatType type, bool asExpressed);

} // namespace quantir

#endif // QUANTIR_LIB_IR_SCALETEXT_H
