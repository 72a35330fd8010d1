//===- FuseRequantize.h - dcast -> qcast pairs in one loop ------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_FUSEREQUANTIZE_H
#define QUANTIR_TRANSFORMS_FUSEREQUANTIZE_H

#include "quantir/IR/PolicyKnobs.h"
#include "quantir/Numerics/Emitter.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace quantir {

struct FuseRequantizeConfig {
  /// Fills in the knobs that no `quantir.policy` attribute sets.
  PolicyKnobs policy;
  /// Check with `cf.assert` what dynamic shapes must be.
  bool runtimeChecks = true;
  /// Forms that the target is fast on; they don't change a bit.
  EmitForms forms;
  /// Print what a check that fails has found, with `vector.print`.
  bool printFound = false;
};

/// Makes one loop over stored integers of every `quant.dcast` below `root` and
/// `quant.qcast` of its result, also where ops that only put elements elsewhere
/// stand between them. A pair that can't be fused stays. If the form that the
/// policy names isn't defined for a pair, that is an error, and nothing is
/// changed. The cost is linear in the number of ops.
llvm::LogicalResult fuseRequantize(mlir::Operation *root,
                                   const FuseRequantizeConfig &config);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_FUSEREQUANTIZE_H
