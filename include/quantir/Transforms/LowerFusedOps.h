//===- LowerFusedOps.h - Fused ops to arith and linalg ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_LOWERFUSEDOPS_H
#define QUANTIR_TRANSFORMS_LOWERFUSEDOPS_H

#include "mlir/IR/PatternMatch.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/Numerics/Emitter.h"

namespace quantir {

struct LowerFusedOpsConfig {
  /// Fills in the knobs that no `quantir.policy` attribute sets.
  PolicyKnobs policy;
  /// Check with `cf.assert` what dynamic sizes must be.
  bool runtimeChecks = true;
  /// Of these, `magicRounding`.
  EmitForms forms;
  /// Spread the rows over so many threads by `scf.forall`, where there are
  /// enough of them as far as is known.
  int64_t threads = 1;
};

/// Replaces `op` by loops over its rows.
llvm::LogicalResult lowerFusedOp(mlir::RewriterBase &rewriter,
                                 DequantSituQuantOp op,
                                 const LowerFusedOpsConfig &config);

/// The same as a pattern, for use among those of other passes.
void populateLowerFusedOpsPatterns(mlir::RewritePatternSet &patterns,
                                   const LowerFusedOpsConfig &config);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_LOWERFUSEDOPS_H
