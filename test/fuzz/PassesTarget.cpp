//===- PassesTarget.cpp - Fuzzes the passes -------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the bytes of the input become passes with options and a module that they
// are run on: standalone, or beside MLIR's own `quant` dialect. Or, where the
// first byte is that of `T`, the module is text, and the passes are made of the
// bytes behind a last byte of zero: so the tests are inputs, too. What the
// passes leave behind has to be valid, and a failure has to have a message.
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

namespace {

struct Job {
  bool isStandalone = true;
  std::string passes, text;
};

} // namespace

static Job generate(ByteSource source) {
  Job job;
  job.isStandalone = !source.chance(25);
  job.passes = generatePipeline(source, job.isStandalone);
  // MLIR's own types store up to 32 bits.
  job.text = ModuleGenerator(source, job.isStandalone ? 64 : 32).generate();
  return job;
}

static constexpr char kIsText = 'T';

static Job readText(StringRef input) {
  Job job;
  auto [text, decisions] = input.rsplit('\0');
  job.text = text.str();
  ByteSource source(
      ArrayRef<uint8_t>(decisions.bytes_begin(), decisions.size()));
  // Passes of MLIR's aren't for all that a test may have.
  job.passes = generatePipeline(source, /*upstream=*/false);
  return job;
}

std::vector<uint8_t> quantir::fuzz::makeSeed(StringRef part) {
  std::string seed = kIsText + part.str() + '\0';
  // Passes that differ from test to test.
  uint64_t state = part.size();
  for (unsigned i = 0; i < 32; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    seed += static_cast<char>(state >> 56);
  }
  return std::vector<uint8_t>(seed.begin(), seed.end());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Host standalone(Host::Standalone), beside(Host::BesideBuiltin);
  static bool registered = (registerStandalonePasses(), true);
  (void)registered;
  StringRef input(reinterpret_cast<const char *>(data), size);
  bool isText = input.consume_front(StringRef(&kIsText, 1));
  Job job = isText ? readText(input)
                   : generate(ByteSource(ArrayRef<uint8_t>(data, size)));
  if (StringRef(job.text).contains('\0') || isTooDeep(job.text) ||
      (isText && !isOfKnownOps(job.text)))
    return 0;
  Host &host = job.isStandalone ? standalone : beside;
  if (isPrinting())
    llvm::errs() << "// " << job.passes << "\n" << job.text;
  run(host, job.text, job.passes);
  if (isPrinting())
    llvm::errs() << "// "
                 << (host.hasError() ? host.getErrors() : "no error\n");
  return 0;
}
