//===- Emitter.cpp - Casts as arith and math ops --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Emitter.h"

#include "EmitterFactory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "quantir/Numerics/FloatFormat.h"

using namespace mlir;
using namespace quantir;

CastEmitter::~CastEmitter() = default;

std::string quantir::checkPolicy(const NumericPolicy &policy,
                                 CastDirection direction,
                                 const Quantization &type) {
  return checkPolicy(policy, direction, type.storage.width,
                     type.storage.isSigned,
                     type.expressedType.getFloatSemantics());
}

//===----------------------------------------------------------------------===//
// Rounding and saturation
//===----------------------------------------------------------------------===//

/// floor(x), or one more where the fraction is at least a half. The fraction is
/// exact where it decides; adding a half to x would not be.
static Value emitNearestUp(ImplicitLocOpBuilder &b, Value value) {
  Type type = value.getType();
  auto constant = [&](double number) -> Value {
    return arith::ConstantOp::create(b, b.getFloatAttr(type, number));
  };
  Value floor = math::FloorOp::create(b, value);
  Value fraction = arith::SubFOp::create(b, value, floor);
  Value roundsUp = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, fraction,
                                         constant(0.5));
  Value one = constant(1.0), zero = constant(0.0);
  Value step = arith::SelectOp::create(b, roundsUp, one, zero);
  return arith::AddFOp::create(b, floor, step);
}

Value quantir::emitRound(ImplicitLocOpBuilder &b, Rounding rounding,
                         Value value) {
  switch (rounding) {
  case Rounding::NearestEven:
    return math::RoundEvenOp::create(b, value);
  case Rounding::NearestAway:
    return math::RoundOp::create(b, value);
  case Rounding::NearestUp:
    return emitNearestUp(b, value);
  case Rounding::TowardZero:
    return math::TruncOp::create(b, value);
  case Rounding::Down:
    return math::FloorOp::create(b, value);
  case Rounding::Up:
    return math::CeilOp::create(b, value);
  }
  llvm_unreachable("unknown rounding");
}

/// Converts a float within the bounds of the storage.
static Value emitConvert(ImplicitLocOpBuilder &b, const StorageSpec &storage,
                         Value value) {
  // A wider signed conversion where there is one: narrow and unsigned ones are
  // slow or unsupported on many targets.
  unsigned magnitudeBits = storage.width - (storage.isSigned ? 1 : 0);
  IntegerType type = b.getIntegerType(storage.width);
  if (magnitudeBits > 63)
    return arith::FPToUIOp::create(b, type, value);
  IntegerType wide = b.getIntegerType(magnitudeBits <= 31 ? 32 : 64);
  Value integer = arith::FPToSIOp::create(b, wide, value);
  if (wide == type)
    return integer;
  return arith::TruncIOp::create(b, type, integer);
}

Value quantir::storedConstant(ImplicitLocOpBuilder &b,
                              const StorageSpec &storage, int64_t bits) {
  return arith::ConstantOp::create(
      b, IntegerAttr::get(b.getIntegerType(storage.width),
                          APInt(storage.width, bits, /*isSigned=*/false,
                                /*implicitTrunc=*/true)));
}

Value quantir::emitSaturate(ImplicitLocOpBuilder &b,
                            const llvm::fltSemantics &semantics,
                            const StorageSpec &storage, Value value) {
  FloatFormat format(semantics, b.getContext());
  // The clamp is on floats, with bounds that the format holds: the nearest ones
  // inside. `x > lo ? x : lo` also sends NaN to a bound.
  auto clamp = [&](arith::CmpFPredicate predicate, __int128 bound,
                   llvm::RoundingMode inside, Value x) -> Value {
    Value limit = format.constant(b, format.getNumber(bound, inside));
    Value within = arith::CmpFOp::create(b, predicate, x, limit);
    return arith::SelectOp::create(b, within, x, limit);
  };
  Value clamped = clamp(arith::CmpFPredicate::OGT, storage.minValue(),
                        APFloat::rmTowardPositive, value);
  clamped = clamp(arith::CmpFPredicate::OLT, storage.maxValue(),
                  APFloat::rmTowardNegative, clamped);
  Value stored = emitConvert(b, storage, clamped);

  // Where the format doesn't hold a bound, floats beyond it still give it.
  auto saturate = [&](arith::CmpFPredicate predicate, int64_t bits,
                      llvm::RoundingMode outside) {
    if (format.holds(storage.value(bits)))
      return;
    Value limit =
        format.constant(b, format.getNumber(storage.value(bits), outside));
    Value beyond = arith::CmpFOp::create(b, predicate, value, limit);
    stored = arith::SelectOp::create(b, beyond,
                                     storedConstant(b, storage, bits), stored);
  };
  saturate(arith::CmpFPredicate::OLE, storage.min, APFloat::rmTowardNegative);
  saturate(arith::CmpFPredicate::OGE, storage.max, APFloat::rmTowardPositive);
  return stored;
}

Value quantir::emitCentered(ImplicitLocOpBuilder &b, Value stored,
                            bool isSigned, Value zeroPoint) {
  Type wide = zeroPoint.getType();
  Value extended = isSigned
                       ? arith::ExtSIOp::create(b, wide, stored).getResult()
                       : arith::ExtUIOp::create(b, wide, stored).getResult();
  return arith::SubIOp::create(b, extended, zeroPoint);
}
