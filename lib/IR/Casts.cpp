//===- Casts.cpp - The casts, whatever dialect they are of ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/Casts.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/IR/TypeText.h"

using namespace mlir;
using namespace quantir;

static bool isCast(Operation *op, StringRef name) {
  return op && op->getName().getStringRef() == name &&
         op->getNumOperands() == 1 && op->getNumResults() == 1;
}

bool quantir::isDequantizeCast(Operation *op) {
  return isCast(op, kDequantizeCastName);
}
bool quantir::isQuantizeCast(Operation *op) {
  return isCast(op, kQuantizeCastName);
}

/// True if `quantized` is a scalar or shaped type without a storage cast, and
/// `stored` the same of its storage type.
static bool isConvertedStorage(Type quantized, Type stored) {
  QuantizedTypeInterface element = getQuantizedElementType(quantized);
  if (!element || element.hasStorageCast())
    return false;
  IntegerType storage = element.getQuantizedStorageType();
  return storage && withElementType(quantized, storage) == stored;
}

bool quantir::isStorageCast(Operation *op) {
  if (isCast(op, kStorageCastName))
    return true;
  if (!isCast(op, UnrealizedConversionCastOp::getOperationName()))
    return false;
  Type input = op->getOperand(0).getType();
  Type result = op->getResult(0).getType();
  return isConvertedStorage(input, result) || isConvertedStorage(result, input);
}

bool quantir::dependsOnPolicy(Operation *op) {
  return isQuantizeCast(op) || isDequantizeCast(op) ||
         isa<DequantSituQuantOp>(op);
}

Type quantir::getQuantizedSide(Operation *cast) {
  Type input = cast->getOperand(0).getType();
  return getQuantizedElementType(input) ? input : cast->getResult(0).getType();
}

Value quantir::createStorageCast(OpBuilder &builder, Location loc, Value value,
                                 Type type) {
  if (value.getType() == type)
    return value;
  if (Operation *inner = value.getDefiningOp(); isStorageCast(inner))
    if (inner->getOperand(0).getType() == type)
      return inner->getOperand(0);
  QuantizedTypeInterface quantized = getQuantizedElementType(type);
  if (!quantized)
    quantized = getQuantizedElementType(value.getType());
  StringRef name = !quantized || quantized.hasStorageCast()
                       ? StringRef(kStorageCastName)
                       : UnrealizedConversionCastOp::getOperationName();
  OperationState state(loc, name, value, type);
  return builder.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// dcast, qcast, scast C4: scalars with scalars, tensors with tensors of the
/// same shape.
static InFlightDiagnostic verifySameShape(Operation *op) {
  Type input = op->getOperand(0).getType();
  Type result = op->getResult(0).getType();
  auto inputTensor = dyn_cast<TensorType>(input);
  auto resultTensor = dyn_cast<TensorType>(result);
  auto fail = [&](const char *what) {
    return op->emitOpError() << what << ", but got " << shortTypeText(input)
                             << " and " << shortTypeText(result);
  };
  if (!inputTensor != !resultTensor)
    return fail("expected input and result to be both scalars or both tensors");
  if (!inputTensor)
    return {};
  if (inputTensor.hasRank() != resultTensor.hasRank())
    return fail("expected input and result to be both ranked or both unranked");
  if (inputTensor.hasRank() &&
      inputTensor.getShape() != resultTensor.getShape())
    return fail("expected input and result to be both scalars or both tensors "
                "with matching shape");
  return {};
}

InFlightDiagnostic quantir::verifyValueCast(Operation *op) {
  Type quantizedSide = op->getOperand(0).getType();
  Type floatSide = op->getResult(0).getType();
  if (isQuantizeCast(op))
    std::swap(quantizedSide, floatSide);
  QuantizedTypeInterface quantized = getQuantizedElementType(quantizedSide);
  std::optional<Quantization> quantization = quantized.getQuantization();
  // dcast C1, qcast C2: only types with parameters.
  if (!quantization)
    return op->emitOpError()
           << "expected a scalar or tensor of !quant.uniform, but got "
           << shortTypeText(quantizedSide)
           << ", which has no scale to compute with";
  // dcast C3, qcast C3: the float is the expressed type.
  Type floatType = getElementTypeOrSelf(floatSide);
  if (quantization->expressedType != floatType)
    return op->emitOpError()
           << "expressed type in quantized type expected to "
              "match float type: expected "
           << quantization->expressedType << ", but got " << floatType;
  if (InFlightDiagnostic error = verifySameShape(op); failed(error))
    return error;
  auto emitError = [&] { return op->emitOpError(); };
  // A type of another dialect may keep fewer rules than ours does.
  if (InFlightDiagnostic error = verifyQuantization(*quantization, emitError);
      failed(error))
    return error;
  // dcast C5, qcast C5: the type fits its tensor.
  if (InFlightDiagnostic error =
          verifyIntegrity(*quantization, quantizedSide, emitError);
      failed(error))
    return error;
  // dcast C6, qcast C6, S1: the storage holds the zero points.
  const StorageSpec &storage = quantization->storage;
  StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
  if (std::optional<size_t> index = quantization->unstorableZeroPoint)
    return op->emitOpError()
           << "expected zero points that the storage holds, within ["
           << full.toString(full.min) << ", " << full.toString(full.max)
           << "], but got "
           << storage.toString(quantization->zeroPoints[*index])
           << (quantization->scales.size() == 1
                   ? ""
                   : " at index " + std::to_string(*index));
  return {};
}

InFlightDiagnostic quantir::verifyStorageCast(Operation *op) {
  Type input = op->getOperand(0).getType();
  Type result = op->getResult(0).getType();
  // scast C3: one integer, one quantized.
  QuantizedTypeInterface fromQuantized = getQuantizedElementType(input);
  QuantizedTypeInterface toQuantized = getQuantizedElementType(result);
  if (!fromQuantized == !toQuantized)
    return op->emitOpError()
           << "input must be integer and result must be quantized, or vice "
              "versa, but got "
           << shortTypeText(input) << " and " << shortTypeText(result);
  if (InFlightDiagnostic error = verifySameShape(op); failed(error))
    return error;
  // scast C5: the width is that of the storage.
  QuantizedTypeInterface quantized =
      fromQuantized ? fromQuantized : toQuantized;
  auto integer =
      cast<IntegerType>(getElementTypeOrSelf(fromQuantized ? result : input));
  IntegerType storage = quantized.getQuantizedStorageType();
  if (!storage)
    return op->emitOpError() << "expected a quantized type with a storage "
                                "type, but got "
                             << shortTypeText(quantized);
  if (storage != integer)
    return op->emitOpError() << "storage type in quantized type expected to "
                                "match integer type: expected "
                             << storage << ", but got " << integer;
  // scast C6: the type fits its tensor.
  if (std::optional<Quantization> quantization = quantized.getQuantization())
    return verifyIntegrity(*quantization, getQuantizedSide(op),
                           [&] { return op->emitOpError(); });
  return {};
}
