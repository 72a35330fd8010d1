//===- TypeScan.h - Quantized types at any depth ----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_TYPESCAN_H
#define QUANTIR_LIB_TRANSFORMS_TYPESCAN_H

#include "mlir/IR/Operation.h"
#include "quantir/IR/QuantTypes.h"
#include "llvm/ADT/DenseMap.h"

namespace quantir {

/// Finds the quantized types in types and attributes, at any depth, and checks
/// on the way what a pass that rewrites types everywhere relies on: the
/// parameters keep the rules of the type, and the type fits the tensor around
/// it. Each type is looked at once, however often it is used.
class TypeScan {
public:
  using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

  /// Stripping needs a storage type. Normalizing doesn't, and a type of equal
  /// parameters, which it makes per-tensor, may stand anywhere.
  enum class Purpose { Strip, Normalize };

  explicit TypeScan(Purpose purpose) : purpose(purpose) {}

  /// The outermost type of interest in `type`: the quantized type, or a shaped
  /// type of it; null if there is none. Fails after an error.
  llvm::FailureOr<mlir::Type> find(mlir::Type type, EmitError emitError);
  llvm::FailureOr<mlir::Type> find(mlir::Attribute attribute,
                                   EmitError emitError);

  struct OpTypes {
    /// A type that the op may compute with; null if there is none.
    mlir::Type held;
    /// True also if only a discardable attribute has one.
    bool any = false;
  };

  /// The same for everything that an op holds: the types of operands, results
  /// and block arguments, and its attributes. The body of an op that moves the
  /// elements of a tensor one by one may have scalars of its per-axis type.
  llvm::FailureOr<OpTypes> find(mlir::Operation *op);

private:
  template <typename T>
  llvm::FailureOr<mlir::Type> findInside(T element, mlir::Type except,
                                         EmitError emitError);
  llvm::FailureOr<mlir::Type> findInType(mlir::Type type, EmitError emitError);
  llvm::FailureOr<mlir::Type> findInTypes(mlir::TypeRange types,
                                          mlir::Operation *holder,
                                          EmitError emitError);
  llvm::LogicalResult findInAttributes(mlir::Operation *op, OpTypes &types,
                                       EmitError emitError);
  llvm::LogicalResult verify(QuantizedTypeInterface quantized,
                             mlir::Type container, EmitError emitError);

  Purpose purpose;
  /// What was found in a type or attribute without an error.
  llvm::DenseMap<const void *, mlir::Type> found;
};

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_TYPESCAN_H
