//===- FusedEmitter.h - The fused op as arith and math ops ------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar code of `quant.dequant_situ_quant`, step by step; the loops around
// it are the lowering's. All in f32. What is emitted is defined for every
// input: no op in it has a poison result.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_FUSEDEMITTER_H
#define QUANTIR_NUMERICS_FUSEDEMITTER_H

#include "quantir/Numerics/Activation.h"
#include "quantir/Numerics/Emitter.h"

namespace quantir {

class FusedEmitter {
public:
  FusedEmitter(const NumericPolicy &policy, const SituConstants &constants,
               EmitForms forms)
      : policy(policy), form(ActivationForm::get(policy)), constants(constants),
        forms(forms) {}

  /// float(x) * weightScale * activationScale + bias. A parameter that is null
  /// takes no step.
  mlir::Value emitDequantize(mlir::ImplicitLocOpBuilder &builder, mlir::Value x,
                             mlir::Value weightScale,
                             mlir::Value activationScale,
                             mlir::Value bias) const;

  /// The activation of one pair of dequantized values.
  mlir::Value emitActivation(mlir::ImplicitLocOpBuilder &builder,
                             mlir::Value gate, mlir::Value up) const;

  //===--------------------------------------------------------------------===//
  // Static
  //===--------------------------------------------------------------------===//

  /// What `emitStaticCode` takes for the scale: it, or its reciprocal.
  mlir::Value emitStaticFactor(mlir::ImplicitLocOpBuilder &builder,
                               mlir::Value quantScale) const;

  /// The i8 code of an activation; `quantOffset` may be null. NaN gives 0.
  mlir::Value emitStaticCode(mlir::ImplicitLocOpBuilder &builder,
                             mlir::Value activation, mlir::Value factor,
                             mlir::Value quantOffset) const;

  //===--------------------------------------------------------------------===//
  // Dynamic
  //===--------------------------------------------------------------------===//

  /// The activation times `quantScale`, which may be null, made finite: NaN
  /// becomes 0, an infinity the largest number of its sign.
  mlir::Value emitFinite(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value activation, mlir::Value quantScale) const;

  /// The magnitude of a finite value as an i32. Magnitudes are ordered as these
  /// integers are, and 0 is the least.
  mlir::Value emitMagnitude(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value finite) const;

  struct RowScale {
    /// y_scale of the row.
    mlir::Value scale;
    /// What `emitDynamicCode` takes: the scale or its reciprocal.
    mlir::Value factor;
  };
  /// The scale of a row from its largest magnitude.
  RowScale emitRowScale(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Value magnitude) const;

  /// The i8 code of a finite value.
  mlir::Value emitDynamicCode(mlir::ImplicitLocOpBuilder &builder,
                              mlir::Value finite, mlir::Value factor) const;

private:
  mlir::Value emitScaled(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                         mlir::Value factor) const;
  mlir::Value emitCode(mlir::ImplicitLocOpBuilder &builder,
                       mlir::Value scaled) const;

  NumericPolicy policy;
  ActivationForm form;
  SituConstants constants;
  EmitForms forms;
};

} // namespace quantir

#endif // QUANTIR_NUMERICS_FUSEDEMITTER_H
