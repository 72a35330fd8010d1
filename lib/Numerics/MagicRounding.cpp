//===- MagicRounding.cpp - Rounding by a magic number ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MagicRounding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quantir/Numerics/Emitter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

double quantir::getMagicNumber(Type type) {
  return type.isF32() ? 0x1.8p23 : 0x1.8p52;
}

bool quantir::hasMagicRange(const FloatFormat &format,
                            const Quantization &type) {
  Type carrier = format.getCarrier();
  const llvm::fltSemantics &semantics = format.getSemantics();
  if (&semantics != &APFloat::IEEEsingle() &&
      &semantics != &APFloat::IEEEdouble())
    return false;
  const StorageSpec &storage = type.storage;
  // The bits above these are those of the magic number.
  if (storage.width > (carrier.isF32() ? 22u : 51u))
    return false;
  __int128 limit = static_cast<__int128>(1) << (carrier.isF32() ? 20 : 49);
  auto fits = [&](__int128 value) { return -limit <= value && value <= limit; };
  return fits(storage.minValue()) && fits(storage.maxValue()) &&
         llvm::all_of(type.zeroPoints, [&](int64_t zeroPoint) {
           return fits(storage.value(zeroPoint));
         });
}

/// The integer nearest to `x`, which is within the bounds of the storage.
static Value emitMagicConvert(ImplicitLocOpBuilder &b, Value x,
                              IntegerType type) {
  Value magic = arith::ConstantOp::create(
      b, b.getFloatAttr(x.getType(), getMagicNumber(x.getType())));
  Value shifted = arith::AddFOp::create(b, x, magic);
  Type bitsType = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
  Value bits = arith::BitcastOp::create(b, bitsType, shifted);
  return arith::TruncIOp::create(b, type, bits);
}

Value quantir::emitRoundAndSaturate(ImplicitLocOpBuilder &b, Rounding rounding,
                                    const StorageSpec &storage, Value value,
                                    EmitForms forms) {
  FloatFormat f32(APFloat::IEEEsingle(), b.getContext());
  constexpr __int128 kMagicLimit = 1 << 20;
  bool isSmall =
      storage.minValue() >= -kMagicLimit && storage.maxValue() <= kMagicLimit;
  if (rounding == Rounding::NearestEven && forms.magicRounding && isSmall) {
    auto clamp = [&](arith::CmpFPredicate predicate, __int128 number, Value x) {
      Value limit =
          f32.constant(b, f32.getNumber(number, APFloat::rmNearestTiesToEven));
      Value within = arith::CmpFOp::create(b, predicate, x, limit);
      return arith::SelectOp::create(b, within, x, limit).getResult();
    };
    Value clamped = clamp(arith::CmpFPredicate::OGT, storage.minValue(), value);
    clamped = clamp(arith::CmpFPredicate::OLT, storage.maxValue(), clamped);
    return emitMagicConvert(b, clamped, b.getIntegerType(storage.width));
  }
  // The conversion itself rounds toward zero; and what lies within one of a
  // bound gives the bound either way.
  if (rounding != Rounding::TowardZero)
    value = emitRound(b, rounding, value);
  return emitSaturate(b, f32.getSemantics(), storage, value);
}
