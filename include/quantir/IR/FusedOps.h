//===- FusedOps.h - Fused ops on quantized values ---------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op `quant.dequant_situ_quant`. It belongs to whichever `quant` dialect
// the context has loaded, this project's or MLIR's own, so nothing here names
// the class of its dialect.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_FUSEDOPS_H
#define QUANTIR_IR_FUSEDOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "quantir/IR/FusedOpsEnums.h.inc"

#define GET_OP_CLASSES
#include "quantir/IR/FusedOps.h.inc"

#endif // QUANTIR_IR_FUSEDOPS_H
