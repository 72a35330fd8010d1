//===- QuantTypes.h - Quantized types ---------------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTTYPES_H
#define QUANTIR_IR_QUANTTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "quantir/IR/Quantization.h"

#include "quantir/IR/QuantTypeInterfaces.h.inc"

namespace quantir::detail {
struct UniformTypeStorage;
} // namespace quantir::detail

#define GET_TYPEDEF_CLASSES
#include "quantir/IR/QuantTypes.h.inc"

namespace quantir {

/// The quantized type that `type` is or holds as its element type; null if
/// there is none.
QuantizedTypeInterface getQuantizedElementType(mlir::Type type);

/// `container`, a scalar or shaped type, with `element` as its element type;
/// shape, encoding, layout and memory space stay.
mlir::Type withElementType(mlir::Type container, mlir::Type element);

} // namespace quantir

#endif // QUANTIR_IR_QUANTTYPES_H
