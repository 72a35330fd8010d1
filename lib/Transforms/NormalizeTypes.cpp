//===- NormalizeTypes.cpp - Simpler types that say the same ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeScan.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "quantir/IR/QuantHost.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/StorageTransparentModels.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTNORMALIZETYPES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// True if the parameters along an axis of the grid are all the same. Its
/// elements are `stride` apart.
static bool isConstantAlong(const Quantization &q, size_t blocks,
                            size_t stride) {
  for (size_t i = 0, e = q.scales.size(); i < e; ++i) {
    bool isFirst = i / stride % blocks == 0;
    if (!isFirst && (q.scales[i] != q.scales[i - stride] ||
                     q.zeroPoints[i] != q.zeroPoints[i - stride]))
      return false;
  }
  return true;
}

/// The per-axis form of a blocked type whose parameters differ along one axis
/// only, if the blocks of that axis are one element. An axis along which they
/// don't differ is as good as one block, whatever its size is at run time.
static std::optional<Quantization> toPerAxis(const Quantization &q) {
  std::optional<int64_t> channelAxis;
  size_t channelStride = 1, stride = 1;
  for (int64_t axis = q.gridShape.size() - 1; axis >= 0; --axis) {
    size_t blocks = q.gridShape[axis];
    if (!isConstantAlong(q, blocks, stride)) {
      if (channelAxis || q.getBlockSize(axis) != 1)
        return std::nullopt;
      channelAxis = axis;
      channelStride = stride;
    }
    stride *= blocks;
  }
  if (!channelAxis)
    return std::nullopt;
  int64_t channels = q.gridShape[*channelAxis];
  std::vector<double> scales;
  std::vector<int64_t> zeroPoints;
  for (int64_t i = 0; i < channels; ++i) {
    scales.push_back(q.scales[i * channelStride]);
    zeroPoints.push_back(q.zeroPoints[i * channelStride]);
  }
  Quantization result = q;
  result.granularity = Granularity::PerAxis;
  return result.withOwnedArrays({*channelAxis}, {}, {channels},
                                std::move(scales), std::move(zeroPoints));
}

/// The simplest parameters equal to `q` on every tensor that `q` fits; nothing
/// if that is `q`.
static std::optional<Quantization> normalize(const Quantization &q) {
  if (q.granularity == Granularity::PerTensor)
    return std::nullopt;
  if (!q.hasEqualParameters())
    return q.granularity == Granularity::Blocked ? toPerAxis(q) : std::nullopt;
  Quantization result = q;
  result.granularity = Granularity::PerTensor;
  return result.withOwnedArrays({}, {}, {}, {q.scales.front()},
                                {q.zeroPoints.front()});
}

/// Checks that every type fits its place: a simpler one might fit where this
/// one doesn't, and hide the mistake.
static LogicalResult checkTypes(Operation *root) {
  TypeScan scan(TypeScan::Purpose::Normalize);
  WalkResult result = root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { return WalkResult(LogicalResult(scan.find(op))); });
  return failure(result.wasInterrupted());
}

namespace {
struct NormalizeTypesPass
    : quantir::impl::QuantNormalizeTypesBase<NormalizeTypesPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    registerStorageTransparentModels(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    return verifyLoadedQuantHost(context, getArgument());
  }

  void runOnOperation() override {
    if (failed(checkTypes(getOperation())))
      return signalPassFailure();
    AttrTypeReplacer replacer;
    replacer.addReplacement([](QuantizedTypeInterface type) -> Type {
      std::optional<Quantization> quantization = type.getQuantization();
      if (!quantization)
        return type;
      std::optional<Quantization> simpler = normalize(*quantization);
      return simpler ? type.getWithQuantization(*simpler) : type;
    });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};
} // namespace
