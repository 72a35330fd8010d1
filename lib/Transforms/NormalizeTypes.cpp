//===- NormalizeTypes.cpp - Simpler types that say the same ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AttrTypeSubElements.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTNORMALIZETYPES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// The axis along which a blocked type has more than one block, if there is
/// one, and only one, and each of its blocks is one element.
static std::optional<int64_t> getChannelAxis(const Quantization &q) {
  std::optional<int64_t> channelAxis;
  for (auto [axis, blocks] : llvm::enumerate(q.gridShape)) {
    if (blocks == 1)
      continue;
    if (channelAxis || q.getBlockSize(axis).value_or(0) != 1)
      return std::nullopt;
    channelAxis = axis;
  }
  return channelAxis;
}

/// The simplest parameters equal to `q` on every tensor that `q` fits: an axis
/// with one block is that block, whatever its size is at run time.
static std::optional<Quantization> normalize(const Quantization &q) {
  if (q.granularity == Granularity::PerTensor)
    return std::nullopt;
  Quantization result = q;
  if (q.hasEqualParameters()) {
    result.granularity = Granularity::PerTensor;
    return result.withOwnedArrays({}, {}, {}, {q.scales.front()},
                                  {q.zeroPoints.front()});
  }
  std::optional<int64_t> axis =
      q.granularity == Granularity::Blocked ? getChannelAxis(q) : std::nullopt;
  if (!axis)
    return std::nullopt;
  result.granularity = Granularity::PerAxis;
  return result.withOwnedArrays({*axis}, {},
                                {static_cast<int64_t>(q.scales.size())},
                                q.scales.vec(), q.zeroPoints.vec());
}

namespace {
struct NormalizeTypesPass
    : quantir::impl::QuantNormalizeTypesBase<NormalizeTypesPass> {
  void runOnOperation() override {
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
