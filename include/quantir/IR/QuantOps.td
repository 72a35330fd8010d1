//===- QuantOps.td - Casts of quantized values -------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTOPS_TD
#define QUANTIR_IR_QUANTOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "quantir/IR/QuantDialect.td"

class Quant_ScalarOrTensorOf<Type element>
    : Type<Or<[element.predicate, TensorOf<[element]>.predicate]>,
           "scalar or tensor of " # element.summary>;

def Quant_QuantizedType
    : Type<CPred<"::llvm::isa<::quantir::QuantizedTypeInterface>($_self)">,
           "quantized type">;

def Quant_IntegerOrQuantizedType
    : Type<Or<[AnySignlessInteger.predicate, Quant_QuantizedType.predicate]>,
           "signless integer or quantized type">;

def Quant_FloatScalarOrTensor : Quant_ScalarOrTensorOf<AnyFloat>;
def Quant_QuantizedScalarOrTensor : Quant_ScalarOrTensorOf<Quant_QuantizedType>;
def Quant_IntegerOrQuantizedScalarOrTensor
    : Quant_ScalarOrTensorOf<Quant_IntegerOrQuantizedType>;

class Quant_CastOp<string mnemonic, Type inputType, Type resultType,
                   list<Trait> traits = []>
    : Op<Quant_Dialect, mnemonic, !listconcat([Pure], traits)> {
  let arguments = (ins inputType:$input);
  let results = (outs resultType:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
}

// dcast C1, dcast C2: the kinds of input and result.
def Quant_DequantizeCastOp : Quant_CastOp<"dcast",
    Quant_QuantizedScalarOrTensor, Quant_FloatScalarOrTensor> {
  let summary = "Dequantize cast operation";
  let description = [{
    Converts quantized values into the real numbers they stand for:

    ```
    def dequantize(quantizedValue: quantizedType) -> expressedType:
        storedValue = reinterpretCast(quantizedValue, storageType)
        storedValueFloat = convertIntToFloat(storedValue, expressedType)
        zeroPointFloat = convertIntToFloat(zeroPoint, expressedType)
        expressedValue = (storedValueFloat - zeroPointFloat) * scale
        return expressedValue
    ```

    The parameters are those of the quantized type; per axis and blocked each
    element uses those of its channel or block. How every step rounds is decided
    by the numeric policy when the op is lowered (docs/numerics.md).

    - C1: the input is a scalar or tensor of `!quant.uniform`.
    - C2: the result is a float scalar or tensor.
    - C3: the expressed type of the input is the element type of the result.
    - C4: both are scalars, or both tensors; if tensors, both ranked or both
      unranked; if ranked, of the same shape, static and dynamic dims alike.
    - C5: the quantized type fits its tensor (rules I1 to I6 of the dialect).
    - C6: the storage holds the zero points (rule S1 of the dialect).

    ```mlir
    // Dequantize a scalar quantized value
    %result = quant.dcast %input : !quant.uniform<i8:f32, 2.0> to f32

    // Dequantize a dynamically shaped tensor of quantized values
    %result = quant.dcast %input : tensor<?x!quant.uniform<i8:f32, 2.0>> to tensor<?xf32>

    // Dequantize an unranked tensor using per-axis quantization information
    %result = quant.dcast %input : tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>> to tensor<*xf32>
    ```
  }];
}

// qcast C1, qcast C2: the kinds of input and result.
def Quant_QuantizeCastOp : Quant_CastOp<"qcast",
    Quant_FloatScalarOrTensor, Quant_QuantizedScalarOrTensor> {
  let summary = "Quantize cast operation";
  let description = [{
    Converts real numbers into quantized values:

    ```
    def quantize(expressedValue: expressedType) -> quantizedType:
        zeroPointFloat = convertIntToFloat(zeroPoint, expressedType)
        scaledValue = expressedValue / scale
        storedValueFloat = scaledValue + zeroPointFloat
        storedValue = convertFloatToInt(storedValueFloat, storageType)
        storedValueClamped = clamp(storedValue, storageMin, storageMax)
        quantizedValue = reinterpretCast(storedValueClamped, quantizedType)
        return quantizedValue
    ```

    The parameters are those of the quantized type; per axis and blocked each
    element uses those of its channel or block. How every step rounds is decided
    by the numeric policy when the op is lowered (docs/numerics.md); every input
    has a defined result, NaN and infinities included.

    - C1: the input is a float scalar or tensor.
    - C2: the result is a scalar or tensor of `!quant.uniform`.
    - C3: the expressed type of the result is the element type of the input.
    - C4: both are scalars, or both tensors; if tensors, both ranked or both
      unranked; if ranked, of the same shape, static and dynamic dims alike.
    - C5: the quantized type fits its tensor (rules I1 to I6 of the dialect).
    - C6: the storage holds the zero points (rule S1 of the dialect).

    ```mlir
    // Quantize a scalar floating-point value
    %result = quant.qcast %input : f32 to !quant.uniform<i8:f32, 2.0>

    // Quantize a dynamically shaped tensor of quantized values
    %result = quant.qcast %input : tensor<?xf32> to tensor<?x!quant.uniform<i8:f32, 2.0>>

    // Quantize an unranked tensor using per-axis quantization information
    %result = quant.qcast %input : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
    ```
  }];
}

// scast C1, scast C2: the kinds of input and result.
def Quant_StorageCastOp : Quant_CastOp<"scast",
    Quant_IntegerOrQuantizedScalarOrTensor,
    Quant_IntegerOrQuantizedScalarOrTensor> {
  let summary = "Storage cast operation";
  let description = [{
    Converts a quantized value to the signless integer that stores it, or back.
    The bits stay as they are.

    Two storage casts in a row that end in the type they began with fold away.

    - C1: the input is a scalar or tensor of a signless integer or quantized
      type.
    - C2: the result is a scalar or tensor of a signless integer or quantized
      type.
    - C3: one of both is of integer and the other of quantized type.
    - C4: both are scalars, or both tensors; if tensors, both ranked or both
      unranked; if ranked, of the same shape, static and dynamic dims alike.
    - C5: the storage type of the quantized type has the width of the integer.
    - C6: the quantized type fits its tensor (rules I1 to I6 of the dialect).

    ```mlir
    // Cast a scalar quantized value into its storage type
    %result = quant.scast %input : !quant.uniform<i8:f32, 2.0> to i8

    // Cast a dynamically shaped tensor of quantized values into their storage type
    %result = quant.scast %input : tensor<?x!quant.uniform<i8:f32, 2.0>> to tensor<?xi8>

    // Cast an unranked tensor of signless integers into a quantized type using
    // per-channel quantization
    %result = quant.scast %input : tensor<*xi8> to tensor<*x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
    ```
  }];
  let hasFolder = 1;
}

#endif // QUANTIR_IR_QUANTOPS_TD
