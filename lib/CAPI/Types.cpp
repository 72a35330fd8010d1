//===- Types.cpp - Quantized types ----------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir-c/Types.h"

#include "Wrap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "quantir/IR/QuantDialect.h"
#include "quantir/IR/Sizes.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Making types
//===----------------------------------------------------------------------===//

QuantirStorage quantirStorageGet(unsigned width, bool isSigned) {
  // What can't be stored has no values; making a type of it is an error.
  if (width < 1 || width > StorageSpec::kMaxWidth)
    return {width, isSigned, 0, 0};
  return wrap(StorageSpec::fullRange(width, isSigned));
}

/// The type with these parameters in the `quant` dialect that the context has.
static Type makeUniform(Location location, const Quantization &quantization) {
  auto emitError = [&] { return mlir::emitError(location); };
  if (failed(verifyQuantization(quantization, emitError)))
    return {};
  MLIRContext *context = location.getContext();
  Dialect *dialect = context->getOrLoadDialect("quant");
  if (isa_and_present<QuantDialect>(dialect))
    return UniformType::getChecked(emitError, quantization);
  if (!isa_and_present<mlir::quant::QuantDialect>(dialect)) {
    emitError() << "expected a context that knows a quant dialect";
    return {};
  }
  // Any type of the dialect makes the others.
  auto some = mlir::quant::UniformQuantizedType::get(
      mlir::quant::QuantizationFlags::Signed, IntegerType::get(context, 8),
      Float32Type::get(context), /*scale=*/1.0, /*zeroPoint=*/0,
      /*storageTypeMin=*/-128, /*storageTypeMax=*/127);
  auto quantized = dyn_cast<QuantizedTypeInterface>(Type(some));
  if (!quantized) {
    emitError() << "expected a context with QuantIR's extension of MLIR's "
                   "quant dialect";
    return {};
  }
  return quantized.getWithQuantization(quantization);
}

/// The part that all granularities share; null after an error.
static std::optional<Quantization>
makeBase(Location location, MlirType expressed, QuantirStorage storage) {
  Quantization base;
  base.storage = unwrap(storage);
  auto emitError = [&] { return mlir::emitError(location); };
  if (failed(verifyStorage(base.storage, emitError)))
    return std::nullopt;
  base.expressedType = dyn_cast<FloatType>(unwrap(expressed));
  if (base.expressedType)
    return base;
  emitError() << "expected a float as expressed type, but got "
              << unwrap(expressed);
  return std::nullopt;
}

template <typename T>
static std::vector<T> copy(const T *values, intptr_t count) {
  return std::vector<T>(values, values + count);
}

MlirType quantirUniformTypeGet(MlirLocation location, MlirType expressed,
                               QuantirStorage storage, double scale,
                               int64_t zeroPoint) {
  auto base = makeBase(unwrap(location), expressed, storage);
  if (!base)
    return wrap(Type());
  base->granularity = Granularity::PerTensor;
  return wrap(
      makeUniform(unwrap(location),
                  base->withOwnedArrays({}, {}, {}, {scale}, {zeroPoint})));
}

MlirType quantirUniformPerAxisTypeGet(MlirLocation location, MlirType expressed,
                                      QuantirStorage storage, int64_t axis,
                                      intptr_t numChannels,
                                      const double *scales,
                                      const int64_t *zeroPoints) {
  auto base = makeBase(unwrap(location), expressed, storage);
  if (!base)
    return wrap(Type());
  base->granularity = Granularity::PerAxis;
  return wrap(makeUniform(
      unwrap(location), base->withOwnedArrays({axis}, {}, {numChannels},
                                              copy(scales, numChannels),
                                              copy(zeroPoints, numChannels))));
}

MlirType
quantirUniformBlockedTypeGet(MlirLocation location, MlirType expressed,
                             QuantirStorage storage, intptr_t numAxes,
                             const int64_t *axes, const int64_t *blockSizes,
                             intptr_t gridRank, const int64_t *gridShape,
                             const double *scales, const int64_t *zeroPoints) {
  auto base = makeBase(unwrap(location), expressed, storage);
  if (!base)
    return wrap(Type());
  ArrayRef<int64_t> shape(gridShape, gridRank);
  std::optional<int64_t> count = multiplySizes(shape);
  if (!count || llvm::any_of(shape, [](int64_t size) { return size < 1; })) {
    mlir::emitError(unwrap(location))
        << "expected a grid of positive sizes, less than 2^63 in all, but got "
        << shape;
    return wrap(Type());
  }
  base->granularity = Granularity::Blocked;
  return wrap(makeUniform(
      unwrap(location),
      base->withOwnedArrays(copy(axes, numAxes), copy(blockSizes, numAxes),
                            copy(gridShape, gridRank), copy(scales, *count),
                            copy(zeroPoints, *count))));
}

//===----------------------------------------------------------------------===//
// Reading types
//===----------------------------------------------------------------------===//

static Quantization view(MlirType type) {
  return *cast<QuantizedTypeInterface>(unwrap(type)).getQuantization();
}

bool quantirTypeIsAQuantized(MlirType type) {
  return isa<QuantizedTypeInterface>(unwrap(type));
}

bool quantirTypeIsAUniform(MlirType type) {
  auto quantized = dyn_cast<QuantizedTypeInterface>(unwrap(type));
  return quantized && quantized.getQuantization();
}

QuantirGranularity quantirUniformTypeGetGranularity(MlirType type) {
  switch (view(type).granularity) {
  case Granularity::PerTensor:
    return QuantirPerTensor;
  case Granularity::PerAxis:
    return QuantirPerAxis;
  case Granularity::Blocked:
    return QuantirBlocked;
  }
  llvm_unreachable("all granularities handled");
}

QuantirStorage quantirUniformTypeGetStorage(MlirType type) {
  return wrap(view(type).storage);
}

MlirType quantirUniformTypeGetStorageType(MlirType type) {
  return wrap(Type(view(type).getStorageType()));
}

MlirType quantirUniformTypeGetExpressedType(MlirType type) {
  return wrap(Type(view(type).expressedType));
}

/// Copies to where the caller wants it, if it does.
template <typename T>
static void copyTo(ArrayRef<T> values, T *to) {
  if (to)
    llvm::copy(values, to);
}

intptr_t quantirUniformTypeGetNumScales(MlirType type) {
  return view(type).scales.size();
}

void quantirUniformTypeGetParameters(MlirType type, double *scales,
                                     int64_t *zeroPoints) {
  Quantization quantization = view(type);
  copyTo(quantization.scales, scales);
  copyTo(quantization.zeroPoints, zeroPoints);
}

intptr_t quantirUniformTypeGetNumAxes(MlirType type) {
  return view(type).axes.size();
}

void quantirUniformTypeGetAxes(MlirType type, int64_t *axes,
                               int64_t *blockSizes) {
  Quantization quantization = view(type);
  copyTo(quantization.axes, axes);
  copyTo(quantization.blockSizes, blockSizes);
}

intptr_t quantirUniformTypeGetGridRank(MlirType type) {
  return view(type).gridShape.size();
}

void quantirUniformTypeGetGridShape(MlirType type, int64_t *shape) {
  Quantization quantization = view(type);
  copyTo(quantization.gridShape, shape);
}
