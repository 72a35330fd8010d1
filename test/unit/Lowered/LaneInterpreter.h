//===- LaneInterpreter.h - Scalar arith and math ops on numbers -*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a function of scalar arith and math ops on many inputs at a time, each
// op as its dialect defines it, on APFloat and APInt. Neither MLIR's folders
// nor LLVM have a part in it.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_UNIT_LOWERED_LANEINTERPRETER_H
#define QUANTIR_TEST_UNIT_LOWERED_LANEINTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <vector>

namespace quantir {

/// What runs on all lanes: one of the two lists is in use, by the type.
struct Lanes {
  std::vector<llvm::APFloat> floats;
  std::vector<llvm::APInt> integers;

  /// The bit patterns of a float or integer type.
  static Lanes fromBits(mlir::Type type, llvm::ArrayRef<uint64_t> patterns);
  uint64_t getBits(size_t lane) const;
};

class LaneInterpreter {
public:
  /// A function of one block, one operand and one result.
  explicit LaneInterpreter(mlir::func::FuncOp function) : function(function) {}

  /// The patterns of the results. Empty after an error: an op that isn't known,
  /// or whose result is poison in a lane, whether it is used or not.
  std::vector<uint64_t> run(llvm::ArrayRef<uint64_t> inputs);

  /// What was wrong.
  llvm::StringRef getError() const { return error; }

private:
  bool runBlock(llvm::ArrayRef<uint64_t> inputs,
                std::vector<uint64_t> &results);

  mlir::func::FuncOp function;
  std::string error;
};

} // namespace quantir

#endif // QUANTIR_TEST_UNIT_LOWERED_LANEINTERPRETER_H
