//===- FloatConversion.h - Numbers from format to format --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_FLOATCONVERSION_H
#define QUANTIR_IR_FLOATCONVERSION_H

#include "llvm/ADT/APFloat.h"

namespace quantir {

/// `value` as the nearest value of `format`, ties to even. Sets `*losesInfo`,
/// if it is given, to whether that is another number.
inline llvm::APFloat toFormat(llvm::APFloat value,
                              const llvm::fltSemantics &format,
                              bool *losesInfo = nullptr) {
  bool loses;
  value.convert(format, llvm::APFloat::rmNearestTiesToEven, &loses);
  if (losesInfo)
    *losesInfo = loses;
  return value;
}

/// `value` as the nearest f64: the number itself unless the format is wider.
inline double toDouble(const llvm::APFloat &value, bool *losesInfo = nullptr) {
  return toFormat(value, llvm::APFloat::IEEEdouble(), losesInfo)
      .convertToDouble();
}

} // namespace quantir

#endif // QUANTIR_IR_FLOATCONVERSION_H
