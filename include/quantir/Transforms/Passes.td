//===- Passes.td - Passes over quantized values ------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_PASSES_TD
#define QUANTIR_TRANSFORMS_PASSES_TD

include "quantir/Transforms/CastPasses.td"
include "quantir/Transforms/FusedOpPasses.td"
include "quantir/Transforms/LoopPasses.td"

#endif // QUANTIR_TRANSFORMS_PASSES_TD
