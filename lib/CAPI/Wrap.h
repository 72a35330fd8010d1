//===- Wrap.h - What the C API shares ------------------------- -*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_CAPI_WRAP_H
#define QUANTIR_LIB_CAPI_WRAP_H

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"
#include "mlir/CAPI/Wrap.h"
#include "quantir-c/Policy.h"
#include "quantir-c/Types.h"
#include "quantir/IR/PolicyKnobs.h"
#include "quantir/IR/Quantization.h"

DEFINE_C_API_PTR_METHODS(QuantirPolicy, quantir::PolicyKnobs)

inline QuantirStorage wrap(const quantir::StorageSpec &storage) {
  return {storage.width, storage.isSigned, storage.min, storage.max};
}

inline quantir::StorageSpec unwrap(const QuantirStorage &storage) {
  return {storage.width, storage.isSigned, storage.min, storage.max};
}

namespace quantir {

/// Success for an empty `error`; otherwise calls back with it.
inline MlirLogicalResult report(const std::string &error,
                                MlirStringCallback onError, void *userData) {
  if (error.empty())
    return mlirLogicalResultSuccess();
  if (onError)
    onError(wrap(llvm::StringRef(error)), userData);
  return mlirLogicalResultFailure();
}

} // namespace quantir

#endif // QUANTIR_LIB_CAPI_WRAP_H
