//===- UnfusedOps.h - The ops that the fused op replaces --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_UNFUSEDOPS_H
#define QUANTIR_LIB_TRANSFORMS_UNFUSEDOPS_H

#include "SituMatcher.h"
#include "mlir/IR/PatternMatch.h"

namespace quantir {

/// True if `op` computes on elements, one by one or in a reduction, rather than
/// moving them.
bool isComputation(mlir::Operation *op);

/// The ops between the inputs of a match and its results, which are the codes
/// and the tensors that hold the scales of the rows.
class UnfusedOps {
public:
  /// Nothing if the fused op can't take the place of all computation on whole
  /// rows among them, because something else uses a value in between: it would
  /// be done twice.
  static std::optional<UnfusedOps> find(SituMatcher &matcher,
                                        mlir::OpResult codes,
                                        llvm::ArrayRef<mlir::Value> inputs);

  llvm::ArrayRef<mlir::Value> getScales() const { return scales; }
  /// The scales are those that are 1 in a row of zeros.
  bool usesGuardedScale() const { return isGuarded; }
  /// The first op one of whose results is replaced.
  mlir::Operation *getFirstReplaced() const;

  /// Erases what nobody uses any more.
  void erase(mlir::RewriterBase &rewriter);

private:
  explicit UnfusedOps(mlir::OpResult codes) : codes(codes) {}

  bool collect(llvm::ArrayRef<mlir::Value> inputs);
  void findScales(SituMatcher &matcher);
  void findDead(llvm::ArrayRef<mlir::Value> replaced);
  bool chooseScales();
  bool isNeeded(mlir::Value value) const;
  bool losesAllWork() const;

  mlir::OpResult codes;
  llvm::SmallVector<mlir::Value> scales, guardedScales;
  bool isGuarded = false;
  /// The last one first.
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseSet<mlir::Operation *> dead;
  /// Those whose result depends on `x`.
  llvm::DenseSet<mlir::Operation *> dependent;
};

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_UNFUSEDOPS_H
