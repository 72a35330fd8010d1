//===- NumericPolicy.h - What a cast computes -------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The complete numeric policy: every choice that the ops leave open, with its
// default. docs/numerics.md defines what each one means. Free of MLIR, so that
// other code can use it together with the evaluator.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_NUMERICPOLICY_H
#define QUANTIR_NUMERICS_NUMERICPOLICY_H

#include "quantir/IR/PolicyKnobs.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"

namespace quantir {

/// What a cast does: expressed to stored values, or the way back.
enum class CastDirection { Quantize, Dequantize };

struct NumericPolicy {
  /// Unset means nearest-even for casts and toward-zero for the fused op.
  std::optional<Rounding> rounding;
  ZeroPointOrder zeroPoint = ZeroPointOrder::BeforeRounding;
  Scaling scaling = Scaling::Divide;
  ComputeType computeType = ComputeType::Auto;
  DequantizeForm dequantize = DequantizeForm::SubtractMultiply;
  NanValue nan = NanValue::ZeroPoint;
  RequantizeForm requantize = RequantizeForm::Exact;
  MathForm math = MathForm::Poly;
  /// Unset means as the target has it.
  std::optional<PolynomialFma> polynomialFma;
  DynamicScale dynamicScale = DynamicScale::Divide;
  ZeroRowScale zeroRowScale = ZeroRowScale::Zero;

  /// The knobs with a default for each one that is unset.
  static NumericPolicy resolve(const PolicyKnobs &knobs);

  Rounding castRounding() const {
    return rounding.value_or(Rounding::NearestEven);
  }
  Rounding fusedRounding() const {
    return rounding.value_or(Rounding::TowardZero);
  }
};

/// The knobs of the preset called `name`, or nothing if there is none.
std::optional<PolicyKnobs> getPreset(llvm::StringRef name);

/// Takes from the preset called `name` every knob that is unset in `knobs`.
/// Returns an empty string, or what is wrong, naming the choices.
std::string fillFromPreset(llvm::StringRef name, PolicyKnobs &knobs);

/// The names of all presets, the default `spec` first.
llvm::ArrayRef<llvm::StringRef> getPresetNames();

/// The format of every intermediate value of a cast between stored integers of
/// `storageWidth` bits and `expressed` values. Stored values and zero points
/// are exact in it wherever `computeType` is `auto` and f64 holds them.
const llvm::fltSemantics &
getComputeSemantics(const NumericPolicy &policy, unsigned storageWidth,
                    bool isSigned, const llvm::fltSemantics &expressed);

/// `f16`, `bf16`, `f32` or `f64`; empty for a format that casts aren't lowered
/// for.
llvm::StringRef getFormatName(const llvm::fltSemantics &semantics);

/// Empty if a cast under `policy` is defined for values expressed in
/// `expressed`; otherwise what is wrong with the combination, naming the
/// choices. The knob `dequantize` has no say in quantizing.
std::string checkPolicy(const NumericPolicy &policy, CastDirection direction,
                        unsigned storageWidth, bool isSigned,
                        const llvm::fltSemantics &expressed);

} // namespace quantir

#endif // QUANTIR_NUMERICS_NUMERICPOLICY_H
