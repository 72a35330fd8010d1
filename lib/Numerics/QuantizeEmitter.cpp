//===- QuantizeEmitter.cpp - Expressed to stored values -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CorrectedQuotient.h"
#include "EmitterFactory.h"
#include "GridParameters.h"
#include "MagicRounding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "quantir/Numerics/ConstantCasts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace quantir;

static Value emitNumber(ImplicitLocOpBuilder &b, Type type, double number) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, number));
}

namespace {

/// Integers that a float of the computation holds.
struct Bounds {
  double low, high;
};

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
  void addScales(const Quantization &type);
  bool addCorrectedQuotients(const Quantization &type);
  void addZeroPoints(const Quantization &type);

  Value emitScaling(ImplicitLocOpBuilder &b, Value x,
                    ValueRange parameters) const;
  Value emitZeroForNan(ImplicitLocOpBuilder &b, Value x, Value tested) const;
  Value emitClamp(ImplicitLocOpBuilder &b, Value x, Bounds bounds) const;
  Value emitMagicBits(ImplicitLocOpBuilder &b, Value shifted,
                      Bounds bounds) const;
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
  /// The parameters have 1 / s, not s.
  bool byReciprocal = false;
  /// None is 0 or infinite in the compute type, which may hold fewer numbers
  /// than the expressed one.
  bool hasUsualScales;
  /// Positions of the parameters beside the scale, if they are used.
  std::optional<unsigned> zeroPointIndex, storedZeroPointIndex,
      lowReciprocalIndex;
  /// NaN gives the zero point by taking 0 for the scaled value.
  bool nanScalesToZero = false;
  bool roundsByMagic = false;
  /// Saturates the integer that magic rounding leaves in the bits of a float.
  bool clampsBits = false;
  /// The zero point is added to the integer; if it is the same for all
  /// elements, what it is.
  bool addsStoredZeroPoint = false;
  std::optional<int64_t> commonZeroPoint;
};

/// True if multiplying by 1 / s is dividing by s, for every scale: powers of 2.
static bool haveExactReciprocals(const FloatFormat &format,
                                 const Quantization &type) {
  return llvm::all_of(llvm::seq(type.scales.size()), [&](size_t i) {
    APFloat inverse(format.getSemantics());
    return getScale(format, type, i).getExactInverse(&inverse);
  });
}

QuantizeEmitter::QuantizeEmitter(const NumericPolicy &policy,
                                 const Quantization &type,
                                 const FloatFormat &format, EmitForms forms,
                                 bool scales)
    : policy(policy), storage(type.storage), storedType(type.getStorageType()),
      format(format), scales(scales),
      hasUsualScales(quantir::hasUsualScales(format, type)) {
  if (llvm::all_equal(type.zeroPoints))
    commonZeroPoint = type.zeroPoints.front();
  nanScalesToZero = policy.nan == NanValue::ZeroPoint &&
                    llvm::all_of(type.zeroPoints, [&](int64_t zeroPoint) {
                      return format.holds(storage.value(zeroPoint));
                    });
  roundsByMagic = forms.magicRounding &&
                  policy.castRounding() == Rounding::NearestEven &&
                  hasMagicRange(format, type);
  // The corrected quotient may overflow: only bits of a float take that.
  clampsBits = (forms.integerClamp || forms.correctedQuotient) &&
               roundsByMagic && format.getCarrier().isF32();
  bool corrects = forms.correctedQuotient && clampsBits;
  byReciprocal = policy.scaling == Scaling::Reciprocal ||
                 (corrects && haveExactReciprocals(format, type));
  bool isCorrected =
      scales && corrects && !byReciprocal && addCorrectedQuotients(type);
  if (scales && !isCorrected)
    addScales(type);
  addsStoredZeroPoint = roundsByMagic && !addsBefore() && commonZeroPoint;
  addZeroPoints(type);
}

