//===- QuantTypes.td - Quantized types ---------------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTTYPES_TD
#define QUANTIR_IR_QUANTTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/DataLayoutInterfaces.td"
include "quantir/IR/QuantDialect.td"
include "quantir/IR/QuantInterfaces.td"

class Quant_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Quant_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
}

defvar Quant_StoredTypeTraits = [
  DeclareTypeInterfaceMethods<Quant_QuantizedTypeInterface>,
  DeclareTypeInterfaceMethods<DataLayoutTypeInterface, [
    "getTypeSizeInBits", "getABIAlignment", "getPreferredAlignment"]>,
  MemRefElementTypeInterface
];

def Quant_UniformType : Quant_Type<"Uniform", "uniform",
                                   Quant_StoredTypeTraits> {
  let summary = "Quantized values with given scales and zero points";
  let description = [{
    An integer that stands for a real number:
    `expressed = (stored - zero point) * scale`.

    ```
    uniform    ::= `!quant.uniform<` storage `:` expressed `,` param `>`
                 | `!quant.uniform<` storage `:` expressed `:` axis `,`
                     (`{` param (`,` param)* `}` | dense) `>`
                 | `!quant.uniform<` storage `:` expressed `:` blocks `,`
                     (grid | dense) `>`
    storage    ::= (`i` | `u` | `si` | `ui`) width (`<` min `:` max `>`)?
    expressed  ::= float type
    param      ::= scale (`:` zero-point)?
    blocks     ::= `{` (axis `:` size (`,` axis `:` size)*)? `}`
    grid       ::= `{` (grid (`,` grid)* | param (`,` param)*) `}`
    dense      ::= scales-attribute (`:` zero-points-attribute)?
    ```

    The three forms have one scale and zero point a tensor, one a channel of an
    axis, and one a block. The width is in bits, `i` and `si` are signed, `u` and
    `ui` unsigned. Bounds are in steps of the stored value and default to all
    values of the width; a missing zero point is 0. A scale is a value of the
    expressed type: it is rounded to it, to nearest even, when the type is made.
    A scale in hexadecimal is the bit pattern of an f64.

    Rules of the type (for its place in a tensor see the dialect):

    - T1: the storage type is an integer of 1 to 64 bits.
    - T2: the bounds lie within the width, min below max.
    - T3: the expressed type is a float.
    - T4: every scale is positive and finite.
    - T5: every scale lies between the smallest and the largest positive value
      of the expressed type.
    - T6: there are as many zero points as scales, as many as the grid has
      elements, and at least one. The grid has at most 256 dimensions.
    - T7: an axis is not negative, and below 2^31.
    - T8: a block size is positive, and no axis is given twice.
    - T9: a zero point fits in 64 bits: signed, or unsigned for `u64` storage.

    Long lists may be given as dense elements, in hexadecimal too, or as aliases
    of such attributes: scales as elements of the expressed type, zero points as
    elements of the storage type, which hold stored values, or of `i64`. Their
    shape is that of the parameters: one size per axis, the numbers of blocks of
    all axes where they are blocked. It is the same type as with a list, and
    printed as one, since that is what other readers of the text know.

    ```mlir
    #scales = dense<"0x0000003F0000803E"> : tensor<2xf32>
    !quant.uniform<i8:f32:0, #scales>
    !quant.uniform<u8:f32:0, dense<[0.5, 0.25]> : tensor<2xf32> : dense<[3, 200]> : tensor<2xi8>>
    ```

    A type with more than 16 parameters is printed through an alias.

    ```mlir
    !quant.uniform<i8:f32, 2.0:3>
    !quant.uniform<u8<0:200>:f16:1, {0.5:100, 0.25}>
    tensor<6x2x!quant.uniform<i8:f32:{0:3}, {{1.0}, {2.0}}>>
    ```

    In a `memref` a stored value takes a whole number of bytes, as integers of
    its width do: `memref<4x!quant.uniform<i4:f32, 1.0>>` has 4 bytes. The pass
    `quant-pack-sub-byte` packs them.
  }];
  let parameters = (ins "::quantir::Quantization":$view);
  let genStorageClass = 0;
  let genAccessors = 0;
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// The type with these parameters, which must keep the rules T1 to T9. The
    /// scales are rounded to the expressed type here, so that equal numbers make
    /// equal types however the type is made.
    static UniformType get(const ::quantir::Quantization &quantization);

    /// The same with the rules checked: null after an error.
    static UniformType
    getChecked(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
               const ::quantir::Quantization &quantization);

    /// The view of the type; its arrays live as long as the context.
    const ::quantir::Quantization &getView() const;
  }];
}

def Quant_AnyType : Quant_Type<"Any", "any", Quant_StoredTypeTraits> {
  let summary = "Quantized values with unknown scales";
  let description = [{
    A quantized type of which only the storage and perhaps the expressed type
    are known. It can be stored and passed on; `quant.scast` takes it,
    `quant.dcast` and `quant.qcast` don't.

    ```mlir
    !quant.any<i8<-8:7>:f32>
    !quant.any<u8>
    ```
  }];
  let parameters = (ins
    "::quantir::StorageSpec":$storage,
    OptionalParameter<"::mlir::FloatType">:$expressedType);
  let genVerifyDecl = 1;
}

def Quant_CalibratedType : Quant_Type<"Calibrated", "calibrated", [
    DeclareTypeInterfaceMethods<Quant_QuantizedTypeInterface>]> {
  let summary = "Real values of a known range, before a storage is chosen";
  let description = [{
    Values of a float type that were seen to lie in `[min, max]`. It has no
    storage yet, so it can't be stripped, and no cast takes it.

    ```mlir
    !quant.calibrated<f32<-0.998:1.2321>>
    ```
  }];
  let parameters = (ins
    "::mlir::FloatType":$expressedType,
    APFloatParameter<"least value, an f64">:$min,
    APFloatParameter<"greatest value, an f64">:$max);
  let genVerifyDecl = 1;
}

#endif // QUANTIR_IR_QUANTTYPES_TD
