//===- Activation.cpp - Tanh, sigmoid and SiTU ----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients come from tools/derive-activation.py.
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Activation.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace quantir;

ActivationForm ActivationForm::get(const NumericPolicy &policy) {
  return {policy.math, policy.polynomialFma.value_or(PolynomialFma::False) ==
                           PolynomialFma::True};
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {

/// A quotient not yet divided.
struct Fraction {
  Value numerator, denominator;
};

/// Arithmetic in one float type.
struct Arithmetic {
  ImplicitLocOpBuilder &b;
  FloatType type;
  bool fma;

  Value constant(double number) const {
    return arith::ConstantOp::create(b, b.getFloatAttr(type, number));
  }
  Value add(Value x, Value y) const { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) const { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) const { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) const { return arith::DivFOp::create(b, x, y); }
  Value div(const Fraction &x) const { return div(x.numerator, x.denominator); }
  Value abs(Value x) const { return math::AbsFOp::create(b, x); }
  Value negate(Value x) const { return arith::NegFOp::create(b, x); }

  /// x * y + z, rounded once or twice.
  Value multiplyAdd(Value x, Value y, Value z) const {
    return fma ? math::FmaOp::create(b, x, y, z).getResult()
               : add(mul(x, y), z);
  }

  /// c[0] + c[1] x + c[2] x^2 + ...
  Value polynomial(Value x, ArrayRef<double> c) const {
    Value sum = constant(c.back());
    for (double coefficient : llvm::reverse(c.drop_back()))
      sum = multiplyAdd(sum, x, constant(coefficient));
    return sum;
  }

  Value selectLess(Value x, Value y, Value ifLess, Value otherwise) const {
    Value less = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
    return arith::SelectOp::create(b, less, ifLess, otherwise);
  }
  /// The smaller one; x where x is NaN.
  Value atMost(double limit, Value x) const {
    Value bound = constant(limit);
    return selectLess(bound, x, bound, x);
  }
  Value atLeast(double limit, Value x) const {
    Value bound = constant(limit);
    return selectLess(x, bound, bound, x);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Exponential
//===----------------------------------------------------------------------===//

namespace {

/// How exp(x) for x <= 0 is taken apart: x = n ln2 + r with an integer n,
/// exp(x) = 2^n exp(r). ln2 is `ln2High + ln2Low`, where n * ln2High is exact.
/// Adding `shifter`, 1.5 times two to the number of fraction bits, rounds to an
/// integer and leaves it in the low bits: no conversion, so nothing to go wrong
/// for NaN.
struct ExpTable {
  double lowest, shifter, ln2High, ln2Low;
  /// exp(r) = 1 + r + r^2 q(r).
  ArrayRef<double> q;
  unsigned fractionBits;
  int64_t bias;
  /// 2^n may not be a normal number: 2^(n + extra) and then 2^-extra are
  /// multiplied, of which only the last one rounds.
  int extra;
};

} // namespace

static constexpr double kExpF32[] = {
    0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558f2p-5, 0x1.1239e2p-7, 0x1.6a2438p-10};
static const ExpTable kExpTableF32 = {
    -104.0,      0x1.8p+23, 0x1.62e4p-1, 0x1.7f7d1cp-20, kExpF32, 23, 127,
    /*extra=*/64};

/// exp(x) for x <= 0; at and below the lowest input that matters, its value.
static Value emitExp(const Arithmetic &a, const ExpTable &table, Value x) {
  ImplicitLocOpBuilder &b = a.b;
  x = a.atLeast(table.lowest, x);
  Value log2OfE = a.constant(0x1.71547652b82fep+0);
  Value shifter = a.constant(table.shifter);
  Value shifted = a.multiplyAdd(x, log2OfE, shifter);
  Value n = a.sub(shifted, shifter);
  Value r = a.multiplyAdd(n, a.constant(-table.ln2High), x);
  r = a.multiplyAdd(n, a.constant(-table.ln2Low), r);
  Value q = a.polynomial(r, table.q);
  Value square = a.mul(r, r);
  Value beyondOne = a.multiplyAdd(square, q, r);
  Value power = a.add(beyondOne, a.constant(1.0));

  IntegerType integer = b.getIntegerType(a.type.getIntOrFloatBitWidth());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(integer, value));
  };
  Value bits = arith::BitcastOp::create(b, integer, shifted);
  Value exponent =
      arith::AddIOp::create(b, bits, constant(table.bias + table.extra));
  Value scale = arith::BitcastOp::create(
      b, a.type,
      arith::ShLIOp::create(b, exponent, constant(table.fractionBits))
          .getResult());
  Value result = a.mul(power, scale);
  return table.extra ? a.mul(result, a.constant(std::ldexp(1.0, -table.extra)))
                     : result;
}

//===----------------------------------------------------------------------===//
// Polynomials in f32
//===----------------------------------------------------------------------===//

/// tanh(x) = x p(x^2) / q(x^2); beyond the limit it stays. The common factor of
/// p and q and their last bits are those with the smallest error, roundings
/// included.
static constexpr double kTanhLimit = 8.6;
static constexpr double kTanhP[] = {
    0x1.f94caap+0,   0x1.08ca86p-2,  0x1.93f09ep-8,  0x1.77f706p-16,
    -0x1.6500eep-25, 0x1.ee56b2p-34, -0x1.ab320ap-43};
static constexpr double kTanhQ[] = {0x1.f94caap+0, 0x1.d54306p-1, 0x1.8d4764p-5,
                                    0x1.0a53e6p-11};

static Fraction emitTanhFraction(const Arithmetic &a, Value x) {
  x = a.atLeast(-kTanhLimit, a.atMost(kTanhLimit, x));
  Value t = a.mul(x, x);
  Value square = a.mul(t, t);
  // The two lowest terms apart: fewer roundings than in Horner's form.
  auto polynomial = [&](ArrayRef<double> c) {
    Value high = a.polynomial(t, c.drop_front(2));
    Value low = a.polynomial(t, c.take_front(2));
    return a.multiplyAdd(high, square, low);
  };
  Value p = a.mul(x, polynomial(kTanhP));
  return {p, polynomial(kTanhQ)};
}

/// With t = exp(-|x|): 1 / (1 + t), or where x < 0, t / (1 + t).
static Fraction emitSigmoidFraction(const Arithmetic &a, const ExpTable &table,
                                    Value x) {
  Value t = emitExp(a, table, a.negate(a.abs(x)));
  Value one = a.constant(1.0);
  return {a.selectLess(x, a.constant(0.0), t, one), a.add(one, t)};
}

//===----------------------------------------------------------------------===//
// f64, rounded once
//===----------------------------------------------------------------------===//

// Its error, 2^-46, seldom shows in an f32.
static constexpr double kExpF64[] = {
    0x1.fffffffff13c9p-2,  0x1.5555555589fa8p-3,  0x1.5555557df4ed6p-5,
    0x1.1111108e189fbp-7,  0x1.6c163bdbd2a92p-10, 0x1.a01b73abb2561p-13,
    0x1.a16e43d2afc9ap-16, 0x1.710173f8401aap-19};
static const ExpTable kExpTableF64 = {
    -104.0, 0x1.8p+52, 0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45, kExpF64,
    52,     1023,      /*extra=*/0};

/// tanh(x) = (1 - t) / (1 + t) with t = exp(-2|x|); near 0, where 1 - t loses
/// its digits, the series.
static Value emitAccurateTanh(const Arithmetic &a, Value x) {
  static constexpr double kSmall = 0x1p-8;
  static constexpr double kSeries[] = {1.0, -1.0 / 3, 2.0 / 15, -17.0 / 315};
  Value magnitude = a.abs(x);
  Value t = emitExp(a, kExpTableF64, a.mul(magnitude, a.constant(-2.0)));
  Value one = a.constant(1.0);
  Value numerator = a.sub(one, t), denominator = a.add(one, t);
  Value large = a.div(numerator, denominator);
  large = math::CopySignOp::create(a.b, large, x);
  Value small = a.mul(x, a.polynomial(a.mul(x, x), kSeries));
  return a.selectLess(magnitude, a.constant(kSmall), small, large);
}

template <typename Emit>
static Value emitInF64(ImplicitLocOpBuilder &b, Value x, Emit emit) {
  Arithmetic wide{b, b.getF64Type(), /*fma=*/false};
  Value result = emit(wide, arith::ExtFOp::create(b, wide.type, x).getResult());
  return arith::TruncFOp::create(b, b.getF32Type(), result);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value quantir::emitTanh(ImplicitLocOpBuilder &b, ActivationForm form, Value x) {
  Arithmetic a{b, b.getF32Type(), form.fma};
  switch (form.math) {
  case MathForm::Poly:
    return a.div(emitTanhFraction(a, x));
  case MathForm::Accurate:
    return emitInF64(b, x, emitAccurateTanh);
  case MathForm::Libm:
    return math::TanhOp::create(b, x);
  }
  llvm_unreachable("unknown form of tanh");
}

Value quantir::emitSigmoid(ImplicitLocOpBuilder &b, ActivationForm form,
                           Value x) {
  Arithmetic a{b, b.getF32Type(), form.fma};
  switch (form.math) {
  case MathForm::Poly:
    return a.div(emitSigmoidFraction(a, kExpTableF32, x));
  case MathForm::Accurate:
    return emitInF64(b, x, [](const Arithmetic &wide, Value value) {
      return wide.div(emitSigmoidFraction(wide, kExpTableF64, value));
    });
  case MathForm::Libm: {
    Value one = a.constant(1.0);
    Value power = math::ExpOp::create(b, a.negate(x));
    return a.div(one, a.add(one, power));
  }
  }
  llvm_unreachable("unknown form of the sigmoid");
}

//===----------------------------------------------------------------------===//
// SiTU
//===----------------------------------------------------------------------===//

/// True if polynomials may join their divisions where `number` is one of the
/// constants: products of numerators and denominators neither overflow nor
/// underflow where the result does not.
static bool isModerate(float number) {
  return std::fabs(number) >= 0x1p-40f && std::fabs(number) <= 0x1p+40f;
}

static Value divideByConstant(const Arithmetic &a, Value x, float number,
                              bool byReciprocal) {
  // A power of two, either way gives the same.
  APFloat reciprocal(number);
  if (APFloat(number).getExactInverse(&reciprocal) || byReciprocal)
    return a.mul(x, a.constant(1.0f / number));
  return a.div(x, a.constant(number));
}

/// number * tanh(x / number), not yet divided.
static Fraction emitBoundedFraction(const Arithmetic &a, Value x,
                                    float number) {
  Fraction tanh = emitTanhFraction(
      a, divideByConstant(a, x, number, /*byReciprocal=*/true));
  return {a.mul(a.constant(number), tanh.numerator), tanh.denominator};
}

static Value emitJoinedSitu(const Arithmetic &a, const SituConstants &constants,
                            Value gate, Value up) {
  auto multiply = [&](const Fraction &x, const Fraction &y) -> Fraction {
    return {a.mul(x.numerator, y.numerator),
            a.mul(x.denominator, y.denominator)};
  };
  Fraction bounded = emitBoundedFraction(a, gate, constants.beta);
  Fraction sigmoid = emitSigmoidFraction(a, kExpTableF32, gate);
  Fraction result = multiply(bounded, sigmoid);
  // `up` without a bound may be large: it is multiplied last.
  if (constants.linearBeta <= 0)
    return a.mul(a.div(result), up);
  return a.div(
      multiply(result, emitBoundedFraction(a, up, constants.linearBeta)));
}

Value quantir::emitSitu(ImplicitLocOpBuilder &b, ActivationForm form,
                        const SituConstants &constants, Value gate, Value up) {
  Arithmetic a{b, b.getF32Type(), form.fma};
  bool clamps = constants.linearBeta > 0;
  if (form.math == MathForm::Poly && isModerate(constants.beta) &&
      (!clamps || isModerate(constants.linearBeta)))
    return emitJoinedSitu(a, constants, gate, up);
  auto bounded = [&](Value x, float number) {
    Value scaled = divideByConstant(a, x, number, /*byReciprocal=*/false);
    Value factor = a.constant(number);
    return a.mul(factor, emitTanh(b, form, scaled));
  };
  Value boundedGate = bounded(gate, constants.beta);
  Value activated = a.mul(boundedGate, emitSigmoid(b, form, gate));
  return a.mul(activated, clamps ? bounded(up, constants.linearBeta) : up);
}
