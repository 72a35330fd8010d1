//===- Dialects.cpp - Dialects, for either host ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir-c/Dialects.h"

#include "mlir/CAPI/IR.h"
#include "quantir/BuiltinQuant/BuiltinQuant.h"
#include "quantir/IR/QuantDialect.h"
#include "quantir/Pipelines/RegisterAll.h"

void quantirRegisterQuantDialect(MlirDialectRegistry registry) {
  quantir::registerQuantDialect(*unwrap(registry));
}

void quantirRegisterBuiltinQuantExtension(MlirDialectRegistry registry) {
  quantir::registerBuiltinQuantExtension(*unwrap(registry));
}

void quantirRegisterStandaloneDialects(MlirDialectRegistry registry) {
  quantir::registerStandaloneDialects(*unwrap(registry));
}
