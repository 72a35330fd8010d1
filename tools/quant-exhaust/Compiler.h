//===- Compiler.h - Kernels lowered, compiled and loaded --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the text of a cast to machine code in this process, the way that users
// take: quant-lower-casts, the pipeline quant-to-llvm, the translation to LLVM
// IR, LLVM's optimizer and code generator.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTEXHAUST_COMPILER_H
#define QUANTIR_TOOLS_QUANTEXHAUST_COMPILER_H

#include "Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/Error.h"

namespace quantir::exhaust {

/// Each with what those before it have.
enum class Form { Plain, Magic, IntegerClamp, Corrected };

/// Whose `quant` dialect the kernels are of: this project's, or MLIR's own.
enum class Host { Standalone, Builtin };

struct CompileOptions {
  /// For the processor at hand, or for any of its architecture.
  bool native = true;
  unsigned optLevel = 3;
  Form form = Form::Plain;
  /// Passes over the lowered casts, before the types and loops go.
  std::string passes;
  Host host = Host::Standalone;
};

/// The dialects of the kernels, with their translations to LLVM IR.
const mlir::DialectRegistry &getRegistry(Host host);

llvm::Error runPasses(mlir::ModuleOp module, llvm::StringRef passes);

/// A module in the LLVM dialect as machine code in this process.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
loadModule(mlir::ModuleOp module, const CompileOptions &options);

/// Memory that a kernel allocated.
class Result {
public:
  Result(void *allocated, const char *data)
      : allocated(allocated, std::free), data(data) {}

  const char *getData() const { return data; }
  uint64_t get(size_t index, unsigned width) const;

private:
  std::unique_ptr<void, decltype(&std::free)> allocated;
  const char *data;
};

/// Kernels in memory, ready to run.
class Program {
public:
  static llvm::Expected<std::unique_ptr<Program>>
  compile(llvm::ArrayRef<Kernel> kernels, const CompileOptions &options);

  /// Runs the kernel `index` on `count` elements a row, each in whole bytes,
  /// the bits beyond its width 0.
  Result run(size_t index, const Kernel &kernel, const char *input,
             int64_t count) const;

  /// True if the kernel was lowered in the form that was asked for.
  bool hasForm(size_t index) const { return inForm[index]; }

private:
  using Function = void (*)(int64_t *result, int64_t *operand);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<Function> functions;
  std::vector<bool> inForm;
};

} // namespace quantir::exhaust

#endif // QUANTIR_TOOLS_QUANTEXHAUST_COMPILER_H
