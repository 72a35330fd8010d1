//===- AcmePasses.h - Passes of a compiler that uses QuantIR ----*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ACME_PASSES_H
#define ACME_PASSES_H

namespace acme {

/// Registers the passes for a compiler that has MLIR's own `quant` dialect.
void registerPassesBesideBuiltinQuant();

/// Registers them for one that has QuantIR's.
void registerPassesWithQuantIR();

} // namespace acme

#endif // ACME_PASSES_H
