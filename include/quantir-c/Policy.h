//===- Policy.h - The numeric policy ---------------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_POLICY_H
#define QUANTIR_C_POLICY_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Knobs of the numeric policy, each set or unset. Owned by the caller.
typedef struct QuantirPolicy {
  void *ptr;
} QuantirPolicy;

/// A policy with no knob set: all defaults.
MLIR_CAPI_EXPORTED QuantirPolicy quantirPolicyCreate(void);
MLIR_CAPI_EXPORTED void quantirPolicyDestroy(QuantirPolicy policy);

/// Sets a knob to a word, both as in pass options or in attributes
/// (`zero-point`, `zero_point`).
MLIR_CAPI_EXPORTED MlirLogicalResult
quantirPolicySet(QuantirPolicy policy, MlirStringRef knob, MlirStringRef word,
                 MlirStringCallback onError, void *userData);

/// Takes from a preset every knob that is unset.
MLIR_CAPI_EXPORTED MlirLogicalResult
quantirPolicyFillFromPreset(QuantirPolicy policy, MlirStringRef name,
                            MlirStringCallback onError, void *userData);

/// The word that a knob is set to, written with `_`; empty if it is unset. The
/// string is never freed.
MLIR_CAPI_EXPORTED MlirStringRef quantirPolicyGet(QuantirPolicy policy,
                                                  MlirStringRef knob);

/// Calls back with the text of every knob, defaults filled in.
MLIR_CAPI_EXPORTED void quantirPolicyPrint(QuantirPolicy policy,
                                           MlirStringCallback callback,
                                           void *userData);

/// The presets. The strings are never freed; that of any other index is empty.
MLIR_CAPI_EXPORTED intptr_t quantirGetNumPresets(void);
MLIR_CAPI_EXPORTED MlirStringRef quantirGetPresetName(intptr_t index);

//===----------------------------------------------------------------------===//
// In the IR
//===----------------------------------------------------------------------===//

/// Name of the attribute of an op, a function or a module that carries a
/// policy.
MLIR_CAPI_EXPORTED MlirStringRef quantirPolicyAttrGetName(void);

/// `#quantir.policy<...>`. Loads the companion dialect, which the context has
/// to know.
MLIR_CAPI_EXPORTED MlirAttribute quantirPolicyAttrGet(MlirContext context,
                                                      QuantirPolicy policy);
MLIR_CAPI_EXPORTED bool quantirAttributeIsAPolicy(MlirAttribute attribute);

/// A new policy with the knobs of the attribute.
MLIR_CAPI_EXPORTED QuantirPolicy
quantirPolicyAttrGetPolicy(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif // QUANTIR_C_POLICY_H
