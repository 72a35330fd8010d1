//===- GridLoops.h - Where an element finds its parameters ------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_GRIDLOOPS_H
#define QUANTIR_LIB_TRANSFORMS_GRIDLOOPS_H

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "quantir/IR/Quantization.h"

namespace quantir {

/// How the axes of a tensor meet the axes of parameter grids. An axis that is
/// several blocks of several elements becomes two loops, the block and the
/// place in it, or more where grids differ in their blocks; then every
/// parameter is found by a projection of the loops, which is all that later
/// lowerings can take.
struct GridLoops {
  /// Static sizes that the parameters ask for, by axis of the tensor.
  llvm::SmallVector<int64_t> shape;
  /// The grid that asks for the size of an axis, if one does.
  llvm::SmallVector<std::optional<size_t>> askedBy;
  /// The loops: sizes, and the loops that each tensor axis becomes.
  llvm::SmallVector<int64_t> loopSizes;
  llvm::SmallVector<mlir::ReassociationIndices> loopsOfAxis;
  /// The loops that choose the parameter, by grid.
  llvm::SmallVector<llvm::SmallVector<unsigned>> parameterLoops;

  bool splitsAxes() const { return loopSizes.size() != shape.size(); }
  /// The shape of a grid as the loops see it.
  llvm::SmallVector<int64_t> getParameterShape(size_t grid) const;
};

/// The loops over a tensor of `shape` that serve the parameters of all of
/// `types`. Nothing if there are none: two types ask for different sizes of an
/// axis, one for another size than `shape` has, or neither's blocks are made of
/// the other's.
std::optional<GridLoops> getGridLoops(llvm::ArrayRef<Quantization> types,
                                      llvm::ArrayRef<int64_t> shape);

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_GRIDLOOPS_H
