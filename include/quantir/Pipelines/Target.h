//===- Target.h - What a processor is fast on -------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_PIPELINES_TARGET_H
#define QUANTIR_PIPELINES_TARGET_H

#include "llvm/ADT/StringRef.h"

namespace quantir {

/// True if `target` is `generic`, `native` or the name of an x86 processor.
bool isKnownTarget(llvm::StringRef target);

/// True if the processor called `target` has instructions for fused
/// multiply-add of f32 vectors. `native` is the one at hand; of `generic`
/// nothing is taken for granted.
bool hasFusedMultiplyAdd(llvm::StringRef target);

/// True if it has instructions for minimum and maximum of vectors of signed
/// 32-bit integers.
bool hasIntegerMinMax(llvm::StringRef target);

/// True if it has AVX-512's permutations of bytes.
bool hasBytePermutations(llvm::StringRef target);

} // namespace quantir

#endif // QUANTIR_PIPELINES_TARGET_H
