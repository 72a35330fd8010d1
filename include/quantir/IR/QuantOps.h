//===- QuantOps.h - Casts of quantized values -------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTOPS_H
#define QUANTIR_IR_QUANTOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "quantir/IR/QuantDialect.h"

#define GET_OP_CLASSES
#include "quantir/IR/QuantOps.h.inc"

#endif // QUANTIR_IR_QUANTOPS_H
