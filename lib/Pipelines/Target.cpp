//===- Target.cpp - What a processor is fast on ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Pipelines/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

bool quantir::isKnownTarget(llvm::StringRef target) {
  return target == "generic" || target == "native" ||
         llvm::X86::parseArchX86(target) != llvm::X86::CK_None;
}

/// True if the processor called `target` has one of these features. What a
/// feature implies isn't among those of a named x86 processor.
static bool hasFeature(llvm::StringRef target,
                       llvm::ArrayRef<llvm::StringRef> features) {
  if (target == "native") {
    llvm::StringMap<bool> found = llvm::sys::getHostCPUFeatures();
    return llvm::any_of(
        features, [&](llvm::StringRef name) { return found.lookup(name); });
  }
  llvm::SmallVector<llvm::StringRef> found;
  if (llvm::X86::parseArchX86(target) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(target, found);
  return llvm::any_of(features, [&](llvm::StringRef name) {
    return llvm::is_contained(found, name);
  });
}

bool quantir::hasFusedMultiplyAdd(llvm::StringRef target) {
  return hasFeature(target, {"fma", "neon"});
}

bool quantir::hasIntegerMinMax(llvm::StringRef target) {
  return hasFeature(target, {"sse4.1", "sse4.2", "avx", "avx2", "neon"});
}

bool quantir::hasBytePermutations(llvm::StringRef target) {
  return hasFeature(target, {"avx512vbmi"});
}
