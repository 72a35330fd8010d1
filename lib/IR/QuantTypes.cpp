//===- QuantTypes.cpp - Quantized types -----------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantTypes.h"

#include "QuantTypeStorage.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "quantir/IR/QuantDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quantir;

#include "quantir/IR/QuantTypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "quantir/IR/QuantTypes.cpp.inc"

void QuantDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "quantir/IR/QuantTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// UniformType
//===----------------------------------------------------------------------===//

/// What the context keeps of `quantization`, which refers to `scales`.
static Quantization getCanonical(const Quantization &quantization,
                                 SmallVectorImpl<double> &scales) {
  Quantization canonical = quantization;
  for (double scale : quantization.scales)
    scales.push_back(roundToType(scale, quantization.expressedType));
  canonical.scales = scales;
  // The context owns what the type refers to.
  canonical.owner = nullptr;
  canonical.isVerified = false;
  return canonical;
}

UniformType UniformType::get(const Quantization &quantization) {
  SmallVector<double> scales;
  return Base::get(quantization.expressedType.getContext(),
                   getCanonical(quantization, scales));
}

UniformType
UniformType::getChecked(function_ref<InFlightDiagnostic()> emitError,
                        const Quantization &quantization) {
  if (failed(verifyQuantization(quantization, emitError)))
    return {};
  SmallVector<double> scales;
  Quantization verified = getCanonical(quantization, scales);
  verified.isVerified = true;
  return Base::get(quantization.expressedType.getContext(), verified);
}

const Quantization &UniformType::getView() const { return getImpl()->view; }

IntegerType UniformType::getQuantizedStorageType() const {
  return getView().getStorageType();
}

FloatType UniformType::getQuantizedExpressedType() const {
  return getView().expressedType;
}

std::optional<Quantization> UniformType::getQuantization() const {
  return getView();
}

Type UniformType::getWithQuantization(const Quantization &quantization) const {
  return get(quantization);
}

//===----------------------------------------------------------------------===//
// AnyType
//===----------------------------------------------------------------------===//

LogicalResult AnyType::verify(function_ref<InFlightDiagnostic()> emitError,
                              StorageSpec storage, FloatType expressedType) {
  return verifyStorage(storage, emitError);
}

IntegerType AnyType::getQuantizedStorageType() const {
  return IntegerType::get(getContext(), getStorage().width);
}

FloatType AnyType::getQuantizedExpressedType() const {
  return getExpressedType();
}

std::optional<Quantization> AnyType::getQuantization() const {
  return std::nullopt;
}

Type AnyType::getWithQuantization(const Quantization &quantization) const {
  return UniformType::get(quantization);
}

//===----------------------------------------------------------------------===//
// CalibratedType
//===----------------------------------------------------------------------===//

LogicalResult
CalibratedType::verify(function_ref<InFlightDiagnostic()> emitError,
                       FloatType expressedType, APFloat min, APFloat max) {
  if (&min.getSemantics() != &APFloat::IEEEdouble() ||
      &max.getSemantics() != &APFloat::IEEEdouble())
    return emitError() << "expected min and max to be f64 numbers";
  if (!min.isFinite() || !max.isFinite() || !(min < max))
    return emitError() << "illegal min and max: (" << min.convertToDouble()
                       << ":" << max.convertToDouble()
                       << "): expected finite min < max";
  return success();
}

IntegerType CalibratedType::getQuantizedStorageType() const { return {}; }

FloatType CalibratedType::getQuantizedExpressedType() const {
  return getExpressedType();
}

std::optional<Quantization> CalibratedType::getQuantization() const {
  return std::nullopt;
}

Type CalibratedType::getWithQuantization(
    const Quantization &quantization) const {
  return UniformType::get(quantization);
}

//===----------------------------------------------------------------------===//
// Data layout: that of the storage type
//===----------------------------------------------------------------------===//

#define QUANTIR_STORED_LAYOUT(TypeClass)                                       \
  llvm::TypeSize TypeClass::getTypeSizeInBits(const DataLayout &layout,        \
                                              DataLayoutEntryListRef) const {  \
    return layout.getTypeSizeInBits(getQuantizedStorageType());                \
  }                                                                            \
  uint64_t TypeClass::getABIAlignment(const DataLayout &layout,                \
                                      DataLayoutEntryListRef) const {          \
    return layout.getTypeABIAlignment(getQuantizedStorageType());              \
  }                                                                            \
  uint64_t TypeClass::getPreferredAlignment(const DataLayout &layout,          \
                                            DataLayoutEntryListRef) const {    \
    return layout.getTypePreferredAlignment(getQuantizedStorageType());        \
  }

QUANTIR_STORED_LAYOUT(UniformType)
QUANTIR_STORED_LAYOUT(AnyType)
#undef QUANTIR_STORED_LAYOUT

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

QuantizedTypeInterface quantir::getQuantizedElementType(Type type) {
  return dyn_cast<QuantizedTypeInterface>(getElementTypeOrSelf(type));
}

Type quantir::withElementType(Type container, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(container))
    return shaped.clone(element);
  return element;
}
