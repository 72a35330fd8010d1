//===- FloatFormat.cpp - Floats of the computation ------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/FloatFormat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "quantir/IR/FloatConversion.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static FloatType getType(const llvm::fltSemantics &semantics,
                         MLIRContext *context) {
  if (&semantics == &APFloat::IEEEhalf())
    return Float16Type::get(context);
  if (&semantics == &APFloat::BFloat())
    return BFloat16Type::get(context);
  if (&semantics == &APFloat::IEEEsingle())
    return Float32Type::get(context);
  assert(&semantics == &APFloat::IEEEdouble() && "checked by checkPolicy");
  return Float64Type::get(context);
}

FloatFormat::FloatFormat(const llvm::fltSemantics &semantics,
                         MLIRContext *context)
    : semantics(&semantics), type(getType(semantics, context)), carrier(type) {
  // f32 has more than twice the digits of f16 and a wider exponent. For bf16
  // f32 has the digits too, but no wider exponent: a subnormal result would be
  // rounded twice.
  if (type.isF16())
    carrier = Float32Type::get(context);
  if (type.isBF16())
    carrier = Float64Type::get(context);
}

APFloat FloatFormat::getNumber(__int128 number, llvm::RoundingMode mode) const {
  uint64_t words[2] = {static_cast<uint64_t>(number),
                       static_cast<uint64_t>(number >> 64)};
  APFloat result(*semantics);
  result.convertFromAPInt(APInt(128, words), /*IsSigned=*/true, mode);
  return result;
}

bool FloatFormat::holds(__int128 number) const {
  // Most are small, and lists of them long.
  __int128 digits = __int128(1)
                    << llvm::APFloat::semanticsPrecision(*semantics);
  if (-digits <= number && number <= digits)
    return true;
  // Equal from both sides.
  return getNumber(number, APFloat::rmTowardNegative)
      .bitwiseIsEqual(getNumber(number, APFloat::rmTowardPositive));
}

APFloat FloatFormat::getNumber(const APFloat &number) const {
  return toFormat(number, *semantics);
}

APFloat FloatFormat::inCarrier(const APFloat &number) const {
  return toFormat(number, carrier.getFloatSemantics());
}

Value FloatFormat::constant(ImplicitLocOpBuilder &b,
                            const APFloat &number) const {
  return arith::ConstantOp::create(b,
                                   FloatAttr::get(carrier, inCarrier(number)));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value integerConstant(ImplicitLocOpBuilder &b, Type type,
                             int64_t value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

/// f64 -> f32 rounded to odd: an inexact result has an odd last digit. Rounding
/// it once more to a format with fewer digits gives what rounding the f64 would
/// have given.
static Value truncateToOdd(ImplicitLocOpBuilder &b, Value value) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  Value nearest = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, value.getType(), nearest);
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  Value zero = integerConstant(b, i32, 0), one = integerConstant(b, i32, 1),
        minusOne = integerConstant(b, i32, -1);
  Value inexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, one), zero);
  Value magnitude = math::AbsFOp::create(b, value);
  Value backMagnitude = math::AbsFOp::create(b, back);
  Value tooLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                         backMagnitude, magnitude);
  Value step = arith::SelectOp::create(b, tooLarge, minusOne, one);
  Value moved = arith::AddIOp::create(b, bits, step);
  Value move = arith::AndIOp::create(b, inexact, isEven);
  return arith::BitcastOp::create(
      b, f32, arith::SelectOp::create(b, move, moved, bits));
}

/// f32 -> bf16 to nearest even, by the bits: conversion instructions flush
/// subnormals.
static Value truncateToBF16(ImplicitLocOpBuilder &b, Value value) {
  Type i32 = b.getI32Type(), i16 = b.getI16Type();
  Value bits = arith::BitcastOp::create(b, i32, value);
  Value sixteen = integerConstant(b, i32, 16);
  Value half = integerConstant(b, i32, 0x7FFF),
        one = integerConstant(b, i32, 1);
  Value shifted = arith::ShRUIOp::create(b, bits, sixteen);
  Value lastDigit = arith::AndIOp::create(b, shifted, one);
  Value rounded =
      arith::AddIOp::create(b, bits, arith::AddIOp::create(b, half, lastDigit));
  Value high = arith::TruncIOp::create(
      b, i16, arith::ShRUIOp::create(b, rounded, sixteen));
  Value isNan =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value result =
      arith::SelectOp::create(b, isNan, integerConstant(b, i16, 0x7FC0), high);
  return arith::BitcastOp::create(b, b.getBF16Type(), result);
}

