//===- RegisterAll.h - Dialects and passes of the tools ---------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tools of this project share: this project's dialects and passes, and
// those upstream ones that a module with them meets on its way to the LLVM
// dialect. MLIR's own `quant` dialect, and whatever loads it (TOSA), is left
// out: the names clash.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_PIPELINES_REGISTERALL_H
#define QUANTIR_PIPELINES_REGISTERALL_H

#include "mlir/IR/DialectRegistry.h"

namespace quantir {

/// Dialects, with the extensions that bufferization, inlining, tiling and the
/// translation to LLVM IR need.
void registerStandaloneDialects(mlir::DialectRegistry &registry);

/// Passes and pipelines, this project's and upstream's.
void registerStandalonePasses();

} // namespace quantir

#endif // QUANTIR_PIPELINES_REGISTERALL_H
