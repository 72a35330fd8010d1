//===- ScalarInterpreter.cpp - Emitted scalar code on numbers -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace quantir;

ScalarInterpreter::ScalarInterpreter(const CastEmitter &emitter, Type input)
    : emitter(emitter) {
  ImplicitLocOpBuilder b(UnknownLoc::get(input.getContext()),
                         input.getContext());
  b.setInsertionPointToStart(&block);
  Value argument = block.addArgument(input, b.getLoc());
  SmallVector<Value> parameters;
  for (DenseElementsAttr parameter : emitter.getParameters())
    parameters.push_back(
        block.addArgument(parameter.getElementType(), b.getLoc()));
  result = emitter.emit(b, argument, parameters);
}

static Attribute fromBits(Type type, const APInt &bits) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType,
                          APFloat(floatType.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

static APInt toBits(Attribute number) {
  if (auto floating = dyn_cast<FloatAttr>(number))
    return floating.getValue().bitcastToAPInt();
  return cast<IntegerAttr>(number).getValue();
}

/// The ops that fold only where nothing is rounded, or not at all.
static Attribute computeRounded(Operation *op, ArrayRef<Attribute> operands) {
  auto getFloat = [&](unsigned i) {
    return cast<FloatAttr>(operands[i]).getValue();
  };
  if (isa<arith::TruncFOp>(op)) {
    auto type = cast<FloatType>(op->getResult(0).getType());
    APFloat value = getFloat(0);
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return FloatAttr::get(type, value);
  }
  if (isa<math::FmaOp>(op)) {
    APFloat value = getFloat(0);
    value.fusedMultiplyAdd(getFloat(1), getFloat(2),
                           APFloat::rmNearestTiesToEven);
    return FloatAttr::get(op->getResult(0).getType(), value);
  }
  return {};
}

std::optional<APInt> ScalarInterpreter::run(const APInt &input,
                                            ArrayRef<size_t> indices) {
  DenseMap<Value, Attribute> numbers;
  numbers[block.getArgument(0)] =
      fromBits(block.getArgument(0).getType(), input);
  for (auto [i, parameter] : llvm::enumerate(emitter.getParameters())) {
    size_t index = parameter.isSplat() ? 0 : indices[emitter.getGrid(i)];
    numbers[block.getArgument(i + 1)] =
        *(parameter.value_begin<Attribute>() + index);
  }
  for (Operation &op : block) {
    Attribute &number = numbers[op.getResult(0)];
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      number = constant.getValue();
      continue;
    }
    SmallVector<Attribute> operands;
    for (Value operand : op.getOperands())
      operands.push_back(numbers.at(operand));
    if ((number = computeRounded(&op, operands)))
      continue;
    SmallVector<OpFoldResult> results;
    if (failed(op.fold(operands, results)) || results.size() != 1) {
      ADD_FAILURE() << "no folder computes "
                    << op.getName().getStringRef().str();
      return std::nullopt;
    }
    number = isa<Value>(results[0]) ? numbers.at(cast<Value>(results[0]))
                                    : cast<Attribute>(results[0]);
  }
  return toBits(numbers.at(result));
}
