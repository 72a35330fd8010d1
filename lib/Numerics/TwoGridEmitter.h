//===- TwoGridEmitter.h - Emitters with two quantized types -----*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_NUMERICS_TWOGRIDEMITTER_H
#define QUANTIR_LIB_NUMERICS_TWOGRIDEMITTER_H

#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/Emitter.h"
#include "quantir/Numerics/NumericPolicy.h"

namespace quantir {

constexpr unsigned kInputGrid = 0, kOutputGrid = 1;

/// An emitter whose parameters come from both grids.
class TwoGridEmitter : public CastEmitter {
public:
  unsigned getGrid(size_t index) const override { return grids[index]; }

protected:
  /// Adds a parameter and gives its position.
  unsigned addParameter(mlir::DenseElementsAttr values, unsigned grid) {
    parameters.push_back(values);
    grids.push_back(grid);
    return parameters.size() - 1;
  }
  /// Adds all parameters of `emitter`.
  void addParameters(const CastEmitter &emitter, unsigned grid) {
    for (mlir::DenseElementsAttr values : emitter.getParameters())
      addParameter(values, grid);
  }

private:
  llvm::SmallVector<unsigned, 6> grids;
};

/// Where the quotients of both scales have their values: on the grid of the
/// scales that are a list. If both are, the lists are spread alike.
class QuotientGrid {
public:
  QuotientGrid(const Quantization &input, const Quantization &output)
      : input(input), output(output),
        inputIsList(!llvm::all_equal(input.scales)),
        outputIsList(!llvm::all_equal(output.scales)) {
    assert((!inputIsList || !outputIsList ||
            input.gridShape == output.gridShape) &&
           "two lists must be spread alike");
  }

  unsigned getIndex() const { return inputIsList ? kInputGrid : kOutputGrid; }
  const Quantization &getType() const { return inputIsList ? input : output; }

  /// The scales that meet in the element `i` of the grid.
  double getInputScale(size_t i) const {
    return input.scales[inputIsList ? i : 0];
  }
  double getOutputScale(size_t i) const {
    return output.scales[outputIsList ? i : 0];
  }

private:
  const Quantization &input, &output;
  bool inputIsList, outputIsList;
};

/// An emitter for one of the forms in fixed point.
std::unique_ptr<CastEmitter> getFixedPointEmitter(RequantizeForm form,
                                                  const Quantization &input,
                                                  const Quantization &output);

} // namespace quantir

#endif // QUANTIR_LIB_NUMERICS_TWOGRIDEMITTER_H
