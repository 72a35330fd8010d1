//===- acme-quantize.c - Through the C API --------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// acme-quantize PRESET SCALE NUMBER: the stored value of NUMBER in an i8.
//
//===----------------------------------------------------------------------===//

#include "quantir-c/QuantIR.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void complain(MlirStringRef message, void *userData) {
  (void)userData;
  fprintf(stderr, "error: %.*s\n", (int)message.length, message.data);
}

int main(int argc, char **argv) {
  QuantirPolicy policy;
  QuantirElement element;
  int64_t stored = 0;
  int ok;
  if (argc != 4)
    return 2;
  element.storage = quantirStorageGet(8, true);
  element.expressed = QuantirF32;
  element.scale = atof(argv[2]);
  element.zeroPoint = 0;
  policy = quantirPolicyCreate();
  ok = mlirLogicalResultIsSuccess(quantirPolicyFillFromPreset(
           policy, mlirStringRefCreateFromCString(argv[1]), complain, NULL)) &&
       mlirLogicalResultIsSuccess(quantirEvaluateQuantize(
           policy, element, atof(argv[3]), &stored, complain, NULL));
  quantirPolicyDestroy(policy);
  if (ok)
    printf("%" PRId64 "\n", stored);
  return !ok;
}
