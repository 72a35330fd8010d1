//===- StorageTransparentModels.h - Upstream's value movers -----*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_STORAGETRANSPARENTMODELS_H
#define QUANTIR_TRANSFORMS_STORAGETRANSPARENTMODELS_H

#include "mlir/IR/DialectRegistry.h"

#include <string>
#include <vector>

namespace quantir {

/// Attaches `StorageTransparent` to the ops of upstream's dialects that only
/// move values, as soon as a dialect is loaded. The passes that need it do this
/// by themselves; callers of `stripQuantizedTypes` do it once a context.
void registerStorageTransparentModels(mlir::DialectRegistry &registry);

/// The full names of those ops.
std::vector<std::string> getStorageTransparentOpNames();

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_STORAGETRANSPARENTMODELS_H
