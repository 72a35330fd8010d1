//===- TypeScan.cpp - Quantized types at any depth ------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeScan.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "quantir/IR/QuantOpInterfaces.h"
#include "quantir/IR/TypeText.h"

using namespace mlir;
using namespace quantir;

LogicalResult TypeScan::verify(QuantizedTypeInterface quantized, Type container,
                               EmitError emitError) {
  auto emit = [&] {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "has type " << shortTypeText(container) << ": ";
    return diagnostic;
  };
  if (purpose == Purpose::Strip && !quantized.getQuantizedStorageType())
    return emit() << "expected a quantized type with an integer storage type";
  std::optional<Quantization> quantization = quantized.getQuantization();
  if (!quantization)
    return success();
  if (failed(verifyQuantization(*quantization, emit)))
    return failure();
  if (purpose == Purpose::Normalize && quantization->hasEqualParameters())
    return success();
  return verifyIntegrity(*quantization, container, emit);
}

/// Looks into the immediate parts of `element`, which is a type or attribute,
/// save those equal to `except`.
template <typename T>
FailureOr<Type> TypeScan::findInside(T element, Type except,
                                     EmitError emitError) {
  Type first;
  bool failed = false;
  auto look = [&](auto part) {
    if (failed || !part)
      return;
    if constexpr (std::is_same_v<decltype(part), Type>)
      if (part == except)
        return;
    FailureOr<Type> inner = find(part, emitError);
    failed = llvm::failed(inner);
    if (!failed && !first)
      first = *inner;
  };
  element.walkImmediateSubElements([&](Attribute part) { look(part); },
                                   [&](Type part) { look(part); });
  if (failed)
    return failure();
  return first;
}

FailureOr<Type> TypeScan::findInType(Type type, EmitError emitError) {
  QuantizedTypeInterface quantized = getQuantizedElementType(type);
  if (quantized && failed(verify(quantized, type, emitError)))
    return failure();
  if (quantized == type)
    return type;
  // The element type has been looked at together with the shape. An encoding
  // may hold more.
  FailureOr<Type> inner = findInside(type, quantized, emitError);
  if (failed(inner))
    return failure();
  return quantized ? type : *inner;
}

FailureOr<Type> TypeScan::find(Type type, EmitError emitError) {
  const void *key = type.getAsOpaquePointer();
  // The entry also ends the walk of a type that contains itself.
  if (auto [it, isNew] = found.try_emplace(key, Type()); !isNew)
    return it->second;
  FailureOr<Type> result = findInType(type, emitError);
  if (succeeded(result))
    found[key] = *result;
  return result;
}

/// True if the elements of `attribute` can't be read as integers: MLIR takes
/// them as text where it doesn't know their type.
static bool isTextOfQuantized(Attribute attribute) {
  auto elements = dyn_cast<ElementsAttr>(attribute);
  return elements && !isa<DenseResourceElementsAttr>(elements) &&
         getQuantizedElementType(elements.getShapedType());
}

FailureOr<Type> TypeScan::find(Attribute attribute, EmitError emitError) {
  const void *key = attribute.getAsOpaquePointer();
  if (auto [it, isNew] = found.try_emplace(key, Type()); !isNew)
    return it->second;
  if (purpose == Purpose::Strip && isTextOfQuantized(attribute))
    return emitError() << "expected the elements of a quantized constant in a "
                          "resource, but got "
                       << shortAttributeText(attribute);
  FailureOr<Type> result = findInside(attribute, Type(), emitError);
  if (succeeded(result))
    found[key] = *result;
  return result;
}

/// True if `op` or an op around it takes tensors apart.
static bool isInElementwiseBody(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isa<StorageTransparent>(op))
      return true;
  return false;
}

/// `holder` is the op whose region the values of these types are in.
FailureOr<Type> TypeScan::findInTypes(TypeRange types, Operation *holder,
                                      EmitError emitError) {
  Type first;
  for (Type type : types) {
    bool isElement =
        isa<QuantizedTypeInterface>(type) && isInElementwiseBody(holder);
    FailureOr<Type> inner = isElement ? type : find(type, emitError);
    if (failed(inner))
      return failure();
    if (!first)
      first = *inner;
  }
  return first;
}

LogicalResult TypeScan::findInAttributes(Operation *op, OpTypes &types,
                                         EmitError emitError) {
  // The dictionary of an op that has none is free, and most have none.
  DictionaryAttr attributes = op->getAttrDictionary();
  if (attributes.empty())
    return success();
  FailureOr<Type> inAny = find(attributes, emitError);
  if (failed(inAny))
    return failure();
  if (!*inAny)
    return success();
  types.any = true;
  for (NamedAttribute attribute : attributes) {
    // All attributes of an unregistered op may be its own.
    bool isInherent = !op->isRegistered() ||
                      llvm::is_contained(op->getName().getAttributeNames(),
                                         attribute.getName());
    FailureOr<Type> inner = find(attribute.getValue(), emitError);
    if (isInherent && succeeded(inner) && !types.held)
      types.held = *inner;
  }
  return success();
}

FailureOr<TypeScan::OpTypes> TypeScan::find(Operation *op) {
  auto emitError = [&] { return op->emitOpError(); };
  OpTypes types;
  auto findIn = [&](TypeRange range, Operation *holder) {
    FailureOr<Type> inner = findInTypes(range, holder, emitError);
    if (succeeded(inner) && !types.held)
      types.held = *inner;
    return succeeded(inner);
  };
  Operation *parent = op->getParentOp();
  if (!findIn(op->getOperandTypes(), parent) ||
      !findIn(op->getResultTypes(), parent))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!findIn(block.getArgumentTypes(), op))
        return failure();
  if (failed(findInAttributes(op, types, emitError)))
    return failure();
  types.any |= static_cast<bool>(types.held);
  return types;
}
