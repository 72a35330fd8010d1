//===- Passes.cpp - Passes and pipelines ----------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir-c/Passes.h"

#include "Wrap.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "quantir/Numerics/PolicyText.h"
#include "quantir/Pipelines/Pipelines.h"
#include "quantir/Transforms/Passes.h"

using namespace quantir;

/// The generated code calls it by the name of the group, which in C has to tell
/// this library from others.
static void registerQuantIRPasses() { registerQuantPasses(); }

#include "quantir/Transforms/Passes.capi.cpp.inc"

void quantirRegisterPasses(void) {
  // A pipeline is registered once.
  [[maybe_unused]] static const bool once = [] {
    registerQuantPasses();
    registerPipelines();
    return true;
  }();
}

static const mlir::PassRegistryEntry *lookup(llvm::StringRef name) {
  if (const auto *pipeline = mlir::PassPipelineInfo::lookup(name))
    return pipeline;
  return mlir::PassInfo::lookup(name);
}

MlirLogicalResult
quantirOpPassManagerAdd(MlirOpPassManager manager, MlirStringRef name,
                        QuantirPolicy policy, MlirStringRef options,
                        MlirStringCallback onError, void *userData) {
  quantirRegisterPasses();
  const mlir::PassRegistryEntry *entry = lookup(unwrap(name));
  if (!entry)
    return report("expected the name of a pass or pipeline, but got '" +
                      unwrap(name).str() + "'",
                  onError, userData);
  std::string text = unwrap(options).str();
  if (policy.ptr)
    unwrap(policy)->forEachSet([&](llvm::StringRef knob, llvm::StringRef word) {
      text += " " + getOptionWord(knob) + "=" + getOptionWord(word);
    });
  std::string error;
  auto onOptionError = [&](const llvm::Twine &message) {
    error = message.str();
    return llvm::failure();
  };
  if (failed(entry->addToPipeline(*unwrap(manager), text, onOptionError)) &&
      error.empty())
    error = unwrap(name).str() + ": expected other options than '" + text + "'";
  return report(error, onError, userData);
}
