//===- Activation.h - Tanh, sigmoid and SiTU --------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the fused op as arith and math ops on f32, in the form that
// the knob `math` names:
//
//   poly      polynomials in f32. Largest errors over all f32: 5 ulp for tanh,
//             3 ulp for sigmoid.
//   accurate  in f64, rounded once: at most 1 ulp, in fact nearly always the
//             correctly rounded value.
//   libm      math.tanh and math.exp: as good as the library they end in.
//
// NaN gives NaN; every other input, infinities included, a number. No op in
// what is emitted has a poison result.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_ACTIVATION_H
#define QUANTIR_NUMERICS_ACTIVATION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/Numerics/NumericPolicy.h"

namespace quantir {

/// How the functions are computed: the knobs `math` and `polynomial-fma`.
struct ActivationForm {
  MathForm math = MathForm::Poly;
  /// Polynomials in f32 on `math.fma`. Those in f64 never are: their last bits
  /// seldom show, and so never depend on it.
  bool fma = false;

  static ActivationForm get(const NumericPolicy &policy);
};

/// tanh(x), f32.
mlir::Value emitTanh(mlir::ImplicitLocOpBuilder &builder, ActivationForm form,
                     mlir::Value x);

/// 1 / (1 + exp(-x)), f32. Accurate down to the subnormal results, except for
/// `libm`, which is this formula.
mlir::Value emitSigmoid(mlir::ImplicitLocOpBuilder &builder,
                        ActivationForm form, mlir::Value x);

/// The constants of the activation, both finite and beta not 0.
struct SituConstants {
  float beta = 4.0f;
  /// Applied where above 0.
  float linearBeta = 25.0f;
};

/// beta * tanh(gate / beta) * sigmoid(gate) * up', where up' is
/// linear_beta * tanh(up / linear_beta) if linear_beta is above 0, else up.
///
/// `accurate` and `libm` take these steps in this order, each rounded to f32.
/// `poly` joins the divisions of its three functions in one, and divides by the
/// constants by multiplying with their reciprocals.
mlir::Value emitSitu(mlir::ImplicitLocOpBuilder &builder, ActivationForm form,
                     const SituConstants &constants, mlir::Value gate,
                     mlir::Value up);

} // namespace quantir

#endif // QUANTIR_NUMERICS_ACTIVATION_H
