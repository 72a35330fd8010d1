//===- DenseParameters.h - Scales as dense elements -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_IR_DENSEPARAMETERS_H
#define QUANTIR_LIB_IR_DENSEPARAMETERS_H

#include "mlir/IR/OpImplementation.h"
#include "quantir/IR/Quantization.h"

namespace quantir {

/// Parameters that were read, and the shape of their grid.
struct ParameterLists {
  std::vector<int64_t> gridShape, zeroPoints;
  std::vector<double> scales;
};

/// Reads the parameters in the form of attributes: dense elements of the
/// expressed type, and behind a colon those of the zero points, if any.
mlir::ParseResult parseDenseParameters(mlir::AsmParser &parser,
                                       const StorageSpec &storage,
                                       mlir::FloatType expressed,
                                       ParameterLists &lists);

} // namespace quantir

#endif // QUANTIR_LIB_IR_DENSEPARAMETERS_H
