//===- FusedOps.td - Fused ops on quantized values ---------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from the casts, since this op also becomes part of MLIR's own `quant`
// dialect where a host has it (quantir/BuiltinQuant/BuiltinQuant.h).
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_FUSEDOPS_TD
#define QUANTIR_IR_FUSEDOPS_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "quantir/IR/QuantDialect.td"

def Quant_QuantType : I32Enum<"QuantType",
    "where the scale of the result comes from", [
  I32EnumCase<"Static", 0, "static">,
  I32EnumCase<"Dynamic", 1, "dynamic">
]> {
  let cppNamespace = "::quantir";
}

def Quant_FusedInput : RankedTensorOf<[I8, I32, BF16, F16]>;
def Quant_FusedParameter : TensorRankOf<[F32], [1, 2]>;

// dequant_situ_quant C1: the kinds of operands and results.
def Quant_DequantSituQuantOp : Op<Quant_Dialect, "dequant_situ_quant", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    InferTypeOpAdaptorWithIsCompatible,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"]>,
    DeclareOpInterfaceMethods<TilingInterface, [
      "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
      "getResultTilePosition", "generateResultTileValue",
      "getTiledImplementationFromOperandTiles",
      "getIterationDomainTileFromOperandTiles",
      "getIterationDomainTileFromResultTile",
      "isOpFusableWithConsumerSlice", "isOpFusableWithProducerSlices"]>
  ]> {
  let summary = "Dequantize, SiTU activation, quantize";
  let description = [{
    The tail of a mixture-of-experts feed-forward block: turns the accumulator of
    the first matmul, `[..., 2H]`, into the i8 input `[..., H]` of the second one,
    with one scale a row where the scale is dynamic.

    ```
    d    = float(x)
    d    = d * weight_scale[g?, c]                   // i8, i32
    d    = d * activation_scale[row]                 // i32
    d    = d + bias[g?, c]                           // if present
    gate, up = first half, second half               // activate_left; else swapped
    a    = beta * tanh(gate / beta) * sigmoid(gate)  // left to right
    up   = linear_beta * tanh(up / linear_beta)      // only if linear_beta > 0
    s    = a * up
    static : y = toInt8(s / quant_scale + quant_offset)
    dynamic: s = s * quant_scale                     // only if present
             y_scale[row] = absmax(s over H) / 127
             y = toInt8(s / y_scale[row])
    ```

    All of it is in f32, each step rounded once. `toInt8` rounds as the numeric
    policy says (`rounding`, toward zero if unset) and saturates to [-128, 127].

    | name | | description | type |
    |---|---|---|---|
    | `x` | operand | what is dequantized: `[..., 2H]`, rank 2, for i8 also above | i8, i32, bf16, f16 |
    | `weight_scale` | optional operand | scale of the weights: `[1]`, `[2H]` or `[1,2H]`; with `group_index` `[G,2H]` or `[G,1]` | f32 |
    | `activation_scale` | optional operand | scale of a row: `[M]` or `[M,1]`, M rows | f32 |
    | `bias` | optional operand | added to the dequantized value; shaped as `weight_scale` may be | f32 |
    | `quant_scale` | optional operand | static: scale of the result; dynamic: factor before the row's scale is taken (smooth scale). `[1]`, `[H]` or `[1,H]` | f32 |
    | `quant_offset` | optional operand | zero point of the result, added before rounding. `[1]`, `[H]` or `[1,H]` | f32 |
    | `group_index` | optional operand | number of rows of each expert: `[G]` | i64 |
    | `row_offset` | optional operand | number of the first row of `x` in the whole, for a tile of rows under `group_index`; not negative | index |
    | `beta` | attribute | beta of the activation, 4.0 if absent | f32 |
    | `linear_beta` | attribute | bound of `up`, 25.0 if absent; not applied where it is not above 0 | f32 |
    | `activate_left` | attribute | `gate` is the first half of a row; `true` if absent | bool |
    | `quant_type` | attribute | `"static"` or `"dynamic"` (if absent) | string |
    | `y` | result | codes: `[..., H]` | i8 |
    | `y_scale` | result | dynamic: the scale of each row, `[...]` | f32 |

    What may be combined:

    | x | mode | weight_scale | activation_scale | bias | quant_scale | quant_offset | group_index |
    |---|---|---|---|---|---|---|---|
    | i8 | static | required | no | optional | required | optional | no |
    | i8 | dynamic | required | no | optional | optional | no | no |
    | i32 | dynamic | required | required | optional | no | no | optional |
    | bf16, f16 | dynamic | no | no | no | no | no | no |

    Groups: rows are taken in order; group g has `group_index[g]` of them and uses
    row g of `weight_scale` and `bias`. A count below 1 is an empty group. Counts
    beyond the last row are cut off; rows beyond the sum of the counts are zero in
    `y` and `y_scale`.

    Every input has a defined result. Static: NaN gives 0, infinities saturate.
    Dynamic: a NaN in `s` counts as 0 and an infinity as the largest finite number
    of its sign; a row whose `absmax / 127` is 0 has zeros in `y` and the scale that
    the policy says (`zero_row_scale`).

    - C1: `x` is a ranked tensor of i8, i32, bf16 or f16; `weight_scale`,
      `activation_scale`, `bias`, `quant_scale` and `quant_offset` are f32 tensors
      of rank 1 or 2, `group_index` an i64 tensor of rank 1, `row_offset` an index;
      `y` is a tensor of i8 and `y_scale` one of f32.
    - C2: no tensor has an encoding.
    - C3: `quant_type` is `"static"` or `"dynamic"`.
    - C4: `beta` is finite and not 0.
    - C5: `linear_beta` is finite.
    - C6: `quant_type` is `"dynamic"` unless `x` is of i8.
    - C7: the rank of `x` is 2 or, for i8, above.
    - C8: the last dimension of `x` is even.
    - C9: `weight_scale` is given if `x` is of i8 or i32, and only then.
    - C10: `activation_scale` is given if `x` is of i32, and only then.
    - C11: `bias` is given only if `x` is of i8 or i32.
    - C12: `quant_scale` is given if `quant_type` is `"static"`, and only if `x` is of
      i8.
    - C13: `quant_offset` is given only if `quant_type` is `"static"`.
    - C14: `group_index` is given only if `x` is of i32.
    - C15: `row_offset` is given only together with `group_index`.
    - C16: `weight_scale` and `bias` have the shape `[1]`, `[2H]` or `[1,2H]`, with
      `group_index` `[G,2H]` or `[G,1]`.
    - C17: `activation_scale` has the shape `[M]` or `[M,1]`.
    - C18: `quant_scale` and `quant_offset` have the shape `[1]`, `[H]` or `[1,H]`.
    - C19: `y` has the shape of `x` with half the last dimension.
    - C20: `y_scale` is given if `quant_type` is `"dynamic"`, and only then.
    - C21: `y_scale` has the shape of `x` without the last dimension.

    Sizes that are static are compared here; dynamic ones must be right at run time,
    where lowering can check them.

    A tile of rows is the same op on a slice of `x` and of `activation_scale`;
    under `group_index` it also gets the number of its first row.

    ```mlir
    %y, %y_scale = quant.dequant_situ_quant %x
        weight_scale(%ws : tensor<4x6144xf32>) activation_scale(%as : tensor<?xf32>)
        bias(%b : tensor<4x6144xf32>) group_index(%g : tensor<4xi64>)
        {beta = 2.0 : f32}
        : tensor<?x6144xi32> -> tensor<?x3072xi8>, tensor<?xf32>

    %y = quant.dequant_situ_quant %x weight_scale(%ws : tensor<8xf32>)
        quant_scale(%qs : tensor<4xf32>) {quant_type = "static"}
        : tensor<2x3x8xi8> -> tensor<2x3x4xi8>
    ```
  }];

  let arguments = (ins
    Quant_FusedInput:$x,
    Optional<Quant_FusedParameter>:$weight_scale,
    Optional<Quant_FusedParameter>:$activation_scale,
    Optional<Quant_FusedParameter>:$bias,
    Optional<Quant_FusedParameter>:$quant_scale,
    Optional<Quant_FusedParameter>:$quant_offset,
    Optional<1DTensorOf<[I64]>>:$group_index,
    Optional<Index>:$row_offset,
    DefaultValuedAttr<F32Attr, "4.0f">:$beta,
    DefaultValuedAttr<F32Attr, "25.0f">:$linear_beta,
    DefaultValuedAttr<BoolAttr, "true">:$activate_left,
    DefaultValuedStrAttr<StrAttr, "dynamic">:$quant_type);
  let results = (outs RankedTensorOf<[I8]>:$y,
                      Optional<RankedTensorOf<[F32]>>:$y_scale);

  let assemblyFormat = [{
    custom<FusedOperands>(
      $x, $weight_scale, type($weight_scale),
      $activation_scale, type($activation_scale), $bias, type($bias),
      $quant_scale, type($quant_scale), $quant_offset, type($quant_offset),
      $group_index, type($group_index), $row_offset, type($row_offset))
    attr-dict `:` type($x) `->` type($y) (`,` type($y_scale)^)?
  }];
  let hasVerifier = 1;

  let builders = [
    // Defaults for all attributes, results inferred.
    OpBuilder<(ins "::mlir::Value":$x, "::mlir::Value":$weightScale,
                   "::mlir::Value":$activationScale, "::mlir::Value":$bias,
                   "::mlir::Value":$quantScale, "::mlir::Value":$quantOffset,
                   "::mlir::Value":$groupIndex,
                   "::quantir::QuantType":$quantType)>
  ];

  let extraClassDeclaration = [{
    /// The names of the optional operands, in the order of the operands.
    static ::llvm::ArrayRef<::llvm::StringLiteral> getOptionalOperandNames();

    ::mlir::RankedTensorType getXType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getX().getType());
    }
    ::mlir::RankedTensorType getYType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getY().getType());
    }

    bool isDynamic() { return getQuantType() == "dynamic"; }
    /// True if `up` is clamped.
    bool clampsUp() { return getLinearBeta().convertToFloat() > 0; }

    /// 2H, from `x` or else from `y`; dynamic if neither says.
    int64_t getWidth();
    /// Where `x` has several leading dimensions its rows are those of all.
    int64_t getNumLeadingDims() { return getXType().getRank() - 1; }

    /// True if all that the shapes must agree in is known from the types.
    bool hasKnownShapes();
  }];
}

#endif // QUANTIR_IR_FUSEDOPS_TD