/// f32 or f64 to any of the four types, rounded once.
static Value narrow(ImplicitLocOpBuilder &b, Value value, FloatType type) {
  if (value.getType() == type)
    return value;
  if (value.getType().isF64() && !type.isF32())
    value = truncateToOdd(b, value);
  if (type.isBF16())
    return truncateToBF16(b, value);
  return arith::TruncFOp::create(b, type, value);
}

/// bf16 -> f32 by the bits: of an extension LLVM makes comparisons and
/// roundings of bf16 itself, which some targets have no code for.
static Value extendBF16(ImplicitLocOpBuilder &b, Value value) {
  Type i32 = b.getI32Type();
  Value bits = arith::BitcastOp::create(b, b.getI16Type(), value);
  Value wide = arith::ExtUIOp::create(b, i32, bits);
  Value shifted = arith::ShLIOp::create(b, wide, integerConstant(b, i32, 16));
  return arith::BitcastOp::create(b, b.getF32Type(), shifted);
}

static Value widen(ImplicitLocOpBuilder &b, Value value, FloatType type) {
  if (value.getType() == type)
    return value;
  if (value.getType().isBF16())
    value = extendBF16(b, value);
  if (value.getType() == type)
    return value;
  return arith::ExtFOp::create(b, type, value);
}

Value FloatFormat::round(ImplicitLocOpBuilder &b, Value value) const {
  return widen(b, narrow(b, value, type), carrier);
}

Value FloatFormat::fromFloat(ImplicitLocOpBuilder &b, Value value) const {
  auto from = cast<FloatType>(value.getType());
  if (from.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    value = narrow(b, value, type);
  return widen(b, value, carrier);
}

Value FloatFormat::toFloat(ImplicitLocOpBuilder &b, Value value,
                           FloatType to) const {
  if (to.getIntOrFloatBitWidth() > carrier.getIntOrFloatBitWidth())
    return widen(b, value, to);
  return narrow(b, value, to);
}

/// Replaces an integer of 64 bits by one that f64 holds and that rounds to any
/// format of fewer digits as the integer does: the digits which f64 has no room
/// for are joined into one.
static Value joinLowDigits(ImplicitLocOpBuilder &b, Value value) {
  constexpr int64_t kLow = 0xFFF, kJoined = 0x800;
  Type i64 = b.getI64Type();
  Value low = arith::AndIOp::create(b, value, integerConstant(b, i64, kLow));
  Value high = arith::AndIOp::create(b, value, integerConstant(b, i64, ~kLow));
  Value zero = integerConstant(b, i64, 0);
  Value hasLow = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, low, zero);
  Value joined = arith::OrIOp::create(
      b, high,
      arith::SelectOp::create(b, hasLow, integerConstant(b, i64, kJoined),
                              zero));
  // Below 2^53 in magnitude f64 holds the integer itself.
  Value shifted = arith::AddIOp::create(
      b, value, integerConstant(b, i64, int64_t(1) << 53));
  Value isSmall =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, shifted,
                            integerConstant(b, i64, int64_t(1) << 54));
  return arith::SelectOp::create(b, isSmall, value, joined);
}

Value FloatFormat::fromInteger(ImplicitLocOpBuilder &b, Value value,
                               bool isSigned) const {
  // Conversions of odd widths are widened here rather than left to the target.
  unsigned width = value.getType().getIntOrFloatBitWidth();
  unsigned wide = width <= 32 ? 32 : width <= 64 ? 64 : 128;
  if (width < wide) {
    Type wideType = b.getIntegerType(wide);
    value = isSigned ? arith::ExtSIOp::create(b, wideType, value).getResult()
                     : arith::ExtUIOp::create(b, wideType, value).getResult();
    // Of what was unsigned the sign bit is now clear.
    isSigned = true;
  }
  if (type.isBF16() && wide == 64 && width > 53)
    value = joinLowDigits(b, value);
  Value number = isSigned
                     ? arith::SIToFPOp::create(b, carrier, value).getResult()
                     : arith::UIToFPOp::create(b, carrier, value).getResult();
  return round(b, number);
}
