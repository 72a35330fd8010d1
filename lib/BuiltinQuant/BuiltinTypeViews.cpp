//===- BuiltinTypeViews.cpp - Parameters of MLIR's own types --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTypeModels.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/MLIRContext.h"
#include "quantir/IR/FloatConversion.h"
#include "llvm/Support/RWMutex.h"

using namespace mlir;
using namespace quantir;
namespace mq = mlir::quant;

//===----------------------------------------------------------------------===//
// Cache
//===----------------------------------------------------------------------===//

namespace {

/// Views of the types with many parameters: MLIR keeps those in forms of its
/// own, so a view is a converted copy, and one type may be asked a hundred
/// times. Lives in the dialect, as the types do; several threads may ask.
class ViewCache : public DialectInterface::Base<ViewCache> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ViewCache)

  explicit ViewCache(Dialect *dialect) : Base(dialect) {}

  Quantization get(Type type, function_ref<Quantization()> make) {
    {
      llvm::sys::SmartScopedReader<true> lock(mutex);
      if (auto it = views.find(type); it != views.end())
        return it->second;
    }
    Quantization view = make();
    llvm::sys::SmartScopedWriter<true> lock(mutex);
    return views.try_emplace(type, std::move(view)).first->second;
  }

private:
  llvm::sys::SmartRWMutex<true> mutex;
  DenseMap<Type, Quantization> views;
};

} // namespace

void quantir::detail::addViewCache(mq::QuantDialect *dialect) {
  dialect->addInterface(std::make_unique<ViewCache>(dialect));
}

//===----------------------------------------------------------------------===//
// MLIR's type to view
//===----------------------------------------------------------------------===//

static std::vector<double> roundScales(ArrayRef<double> scales,
                                       FloatType type) {
  std::vector<double> result;
  result.reserve(scales.size());
  for (double scale : scales)
    result.push_back(roundToType(scale, type));
  return result;
}

/// `base` completed with the parameters of a blocked type.
static Quantization viewBlocked(mq::UniformQuantizedSubChannelType type,
                                Quantization base) {
  base.granularity = Granularity::Blocked;
  std::vector<double> scales;
  for (const APFloat &scale : type.getScales().getValues<APFloat>())
    scales.push_back(toDouble(scale));
  // The zero points have the width of the storage. Bits of an unsigned one
  // mustn't be taken for a sign.
  std::vector<int64_t> zeroPoints;
  for (const APInt &zeroPoint : type.getZeroPoints().getValues<APInt>())
    zeroPoints.push_back(base.storage.isSigned
                             ? zeroPoint.getSExtValue()
                             : static_cast<int64_t>(zeroPoint.getZExtValue()));
  ArrayRef<int32_t> axes = type.getQuantizedDimensions();
  return base.withOwnedArrays({axes.begin(), axes.end()},
                              type.getBlockSizes().vec(),
                              type.getScales().getType().getShape().vec(),
                              std::move(scales), std::move(zeroPoints));
}

static Quantization viewPerAxis(mq::UniformQuantizedPerAxisType type,
                                Quantization base) {
  base.granularity = Granularity::PerAxis;
  std::vector<double> scales =
      roundScales(type.getScales(), base.expressedType);
  int64_t channels = scales.size();
  return base.withOwnedArrays({type.getQuantizedDimension()}, {}, {channels},
                              std::move(scales), type.getZeroPoints().vec());
}

std::optional<Quantization>
quantir::detail::viewBuiltinType(mq::QuantizedType type) {
  auto storage = dyn_cast_or_null<IntegerType>(type.getStorageType());
  auto expressed = dyn_cast_or_null<FloatType>(type.getExpressedType());
  if (!storage || !expressed)
    return std::nullopt;
  Quantization base;
  base.storage = {storage.getWidth(), type.isSigned(), type.getStorageTypeMin(),
                  type.getStorageTypeMax()};
  base.expressedType = expressed;

  if (auto uniform = dyn_cast<mq::UniformQuantizedType>(type)) {
    base.granularity = Granularity::PerTensor;
    return base.withOwnedArrays({}, {}, {},
                                {roundToType(uniform.getScale(), expressed)},
                                {uniform.getZeroPoint()});
  }
  auto *cache = type.getDialect().getRegisteredInterface<ViewCache>();
  if (auto perAxis = dyn_cast<mq::UniformQuantizedPerAxisType>(type))
    return cache->get(type, [&] { return viewPerAxis(perAxis, base); });
  if (auto blocked = dyn_cast<mq::UniformQuantizedSubChannelType>(type))
    return cache->get(type, [&] { return viewBlocked(blocked, base); });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// View to MLIR's type
//===----------------------------------------------------------------------===//

static DenseElementsAttr makeScales(const Quantization &q) {
  const llvm::fltSemantics &semantics = q.expressedType.getFloatSemantics();
  SmallVector<APFloat> scales;
  for (double scale : q.scales)
    scales.push_back(toFormat(APFloat(scale), semantics));
  return DenseElementsAttr::get(
      RankedTensorType::get(q.gridShape, q.expressedType), scales);
}

static DenseElementsAttr makeZeroPoints(const Quantization &q) {
  SmallVector<APInt> zeroPoints;
  for (int64_t zeroPoint : q.zeroPoints)
    zeroPoints.emplace_back(q.storage.width, zeroPoint, q.storage.isSigned,
                            /*implicitTrunc=*/true);
  return DenseElementsAttr::get(
      RankedTensorType::get(q.gridShape, q.getStorageType()), zeroPoints);
}

Type quantir::detail::makeBuiltinType(const Quantization &q) {
  const StorageSpec &storage = q.storage;
  unsigned flags = storage.isSigned ? mq::QuantizationFlags::Signed : 0;
  IntegerType storageType = q.getStorageType();
  auto emitError = [&] {
    return mlir::emitError(UnknownLoc::get(storageType.getContext()));
  };
  switch (q.granularity) {
  case Granularity::PerTensor:
    return mq::UniformQuantizedType::getChecked(
        emitError, flags, storageType, q.expressedType, q.scales.front(),
        q.zeroPoints.front(), storage.min, storage.max);
  case Granularity::PerAxis:
    return mq::UniformQuantizedPerAxisType::getChecked(
        emitError, flags, storageType, q.expressedType, q.scales, q.zeroPoints,
        q.getAxis(), storage.min, storage.max);
  case Granularity::Blocked:
    return mq::UniformQuantizedSubChannelType::getChecked(
        emitError, flags, storageType, q.expressedType, makeScales(q),
        makeZeroPoints(q), SmallVector<int32_t>(q.axes), q.blockSizes,
        storage.min, storage.max);
  }
  llvm_unreachable("all granularities handled");
}
