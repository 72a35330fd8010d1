//===- evaluator.c - Casts of single numbers ------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "mlir-c/BuiltinTypes.h"
#include "quantir-c/QuantIR.h"

#include <math.h>

static QuantirElement makeElement(unsigned width, bool isSigned, double scale,
                                  int64_t zeroPoint) {
  QuantirElement element;
  element.storage = quantirStorageGet(width, isSigned);
  element.expressed = QuantirF32;
  element.scale = scale;
  element.zeroPoint = zeroPoint;
  return element;
}

static int64_t quantize(QuantirPolicy policy, QuantirElement element,
                        double value) {
  int64_t stored = -999;
  CHECK(mlirLogicalResultIsSuccess(
      quantirEvaluateQuantize(policy, element, value, &stored, collect, NULL)));
  return stored;
}

static void checkQuantize(void) {
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirElement i8 = makeElement(8, true, 0.5, 3);
  QuantirElement u64 = makeElement(64, false, 1.0, 0);
  /* 1 / 0.5 + 3 = 5; 1.25 / 0.5 + 3 = 5.5 goes to the even 6. */
  CHECK(quantize(policy, i8, 1.0) == 5);
  CHECK(quantize(policy, i8, 1.25) == 6);
  CHECK(quantize(policy, i8, 1000.0) == 127);
  CHECK(quantize(policy, i8, -INFINITY) == -128);
  CHECK(quantize(policy, i8, NAN) == 3);
  quantirPolicySet(policy, str("nan"), str("storage-max"), collect, NULL);
  quantirPolicySet(policy, str("rounding"), str("toward-zero"), collect, NULL);
  CHECK(quantize(policy, i8, NAN) == 127);
  CHECK(quantize(policy, i8, 1.25) == 5);
  /* The greatest number of 64 bits is a pattern. */
  CHECK(u64.storage.max == -1);
  CHECK(quantize(policy, u64, INFINITY) == -1);
  CHECK(quantize(policy, u64, -5.0) == 0);
  quantirPolicyDestroy(policy);
}

static void checkDequantize(void) {
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirElement u8 = makeElement(8, false, 0.5, 128);
  double value = 0.0;
  /* (0 - 128) * 0.5 */
  CHECK(mlirLogicalResultIsSuccess(
      quantirEvaluateDequantize(policy, u8, 0, &value, collect, NULL)));
  CHECK(value == -64.0);
  /* In f16 the scale is the nearest one to 0.1, 1638 * 2^-14. */
  u8.expressed = QuantirF16;
  u8.scale = 0.1;
  CHECK(mlirLogicalResultIsSuccess(
      quantirEvaluateDequantize(policy, u8, 129, &value, collect, NULL)));
  CHECK(value == 1638.0 / 16384.0);
  CHECK(mlirLogicalResultIsFailure(
      quantirEvaluateDequantize(policy, u8, 256, &value, collect, NULL)));
  CHECK(textHas("expected a stored value of u8, but got 256"));
  quantirPolicyDestroy(policy);
}

static void checkRequantize(void) {
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirElement input = makeElement(8, true, 1.0, 0);
  QuantirElement output = makeElement(8, false, 2.0, 101);
  int64_t result = -1;
  /* 5 * 1 / 2 + 101 = 103.5 goes to the even 104; in fixed point 2.5 goes up to
     3 first, and -2.5 to -2. */
  CHECK(mlirLogicalResultIsSuccess(quantirEvaluateRequantize(
      policy, input, output, 5, &result, collect, NULL)));
  CHECK(result == 104);
  quantirPolicySet(policy, str("requantize"), str("fixed-single-round"),
                   collect, NULL);
  CHECK(mlirLogicalResultIsSuccess(quantirEvaluateRequantize(
      policy, input, output, -5, &result, collect, NULL)));
  CHECK(result == 99);
  output.expressed = QuantirF16;
  CHECK(mlirLogicalResultIsFailure(quantirEvaluateRequantize(
      policy, input, output, 5, &result, collect, NULL)));
  CHECK(textHas("expected one expressed format for input and output, "
                "but got f32 and f16"));
  quantirPolicyDestroy(policy);
}

