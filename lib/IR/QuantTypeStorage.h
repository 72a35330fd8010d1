//===- QuantTypeStorage.h - Storage of uniform types ------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_IR_QUANTTYPESTORAGE_H
#define QUANTIR_LIB_IR_QUANTTYPESTORAGE_H

#include "mlir/IR/TypeSupport.h"
#include "quantir/IR/Quantization.h"
#include "llvm/ADT/Hashing.h"

namespace quantir::detail {

/// Holds the view of a type, its arrays in memory of the context. Facts about
/// the parameters are computed once, when the type is made.
struct UniformTypeStorage : mlir::TypeStorage {
  using KeyTy = Quantization;

  explicit UniformTypeStorage(const Quantization &view) : view(view) {}

  bool operator==(const KeyTy &key) const {
    return view.storage == key.storage &&
           view.expressedType == key.expressedType &&
           view.granularity == key.granularity && view.axes == key.axes &&
           view.blockSizes == key.blockSizes &&
           view.gridShape == key.gridShape && view.scales == key.scales &&
           view.zeroPoints == key.zeroPoints;
  }

  static llvm::hash_code hashKey(const KeyTy &key) {
    // Scales are finite and positive, so equal numbers have equal bits.
    llvm::ArrayRef<uint64_t> scaleBits(
        reinterpret_cast<const uint64_t *>(key.scales.data()),
        key.scales.size());
    return llvm::hash_combine(
        key.storage.width, key.storage.isSigned, key.storage.min,
        key.storage.max, key.expressedType, static_cast<int>(key.granularity),
        key.axes, key.blockSizes, key.gridShape, scaleBits, key.zeroPoints);
  }

  static UniformTypeStorage *construct(mlir::TypeStorageAllocator &allocator,
                                       KeyTy key) {
    key.axes = allocator.copyInto(key.axes);
    key.blockSizes = allocator.copyInto(key.blockSizes);
    key.gridShape = allocator.copyInto(key.gridShape);
    key.scales = allocator.copyInto(key.scales);
    key.zeroPoints = allocator.copyInto(key.zeroPoints);
    key.computeFacts();
    return new (allocator.allocate<UniformTypeStorage>())
        UniformTypeStorage(key);
  }

  Quantization view;
};

} // namespace quantir::detail

#endif // QUANTIR_LIB_IR_QUANTTYPESTORAGE_H
