//===- ExactReference.h - Casts in exact arithmetic -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second opinion on the evaluator: fractions of big integers, and roundings
// written from their definition. Neither APFloat nor the evaluator is used.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_UNIT_NUMERICS_EXACTREFERENCE_H
#define QUANTIR_TEST_UNIT_NUMERICS_EXACTREFERENCE_H

#include "quantir/Numerics/Evaluator.h"

#include <string>

namespace quantir::exact {

/// An IEEE format. `workBits` is a width in which no numerator or denominator
/// of a computation on its values overflows.
struct Format {
  unsigned totalBits;
  int precision;
  int minExponent;
  int maxExponent;
  unsigned workBits;
};

extern const Format kF16, kBF16, kF32, kF64;

/// A fraction, an infinity or a NaN. `denominator` is positive.
struct Number {
  enum Kind { Finite, Infinite, NaN } kind = Finite;
  /// Of an infinity: its sign.
  bool isNegative = false;
  llvm::APInt numerator;
  llvm::APInt denominator;

  static Number integer(int64_t value, unsigned workBits);
  static Number infinity(bool isNegative);
  static Number nan();
  bool isZero() const { return kind == Finite && numerator.isZero(); }
  /// -1, 0 or 1.
  int sign() const;
};

/// The value of a bit pattern, in `workBits`.
Number decode(uint64_t bits, const Format &format, unsigned workBits);

Number add(const Number &a, const Number &b);
Number multiply(const Number &a, const Number &b);
Number divide(const Number &a, const Number &b);

/// The value of `format` nearest to `number`, ties to even.
Number roundTo(const Number &number, const Format &format);

/// The integer that `rounding` gives.
Number roundToInteger(const Number &number, Rounding rounding);

/// -1, 0 or 1.
int compare(const Number &a, const Number &b);

/// The stored value of `x` and `scale`, patterns of `expressed`, with every
/// intermediate rounded to `compute`.
int64_t quantize(uint64_t x, uint64_t scale, const Format &expressed,
                 const Format &compute, const ElementParameters &parameters,
                 const NumericPolicy &policy);

/// The value of `stored`, a value of `expressed`.
Number dequantize(int64_t stored, uint64_t scale, const Format &expressed,
                  const Format &compute, const ElementParameters &parameters,
                  const NumericPolicy &policy);

} // namespace quantir::exact

#endif // QUANTIR_TEST_UNIT_NUMERICS_EXACTREFERENCE_H
