//===- QuantirDialect.td - The companion dialect -----------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTIRDIALECT_TD
#define QUANTIR_IR_QUANTIRDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def Quantir_Dialect : Dialect {
  let name = "quantir";
  let summary = "Attributes that go with the `quant` dialect";
  let description = [{
    The companion of the `quant` dialect. It holds the attribute that carries
    the numeric policy in the IR, so that both hosts can load it: a compiler
    with QuantIR's own `quant` dialect, and one with MLIR's.

    The discardable attribute `quantir.policy` may stand on any op, but not on an
    argument or result. It holds for that op and all ops nested in it. Nested policies merge knob by knob, and the
    nearest one wins; what no attribute sets comes from the options of the pass,
    then from the defaults:

    ```mlir
    module attributes {quantir.policy = #quantir.policy<zero_point = after_rounding>} {
      func.func @f(%x: f32) -> !quant.uniform<i8:f32, 2.0:3>
          attributes {quantir.policy = #quantir.policy<rounding = toward_zero>} {
        // Toward zero, zero point after rounding.
        %q = quant.qcast %x : f32 to !quant.uniform<i8:f32, 2.0:3>
        return %q : !quant.uniform<i8:f32, 2.0:3>
      }
    }
    ```
  }];
  let cppNamespace = "::quantir";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let discardableAttrs = (ins "::quantir::PolicyAttr":$policy);
}

def Quantir_PolicyAttr : AttrDef<Quantir_Dialect, "Policy"> {
  let mnemonic = "policy";
  let summary = "Knobs of the numeric policy";
  let description = [{
    A list of knobs and the words they are set to, in any order; what is not
    listed is unset. The words are those of the pass options, with `_` for `-`.

    ```mlir
    #quantir.policy<rounding = nearest_even, zero_point = after_rounding>
    ```
  }];
  let parameters = (ins "::quantir::PolicyKnobs":$knobs);
  let hasCustomAssemblyFormat = 1;
}

#endif // QUANTIR_IR_QUANTIRDIALECT_TD
