//===- Passes.h - Passes and pipelines -------------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlirCreateQuantIRQuantLowerCasts() and the like, named by MLIR's rule
// (mlirCreate, the library, the pass), make a pass with the default options, to
// be given to mlirOpPassManagerAddOwnedPass. For others there is
// quantirOpPassManagerAdd here, or MLIR's mlirOpPassManagerAddPipeline with the
// text that quant-opt takes, after quantirRegisterPasses.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_PASSES_H
#define QUANTIR_C_PASSES_H

#include "mlir-c/Pass.h"
#include "quantir-c/Policy.h"
#include "quantir/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes the passes and pipelines of QuantIR known by name. May be called more
/// than once.
MLIR_CAPI_EXPORTED void quantirRegisterPasses(void);

/// Adds the pass or pipeline called `name`, `quant-to-llvm` say. `policy` fills
/// in the knobs that no attribute sets; its pointer may be NULL, and is for a
/// pass without a policy. `options` are the other options as in the text form,
/// `transparent-ops=my.op`, or empty.
MLIR_CAPI_EXPORTED MlirLogicalResult quantirOpPassManagerAdd(
    MlirOpPassManager manager, MlirStringRef name, QuantirPolicy policy,
    MlirStringRef options, MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // QUANTIR_C_PASSES_H
