//===- Dialects.h - Dialects, for either host ------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_DIALECTS_H
#define QUANTIR_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// For a host without MLIR's own `quant` dialect: makes QuantIR's and its
/// companion known. A registry gets this or the next, not both.
MLIR_CAPI_EXPORTED void
quantirRegisterQuantDialect(MlirDialectRegistry registry);

/// For a host that has MLIR's own `quant` dialect, or would get it with TOSA or
/// mlirRegisterAllDialects: QuantIR's passes then work on its types and casts.
MLIR_CAPI_EXPORTED void
quantirRegisterBuiltinQuantExtension(MlirDialectRegistry registry);

/// What quantirRegisterQuantDialect does, and all dialects of MLIR's that a
/// module meets on its way to the LLVM dialect.
MLIR_CAPI_EXPORTED void
quantirRegisterStandaloneDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // QUANTIR_C_DIALECTS_H
