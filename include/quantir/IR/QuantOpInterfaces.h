//===- QuantOpInterfaces.h - Op interfaces ----------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTOPINTERFACES_H
#define QUANTIR_IR_QUANTOPINTERFACES_H

#include "mlir/IR/OpDefinition.h"

#include "quantir/IR/QuantOpInterfaces.h.inc"

#endif // QUANTIR_IR_QUANTOPINTERFACES_H
