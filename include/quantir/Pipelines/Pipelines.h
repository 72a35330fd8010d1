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

/// quant-to-linalg: casts to arith and linalg, quantized types to integers.
void buildQuantToLinalg(mlir::OpPassManager &manager,
                        const PipelineOptions &options);

/// quant-to-llvm: the same, and on to the LLVM dialect.
void buildQuantToLLVM(mlir::OpPassManager &manager,
                      const PipelineOptions &options);

/// Registers the pipelines under their names.
void registerPipelines();

} // namespace quantir

#endif // QUANTIR_PIPELINES_PIPELINES_H