void QuantizeEmitter::addScales(const Quantization &type) {
  APFloat one(format.getSemantics(), 1);
  parameters.push_back(getFloatParameter(format, type, [&](size_t i) {
    APFloat scale = getScale(format, type, i);
    return byReciprocal ? one / scale : scale;
  }));
}

/// Adds the reciprocals, if every element has them.
bool QuantizeEmitter::addCorrectedQuotients(const Quantization &type) {
  CorrectedQuotientFinder finder(policy);
  SmallVector<CorrectedQuotient> quotients;
  for (size_t i = 0; i < type.scales.size(); ++i) {
    std::optional<CorrectedQuotient> quotient =
        finder.find(getElementParameters(type, i));
    if (!quotient)
      return false;
    quotients.push_back(*quotient);
  }
  for (float CorrectedQuotient::*constant :
       {&CorrectedQuotient::high, &CorrectedQuotient::low})
    parameters.push_back(getFloatParameter(format, type, [&](size_t i) {
      return APFloat(quotients[i].*constant);
    }));
  lowReciprocalIndex = parameters.size() - 1;
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

static Value emitIsNan(ImplicitLocOpBuilder &b, Value x) {
  return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
}

/// The bound where `x` isn't on the side of it that the predicate says, or NaN.
static Value emitLimit(ImplicitLocOpBuilder &b, arith::CmpFPredicate predicate,
                       Value x, Value bound) {
  Value within = arith::CmpFOp::create(b, predicate, x, bound);
  return arith::SelectOp::create(b, within, x, bound);
}

/// 0 where `tested` is NaN.
Value QuantizeEmitter::emitZeroForNan(ImplicitLocOpBuilder &b, Value x,
                                      Value tested) const {
  Value zero = format.constant(b, APFloat(format.getSemantics(), 0));
  return arith::SelectOp::create(b, emitIsNan(b, tested), zero, x);
}

/// `x` between the bounds; NaN goes to the one that the policy says, if it says
/// one.
Value QuantizeEmitter::emitClamp(ImplicitLocOpBuilder &b, Value x,
                                 Bounds bounds) const {
  Value low = emitNumber(b, x.getType(), bounds.low);
  Value high = emitNumber(b, x.getType(), bounds.high);
  constexpr auto kBelow = arith::CmpFPredicate::OLT;
  constexpr auto kAbove = arith::CmpFPredicate::OGT;
  if (policy.nan == NanValue::StorageMax)
    return emitLimit(b, kAbove, emitLimit(b, kBelow, x, high), low);
  return emitLimit(b, kBelow, emitLimit(b, kAbove, x, low), high);
}

/// The value divided by the scale.
Value QuantizeEmitter::emitScaling(ImplicitLocOpBuilder &b, Value x,
                                   ValueRange parameters) const {
  Value scale = parameters.front();
  if (lowReciprocalIndex) {
    Value rest = arith::MulFOp::create(b, x, parameters[*lowReciprocalIndex]);
    return math::FmaOp::create(b, x, scale, rest);
  }
  if (byReciprocal)
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

/// The bits of `shifted`, an integer plus the magic number, between two bounds
/// of the integer.
///
/// Rounding keeps the order, and the bounds plus the magic number are floats,
/// so that clamping may wait until here, whatever was added to the magic
/// number, infinities included. It may also wait for the bits: next to the
/// magic number floats are positive, and bits of positive floats, read as
/// integers, have the order of the floats; those of a negative sum are
/// negative.
Value QuantizeEmitter::emitMagicBits(ImplicitLocOpBuilder &b, Value shifted,
                                     Bounds bounds) const {
  Type type = shifted.getType();
  auto bitsType = b.getIntegerType(type.getIntOrFloatBitWidth());
  auto [low, high] = bounds;
  low += getMagicNumber(type);
  high += getMagicNumber(type);
  if (!clampsBits)
    return arith::BitcastOp::create(b, bitsType,
                                    emitClamp(b, shifted, {low, high}));
  auto toBits = [&](double number) -> Value {
    APInt bits = b.getFloatAttr(type, number).getValue().bitcastToAPInt();
    return arith::ConstantOp::create(b, b.getIntegerAttr(bitsType, bits));
  };
  Value bits = arith::BitcastOp::create(b, bitsType, shifted);
  bits = arith::MaxSIOp::create(b, bits, toBits(low));
  return arith::MinSIOp::create(b, bits, toBits(high));
}

/// Rounds and saturates with the magic number.
Value QuantizeEmitter::emitMagic(ImplicitLocOpBuilder &b, Value scaled,
                                 ValueRange parameters) const {
  Type type = scaled.getType();
  auto shift = static_cast<double>(
      addsStoredZeroPoint ? storage.value(*commonZeroPoint) : 0);
  Bounds bounds = {static_cast<double>(storage.minValue()) - shift,
                   static_cast<double>(storage.maxValue()) - shift};
  Value x = addsBefore() ? addZeroPoint(b, scaled, parameters) : scaled;
  bool addsAfter = !addsBefore() && !addsStoredZeroPoint;
  // Where floats are clamped, early is better. The bounds are integers.
  bool clampsFirst = !clampsBits && !addsAfter;
  if (clampsFirst)
    x = emitClamp(b, x, bounds);
  Value shifted =
      arith::AddFOp::create(b, x, emitNumber(b, type, getMagicNumber(type)));
  // Zero points that differ are added to the rounded float, which is exact.
  if (addsAfter)
    shifted = addZeroPoint(b, shifted, parameters);
  Value bits =
      clampsFirst
          ? arith::BitcastOp::create(
                b, b.getIntegerType(type.getIntOrFloatBitWidth()), shifted)
                .getResult()
          : emitMagicBits(b, shifted, bounds);
  Value stored = arith::TruncIOp::create(b, storedType, bits);
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
  Value x = format.fromFloat(b, input);
  Value scaled = scales ? emitScaling(b, x, parameters) : x;
  // Dividing by a number makes no new NaN, so the input can be asked while the
  // quotient is still on its way; 0 times an infinite reciprocal is one.
  bool makesNan =
      scales && (policy.scaling == Scaling::Reciprocal || !hasUsualScales);
  if (nanScalesToZero)
    scaled = emitZeroForNan(b, scaled, makesNan ? scaled : x);

  // Clamping a float sends NaN to either bound; its bits may be anything.
  bool clampPlacesNan = !clampsBits && (policy.nan == NanValue::StorageMin ||
                                        policy.nan == NanValue::StorageMax);
  if (roundsByMagic) {
    Value stored = emitMagic(b, scaled, parameters);
    if (nanScalesToZero || clampPlacesNan)
      return stored;
    Value isNan = emitIsNan(b, makesNan ? scaled : x);
    return arith::SelectOp::create(b, isNan, emitNanValue(b, parameters),
                                   stored);
  }
  Value rounded = emitRounded(b, scaled, parameters);
  Value stored = emitSaturate(b, format.getSemantics(), storage, rounded);
  if (nanScalesToZero)
    return stored;
  // Asked at the end: a zero point that overflows a narrow format makes NaN of
  // an infinity.
  Value isNan = emitIsNan(b, rounded);
  return arith::SelectOp::create(b, isNan, emitNanValue(b, parameters), stored);
}

} // namespace

std::unique_ptr<CastEmitter>
quantir::getQuantizeEmitter(const NumericPolicy &policy,
                            const Quantization &type, EmitForms forms) {
  return getEmitter<QuantizeEmitter>(policy, CastDirection::Quantize, type,
                                     forms);
}

std::unique_ptr<CastEmitter>
quantir::getStoreEmitter(const NumericPolicy &policy, const Quantization &type,
                         EmitForms forms) {
  return getEmitter<QuantizeEmitter>(policy, CastDirection::Quantize, type,
                                     forms, /*scales=*/false);
}
