//===- Activations.h - Tanh and sigmoid against double ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTEXHAUST_ACTIVATIONS_H
#define QUANTIR_TOOLS_QUANTEXHAUST_ACTIVATIONS_H

#include "Sweep.h"

namespace quantir::exhaust {

/// Compiles tanh and the sigmoid in every form but `libm`, runs them on all f32
/// (or on about `sample`, if that is not 0) and prints the largest errors, in
/// units of the last place of the result, against the functions of the host in
/// double. True if none is beyond what Activation.h promises, and NaN gives
/// NaN.
llvm::Expected<bool> sweepActivations(uint64_t sample,
                                      const SweepOptions &options);

} // namespace quantir::exhaust

#endif // QUANTIR_TOOLS_QUANTEXHAUST_ACTIVATIONS_H
