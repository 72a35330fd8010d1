//===- Check.h - Checks of the tests in C ----------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_CAPI_CHECK_H
#define QUANTIR_TEST_CAPI_CHECK_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#include <stdio.h>
#include <string.h>

static int failures = 0;

/* Goes on after a failure, so that one run shows all. */
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

/* The text that callbacks have collected since it was emptied. */
static char text[8192];

static inline void collect(MlirStringRef part, void *userData) {
  size_t used = strlen(text), space = sizeof(text) - 1 - used;
  size_t length = part.length < space ? part.length : space;
  (void)userData;
  memcpy(text + used, part.data, length);
  text[used + length] = '\0';
}

static inline int textHas(const char *words) {
  int found = strstr(text, words) != NULL;
  if (!found)
    fprintf(stderr, "expected \"%s\", but got:\n%s\n", words, text);
  text[0] = '\0';
  return found;
}

static inline MlirLogicalResult collectDiagnostic(MlirDiagnostic diagnostic,
                                                  void *userData) {
  mlirDiagnosticPrint(diagnostic, collect, userData);
  return mlirLogicalResultSuccess();
}

static inline MlirStringRef str(const char *words) {
  return mlirStringRefCreateFromCString(words);
}

/* A context with what `registerDialects` makes known. */
static inline MlirContext
createContext(void (*registerDialects)(MlirDialectRegistry)) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  MlirContext context;
  registerDialects(registry);
  context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, collectDiagnostic, NULL, NULL);
  return context;
}

#endif /* QUANTIR_TEST_CAPI_CHECK_H */
