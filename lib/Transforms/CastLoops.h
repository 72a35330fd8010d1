//===- CastLoops.h - Scalar casts over tensors ------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_CASTLOOPS_H
#define QUANTIR_LIB_TRANSFORMS_CASTLOOPS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/Emitter.h"
#include "llvm/ADT/DenseMap.h"

namespace quantir {

/// Constants of whole parameter grids and of indices, one for each
/// function-like op that uses it, at its start: a list of thousands of scales
/// shouldn't stand in the module once a cast.
class GridConstants {
public:
  mlir::Value get(mlir::ImplicitLocOpBuilder &builder, mlir::TypedAttr value);

private:
  llvm::DenseMap<std::pair<mlir::Region *, mlir::Attribute>, mlir::Value>
      constants;
};

struct CastLoopOptions {
  /// For each grid, names the op in messages of run-time checks.
  llvm::SmallVector<llvm::StringRef, 2> opNames;
  bool runtimeChecks = true;
  /// Shares constants between casts, if given; else each cast has its own.
  GridConstants *constants = nullptr;
  /// Print what a check that fails has found, with `vector.print`.
  bool printFound = false;
};

/// True if one loop over `tensor` serves the parameters of all of `types`, the
/// grids of an emitter. Always so for one type that fits the tensor.
bool hasCommonLoop(llvm::ArrayRef<Quantization> types, mlir::Type tensor);

/// Applies `emitter` to `input`, a scalar or a ranked or unranked tensor whose
/// parameters are spread as `types` say, one a grid of the emitter; the result
/// has the shape of the input and the encoding of `resultType`. A tensor takes
/// one `linalg.generic`. `types` have a common loop.
mlir::Value emitCastLoop(mlir::ImplicitLocOpBuilder &builder, mlir::Value input,
                         mlir::Type resultType,
                         llvm::ArrayRef<Quantization> types,
                         const CastEmitter &emitter,
                         const CastLoopOptions &options);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_CASTLOOPS_H
