//===- PolicyOptions.td - The policy as pass options -------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of every pass and pipeline that takes a policy. The fields are
// named as those of PolicyKnobs, so that one function reads them all.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_POLICYOPTIONS_TD
#define QUANTIR_TRANSFORMS_POLICYOPTIONS_TD

include "mlir/Pass/PassBase.td"

class Quant_KnobOption<string variable, string name, string help>
    : Option<variable, name, "std::string", "", help>;

defvar Quant_PolicyOptions = [
  Quant_KnobOption<"policy", "policy",
    "preset of the numeric policy (see docs/numerics.md); the knobs given "
    "beside it win. spec (default) | onnx | pytorch | tflite | stablehlo | "
    "xnnpack | onednn | ascend | ascend-device | mlir">,
  Quant_KnobOption<"rounding", "rounding",
    "float to integer: nearest-even (default of casts) | nearest-away | "
    "nearest-up | toward-zero (default of the fused op) | down | up">,
  Quant_KnobOption<"zeroPoint", "zero-point",
    "when the zero point is added: before-rounding (default) | "
    "after-rounding">,
  Quant_KnobOption<"scaling", "scaling",
    "x / s or x * (1/s): divide (default) | reciprocal">,
  Quant_KnobOption<"computeType", "compute-type",
    "type of every intermediate: auto (default) | expressed | f32 | f64">,
  Quant_KnobOption<"dequantize", "dequantize",
    "form of dequantization: subtract-multiply (default) | integer-subtract "
    "| fma">,
  Quant_KnobOption<"nan", "nan",
    "stored value of NaN: zero-point (default) | storage-min | storage-max | "
    "zero">,
  Quant_KnobOption<"requantize", "requantize",
    "form of a fused dcast -> qcast: exact (default) | float-multiplier | "
    "fixed-single-round | fixed-double-round">,
  Quant_KnobOption<"math", "math",
    "tanh and sigmoid of the fused op: poly (default) | accurate | libm">,
  Quant_KnobOption<"polynomialFma", "polynomial-fma",
    "polynomials on fused multiply-add: true | false (default: by target)">,
  Quant_KnobOption<"dynamicScale", "dynamic-scale",
    "absmax / 127 or absmax * f32(1/127): divide (default) | multiply">,
  Quant_KnobOption<"zeroRowScale", "zero-row-scale",
    "scale of an all-zero row of the fused op: 0 (default) | 1">
];

#endif // QUANTIR_TRANSFORMS_POLICYOPTIONS_TD
