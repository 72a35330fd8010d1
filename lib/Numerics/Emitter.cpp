//===- Emitter.cpp - Casts as arith and math ops --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Emitter.h"

#include "CorrectedQuotient.h"
#include "GridParameters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "quantir/Numerics/ConstantCasts.h"
#include "quantir/Numerics/FloatFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace quantir;

CastEmitter::~CastEmitter() = default;

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
  Value step =
      arith::SelectOp::create(b, roundsUp, constant(1.0), constant(0.0));
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

static Value storedConstant(ImplicitLocOpBuilder &b, const StorageSpec &storage,
                            int64_t bits) {
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

//===----------------------------------------------------------------------===//
// Rounding by a magic number
//===----------------------------------------------------------------------===//

/// 1.5 * 2^23 in f32, 1.5 * 2^52 in f64: next to it the floats are one apart,
/// so that adding it rounds to an integer, to nearest even, and leaves that
/// integer in the low bits.
static Value magicNumber(ImplicitLocOpBuilder &b, Type type) {
  double magic = type.isF32() ? 0x1.8p23 : 0x1.8p52;
  return arith::ConstantOp::create(b, b.getFloatAttr(type, magic));
}

/// True if all stored values, zero points and their differences are far within
/// the range in which the magic number rounds to integers.
static bool hasMagicRange(const FloatFormat &format, const Quantization &type) {
  Type carrier = format.getCarrier();
  const llvm::fltSemantics &semantics = format.getSemantics();
  if (&semantics != &APFloat::IEEEsingle() &&
      &semantics != &APFloat::IEEEdouble())
    return false;
  __int128 limit = static_cast<__int128>(1) << (carrier.isF32() ? 20 : 49);
  const StorageSpec &storage = type.storage;
  auto fits = [&](__int128 value) { return -limit <= value && value <= limit; };
  return fits(storage.minValue()) && fits(storage.maxValue()) &&
         llvm::all_of(type.zeroPoints, [&](int64_t zeroPoint) {
           return fits(storage.value(zeroPoint));
         });
}

/// The integer nearest to `x`, as a float; what lies far outside the range of
/// the magic number stays about where it is.
static Value emitMagicRound(ImplicitLocOpBuilder &b, Value x) {
  Value magic = magicNumber(b, x.getType());
  return arith::SubFOp::create(b, arith::AddFOp::create(b, x, magic), magic);
}

/// The integer nearest to `x`, which is within the bounds of the storage.
static Value emitMagicConvert(ImplicitLocOpBuilder &b, Value x,
                              IntegerType type) {
  Value shifted = arith::AddFOp::create(b, x, magicNumber(b, x.getType()));
  Type bitsType = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
  Value bits = arith::BitcastOp::create(b, bitsType, shifted);
  return arith::TruncIOp::create(b, type, bits);
}

//===----------------------------------------------------------------------===//
// Quantize
//===----------------------------------------------------------------------===//

namespace {

class QuantizeEmitter final : public CastEmitter {
public:
  /// Without `scales`, what comes in is already divided by the scale.
  QuantizeEmitter(const NumericPolicy &policy, const Quantization &type,
                  const FloatFormat &format, EmitForms forms,
                  bool scales = true);

  Type getResultType() const override { return storedType; }
  Value emit(ImplicitLocOpBuilder &b, Value input,
             ValueRange parameters) const override;

private:
  bool addsBefore() const {
    return policy.zeroPoint == ZeroPointOrder::BeforeRounding;
  }
  bool addCorrectedQuotients(const Quantization &type);
  void addZeroPoints(const Quantization &type);

  Value emitScaling(ImplicitLocOpBuilder &b, Value x,
                    ValueRange parameters) const;
  Value emitClamp(ImplicitLocOpBuilder &b, Value x, Value low,
                  Value high) const;
  Value addZeroPoint(ImplicitLocOpBuilder &b, Value x,
                     ValueRange parameters) const;
  Value emitMagic(ImplicitLocOpBuilder &b, Value scaled,
                  ValueRange parameters) const;
  Value emitRounded(ImplicitLocOpBuilder &b, Value scaled,
                    ValueRange parameters) const;
  Value emitNanValue(ImplicitLocOpBuilder &b, ValueRange parameters) const;

  NumericPolicy policy;
  StorageSpec storage;
  IntegerType storedType;
  FloatFormat format;
  bool scales;
  /// Positions of the parameters beside the scale, if they are used.
  std::optional<unsigned> zeroPointIndex, storedZeroPointIndex,
      correctedQuotientIndex;
  /// NaN gives the zero point by taking 0 for the scaled value.
  bool nanScalesToZero = false;
  bool roundsByMagic = false;
  /// The zero point is added to the integer; if it is the same for all
  /// elements, what it is.
  bool addsStoredZeroPoint = false;
  std::optional<int64_t> commonZeroPoint;
};

QuantizeEmitter::QuantizeEmitter(const NumericPolicy &policy,
                                 const Quantization &type,
                                 const FloatFormat &format, EmitForms forms,
                                 bool scales)
    : policy(policy), storage(type.storage), storedType(type.getStorageType()),
      format(format), scales(scales) {
  bool byReciprocal = policy.scaling == Scaling::Reciprocal;
  APFloat one(format.getSemantics(), 1);
  if (scales)
    parameters.push_back(getFloatParameter(format, type, [&](size_t i) {
      APFloat scale = getScale(format, type, i);
      return byReciprocal ? one / scale : scale;
    }));
  if (llvm::all_equal(type.zeroPoints))
    commonZeroPoint = type.zeroPoints.front();
  nanScalesToZero = policy.nan == NanValue::ZeroPoint &&
                    llvm::all_of(type.zeroPoints, [&](int64_t zeroPoint) {
                      return format.holds(storage.value(zeroPoint));
                    });
  roundsByMagic = forms.magicRounding &&
                  policy.castRounding() == Rounding::NearestEven &&
                  hasMagicRange(format, type);
  bool corrects = forms.correctedQuotient && roundsByMagic && scales &&
                  addCorrectedQuotients(type);
  addsStoredZeroPoint =
      roundsByMagic && !addsBefore() && (corrects || commonZeroPoint);
  addZeroPoints(type);
}

/// Adds the reciprocals and the bounds of the input, if every element has them.
bool QuantizeEmitter::addCorrectedQuotients(const Quantization &type) {
  SmallVector<CorrectedQuotient> quotients;
  for (size_t i = 0; i < type.scales.size(); ++i) {
    std::optional<CorrectedQuotient> quotient =
        CorrectedQuotient::get(getElementParameters(type, i), policy);
    if (!quotient)
      return false;
    quotients.push_back(*quotient);
  }
  correctedQuotientIndex = parameters.size();
  for (float CorrectedQuotient::*constant :
       {&CorrectedQuotient::reciprocal, &CorrectedQuotient::lowest,
        &CorrectedQuotient::highest})
    parameters.push_back(getFloatParameter(format, type, [&](size_t i) {
      return APFloat(quotients[i].*constant);
    }));
  return true;
}

void QuantizeEmitter::addZeroPoints(const Quantization &type) {
  if (hasZeroPoints(type)) {
    zeroPointIndex = parameters.size();
    parameters.push_back(
        addsStoredZeroPoint
            ? getZeroPoints(type, type.zeroPoints, storage.width)
            : getFloatParameter(format, type, [&](size_t i) {
                return getZeroPoint(format, type, i);
              }));
  }
  if (policy.nan == NanValue::ZeroPoint && !nanScalesToZero) {
    storedZeroPointIndex = parameters.size();
    // Bounds may leave a zero point out.
    SmallVector<int64_t> stored = llvm::map_to_vector(
        type.zeroPoints, [&](int64_t zp) { return storage.clamp(zp); });
    parameters.push_back(getZeroPoints(type, stored, storage.width));
  }
}

/// `x` between the bounds; NaN goes to the one that the policy says, if it says
/// one.
Value QuantizeEmitter::emitClamp(ImplicitLocOpBuilder &b, Value x, Value low,
                                 Value high) const {
  auto limit = [&](arith::CmpFPredicate predicate, Value bound) {
    Value within = arith::CmpFOp::create(b, predicate, x, bound);
    x = arith::SelectOp::create(b, within, x, bound);
  };
  if (policy.nan == NanValue::StorageMax)
    limit(arith::CmpFPredicate::OLT, high);
  limit(arith::CmpFPredicate::OGT, low);
  if (policy.nan != NanValue::StorageMax)
    limit(arith::CmpFPredicate::OLT, high);
  return x;
}

/// The value divided by the scale.
Value QuantizeEmitter::emitScaling(ImplicitLocOpBuilder &b, Value x,
                                   ValueRange parameters) const {
  Value scale = parameters.front();
  if (correctedQuotientIndex) {
    ValueRange constants = parameters.slice(*correctedQuotientIndex, 3);
    Value clamped = emitClamp(b, x, constants[1], constants[2]);
    Value quotient = arith::MulFOp::create(b, clamped, constants[0]);
    Value rest = math::FmaOp::create(b, arith::NegFOp::create(b, quotient),
                                     scale, clamped);
    return math::FmaOp::create(b, rest, constants[0], quotient);
  }
  if (policy.scaling == Scaling::Reciprocal)
    return format.round(b, arith::MulFOp::create(b, x, scale));
  return format.round(b, arith::DivFOp::create(b, x, scale));
}

Value QuantizeEmitter::addZeroPoint(ImplicitLocOpBuilder &b, Value x,
                                    ValueRange parameters) const {
  // Adding 0 changes no more than the sign of a zero, which no integer has.
  if (!zeroPointIndex)
    return x;
  return format.round(b,
                      arith::AddFOp::create(b, x, parameters[*zeroPointIndex]));
}

/// Rounds and saturates with the magic number. What is outside the bounds is
/// clamped to them first, while it is a float: rounding keeps the order, and
/// the bounds are integers.
Value QuantizeEmitter::emitMagic(ImplicitLocOpBuilder &b, Value scaled,
                                 ValueRange parameters) const {
  auto clampTo = [&](Value x, __int128 min, __int128 max) {
    auto bound = [&](__int128 number) {
      return format.constant(
          b, format.getNumber(number, APFloat::rmNearestTiesToEven));
    };
    return emitClamp(b, x, bound(min), bound(max));
  };
  Value x = scaled;
  if (addsBefore())
    x = addZeroPoint(b, x, parameters);
  else if (!addsStoredZeroPoint)
    // The zero points differ: they are added to the rounded float.
    x = addZeroPoint(b, emitMagicRound(b, x), parameters);
  if (!correctedQuotientIndex) {
    __int128 shift = addsStoredZeroPoint ? *commonZeroPoint : 0;
    x = clampTo(x, storage.minValue() - shift, storage.maxValue() - shift);
  }
  Value stored = emitMagicConvert(b, x, storedType);
  if (!addsStoredZeroPoint || !zeroPointIndex)
    return stored;
  return arith::AddIOp::create(b, stored, parameters[*zeroPointIndex]);
}

/// Adds the zero point and rounds, in the order of the policy.
Value QuantizeEmitter::emitRounded(ImplicitLocOpBuilder &b, Value scaled,
                                   ValueRange parameters) const {
  Rounding rounding = policy.castRounding();
  if (addsBefore())
    return emitRound(b, rounding, addZeroPoint(b, scaled, parameters));
  return addZeroPoint(b, emitRound(b, rounding, scaled), parameters);
}

Value QuantizeEmitter::emitNanValue(ImplicitLocOpBuilder &b,
                                    ValueRange parameters) const {
  switch (policy.nan) {
  case NanValue::ZeroPoint:
    return parameters[*storedZeroPointIndex];
  case NanValue::StorageMin:
    return storedConstant(b, storage, storage.min);
  case NanValue::StorageMax:
    return storedConstant(b, storage, storage.max);
  case NanValue::Zero:
    return storedConstant(b, storage, storage.clamp(0));
  }
  llvm_unreachable("unknown value of NaN");
}

Value QuantizeEmitter::emit(ImplicitLocOpBuilder &b, Value input,
                            ValueRange parameters) const {
  auto emitIsNan = [&](Value value) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  };
  auto zeroForNan = [&](Value value) -> Value {
    Value zero = format.constant(b, APFloat(format.getSemantics(), 0));
    return arith::SelectOp::create(b, emitIsNan(value), zero, value);
  };
  Value x = format.fromFloat(b, input);
  // The corrected quotient clamps its input, which loses the NaN; no other
  // input gives it one.
  bool replacesNan = nanScalesToZero && scales && correctedQuotientIndex;
  if (replacesNan)
    x = zeroForNan(x);
  Value scaled = scales ? emitScaling(b, x, parameters) : x;
  if (nanScalesToZero && !replacesNan)
    scaled = zeroForNan(scaled);

  bool clampPlacesNan =
      policy.nan == NanValue::StorageMin || policy.nan == NanValue::StorageMax;
  if (roundsByMagic) {
    Value stored = emitMagic(b, scaled, parameters);
    if (nanScalesToZero || clampPlacesNan)
      return stored;
    Value isNan = emitIsNan(correctedQuotientIndex ? x : scaled);
    return arith::SelectOp::create(b, isNan, emitNanValue(b, parameters),
                                   stored);
  }
  Value rounded = emitRounded(b, scaled, parameters);
  Value stored = emitSaturate(b, format.getSemantics(), storage, rounded);
  if (nanScalesToZero)
    return stored;
  // Asked at the end: a zero point that overflows a narrow format makes NaN of
  // an infinity.
  return arith::SelectOp::create(b, emitIsNan(rounded),
                                 emitNanValue(b, parameters), stored);
}

} // namespace

