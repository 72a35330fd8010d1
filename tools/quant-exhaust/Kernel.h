//===- Kernel.h - One cast as a function to compile -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTEXHAUST_KERNEL_H
#define QUANTIR_TOOLS_QUANTEXHAUST_KERNEL_H

#include "quantir/Numerics/Evaluator.h"
#include "quantir/Numerics/StepFunction.h"

#include <optional>
#include <string>
#include <vector>

namespace quantir::exhaust {

/// A cast of a whole tensor under one policy. Values are handled as bit
/// patterns.
struct Kernel {
  bool quantizes = true;
  NumericPolicy policy;
  /// With one element the tensor has rank 1; with more it has that many rows,
  /// each with parameters of its own.
  std::vector<ElementParameters> rows;

  const llvm::fltSemantics &getExpressed() const {
    return *rows.front().expressed;
  }
  unsigned getExpressedWidth() const {
    return llvm::APFloat::getSizeInBits(getExpressed());
  }
  unsigned getInputWidth() const {
    return quantizes ? getExpressedWidth() : rows.front().width;
  }
  unsigned getOutputWidth() const {
    return quantizes ? rows.front().width : getExpressedWidth();
  }

  /// The quantized type, as MLIR has it.
  std::string getType() const;
  /// The policy attribute.
  std::string getPolicy() const;
  /// A function `name` of one operand and one result.
  std::string getFunction(llvm::StringRef name) const;
};

/// The bytes that a stored or expressed value of so many bits takes.
unsigned getElementBytes(unsigned width);

/// What the evaluator has for one row of a kernel.
class Oracle {
public:
  /// `bySteps`: finite inputs of a quantization are looked up among the steps
  /// that the evaluator gives, where there are any.
  Oracle(const Kernel &kernel, size_t row, bool bySteps);

  /// The pattern for an input pattern. All NaNs have one pattern.
  uint64_t operator()(uint64_t bits) const;

  /// The patterns for all inputs.
  std::vector<uint64_t> evaluateAll(unsigned inputWidth) const;

  const std::optional<StepFunction> &getSteps() const { return steps; }

private:
  uint64_t evaluate(uint64_t bits) const;

  const llvm::fltSemantics &expressed;
  bool quantizes;
  CastEvaluator evaluator;
  std::optional<StepFunction> steps;
  uint64_t infinity, signBit, storedMask;
};

/// The pattern that stands for every NaN of a format.
uint64_t getNanPattern(const llvm::fltSemantics &semantics);

} // namespace quantir::exhaust

#endif // QUANTIR_TOOLS_QUANTEXHAUST_KERNEL_H
