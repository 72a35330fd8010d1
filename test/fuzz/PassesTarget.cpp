//===- PassesTarget.cpp - Fuzzes the passes -------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the bytes of the input become passes with options and a module that they
// are run on: standalone, or beside MLIR's own `quant` dialect. What the passes
// leave behind has to be valid, and a failure has to have a message.
//
// QUANTIR_FUZZ_PRINT=1 in the environment shows passes, module and errors.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "ModuleGenerator.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "quantir/Pipelines/RegisterAll.h"

#include <cstdlib>

using namespace mlir;
using namespace quantir;
using namespace quantir::fuzz;

static bool isPrinting() { return std::getenv("QUANTIR_FUZZ_PRINT"); }

static void run(Host &host, StringRef text, StringRef passes) {
  MLIRContext *context = host.next();
  ParserConfig config(context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    return;
  std::string message;
  llvm::raw_string_ostream os(message);
  FailureOr<OpPassManager> parsed = parsePassPipeline(passes, os);
  if (failed(parsed)) {
    // A number out of range, say: that is an error of the pipeline's.
    if (message.empty() && !host.hasError())
      fail("a pipeline that is refused has a message", passes);
    return;
  }
  PassManager manager(context, "builtin.module");
  manager.enableVerifier(true);
  static_cast<OpPassManager &>(manager) = *parsed;
  if (failed(manager.run(module.get()))) {
    if (!host.hasError())
      fail("a pass that fails has a message", passes);
    return;
  }
  print(module.get());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Host standalone(Host::Standalone), beside(Host::BesideBuiltin);
  static bool registered = (registerStandalonePasses(), true);
  (void)registered;
  ByteSource source(ArrayRef<uint8_t>(data, size));
  bool isStandalone = !source.chance(25);
  std::string passes = generatePipeline(source, isStandalone);
  // MLIR's own types store up to 32 bits.
  std::string text = ModuleGenerator(source, isStandalone ? 64 : 32).generate();
  Host &host = isStandalone ? standalone : beside;
  if (isPrinting())
    llvm::errs() << "// " << passes << "\n" << text;
  run(host, text, passes);
  if (isPrinting())
    llvm::errs() << "// "
                 << (host.hasError() ? host.getErrors() : "no error\n");
  return 0;
}