//===----------------------------------------------------------------------===//
// Dequantize
//===----------------------------------------------------------------------===//

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
  if (!hasZeroPoints(type))
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

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

template <typename Emitter, typename... Arguments>
static std::unique_ptr<CastEmitter>
getEmitter(const NumericPolicy &policy, const Quantization &type,
           function_ref<InFlightDiagnostic()> emitError,
           Arguments... arguments) {
  const llvm::fltSemantics &expressed = type.expressedType.getFloatSemantics();
  const StorageSpec &storage = type.storage;
  if (std::string error =
          checkPolicy(policy, storage.width, storage.isSigned, expressed);
      !error.empty()) {
    emitError() << error;
    return nullptr;
  }
  FloatFormat format(
      getComputeSemantics(policy, storage.width, storage.isSigned, expressed),
      type.expressedType.getContext());
  return std::make_unique<Emitter>(policy, type, format, arguments...);
}

std::unique_ptr<CastEmitter> quantir::getQuantizeEmitter(
    const NumericPolicy &policy, const Quantization &type,
    function_ref<InFlightDiagnostic()> emitError, EmitForms forms) {
  return getEmitter<QuantizeEmitter>(policy, type, emitError, forms);
}

std::unique_ptr<CastEmitter>
quantir::getStoreEmitter(const NumericPolicy &policy, const Quantization &type,
                         function_ref<InFlightDiagnostic()> emitError,
                         EmitForms forms) {
  return getEmitter<QuantizeEmitter>(policy, type, emitError, forms,
                                     /*scales=*/false);
}

std::unique_ptr<CastEmitter>
quantir::getDequantizeEmitter(const NumericPolicy &policy,
                              const Quantization &type,
                              function_ref<InFlightDiagnostic()> emitError) {
  return getEmitter<DequantizeEmitter>(policy, type, emitError);
}
