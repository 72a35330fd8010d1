//===- LowerCasts.h - Casts to arith and linalg -----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_LOWERCASTS_H
#define QUANTIR_TRANSFORMS_LOWERCASTS_H

#include "mlir/IR/PatternMatch.h"
#include "quantir/IR/PolicyKnobs.h"
#include "quantir/Numerics/Emitter.h"

namespace quantir {

struct LowerCastsConfig {
  /// Fills in the knobs that no `quantir.policy` attribute sets.
  PolicyKnobs policy;
  /// Check with `cf.assert` what dynamic shapes must be.
  bool runtimeChecks = true;
  /// Print what a check that fails has found, with `vector.print`.
  bool printFound = false;
  /// Forms that the target is fast on; they don't change a bit.
  EmitForms forms;
};

/// Lowers every `quant.qcast` and `quant.dcast` below `root`. If one of them
/// can't be lowered, it is named in an error and nothing is changed. The cost
/// is linear in the number of casts, however they are chained.
llvm::LogicalResult lowerCasts(mlir::Operation *root,
                               const LowerCastsConfig &config);

/// The same as patterns, for use among those of other passes. Drivers should
/// not fold: MLIR's own `quant.dcast` folds away the cast before it. A cast
/// that can't be lowered is no match and stays, without an error;
/// `verifyNoCasts` gives one afterwards.
void populateLowerCastsPatterns(mlir::RewritePatternSet &patterns,
                                const LowerCastsConfig &config);

/// Fails if there is a `quant.qcast` or `quant.dcast` below `root`, and names
/// each in an error, with the reason why `config` doesn't lower it.
llvm::LogicalResult verifyNoCasts(mlir::Operation *root,
                                  const LowerCastsConfig &config);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_LOWERCASTS_H
