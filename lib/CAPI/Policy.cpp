//===- Policy.cpp - The numeric policy ------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrap.h"
#include "mlir/CAPI/IR.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Numerics/NumericPolicy.h"
#include "quantir/Numerics/PolicyText.h"

using namespace quantir;

QuantirPolicy quantirPolicyCreate(void) { return wrap(new PolicyKnobs()); }

void quantirPolicyDestroy(QuantirPolicy policy) { delete unwrap(policy); }

MlirLogicalResult quantirPolicySet(QuantirPolicy policy, MlirStringRef knob,
                                   MlirStringRef word,
                                   MlirStringCallback onError, void *userData) {
  // A word that is refused leaves the knob as it was.
  PolicyKnobs changed = *unwrap(policy);
  std::string error = changed.set(unwrap(knob), unwrap(word));
  if (error.empty())
    *unwrap(policy) = changed;
  return report(error, onError, userData);
}

MlirLogicalResult quantirPolicyFillFromPreset(QuantirPolicy policy,
                                              MlirStringRef name,
                                              MlirStringCallback onError,
                                              void *userData) {
  return report(fillFromPreset(unwrap(name), *unwrap(policy)), onError,
                userData);
}

MlirStringRef quantirPolicyGet(QuantirPolicy policy, MlirStringRef knob) {
  llvm::StringRef found;
  unwrap(policy)->forEachSet([&](llvm::StringRef name, llvm::StringRef word) {
    if (getOptionWord(name) == getOptionWord(unwrap(knob)))
      found = word;
  });
  return wrap(found);
}

void quantirPolicyPrint(QuantirPolicy policy, MlirStringCallback callback,
                        void *userData) {
  mlir::detail::CallbackOstream os(callback, userData);
  printPolicy(*unwrap(policy), os);
}

intptr_t quantirGetNumPresets(void) { return getPresetNames().size(); }

MlirStringRef quantirGetPresetName(intptr_t index) {
  if (index < 0 || index >= quantirGetNumPresets())
    return wrap(llvm::StringRef());
  return wrap(getPresetNames()[index]);
}

MlirStringRef quantirPolicyAttrGetName(void) {
  return wrap(QuantirDialect::PolicyAttrHelper::getNameStr());
}

MlirAttribute quantirPolicyAttrGet(MlirContext context, QuantirPolicy policy) {
  unwrap(context)->getOrLoadDialect<QuantirDialect>();
  return wrap(
      mlir::Attribute(PolicyAttr::get(unwrap(context), *unwrap(policy))));
}

bool quantirAttributeIsAPolicy(MlirAttribute attribute) {
  return llvm::isa<PolicyAttr>(unwrap(attribute));
}

QuantirPolicy quantirPolicyAttrGetPolicy(MlirAttribute attribute) {
  return wrap(
      new PolicyKnobs(llvm::cast<PolicyAttr>(unwrap(attribute)).getKnobs()));
}
