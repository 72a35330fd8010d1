//===- Pipelines.h - The passes in order ------------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_PIPELINES_PIPELINES_H
#define QUANTIR_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "quantir/IR/PolicyKnobs.h"

namespace quantir {

/// Options of the pipelines: the policy once, for all passes.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> policy{
      *this, "policy",
      llvm::cl::desc("preset of the numeric policy (see docs/numerics.md)")};
#define QUANTIR_KNOB(field, text, Enum)                                        \
  Option<std::string> field{*this, getOptionName(text),                        \
                            llvm::cl::desc("knob of the numeric policy, as "   \
                                           "in quant-lower-casts")};
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  Option<bool> runtimeChecks{
      *this, "runtime-checks",
      llvm::cl::desc("check with cf.assert what dynamic shapes must be"),
      llvm::cl::init(true)};

  /// The name of a knob as an option: `-` for `_`.
  static llvm::StringRef getOptionName(llvm::StringRef knob);
};

/// Options of quant-to-llvm.
struct ToLLVMOptions : PipelineOptions {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc(
          "processor to choose fast forms for; the bits stay the same, save "
          "that polynomial-fma follows it where no policy sets it. generic | "
          "native | an x86 processor or level such as x86-64-v3 or znver5"),
      llvm::cl::init("generic")};
  Option<bool> outParams{
      *this, "out-params",
      llvm::cl::desc("functions take the buffers of their results as further "
                     "arguments, and write them, instead of allocating them"),
      llvm::cl::init(false)};
  Option<int64_t> parallel{
      *this, "parallel",
      llvm::cl::desc("number of threads that loops are spread over, by OpenMP: "
                     "what runs the code brings LLVM's runtime (libomp)"),
      llvm::cl::init(1)};
};

/// quant-to-linalg: casts to arith and linalg, quantized types to integers.
void buildQuantToLinalg(mlir::OpPassManager &manager,
                        const PipelineOptions &options);

/// quant-to-llvm: the same, and on to the LLVM dialect.
void buildQuantToLLVM(mlir::OpPassManager &manager,
                      const ToLLVMOptions &options);

/// Registers the pipelines under their names.
void registerPipelines();

} // namespace quantir

#endif // QUANTIR_PIPELINES_PIPELINES_H
