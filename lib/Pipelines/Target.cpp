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

/// True if the processor called `target` has one of two features: that of x86
/// processors, or that of Arm's.
static bool hasFeature(llvm::StringRef target, llvm::StringRef onX86,
                       llvm::StringRef onArm) {
  if (target == "native") {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    return features.lookup(onX86) || features.lookup(onArm);
  }
  llvm::SmallVector<llvm::StringRef> features;
  if (llvm::X86::parseArchX86(target) != llvm::X86::CK_None)
    llvm::X86::getFeaturesForCPU(target, features);
  return llvm::is_contained(features, onX86);
}

bool quantir::hasFusedMultiplyAdd(llvm::StringRef target) {
  return hasFeature(target, "fma", "neon");
}

bool quantir::hasIntegerMinMax(llvm::StringRef target) {
  return hasFeature(target, "sse4.1", "neon");
}
