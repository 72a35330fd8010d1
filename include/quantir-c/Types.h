//===- Types.h - Quantized types -------------------------------- -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uniform quantized types of any granularity, made and read alike in both
// hosts. Their other kinds, and text in general, are for mlirTypeParseGet.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_TYPES_H
#define QUANTIR_C_TYPES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The integers that a type stores: 1 to 64 bits. Bounds, zero points and
/// stored values are 64-bit patterns: signed numbers, except for unsigned
/// storage of 64 bits.
typedef struct QuantirStorage {
  unsigned width;
  bool isSigned;
  int64_t min;
  int64_t max;
} QuantirStorage;

/// How parameters are spread over a tensor.
typedef enum QuantirGranularity {
  QuantirPerTensor,
  QuantirPerAxis,
  QuantirBlocked
} QuantirGranularity;

/// All values of an integer of `width` bits.
MLIR_CAPI_EXPORTED QuantirStorage quantirStorageGet(unsigned width,
                                                    bool isSigned);

//===----------------------------------------------------------------------===//
// Making types
//===----------------------------------------------------------------------===//

// Types are made in the `quant` dialect of the context. Scales are rounded to
// the expressed type. Wrong parameters are an error at `location` and give a
// null type.

MLIR_CAPI_EXPORTED MlirType quantirUniformTypeGet(MlirLocation location,
                                                  MlirType expressed,
                                                  QuantirStorage storage,
                                                  double scale,
                                                  int64_t zeroPoint);

/// `scales` and `zeroPoints` have `numChannels` entries.
MLIR_CAPI_EXPORTED MlirType quantirUniformPerAxisTypeGet(
    MlirLocation location, MlirType expressed, QuantirStorage storage,
    int64_t axis, intptr_t numChannels, const double *scales,
    const int64_t *zeroPoints);

/// `axes` and `blockSizes` have `numAxes` entries, `gridShape` has `gridRank`;
/// `scales` and `zeroPoints` have an entry for each element of that grid,
/// row-major.
MLIR_CAPI_EXPORTED MlirType quantirUniformBlockedTypeGet(
    MlirLocation location, MlirType expressed, QuantirStorage storage,
    intptr_t numAxes, const int64_t *axes, const int64_t *blockSizes,
    intptr_t gridRank, const int64_t *gridShape, const double *scales,
    const int64_t *zeroPoints);

//===----------------------------------------------------------------------===//
// Reading types
//===----------------------------------------------------------------------===//

/// True for a type of any of the kinds, of either host.
MLIR_CAPI_EXPORTED bool quantirTypeIsAQuantized(MlirType type);

/// True for a type with scales and zero points. All functions below are for
/// these.
MLIR_CAPI_EXPORTED bool quantirTypeIsAUniform(MlirType type);

MLIR_CAPI_EXPORTED QuantirGranularity
quantirUniformTypeGetGranularity(MlirType type);
MLIR_CAPI_EXPORTED QuantirStorage quantirUniformTypeGetStorage(MlirType type);
/// The signless integer type of stored values.
MLIR_CAPI_EXPORTED MlirType quantirUniformTypeGetStorageType(MlirType type);
MLIR_CAPI_EXPORTED MlirType quantirUniformTypeGetExpressedType(MlirType type);

/// Number of scales, which is that of zero points: the size of the grid.
MLIR_CAPI_EXPORTED intptr_t quantirUniformTypeGetNumScales(MlirType type);
/// Copies all of them; `scales` and `zeroPoints` are large enough, or NULL.
MLIR_CAPI_EXPORTED void quantirUniformTypeGetParameters(MlirType type,
                                                        double *scales,
                                                        int64_t *zeroPoints);

/// Per axis: 1. Blocked: the number of axes with a block size. Otherwise 0.
MLIR_CAPI_EXPORTED intptr_t quantirUniformTypeGetNumAxes(MlirType type);
/// Copies the axes, and for a blocked type the block sizes; both are large
/// enough, or NULL.
MLIR_CAPI_EXPORTED void quantirUniformTypeGetAxes(MlirType type, int64_t *axes,
                                                  int64_t *blockSizes);

/// Per tensor the rank of the grid is 0, per axis 1, blocked that of the
/// tensor.
MLIR_CAPI_EXPORTED intptr_t quantirUniformTypeGetGridRank(MlirType type);
MLIR_CAPI_EXPORTED void quantirUniformTypeGetGridShape(MlirType type,
                                                       int64_t *shape);

#ifdef __cplusplus
}
#endif

#endif // QUANTIR_C_TYPES_H
