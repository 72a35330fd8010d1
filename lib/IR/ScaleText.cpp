//===- ScaleText.cpp - Text form of scales --------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleText.h"

#include "quantir/IR/Quantization.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace quantir;

/// The decimal text of `value` in the forms the MLIR printer tries: seven
/// digits with an exponent where they say it all, else as many as it takes.
/// Empty if neither is a float literal.
static std::string floatText(const APFloat &value) {
  SmallString<32> text;
  value.toString(text, /*FormatPrecision=*/6, /*FormatMaxPadding=*/0,
                 /*TruncateZero=*/false);
  if (APFloat(value.getSemantics(), text).bitwiseIsEqual(value))
    return std::string(text);
  text.clear();
  value.toString(text);
  return text.str().contains('.') ? std::string(text) : "";
}

std::string quantir::doubleText(double value) {
  APFloat exact(value);
  std::string text = floatText(exact);
  return text.empty()
             ? "0x" + llvm::utohexstr(exact.bitcastToAPInt().getZExtValue())
             : text;
}

/// The f64 nearest to `scale` that is written with at most `digits` digits.
static double shortDecimal(double scale, int digits) {
  char text[32];
  snprintf(text, sizeof(text), "%.*e", digits - 1, scale);
  return strtod(text, nullptr);
}

/// True if `text` is read as `scale`: as an f64 within the range of the type
/// and then rounded to it.
static bool readsBackAs(StringRef text, double scale, FloatType type) {
  if (text.empty())
    return false;
  double read = strtod(text.str().c_str(), nullptr);
  return isScaleInRange(read, type) && roundToType(read, type) == scale;
}

std::string quantir::scaleText(double scale, FloatType type, bool asExpressed) {
  if (asExpressed) {
    APFloat value(scale);
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    std::string text = floatText(value);
    if (readsBackAs(text, scale, type))
      return text;
    return doubleText(scale);
  }
  if (APFloat::semanticsPrecision(type.getFloatSemantics()) >= 53)
    return doubleText(scale);
  // A scale that few digits say exactly ("65504.0" of f16) is printed as it is.
  constexpr int kShortDigits = 7;
  if (shortDecimal(scale, kShortDigits) == scale)
    return doubleText(scale);
  // Others were either rounded from few digits, as people write them ("0.1" of
  // f32), or are given in full, as tools do. The short form is taken where it
  // names the same scale.
  for (int digits = 1; digits <= kShortDigits; ++digits) {
    std::string text = doubleText(shortDecimal(scale, digits));
    if (readsBackAs(text, scale, type))
      return text;
  }
  return doubleText(scale);
}
