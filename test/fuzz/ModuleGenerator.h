//===- ModuleGenerator.h - Modules from bytes -------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes modules that compute and move quantized values, valid ones and, where
// the bytes say so, nearly valid ones: a size, a type or a number of them is
// another than it should be. Sizes are small, 0, unknown, or near what 63 bits
// hold.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_FUZZ_MODULEGENERATOR_H
#define QUANTIR_TEST_FUZZ_MODULEGENERATOR_H

#include "ByteSource.h"

#include <cstdint>
#include <string>
#include <vector>

namespace quantir::fuzz {

constexpr int64_t kDynamic = -1;

struct Element {
  std::string text;
  /// Of a quantized type: that of its floats and its integers.
  std::string expressed, stored;
  enum Kind { Float, Integer, PerTensor, PerAxis, Blocked } kind = Float;
  bool isQuantized() const { return kind >= PerTensor; }
  /// True if a part of a tensor may have the same type.
  bool hasOneScale() const { return kind != PerAxis && kind != Blocked; }
};

struct Value {
  std::string name;
  Element element;
  enum Form { Scalar, Ranked, Unranked } form = Scalar;
  std::vector<int64_t> shape;

  std::string type() const { return type(element.text); }
  std::string type(const std::string &element) const;
  std::string buffer() const;
  bool isStatic() const;
};

// Which values an operation takes.

inline bool isAny(const Value &) { return true; }
inline bool isFloat(const Value &v) { return v.element.kind == Element::Float; }
inline bool isQuantized(const Value &v) { return v.element.isQuantized(); }
inline bool isRanked(const Value &v) { return v.form == Value::Ranked; }
/// A part of it may have the same type.
inline bool isUniform(const Value &v) {
  return isRanked(v) && !v.shape.empty() && v.element.hasOneScale();
}
inline bool isTensor(const Value &v) { return v.form != Value::Scalar; }
inline bool isStaticUniform(const Value &v) {
  return isUniform(v) && v.isStatic();
}

class ModuleGenerator {
public:
  /// `maxWidth` is that of the stored integers.
  explicit ModuleGenerator(ByteSource &source, unsigned maxWidth = 64)
      : source(source), maxWidth(maxWidth) {}

  std::string generate();

  /// Writes unfused forms of the fused op.
  class Unfused;

private:
  // Types.
  int64_t size();
  std::vector<int64_t> shape(unsigned maxRank = 4);
  std::string storage(std::string &stored);
  std::string parameter();
  std::string parameterGrid(const std::vector<int64_t> &counts, size_t axis,
                            int &budget);
  Element quantized(const std::vector<int64_t> &shape, bool oneScale = false,
                    const std::string &expressed = "");
  Element anyElement(const std::vector<int64_t> &shape);
  Value anyValue();
  /// A type with that of `value` somewhere in it.
  std::string odd(const Value &value);
  /// The type, or with a small chance another.
  std::string maybeBroken(std::string type);

  // Values.
  std::string fresh();
  Value *find(bool (*fits)(const Value &));
  Value &add(const Value &like, const std::string &text);
  void emit(const std::string &text);
  std::string index(int64_t value);
  /// A value of the type: an argument of the function, or of an unknown op.
  std::string given(const Value &value, const std::string &type);
  /// The place of the first element, in brackets.
  std::string origin(const Value &value);
  Value extract(const Value &tensor, const std::string &places);
  /// Constants for the sizes that are dynamic.
  std::string dynamicSizes(const std::vector<int64_t> &shape);

  // Operations. Each does nothing where it finds no fitting value.
  void constant();
  void quantize();
  void dequantize();
  void storageCast();
  void requantize();
  void tensorCast();
  void slice();
  void transpose();
  void collapse();
  void expand();
  void select();
  void branch();
  void loop();
  void call();
  void fused();
  void unfused();
  void unknownOp();
  void generic();
  void fill();
  void element();
  void bufferOps();
  void conversion();
  void arithmetic();
  void blocks();
  void map();
  void reduce();
  void indirectCall();
  void switchOver();

  void operation();
  void function();
  std::string policy();

  struct Function {
    std::string name;
    std::vector<Value> arguments, results;
  };

  ByteSource &source;
  std::string body, module;
  std::vector<Value> values;
  std::vector<Function> functions;
  /// The function that is being written, and the text of its arguments.
  Function open;
  std::string arguments;
  unsigned maxWidth, counter = 0, depth = 0, numFunctions = 0;
};

/// Passes with options, of this project and those that stand between them.
/// `upstream` is false where only the former may run.
std::string generatePipeline(ByteSource &source, bool upstream);

/// The text of a policy: knobs with words, in an attribute or as options.
std::string generateKnobs(ByteSource &source, bool asOptions);

} // namespace quantir::fuzz

#endif // QUANTIR_TEST_FUZZ_MODULEGENERATOR_H
