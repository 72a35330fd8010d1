//===- GridLoops.cpp - Where an element finds its parameters --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridLoops.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

SmallVector<int64_t> GridLoops::getParameterShape(size_t grid) const {
  return llvm::map_to_vector(parameterLoops[grid],
                             [&](unsigned loop) { return loopSizes[loop]; });
}

namespace {
/// How a type cuts an axis: so many blocks of so many elements, or one block of
/// any size.
struct AxisBlocks {
  int64_t count = 1;
  std::optional<int64_t> size;
};
} // namespace

static AxisBlocks getAxisBlocks(const Quantization &type, int64_t axis) {
  switch (type.granularity) {
  case Granularity::PerTensor:
    return {};
  case Granularity::PerAxis:
    if (axis == type.getAxis())
      return {type.gridShape.front(), 1};
    return {};
  case Granularity::Blocked:
    return {type.gridShape[axis], type.getBlockSize(axis)};
  }
  llvm_unreachable("unknown granularity");
}

/// Adds the loops of `axis`. With blocks of 8, 4 and 1 elements on an axis of
/// 32 there are loops of 4, 2 and 4; who has blocks of 4 elements finds its
/// parameter by the first two.
static LogicalResult addAxis(GridLoops &loops, ArrayRef<Quantization> types,
                             int64_t axis) {
  int64_t &axisSize = loops.shape[axis];
  SmallVector<AxisBlocks> blocks;
  SmallVector<int64_t> blockSizes;
  for (auto [grid, type] : llvm::enumerate(types)) {
    const AxisBlocks &cut = blocks.emplace_back(getAxisBlocks(type, axis));
    if (!cut.size)
      continue;
    int64_t asked = cut.count * *cut.size;
    if (ShapedType::isDynamic(axisSize)) {
      axisSize = asked;
      loops.askedBy[axis] = grid;
    } else if (axisSize != asked) {
      return failure();
    }
    if (cut.count != 1)
      blockSizes.push_back(*cut.size);
  }
  llvm::sort(blockSizes, std::greater<>());
  blockSizes.erase(llvm::unique(blockSizes), blockSizes.end());

  unsigned first = loops.loopSizes.size();
  int64_t rest = axisSize;
  ReassociationIndices &axisLoops = loops.loopsOfAxis.emplace_back();
  auto addLoop = [&](int64_t size) {
    axisLoops.push_back(loops.loopSizes.size());
    loops.loopSizes.push_back(size);
  };
  for (int64_t size : blockSizes) {
    if (rest % size != 0)
      return failure();
    addLoop(rest / size);
    rest = size;
  }
  if (blockSizes.empty() || rest != 1)
    addLoop(rest);

  for (auto [cut, parameterLoops] :
       llvm::zip_equal(blocks, loops.parameterLoops)) {
    if (cut.count == 1)
      continue;
    unsigned last = llvm::find(blockSizes, *cut.size) - blockSizes.begin();
    for (unsigned loop = 0; loop <= last; ++loop)
      parameterLoops.push_back(first + loop);
  }
  return success();
}

std::optional<GridLoops> quantir::getGridLoops(ArrayRef<Quantization> types,
                                               ArrayRef<int64_t> shape) {
  GridLoops loops;
  loops.shape.assign(shape.begin(), shape.end());
  loops.askedBy.resize(shape.size());
  loops.parameterLoops.resize(types.size());
  for (int64_t axis = 0, rank = shape.size(); axis < rank; ++axis)
    if (failed(addAxis(loops, types, axis)))
      return std::nullopt;
  return loops;
}
