//===- policy.c - The numeric policy --------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "mlir-c/BuiltinAttributes.h"
#include "quantir-c/QuantIR.h"

static int isWord(MlirStringRef word, const char *expected) {
  return mlirStringRefEqual(word, str(expected));
}

static void checkKnobs(void) {
  QuantirPolicy policy = quantirPolicyCreate();
  CHECK(isWord(quantirPolicyGet(policy, str("rounding")), ""));
  CHECK(mlirLogicalResultIsSuccess(quantirPolicySet(
      policy, str("zero-point"), str("after-rounding"), collect, NULL)));
  CHECK(isWord(quantirPolicyGet(policy, str("zero_point")), "after_rounding"));
  CHECK(isWord(quantirPolicyGet(policy, str("zero-point")), "after_rounding"));

  /* What is wrong changes nothing, and a callback may be missing. */
  CHECK(mlirLogicalResultIsFailure(quantirPolicySet(
      policy, str("zero-point"), str("never"), collect, NULL)));
  CHECK(textHas("expected zero_point to be one of before_rounding, "
                "after_rounding, but got 'never'"));
  CHECK(isWord(quantirPolicyGet(policy, str("zero-point")), "after_rounding"));
  CHECK(mlirLogicalResultIsFailure(
      quantirPolicySet(policy, str("colour"), str("red"), NULL, NULL)));

  /* A preset fills in; what is set stays. */
  CHECK(mlirLogicalResultIsSuccess(
      quantirPolicyFillFromPreset(policy, str("onednn"), collect, NULL)));
  CHECK(isWord(quantirPolicyGet(policy, str("zero_point")), "after_rounding"));
  CHECK(isWord(quantirPolicyGet(policy, str("scaling")), "reciprocal"));
  CHECK(mlirLogicalResultIsFailure(
      quantirPolicyFillFromPreset(policy, str("none"), collect, NULL)));
  CHECK(textHas("expected policy to be one of spec, onnx"));
  quantirPolicyPrint(policy, collect, NULL);
  CHECK(textHas("requantize     = exact (default)"));
  quantirPolicyDestroy(policy);
}

static void checkPresets(void) {
  intptr_t i, count = quantirGetNumPresets();
  CHECK(count > 2);
  CHECK(isWord(quantirGetPresetName(0), "spec"));
  CHECK(isWord(quantirGetPresetName(-1), ""));
  CHECK(isWord(quantirGetPresetName(count), ""));
  for (i = 0; i < count; ++i) {
    QuantirPolicy policy = quantirPolicyCreate();
    CHECK(mlirLogicalResultIsSuccess(quantirPolicyFillFromPreset(
        policy, quantirGetPresetName(i), collect, NULL)));
    quantirPolicyDestroy(policy);
  }
}

static void checkAttribute(void (*registerDialects)(MlirDialectRegistry)) {
  MlirContext context = createContext(registerDialects);
  QuantirPolicy policy = quantirPolicyCreate(), back;
  MlirAttribute attribute, parsed;
  CHECK(isWord(quantirPolicyAttrGetName(), "quantir.policy"));
  CHECK(mlirLogicalResultIsSuccess(
      quantirPolicySet(policy, str("rounding"), str("down"), collect, NULL)));
  attribute = quantirPolicyAttrGet(context, policy);
  parsed =
      mlirAttributeParseGet(context, str("#quantir.policy<rounding = down>"));
  CHECK(mlirAttributeEqual(attribute, parsed));
  CHECK(quantirAttributeIsAPolicy(attribute));
  CHECK(!quantirAttributeIsAPolicy(mlirUnitAttrGet(context)));
  back = quantirPolicyAttrGetPolicy(attribute);
  CHECK(isWord(quantirPolicyGet(back, str("rounding")), "down"));
  quantirPolicyDestroy(back);
  quantirPolicyDestroy(policy);
  mlirContextDestroy(context);
}

int main(void) {
  checkKnobs();
  checkPresets();
  checkAttribute(quantirRegisterQuantDialect);
  checkAttribute(quantirRegisterBuiltinQuantExtension);
  return failures != 0;
}
