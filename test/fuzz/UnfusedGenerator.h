//===- UnfusedGenerator.h - Unfused forms of the fused op -------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what quant.dequant_situ_quant computes as separate ops, in the ways
// that quant-raise-fused-ops looks for, and half of the time with one thing
// broken.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_FUZZ_UNFUSEDGENERATOR_H
#define QUANTIR_TEST_FUZZ_UNFUSEDGENERATOR_H

#include "ModuleGenerator.h"

#include <functional>

namespace quantir::fuzz {

class ModuleGenerator::Unfused {
public:
  explicit Unfused(ModuleGenerator &module)
      : module(module), source(module.source) {}

  void write();

private:
  using Names = std::vector<std::string>;

  /// A shape, and how its sizes are written: as numbers or values.
  struct Sizes {
    std::vector<int64_t> shape;
    Names names;

    std::string type(const std::string &element) const;
    /// Those that are values, with commas between them.
    std::string dynamic() const;
  };

  /// What a section reads, and how its axes follow from those of the section.
  struct Operand {
    std::string name, element;
    enum Axes { All, Columns, Rows, Single } axes = All;
    /// An axis of size 1 beside the columns or rows.
    bool hasUnitAxis = false;
    Sizes sizes;

    bool isScalar() const { return axes == Single && sizes.shape.empty(); }
    std::string type() const;
  };
  using Operands = std::vector<Operand>;

  // Lines. Within a section types are those of its elements or its tensors.
  std::string line(const std::string &text);
  std::string typed(const std::string &element);
  std::string number(const std::string &text);
  std::string unary(const char *op, const std::string &x);
  std::string binary(const char *op, std::string x, std::string y);
  std::string withNumber(const char *op, const std::string &x,
                         const char *digits);
  std::string numberWith(const char *op, const char *digits,
                         const std::string &y);
  std::string cast(const char *op, const std::string &x,
                   const std::string &from, const std::string &to);
  std::string selectWhere(const char *predicate, const std::string &x,
                          const std::string &y, const std::string &ifTrue,
                          const std::string &ifFalse);
  std::string empty(const Sizes &sizes, const std::string &element);
  std::string slice(const Operand &of, const Sizes &sizes, bool upper);

  // Sections: the same steps on whole tensors, or as the body of one op.
  Operand section(const Operands &inputs, const Sizes &sizes,
                  const std::string &element,
                  const std::function<std::string(const Names &)> &steps);
  std::string openBody(const Operands &inputs, const Sizes &sizes,
                       const std::string &element, Names &names);
  std::string map(const Operand &operand, size_t rank);
  std::string broadcast(const Operand &operand, const Sizes &sizes);

  // What is given.
  void chooseSizes();
  Operand given(const Sizes &sizes, const std::string &element,
                Operand::Axes axes);
  Operand columns(const Sizes &of);
  Operand groupsOfColumns(const Sizes &of);
  Operand rowScales();
  Operand half(const Operand &whole, bool upper);

  // Steps.
  std::string dequantize(const Names &names, size_t first);
  std::string tanh(const std::string &x);
  std::string bounded(const std::string &x, const char *bound);
  std::string sigmoid(const std::string &x);
  std::string activate(const std::string &gate, const std::string &up);
  std::string quotient(const std::string &x, const std::string &scale);
  std::string round(const std::string &x);
  std::string clamp(const std::string &x);
  std::string code(const std::string &quotient);
  Operand activation();
  Operand largest(const Operand &activation);
  Operand scales(const Operand &largest);

  /// True at one place of a form in two.
  bool breaks() { return ++place == broken; }
  /// Makes a value known to the ops around, which may use it.
  void show(const Operand &operand);

  ModuleGenerator &module;
  ByteSource &source;
  unsigned place = 0, broken = 0;
  std::string input, flt = "f32";
  Sizes whole, halves, rows;
  bool isStatic = false, isGuarded = false, gateIsRight = false;
  bool hasWeights = false, hasRowScales = false, hasBias = false;
  const char *beta = "4.0", *linearBeta = "25.0";
  /// The shape of the tensors of a section; null within a body.
  const Sizes *tensors = nullptr;
};

} // namespace quantir::fuzz

#endif // QUANTIR_TEST_FUZZ_UNFUSEDGENERATOR_H
