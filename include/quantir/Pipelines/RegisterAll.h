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

#include <string>

namespace quantir {

/// Dialects, with the extensions that bufferization, inlining, tiling and the
/// translation to LLVM IR need.
void registerStandaloneDialects(mlir::DialectRegistry &registry);

/// Of those upstream's alone, for a host whose `quant` dialect is another one.
void registerUpstreamDialects(mlir::DialectRegistry &registry);

/// Passes and pipelines, this project's and upstream's.
void registerStandalonePasses();

/// What the driver is, for its `--help`, and the options of the numeric policy
/// in one place: each pass that takes them lists them again.
std::string getDriverOverview();

/// Leaves the options of LLVM's code generators, which the driver doesn't call,
/// to `--help-hidden`. Before the driver adds its own.
void hideCodeGeneratorOptions();

} // namespace quantir

#endif // QUANTIR_PIPELINES_REGISTERALL_H
