//===- StoredValue.h - Stored values as exact integers ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stored values as signed numbers of 128 bits, which hold every stored value,
// difference and fixed-point product without wrapping.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_STOREDVALUE_H
#define QUANTIR_LIB_NUMERICS_STOREDVALUE_H

#include "quantir/IR/FloatConversion.h"
#include "quantir/Numerics/Evaluator.h"

namespace quantir {

constexpr unsigned kWideBits = 128;

/// The number that a bound or a zero point of `parameters` stands for.
inline llvm::APInt widen(int64_t bits, const ElementParameters &parameters) {
  bool isUnsigned64 = !parameters.isSigned && parameters.width == 64;
  llvm::APInt narrow(64, static_cast<uint64_t>(bits));
  return isUnsigned64 ? narrow.zext(kWideBits) : narrow.sext(kWideBits);
}

/// The number that a stored value stands for.
inline llvm::APInt widen(const llvm::APInt &stored,
                         const ElementParameters &parameters) {
  assert(stored.getBitWidth() == parameters.width && "not a stored value");
  return parameters.isSigned ? stored.sext(kWideBits) : stored.zext(kWideBits);
}

/// `stored` minus the zero point, exact.
inline llvm::APInt centered(const llvm::APInt &stored,
                            const ElementParameters &parameters) {
  return widen(stored, parameters) - widen(parameters.zeroPoint, parameters);
}

/// The stored value nearest to `wide`.
inline llvm::APInt clampToStorage(const llvm::APInt &wide,
                                  const ElementParameters &parameters) {
  llvm::APInt min = widen(parameters.min, parameters);
  llvm::APInt max = widen(parameters.max, parameters);
  const llvm::APInt &nearest = wide.slt(min) ? min : wide.sgt(max) ? max : wide;
  return nearest.trunc(parameters.width);
}

/// `integer`, a signed number, as the nearest value of `semantics`, ties to
/// even.
inline llvm::APFloat toFloat(const llvm::APInt &integer,
                             const llvm::fltSemantics &semantics) {
  llvm::APFloat value(semantics);
  value.convertFromAPInt(integer, /*IsSigned=*/true,
                         llvm::APFloat::rmNearestTiesToEven);
  return value;
}

/// Tells `observer` of a step.
template <typename Number>
void tell(StepObserver observer, llvm::StringRef name, llvm::StringRef how,
          const Number &value) {
  if (observer)
    observer({name, how, value});
}

/// The same, and gives the result of the step.
template <typename Number>
Number told(StepObserver observer, llvm::StringRef name, llvm::StringRef how,
            Number value) {
  tell(observer, name, how, value);
  return value;
}

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_STOREDVALUE_H
