//===- BuiltinTypeModels.cpp - Interfaces of MLIR's own types -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTypeModels.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "quantir/IR/QuantTypes.h"

using namespace mlir;
using namespace quantir;
namespace mq = mlir::quant;

namespace {

template <typename QuantType>
struct QuantizedModel
    : QuantizedTypeInterface::ExternalModel<QuantizedModel<QuantType>,
                                            QuantType> {
  IntegerType getQuantizedStorageType(Type type) const {
    // Null for a calibrated type, which has no storage; a float storage, which
    // MLIR lets through, isn't one either.
    auto storage =
        dyn_cast_or_null<IntegerType>(cast<QuantType>(type).getStorageType());
    if (!storage)
      return {};
    return IntegerType::get(type.getContext(), storage.getWidth());
  }

  FloatType getQuantizedExpressedType(Type type) const {
    return dyn_cast_or_null<FloatType>(
        cast<QuantType>(type).getExpressedType());
  }

  std::optional<Quantization> getQuantization(Type type) const {
    return quantir::detail::viewBuiltinType(cast<QuantType>(type));
  }

  Type getWithQuantization(Type, const Quantization &quantization) const {
    return quantir::detail::makeBuiltinType(quantization);
  }

  bool hasStorageCast(Type type) const {
    // MLIR keeps `si8` and `ui8` as signed and unsigned integers, and its
    // storage cast asks for equality with a signless one.
    auto storage =
        dyn_cast_or_null<IntegerType>(cast<QuantType>(type).getStorageType());
    return storage && storage.isSignless();
  }
};

/// The layout of a quantized type is that of its storage type.
template <typename QuantType>
struct LayoutModel
    : DataLayoutTypeInterface::ExternalModel<LayoutModel<QuantType>,
                                             QuantType> {
  static Type storageOf(Type type) {
    return cast<QuantType>(type).getStorageType();
  }
  llvm::TypeSize getTypeSize(Type type, const DataLayout &layout,
                             DataLayoutEntryListRef) const {
    return layout.getTypeSize(storageOf(type));
  }
  llvm::TypeSize getTypeSizeInBits(Type type, const DataLayout &layout,
                                   DataLayoutEntryListRef) const {
    return layout.getTypeSizeInBits(storageOf(type));
  }
  uint64_t getABIAlignment(Type type, const DataLayout &layout,
                           DataLayoutEntryListRef) const {
    return layout.getTypeABIAlignment(storageOf(type));
  }
  uint64_t getPreferredAlignment(Type type, const DataLayout &layout,
                                 DataLayoutEntryListRef) const {
    return layout.getTypePreferredAlignment(storageOf(type));
  }
};

template <typename QuantType>
struct ElementModel
    : MemRefElementTypeInterface::ExternalModel<ElementModel<QuantType>,
                                                QuantType> {};

template <typename QuantType>
void attachStored(MLIRContext &context) {
  QuantType::template attachInterface<QuantizedModel<QuantType>,
                                      LayoutModel<QuantType>,
                                      ElementModel<QuantType>>(context);
}

} // namespace

void quantir::detail::attachTypeModels(MLIRContext *context) {
  attachStored<mq::UniformQuantizedType>(*context);
  attachStored<mq::UniformQuantizedPerAxisType>(*context);
  attachStored<mq::UniformQuantizedSubChannelType>(*context);
  attachStored<mq::AnyQuantizedType>(*context);
  mq::CalibratedQuantizedType::attachInterface<
      QuantizedModel<mq::CalibratedQuantizedType>>(*context);
}
