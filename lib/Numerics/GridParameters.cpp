//===- GridParameters.cpp - Parameters over a grid ------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridParameters.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace quantir;

/// `value(i)` for each element of the grid, as constants of type `element`.
template <typename Number>
static DenseElementsAttr
getParameter(Type element, const Quantization &type,
             llvm::function_ref<Number(size_t)> value) {
  SmallVector<Number> values;
  values.reserve(type.scales.size());
  for (size_t i = 0; i < type.scales.size(); ++i)
    values.push_back(value(i));
  return DenseElementsAttr::get(RankedTensorType::get(type.gridShape, element),
                                values);
}

DenseElementsAttr
quantir::getFloatParameter(const FloatFormat &format, const Quantization &type,
                           llvm::function_ref<APFloat(size_t)> value) {
  return getParameter<APFloat>(format.getCarrier(), type, [&](size_t i) {
    return format.inCarrier(value(i));
  });
}

DenseElementsAttr
quantir::getIntegerParameter(unsigned width, const Quantization &type,
                             llvm::function_ref<APInt(size_t)> value) {
  Type element = IntegerType::get(type.expressedType.getContext(), width);
  return getParameter<APInt>(element, type, value);
}

unsigned quantir::getCenteredWidth(const StorageSpec &storage) {
  return storage.width < 32 ? 32 : storage.width < 64 ? 64 : 128;
}

DenseElementsAttr quantir::getZeroPoints(const Quantization &type,
                                         ArrayRef<int64_t> zeroPoints,
                                         unsigned width) {
  const StorageSpec &storage = type.storage;
  return getIntegerParameter(width, type, [&](size_t i) {
    APInt stored(storage.width, zeroPoints[i], /*isSigned=*/false,
                 /*implicitTrunc=*/true);
    return storage.isSigned ? stored.sext(width) : stored.zext(width);
  });
}

APFloat quantir::getScale(const FloatFormat &format, const Quantization &type,
                          size_t index) {
  return format.getNumber(APFloat(type.scales[index]));
}

APFloat quantir::getZeroPoint(const FloatFormat &format,
                              const Quantization &type, size_t index) {
  return format.getNumber(type.storage.value(type.zeroPoints[index]),
                          APFloat::rmNearestTiesToEven);
}

bool quantir::hasUsualScales(const FloatFormat &format,
                             const Quantization &type) {
  // Rounding keeps their order.
  auto [least, greatest] =
      std::minmax_element(type.scales.begin(), type.scales.end());
  return format.getNumber(APFloat(*least)).isFiniteNonZero() &&
         format.getNumber(APFloat(*greatest)).isFiniteNonZero();
}

bool quantir::hasZeroPoints(const Quantization &type) {
  return llvm::any_of(type.zeroPoints, [](int64_t zp) { return zp != 0; });
}
