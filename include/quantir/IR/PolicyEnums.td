//===- PolicyEnums.td - The choices of the numeric policy --*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One enum a knob. The words here are those of the attribute; pass options take
// the same words with `-` for `_`. docs/numerics.md says what each one computes.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_POLICYENUMS_TD
#define QUANTIR_IR_POLICYENUMS_TD

include "mlir/IR/EnumAttr.td"

class Quantir_Knob<string name, string summary, list<I32EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::quantir";
}

def Quantir_Rounding : Quantir_Knob<"Rounding",
    "how a real number becomes an integer", [
  I32EnumCase<"NearestEven", 0, "nearest_even">,
  I32EnumCase<"NearestAway", 1, "nearest_away">,
  I32EnumCase<"NearestUp", 2, "nearest_up">,
  I32EnumCase<"TowardZero", 3, "toward_zero">,
  I32EnumCase<"Down", 4, "down">,
  I32EnumCase<"Up", 5, "up">
]>;

def Quantir_ZeroPointOrder : Quantir_Knob<"ZeroPointOrder",
    "whether the zero point is added before or after rounding", [
  I32EnumCase<"BeforeRounding", 0, "before_rounding">,
  I32EnumCase<"AfterRounding", 1, "after_rounding">
]>;

def Quantir_Scaling : Quantir_Knob<"Scaling",
    "whether quantizing divides by the scale or multiplies by its reciprocal", [
  I32EnumCase<"Divide", 0, "divide">,
  I32EnumCase<"Reciprocal", 1, "reciprocal">
]>;

def Quantir_ComputeType : Quantir_Knob<"ComputeType",
    "the type of every intermediate value", [
  I32EnumCase<"Auto", 0, "auto">,
  I32EnumCase<"Expressed", 1, "expressed">,
  I32EnumCase<"F32", 2, "f32">,
  I32EnumCase<"F64", 3, "f64">
]>;

def Quantir_DequantizeForm : Quantir_Knob<"DequantizeForm",
    "how a stored value becomes a real number", [
  I32EnumCase<"SubtractMultiply", 0, "subtract_multiply">,
  I32EnumCase<"IntegerSubtract", 1, "integer_subtract">,
  I32EnumCase<"Fma", 2, "fma">
]>;

def Quantir_NanValue : Quantir_Knob<"NanValue",
    "the stored value of a NaN", [
  I32EnumCase<"ZeroPoint", 0, "zero_point">,
  I32EnumCase<"StorageMin", 1, "storage_min">,
  I32EnumCase<"StorageMax", 2, "storage_max">,
  I32EnumCase<"Zero", 3, "zero">
]>;

def Quantir_RequantizeForm : Quantir_Knob<"RequantizeForm",
    "the form of a fused dcast -> qcast pair", [
  I32EnumCase<"Exact", 0, "exact">,
  I32EnumCase<"FloatMultiplier", 1, "float_multiplier">,
  I32EnumCase<"FixedSingleRound", 2, "fixed_single_round">,
  I32EnumCase<"FixedDoubleRound", 3, "fixed_double_round">
]>;

def Quantir_MathForm : Quantir_Knob<"MathForm",
    "tanh and sigmoid of the fused op", [
  I32EnumCase<"Poly", 0, "poly">,
  I32EnumCase<"Accurate", 1, "accurate">,
  I32EnumCase<"Libm", 2, "libm">
]>;

def Quantir_PolynomialFma : Quantir_Knob<"PolynomialFma",
    "whether polynomials use fused multiply-add", [
  I32EnumCase<"False", 0, "false">,
  I32EnumCase<"True", 1, "true">
]>;

def Quantir_DynamicScale : Quantir_Knob<"DynamicScale",
    "how a row's scale comes from its largest magnitude", [
  I32EnumCase<"Divide", 0, "divide">,
  I32EnumCase<"Multiply", 1, "multiply">
]>;

def Quantir_ZeroRowScale : Quantir_Knob<"ZeroRowScale",
    "the scale of a row that is zero throughout", [
  I32EnumCase<"Zero", 0, "0">,
  I32EnumCase<"One", 1, "1">
]>;

#endif // QUANTIR_IR_POLICYENUMS_TD