static void checkDirection(void) {
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirElement element = makeElement(8, true, 0.5, 3);
  int64_t stored = -1;
  double value = 0.0;
  element.expressed = QuantirBF16;
  quantirPolicySet(policy, str("compute-type"), str("expressed"), collect,
                   NULL);
  quantirPolicySet(policy, str("dequantize"), str("fma"), collect, NULL);
  /* Quantizing takes no fma: 2.5 / 0.5 + 3 = 8. */
  CHECK(quantize(policy, element, 2.5) == 8);
  CHECK(mlirLogicalResultIsFailure(
      quantirEvaluateDequantize(policy, element, 8, &value, collect, NULL)));
  CHECK(textHas("expected to compute in f32 or f64 where dequantize is fma"));
  CHECK(mlirLogicalResultIsFailure(quantirEvaluateRequantize(
      policy, element, element, 8, &stored, collect, NULL)));
  CHECK(textHas("expected to compute in f32 or f64 where dequantize is fma"));
  /* Nor does a multiplier in f32: (8 - 3) * 1 + 3. */
  quantirPolicySet(policy, str("requantize"), str("float-multiplier"), collect,
                   NULL);
  CHECK(mlirLogicalResultIsSuccess(quantirEvaluateRequantize(
      policy, element, element, 8, &stored, collect, NULL)));
  CHECK(stored == 8);
  quantirPolicyDestroy(policy);
}

static int refused(QuantirElement element, const char *message) {
  QuantirPolicy policy = quantirPolicyCreate();
  int64_t stored;
  int isFailure = mlirLogicalResultIsFailure(
      quantirEvaluateQuantize(policy, element, 1.0, &stored, collect, NULL));
  quantirPolicyDestroy(policy);
  return isFailure && textHas(message);
}

static void checkErrors(void) {
  QuantirElement good = makeElement(8, true, 1.0, 0), bad = good;
  bad.storage.width = 65;
  CHECK(refused(bad, "expected a storage of 1 to 64 bits, but got 65"));
  bad.storage.width = 0;
  CHECK(refused(bad, "expected a storage of 1 to 64 bits, but got 0"));
  bad = good;
  bad.storage.max = 128;
  CHECK(refused(bad, "expected bounds in the storage i8, the first below "
                     "the second, but got "));
  bad = good;
  bad.storage.min = 127;
  CHECK(refused(bad, "the first below the second, but got 127 and 127"));
  bad = good;
  bad.zeroPoint = -129;
  CHECK(refused(bad, "expected a zero point that the storage i8 holds"));
  bad = good;
  bad.scale = 1e-50;
  CHECK(refused(bad, "expected a positive finite scale of the expressed "
                     "format, but got "));
  bad.scale = NAN;
  CHECK(refused(bad, "expected a positive finite scale"));
  bad.scale = -1.0;
  CHECK(refused(bad, "expected a positive finite scale"));
  bad = good;
  bad.expressed = (QuantirFloat)7;
  CHECK(refused(bad, "expected one of the expressed formats, but got 7"));
}

static void checkOfType(void (*registerDialects)(MlirDialectRegistry)) {
  MlirContext context = createContext(registerDialects);
  QuantirPolicy policy = quantirPolicyCreate();
  QuantirElement element;
  MlirType type = mlirTypeParseGet(
      context, str("!quant.uniform<u8:bf16:0, {0.5:128, 0.25:7}>"));
  MlirType wide =
      mlirTypeParseGet(context, str("!quant.uniform<u8:f128, 1.0>"));
  CHECK(mlirLogicalResultIsSuccess(
      quantirUniformTypeGetElement(type, 1, &element, collect, NULL)));
  CHECK(element.storage.width == 8 && !element.storage.isSigned &&
        element.storage.max == 255 && element.expressed == QuantirBF16 &&
        element.scale == 0.25 && element.zeroPoint == 7);
  CHECK(mlirLogicalResultIsFailure(
      quantirUniformTypeGetElement(type, 2, &element, collect, NULL)));
  CHECK(textHas("expected an index below 2, but got 2"));
  CHECK(mlirLogicalResultIsFailure(
      quantirUniformTypeGetElement(wide, 0, &element, collect, NULL)));
  CHECK(textHas("expected an expressed type of f16, bf16, f32 or f64, but "
                "got that of !quant.uniform<"));

  CHECK(mlirLogicalResultIsSuccess(quantirExplain(
      context, policy, str("qcast 2.5 : f32 to !quant.uniform<i8:f32, 1.0:3>"),
      -1, collect, collect, NULL)));
  CHECK(textHas("stored value: 6"));
  CHECK(mlirLogicalResultIsFailure(quantirExplain(context, policy, str("qcast"),
                                                  -1, collect, collect, NULL)));
  CHECK(textHas("expected 'qcast NUMBER : FLOAT to TYPE', such as 'qcast "));
  quantirPolicyDestroy(policy);
  mlirContextDestroy(context);
}

int main(void) {
  checkQuantize();
  checkDequantize();
  checkRequantize();
  checkDirection();
  checkErrors();
  checkOfType(quantirRegisterQuantDialect);
  checkOfType(quantirRegisterBuiltinQuantExtension);
  return failures != 0;
}
