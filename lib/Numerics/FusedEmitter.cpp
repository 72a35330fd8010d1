//===- FusedEmitter.cpp - The fused op as arith and math ops --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/FusedEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quantir/Numerics/FloatFormat.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace quantir;

static Value f32Constant(ImplicitLocOpBuilder &b, float number) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(number));
}

static FloatFormat getF32(ImplicitLocOpBuilder &b) {
  return FloatFormat(APFloat::IEEEsingle(), b.getContext());
}

static Value zeroIfNan(ImplicitLocOpBuilder &b, Value value) {
  Value isNan =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(b, isNan, f32Constant(b, 0.0f), value);
}

Value FusedEmitter::emitDequantize(ImplicitLocOpBuilder &b, Value x,
                                   Value weightScale, Value activationScale,
                                   Value bias) const {
  FloatFormat f32 = getF32(b);
  Value result = isa<FloatType>(x.getType())
                     ? f32.fromFloat(b, x)
                     : f32.fromInteger(b, x, /*isSigned=*/true);
  if (weightScale)
    result = arith::MulFOp::create(b, result, weightScale);
  if (activationScale)
    result = arith::MulFOp::create(b, result, activationScale);
  if (bias)
    result = arith::AddFOp::create(b, result, bias);
  return result;
}

Value FusedEmitter::emitActivation(ImplicitLocOpBuilder &b, Value gate,
                                   Value up) const {
  return emitSitu(b, form, constants, gate, up);
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

Value FusedEmitter::emitScaled(ImplicitLocOpBuilder &b, Value value,
                               Value factor) const {
  if (policy.scaling == Scaling::Reciprocal)
    return arith::MulFOp::create(b, value, factor);
  return arith::DivFOp::create(b, value, factor);
}

Value FusedEmitter::emitCode(ImplicitLocOpBuilder &b, Value scaled) const {
  return emitRoundAndSaturate(b, policy.fusedRounding(),
                              StorageSpec::fullRange(8, /*isSigned=*/true),
                              scaled, forms);
}

Value FusedEmitter::emitStaticFactor(ImplicitLocOpBuilder &b,
                                     Value quantScale) const {
  if (policy.scaling == Scaling::Reciprocal)
    return arith::DivFOp::create(b, f32Constant(b, 1.0f), quantScale);
  return quantScale;
}

Value FusedEmitter::emitStaticCode(ImplicitLocOpBuilder &b, Value activation,
                                   Value factor, Value quantOffset) const {
  Value scaled = emitScaled(b, activation, factor);
  if (quantOffset)
    scaled = arith::AddFOp::create(b, scaled, quantOffset);
  return emitCode(b, zeroIfNan(b, scaled));
}

//===----------------------------------------------------------------------===//
// Rows with a scale of their own
//===----------------------------------------------------------------------===//

Value FusedEmitter::emitFinite(ImplicitLocOpBuilder &b, Value activation,
                               Value quantScale) const {
  Value value = activation;
  if (quantScale)
    value = arith::MulFOp::create(b, value, quantScale);
  value = zeroIfNan(b, value);
  // The activation is bounded where `up` is: by beta * linear_beta and the
  // roundings on the way, for which there is room below the square of 2^63.
  bool isBounded = !quantScale && constants.linearBeta > 0 &&
                   std::fabs(constants.beta) <= 0x1p63f &&
                   constants.linearBeta <= 0x1p63f;
  if (isBounded)
    return value;
  constexpr float kLargest = std::numeric_limits<float>::max();
  auto clamp = [&](arith::CmpFPredicate predicate, float bound) {
    Value limit = f32Constant(b, bound);
    Value within = arith::CmpFOp::create(b, predicate, value, limit);
    value = arith::SelectOp::create(b, within, value, limit);
  };
  clamp(arith::CmpFPredicate::OGT, -kLargest);
  clamp(arith::CmpFPredicate::OLT, kLargest);
  return value;
}

Value FusedEmitter::emitMagnitude(ImplicitLocOpBuilder &b, Value finite) const {
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), finite);
  Value mask = arith::ConstantOp::create(b, b.getI32IntegerAttr(0x7FFFFFFF));
  return arith::AndIOp::create(b, bits, mask);
}

FusedEmitter::RowScale FusedEmitter::emitRowScale(ImplicitLocOpBuilder &b,
                                                  Value magnitude) const {
  Value largest = arith::BitcastOp::create(b, b.getF32Type(), magnitude);
  Value scale =
      policy.dynamicScale == DynamicScale::Divide
          ? arith::DivFOp::create(b, largest, f32Constant(b, 127.0f))
                .getResult()
          : arith::MulFOp::create(b, largest, f32Constant(b, 1.0f / 127.0f))
                .getResult();
  Value zero = f32Constant(b, 0.0f);
  Value isZero =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, scale, zero);
  // A factor with which every code of such a row is 0.
  bool byReciprocal = policy.scaling == Scaling::Reciprocal;
  Value factor = scale;
  if (byReciprocal)
    factor = arith::DivFOp::create(b, f32Constant(b, 1.0f), scale);
  Value zeroing = byReciprocal
                      ? zero
                      : f32Constant(b, std::numeric_limits<float>::infinity());
  factor = arith::SelectOp::create(b, isZero, zeroing, factor);
  if (policy.zeroRowScale == ZeroRowScale::One)
    scale = arith::SelectOp::create(b, isZero, f32Constant(b, 1.0f), scale);
  return {scale, factor};
}

Value FusedEmitter::emitDynamicCode(ImplicitLocOpBuilder &b, Value finite,
                                    Value factor) const {
  Value scaled = emitScaled(b, finite, factor);
  // The reciprocal of a subnormal scale may be infinite, and times 0 it is NaN.
  if (policy.scaling == Scaling::Reciprocal)
    scaled = zeroIfNan(b, scaled);
  return emitCode(b, scaled);
}
