//===- FloatFormat.h - Floats of the computation ----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic in a float format, rounded once an operation whatever the target
// makes of narrow floats: a format narrower than f32 is carried in a wider type
// from which each result is rounded. (Targets compute bf16 in f32 and flush
// subnormals when they narrow, or round twice.)
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_FLOATFORMAT_H
#define QUANTIR_NUMERICS_FLOATFORMAT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/Quantization.h"

namespace quantir {

/// A float format and the type that its numbers are carried in: f16 in f32,
/// bf16 in f64, f32 and f64 in themselves. Every result of +, -, * and / on
/// numbers of the format, computed in the carrier and then rounded to the
/// format, is the correctly rounded one.
class FloatFormat {
public:
  FloatFormat(const llvm::fltSemantics &semantics, mlir::MLIRContext *context);

  const llvm::fltSemantics &getSemantics() const { return *semantics; }
  mlir::FloatType getCarrier() const { return carrier; }

  /// True if the format holds `number` exactly.
  bool holds(__int128 number) const;

  /// `number`, rounded to the format: toward zero, to nearest even, ...
  llvm::APFloat getNumber(__int128 number, llvm::RoundingMode mode) const;
  /// `number` rounded to the format to nearest even.
  llvm::APFloat getNumber(const llvm::APFloat &number) const;

  /// The constant `number`, a value of the format, as an attribute or a scalar
  /// of the carrier type.
  llvm::APFloat inCarrier(const llvm::APFloat &number) const;
  mlir::Value constant(mlir::ImplicitLocOpBuilder &builder,
                       const llvm::APFloat &number) const;

  /// Rounds a value of the carrier to the format, to nearest even.
  mlir::Value round(mlir::ImplicitLocOpBuilder &builder,
                    mlir::Value value) const;
  /// Converts a float of any of f16, bf16, f32, f64 to the format, in the
  /// carrier.
  mlir::Value fromFloat(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Value value) const;
  /// Converts a value of the carrier to f16, bf16, f32 or f64, rounded once.
  mlir::Value toFloat(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                      mlir::FloatType type) const;
  /// Converts an integer to the format, rounded once, in the carrier.
  mlir::Value fromInteger(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value value, bool isSigned) const;

private:
  const llvm::fltSemantics *semantics;
  mlir::FloatType type;
  mlir::FloatType carrier;
};

} // namespace quantir

#endif // QUANTIR_NUMERICS_FLOATFORMAT_H
