//===- Passes.h - Passes over quantized values ------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_PASSES_H
#define QUANTIR_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace quantir {

#define GEN_PASS_DECL
#include "quantir/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quantir/Transforms/Passes.h.inc"

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_PASSES_H
