//===- ScaleText.cpp - Text form of scales --------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text is what APFloat makes of a number, to the last digit, since the MLIR
// printer uses it. APFloat takes a microsecond for a text and more to read one,
// and a type may have thousands of scales. So which form is the right one is
// found out by std::to_chars and std::from_chars, which take a fraction of it.
//
//===----------------------------------------------------------------------===//

#include "ScaleText.h"

#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/Quantization.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <limits>

using namespace mlir;
using namespace quantir;

/// True if arithmetic on f64 loses digits of `type`'s numbers.
static bool isWide(FloatType type) {
  return APFloat::semanticsPrecision(type.getFloatSemantics()) > 53;
}

/// The f64 nearest to a decimal text.
static double readDouble(StringRef text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error == std::errc::result_out_of_range)
    return text.contains_insensitive("e-")
               ? 0
               : std::numeric_limits<double>::infinity();
  return value;
}

/// The f64 nearest to `value` that is written with at most `digits` digits.
static double shortDecimal(double value, int digits) {
  char text[32];
  auto [end, error] = std::to_chars(text, std::end(text), value,
                                    std::chars_format::scientific, digits - 1);
  return readDouble(StringRef(text, end - text));
}

/// True if `read` becomes `scale` when it is rounded to `type`.
static bool isReadAs(double read, double scale, FloatType type) {
  return isScaleInRange(read, type) && roundToType(read, type) == scale;
}

/// The decimal text of `value` in the forms the MLIR printer tries: six digits
/// and an exponent where they say it all, else as many as it takes. Empty if
/// neither is a float literal. `isSame` tells if a text is read as `value`, or
/// an f64 if that is close to a number of six digits.
static std::string floatText(const APFloat &value, double sixDigits,
                             function_ref<bool(double)> isSameDouble,
                             function_ref<bool(StringRef)> isSameText) {
  SmallString<32> text;
  if (isSameDouble(sixDigits)) {
    value.toString(text, /*FormatPrecision=*/6, /*FormatMaxPadding=*/0,
                   /*TruncateZero=*/false);
    if (isSameText(text))
      return std::string(text);
    text.clear();
  }
  value.toString(text);
  return text.str().contains('.') ? std::string(text) : "";
}

std::string quantir::doubleText(double value) {
  APFloat exact(value);
  auto isSame = [&](double read) { return read == value; };
  std::string text =
      floatText(exact, shortDecimal(value, 6), isSame,
                [&](StringRef text) { return isSame(readDouble(text)); });
  return text.empty()
             ? "0x" + llvm::utohexstr(exact.bitcastToAPInt().getZExtValue())
             : text;
}

/// The text that MLIR's own dialect has for a scale held in `type`.
static std::string expressedText(double scale, FloatType type) {
  APFloat value = toFormat(APFloat(scale), type.getFloatSemantics());
  auto isSame = [&](double read) { return roundToType(read, type) == scale; };
  auto isSameText = [&](StringRef text) {
    if (isWide(type))
      return APFloat(type.getFloatSemantics(), text).bitwiseIsEqual(value);
    return isSame(readDouble(text));
  };
  std::string text =
      floatText(value, shortDecimal(scale, 6), isSame, isSameText);
  // It is read here as an f64, which must be within the range of the type.
  if (!text.empty() && isReadAs(readDouble(text), scale, type))
    return text;
  return doubleText(scale);
}

/// A count of digits below which no decimal is rounded to `scale`, a value of
/// `type`.
static int leastDigits(double scale, FloatType type) {
  if (!type.isF32())
    return 1;
  char text[32];
  auto [end, error] =
      std::to_chars(text, std::end(text), static_cast<float>(scale),
                    std::chars_format::scientific);
  StringRef digits = StringRef(text, end - text).split('e').first;
  return digits.size() - (digits.contains('.') ? 1 : 0);
}

std::string quantir::scaleText(double scale, FloatType type, bool asExpressed) {
  if (asExpressed)
    return expressedText(scale, type);
  if (APFloat::semanticsPrecision(type.getFloatSemantics()) >= 53)
    return doubleText(scale);
  // A scale that few digits say exactly ("65504.0" of f16) is printed as it is.
  constexpr int kShortDigits = 7;
  if (shortDecimal(scale, kShortDigits) == scale)
    return doubleText(scale);
  // Others were either rounded from few digits, as people write them ("0.1" of
  // f32), or are given in full, as tools do. The short form is taken where it
  // names the same scale.
  for (int digits = leastDigits(scale, type); digits <= kShortDigits;
       ++digits) {
    double candidate = shortDecimal(scale, digits);
    if (!isReadAs(candidate, scale, type))
      continue;
    std::string text = doubleText(candidate);
    if (isReadAs(readDouble(text), scale, type))
      return text;
  }
  return doubleText(scale);
}
