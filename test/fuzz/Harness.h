//===- Harness.h - What the fuzz targets share ------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_FUZZ_HARNESS_H
#define QUANTIR_TEST_FUZZ_HARNESS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

/// The function that libFuzzer, or Driver.cpp in its place, calls.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace quantir::fuzz {

/// A context with one thread and no messages. It is made anew every now and
/// then, since types are never freed.
class Host {
public:
  enum Kind {
    /// This project's dialects and few others, whose text form stands what a
    /// fuzzer writes.
    OwnText,
    /// All of the standalone tools.
    Standalone,
    /// With MLIR's own `quant` dialect.
    BesideBuiltin
  };

  explicit Host(Kind kind) : kind(kind) {}

  /// The context for the next input.
  mlir::MLIRContext *next();
  /// True if an error was reported since the last call of `next`.
  bool hasError() const { return !errors.empty(); }
  const std::string &getErrors() const { return errors; }

private:
  void renew();

  static constexpr unsigned kMaxUses = 200;

  Kind kind;
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned uses = 0;
  std::string errors;
};

std::string print(mlir::Operation *op);

/// Ends the process with a message that names the broken promise, as a crash
/// would.
[[noreturn]] void fail(const char *promise, llvm::StringRef details);

/// MLIR's own parser calls itself for each bracket, however deep: text that
/// would end the stack there isn't for us to read.
bool isTooDeep(llvm::StringRef text);

/// The same for ops of MLIR's whose text form, written wrongly, ends the
/// process: none of them is in the text.
bool isOfKnownOps(llvm::StringRef text);

/// The input that has a part of a test as its text. Each target has its own.
std::vector<uint8_t> makeSeed(llvm::StringRef part);

} // namespace quantir::fuzz

#endif // QUANTIR_TEST_FUZZ_HARNESS_H
