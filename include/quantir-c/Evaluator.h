//===- Evaluator.h - Casts of single numbers -------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_EVALUATOR_H
#define QUANTIR_C_EVALUATOR_H

#include "quantir-c/Policy.h"
#include "quantir-c/Types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The format of expressed values.
typedef enum QuantirFloat {
  QuantirF16,
  QuantirBF16,
  QuantirF32,
  QuantirF64
} QuantirFloat;

/// The parameters of one element. The scale is rounded to the expressed format.
typedef struct QuantirElement {
  QuantirStorage storage;
  QuantirFloat expressed;
  double scale;
  int64_t zeroPoint;
} QuantirElement;

/// The parameters of the elements of a uniform type that use its scale number
/// `index`. Fails for an expressed type that isn't a QuantirFloat.
MLIR_CAPI_EXPORTED MlirLogicalResult quantirUniformTypeGetElement(
    MlirType type, intptr_t index, QuantirElement *element,
    MlirStringCallback onError, void *userData);

// Each of these computes what code lowered under `policy` computes, bit for
// bit. They fail if the parameters or their combination with the policy make no
// sense; there is no number for which they do, other than a stored value that
// the storage can't hold.

/// The stored value of `value`, which is rounded to the expressed format first.
MLIR_CAPI_EXPORTED MlirLogicalResult quantirEvaluateQuantize(
    QuantirPolicy policy, QuantirElement element, double value, int64_t *stored,
    MlirStringCallback onError, void *userData);

/// The expressed value of `stored`, exact in a double.
MLIR_CAPI_EXPORTED MlirLogicalResult quantirEvaluateDequantize(
    QuantirPolicy policy, QuantirElement element, int64_t stored, double *value,
    MlirStringCallback onError, void *userData);

/// What a dcast from `input` and a qcast to `output` make of `stored`, in the
/// form that the policy names.
MLIR_CAPI_EXPORTED MlirLogicalResult quantirEvaluateRequantize(
    QuantirPolicy policy, QuantirElement input, QuantirElement output,
    int64_t stored, int64_t *result, MlirStringCallback onError,
    void *userData);

/// Calls back with the text of each step of the cast of one number, written as
/// `qcast 2.5 : f32 to !quant.uniform<i8:f32, 1.0:3>`
/// (quantir/Numerics/Explain.h has the other forms). `index` chooses among the
/// scales of a type with several; -1 if there is one.
MLIR_CAPI_EXPORTED MlirLogicalResult
quantirExplain(MlirContext context, QuantirPolicy policy, MlirStringRef cast,
               intptr_t index, MlirStringCallback callback,
               MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // QUANTIR_C_EVALUATOR_H
