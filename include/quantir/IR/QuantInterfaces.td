//===- QuantInterfaces.td - Type interfaces ----------------*- tablegen -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTINTERFACES_TD
#define QUANTIR_IR_QUANTINTERFACES_TD

include "mlir/IR/OpBase.td"

def Quant_QuantizedTypeInterface : TypeInterface<"QuantizedTypeInterface"> {
  let cppNamespace = "::quantir";
  let description = [{
    A scalar type whose values are stored as integers and stand for real
    numbers. Types of other dialects join through external models.
  }];
  let methods = [
    InterfaceMethod<[{
        The signless integer type that holds a stored value, or null if the type
        doesn't say.
      }],
      "::mlir::IntegerType", "getQuantizedStorageType">,
    InterfaceMethod<[{
        The float type of the values it stands for, or null if the type doesn't
        say.
      }],
      "::mlir::FloatType", "getQuantizedExpressedType">,
    InterfaceMethod<[{
        All parameters, or nothing if the type has none: casts need them, and
        refuse types without.
      }],
      "::std::optional<::quantir::Quantization>", "getQuantization">,
    InterfaceMethod<[{
        A type of the same dialect with other parameters, which must be valid.
      }],
      "::mlir::Type", "getWithQuantization",
      (ins "const ::quantir::Quantization &":$quantization)>,
    InterfaceMethod<[{
        True if `quant.scast` connects the type to its signless storage type.
        Where it can't, `builtin.unrealized_conversion_cast` does.
      }],
      "bool", "hasStorageCast", (ins), "", "return true;">
  ];
}

#endif // QUANTIR_IR_QUANTINTERFACES_TD
