//===- EmitterFactory.h - Emitters of checked policies ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_EMITTERFACTORY_H
#define QUANTIR_LIB_NUMERICS_EMITTERFACTORY_H

#include "quantir/Numerics/Emitter.h"
#include "quantir/Numerics/FloatFormat.h"

namespace quantir {

/// An emitter of the class `Emitter` for casts of `type` in one direction.
template <typename Emitter, typename... Arguments>
std::unique_ptr<CastEmitter>
getEmitter(const NumericPolicy &policy, CastDirection direction,
           const Quantization &type, Arguments... arguments) {
  assert(checkPolicy(policy, direction, type).empty() && "policy not defined");
  const StorageSpec &storage = type.storage;
  FloatFormat format(
      getComputeSemantics(policy, storage.width, storage.isSigned,
                          type.expressedType.getFloatSemantics()),
      type.expressedType.getContext());
  return std::make_unique<Emitter>(policy, type, format, arguments...);
}

/// A stored value as a constant of the storage type.
mlir::Value storedConstant(mlir::ImplicitLocOpBuilder &builder,
                           const StorageSpec &storage, int64_t bits);

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_EMITTERFACTORY_H
