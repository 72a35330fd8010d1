//===- Threads.h - Work spread over threads ---------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_THREADS_H
#define QUANTIR_LIB_TRANSFORMS_THREADS_H

#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Pass/Pass.h"

namespace quantir {

/// Checks the option `threads` of `pass`, from its `initialize`.
llvm::LogicalResult verifyThreads(const mlir::Pass &pass,
                                  mlir::MLIRContext *context, int64_t threads);

/// Makes an `scf.forall` of `threads` rounds around tiles of `op`, each a part
/// of its loop number `loop`. Failure after an error.
llvm::FailureOr<mlir::scf::SCFTilingResult>
spreadOverThreads(mlir::RewriterBase &rewriter, mlir::TilingInterface op,
                  int64_t loop, int64_t threads);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_THREADS_H
