//===- QuantirDialect.h - The companion dialect -----------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect `quantir`: the policy attribute, loaded by both hosts.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTIRDIALECT_H
#define QUANTIR_IR_QUANTIRDIALECT_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Operation.h"
#include "quantir/IR/PolicyKnobs.h"

// The dialect's accessor of the discardable attribute needs the attribute.
#define GET_ATTRDEF_CLASSES
#include "quantir/IR/QuantirAttributes.h.inc"

#include "quantir/IR/QuantirDialect.h.inc"

namespace quantir {

/// The policy that the attributes on `op` and around it give: merged knob by
/// knob from the op outwards, the nearest one winning. Knobs that no attribute
/// sets are those of `fallback`.
PolicyKnobs getPolicyInScope(mlir::Operation *op,
                             const PolicyKnobs &fallback = {});

/// Removes the policy attributes in and below `root`.
void discardPolicies(mlir::Operation *root);

} // namespace quantir

#endif // QUANTIR_IR_QUANTIRDIALECT_H
