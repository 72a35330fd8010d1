//===- FusedLoops.h - The loops of the fused op -----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_FUSEDLOOPS_H
#define QUANTIR_LIB_TRANSFORMS_FUSEDLOOPS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/Numerics/Emitter.h"

namespace quantir {

/// Emits the loops that compute `op`, and returns its results.
llvm::SmallVector<mlir::Value> emitFusedLoops(mlir::ImplicitLocOpBuilder &b,
                                              DequantSituQuantOp op,
                                              const NumericPolicy &policy,
                                              EmitForms forms);

/// Emits a `cf.assert` for each size of `op` that has to be right and isn't
/// known to be.
void emitFusedOpChecks(mlir::ImplicitLocOpBuilder &b, DequantSituQuantOp op);

/// The rows of the groups of one op.
class GroupBounds {
public:
  /// `numRows` are the rows of the op, an index.
  GroupBounds(mlir::ImplicitLocOpBuilder &b, DequantSituQuantOp op,
              mlir::Value numRows);

  /// The groups, indices from the first to one behind the last, that any row of
  /// the op can belong to.
  mlir::Value getFirstGroup() const { return firstGroup; }
  mlir::Value getEndGroup() const { return endGroup; }

  /// The row of the op at which the group with this index begins: where the one
  /// before it ends. With the number of groups as index, the end of the last.
  mlir::Value emitBegin(mlir::ImplicitLocOpBuilder &b, mlir::Value group) const;
  mlir::Value emitEnd(mlir::ImplicitLocOpBuilder &b, mlir::Value group) const;
  /// The end of all groups.
  mlir::Value emitEndOfAll(mlir::ImplicitLocOpBuilder &b) const;

private:
  mlir::Value emitSearch(mlir::ImplicitLocOpBuilder &b, mlir::Value from,
                         mlir::Value row) const;

  /// Element g is the number of rows, in the whole, before group g.
  mlir::Value sums;
  mlir::Value numGroups;
  /// The first row of the op in the whole, i64; null if 0.
  mlir::Value rowOffset;
  mlir::Value numRows;
  mlir::Value firstGroup, endGroup;
};

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_FUSEDLOOPS_H
