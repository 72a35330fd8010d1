//===- QuantDialect.td - The quant dialect -----------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTDIALECT_TD
#define QUANTIR_IR_QUANTDIALECT_TD

include "mlir/IR/DialectBase.td"

def Quant_Dialect : Dialect {
  let name = "quant";
  let summary = "Quantized types and the casts between them and real numbers";
  let description = [{
    Types for quantized values and casts between *expressed* values (floats) and
    *stored* values (integers). The text form is that of MLIR's own `quant`
    dialect. What a cast computes is fixed by the numeric policy, see
    docs/numerics.md.

    ## Where a quantized type may stand

    A type with one scale a tensor may stand anywhere. One with a scale a channel
    or a block says something about the tensor around it. These rules are checked
    by every op of this dialect and by every pass that removes the type:

    - I1: a type with per-axis or blocked parameters is the element type of a
      tensor or memref, never of a scalar.
    - I2: per axis, the rank of a ranked tensor is above the axis.
    - I3: per axis, a static axis has as many elements as there are scales.
    - I4: blocked, the tensor is ranked, and its rank is that of the parameters.
    - I5: blocked, every axis with a block size is below the rank.
    - I6: blocked, an axis has block size times number of blocks elements, less
      than 2^63; an axis without a block size is one block.

    ## Which numbers are well formed

    - S1: the zero points of the operand or result of `qcast` and `dcast` are
      values of the storage: of its width and signedness. Bounds given beside
      them may leave a zero point out, as a clamped activation does
      (`!quant.uniform<u8<17:97>:f32, 0.5:160>`). Bare types and `scast` don't
      look at them.
  }];
  let cppNamespace = "::quantir";
  let useDefaultTypePrinterParser = 1;
  // What tiling `dequant_situ_quant` creates.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

#endif // QUANTIR_IR_QUANTDIALECT_TD
