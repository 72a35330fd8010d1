//===- RaiseFusedOps.h - Unfused forms to the fused op ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_RAISEFUSEDOPS_H
#define QUANTIR_TRANSFORMS_RAISEFUSEDOPS_H

#include "mlir/IR/PatternMatch.h"
#include "quantir/IR/FusedOps.h"

namespace quantir {

/// If `codes` is what dequantization, SiTU and quantization in separate ops
/// give, replaces these by the fused op. It carries the policy that they
/// compute. Otherwise nothing is changed. The context must have loaded a
/// `quant` dialect that has the fused op (quantir/IR/QuantHost.h).
llvm::FailureOr<DequantSituQuantOp> raiseFusedOp(mlir::RewriterBase &rewriter,
                                                 mlir::OpResult codes);

/// Does so wherever it is possible in and below `root`.
void raiseFusedOps(mlir::Operation *root);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_RAISEFUSEDOPS_H
