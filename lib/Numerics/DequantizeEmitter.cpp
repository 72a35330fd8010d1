//===- DequantizeEmitter.cpp - Stored to expressed values ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitterFactory.h"
#include "GridParameters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace quantir;

namespace {

class DequantizeEmitter final : public CastEmitter {
public:
  DequantizeEmitter(const NumericPolicy &policy, const Quantization &type,
                    const FloatFormat &format);

  Type getResultType() const override { return expressedType; }
  Value emit(ImplicitLocOpBuilder &b, Value input,
             ValueRange parameters) const override;

private:
  Value emitDifference(ImplicitLocOpBuilder &b, Value stored,
                       Value zeroPoint) const;

  DequantizeForm form;
  StorageSpec storage;
  FloatType expressedType;
  FloatFormat format;
};

DequantizeEmitter::DequantizeEmitter(const NumericPolicy &policy,
                                     const Quantization &type,
                                     const FloatFormat &format)
    : form(policy.dequantize), storage(type.storage),
      expressedType(type.expressedType), format(format) {
  auto scale = [&](size_t i) { return getScale(format, type, i); };
  parameters.push_back(getFloatParameter(format, type, scale));
  // Infinity times a zero point of 0 is NaN.
  bool needsZeroPoints =
      form == DequantizeForm::Fma && !hasUsualScales(format, type);
  if (!hasZeroPoints(type) && !needsZeroPoints)
    return;
  switch (form) {
  case DequantizeForm::IntegerSubtract:
    parameters.push_back(
        getZeroPoints(type, type.zeroPoints, getCenteredWidth(storage)));
    break;
  case DequantizeForm::SubtractMultiply:
    parameters.push_back(getFloatParameter(
        format, type, [&](size_t i) { return getZeroPoint(format, type, i); }));
    break;
  case DequantizeForm::Fma:
    parameters.push_back(getFloatParameter(format, type, [&](size_t i) {
      return -(getZeroPoint(format, type, i) * scale(i));
    }));
    break;
  }
}

Value DequantizeEmitter::emitDifference(ImplicitLocOpBuilder &b, Value stored,
                                        Value zeroPoint) const {
  if (form == DequantizeForm::SubtractMultiply) {
    Value number = format.fromInteger(b, stored, storage.isSigned);
    return format.round(b, arith::SubFOp::create(b, number, zeroPoint));
  }
  return format.fromInteger(
      b, emitCentered(b, stored, storage.isSigned, zeroPoint),
      /*isSigned=*/true);
}

Value DequantizeEmitter::emit(ImplicitLocOpBuilder &b, Value stored,
                              ValueRange parameters) const {
  Value scale = parameters.front();
  Value result;
  if (parameters.size() == 1) {
    Value number = format.fromInteger(b, stored, storage.isSigned);
    result = arith::MulFOp::create(b, number, scale);
  } else if (form == DequantizeForm::Fma) {
    Value number = format.fromInteger(b, stored, storage.isSigned);
    result = math::FmaOp::create(b, number, scale, parameters.back());
  } else {
    result = arith::MulFOp::create(
        b, emitDifference(b, stored, parameters.back()), scale);
  }
  return format.toFloat(b, format.round(b, result), expressedType);
}

} // namespace

std::unique_ptr<CastEmitter>
quantir::getDequantizeEmitter(const NumericPolicy &policy,
                              const Quantization &type) {
  return getEmitter<DequantizeEmitter>(policy, CastDirection::Dequantize, type);
}
