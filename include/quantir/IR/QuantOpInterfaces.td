//===- QuantOpInterfaces.td - Op interfaces ----------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTOPINTERFACES_TD
#define QUANTIR_IR_QUANTOPINTERFACES_TD

include "mlir/IR/OpBase.td"

def Quant_StorageTransparent : OpInterface<"StorageTransparent"> {
  let cppNamespace = "::quantir";
  let description = [{
    An op that means the same whether its values are quantized or the integers
    that store them: it moves, selects, shapes or holds values and never looks
    at one as a number. What the ops of its regions do is theirs to say.

    Control flow, calls and functions need no such promise: their interfaces
    give it. Ops of other dialects join through external models.
  }];
  let methods = [
    InterfaceMethod<[{
        True if this op, with the types and attributes it has, is transparent.
      }],
      "bool", "isStorageTransparent", (ins), "", "return true;">
  ];
}

#endif // QUANTIR_IR_QUANTOPINTERFACES_TD
