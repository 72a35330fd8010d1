//===- QuantHost.h - Whichever quant dialect there is -----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For passes that create quantized ops in IR that has none yet. The ops belong
// to this project's `quant` dialect or to MLIR's own, whichever the host has
// registered, so that a pass can't name the dialect it depends on.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTHOST_H
#define QUANTIR_IR_QUANTHOST_H

#include "mlir/IR/DialectRegistry.h"

namespace quantir {

/// For `getDependentDialects`: loads the dialect called `quant` that the
/// context knows, if it knows one, and the companion dialect `quantir`.
void addDependentQuantHost(mlir::DialectRegistry &registry);

/// For `initialize`: emits an error, in the name of `pass`, if `context` has
/// loaded a `quant` dialect that this project's passes can't read: MLIR's own
/// without the extension.
llvm::LogicalResult verifyLoadedQuantHost(mlir::MLIRContext *context,
                                          llvm::StringRef pass);

/// For `initialize`: emits an error, in the name of `pass`, if `context` has no
/// `quant` dialect with the fused op.
llvm::LogicalResult verifyQuantHost(mlir::MLIRContext *context,
                                    llvm::StringRef pass);

} // namespace quantir

#endif // QUANTIR_IR_QUANTHOST_H
