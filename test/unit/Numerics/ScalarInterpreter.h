//===- ScalarInterpreter.h - Emitted scalar code on numbers -----*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs what an emitter emits without compiling it: op by op, by the folders of
// arith and math. The tests that compile and run lowered code are lit tests.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_UNIT_NUMERICS_SCALARINTERPRETER_H
#define QUANTIR_TEST_UNIT_NUMERICS_SCALARINTERPRETER_H

#include "mlir/IR/Block.h"
#include "quantir/Numerics/Emitter.h"

namespace quantir {

class ScalarInterpreter {
public:
  /// The code of `emitter` for an input of type `input`. All dialects that it
  /// takes must be loaded.
  ScalarInterpreter(const CastEmitter &emitter, mlir::Type input);

  /// The result for the bit pattern `input`, with the parameters of the element
  /// `indices[g]` of each grid g. Nothing after a failure of the test: an op
  /// that no folder computes.
  std::optional<llvm::APInt> run(const llvm::APInt &input,
                                 llvm::ArrayRef<size_t> indices);

private:
  const CastEmitter &emitter;
  mlir::Block block;
  mlir::Value result;
};

} // namespace quantir

#endif // QUANTIR_TEST_UNIT_NUMERICS_SCALARINTERPRETER_H
