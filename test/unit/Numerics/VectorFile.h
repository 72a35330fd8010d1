//===- VectorFile.h - Recorded results of runtimes --------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads test/Numerics/vectors. Its README.md describes the fields.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_UNIT_NUMERICS_VECTORFILE_H
#define QUANTIR_TEST_UNIT_NUMERICS_VECTORFILE_H

#include "quantir/Numerics/Evaluator.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <string>
#include <vector>

namespace quantir {

/// One recorded case. Accessors abort on a field that isn't there: the files
/// are part of the project.
class VectorCase {
public:
  explicit VectorCase(llvm::json::Object object) : object(std::move(object)) {}

  std::string getString(llvm::StringRef field) const;
  /// Empty if there is no such field.
  std::string getOptionalString(llvm::StringRef field) const;
  int64_t getInteger(llvm::StringRef field) const;
  int64_t getInteger(llvm::StringRef field, int64_t otherwise) const;
  std::vector<int64_t> getIntegers(llvm::StringRef field) const;
  /// Hexadecimal bit patterns.
  std::vector<uint64_t> getPatterns(llvm::StringRef field) const;
  /// f32 numbers given as bit patterns.
  std::vector<double> getFloats(llvm::StringRef field) const;
  bool has(llvm::StringRef field) const { return object.get(field); }

  /// `ONNX Runtime 1.2` is `ONNX`: the first word.
  std::string getRuntime() const;
  const llvm::fltSemantics &getExpressed() const;
  size_t getNumElements() const;

  /// Width, signedness and bounds of a field such as "storage": "i8".
  ElementParameters getStorage(llvm::StringRef field) const;
  /// The parameters of each element.
  std::vector<ElementParameters> getParameters() const;
  /// For each element, which of the `count` scales it uses.
  std::vector<size_t> getParameterIndices() const;

private:
  llvm::json::Object object;
};

/// All cases of a file of test/Numerics/vectors.
std::vector<VectorCase> readVectors(llvm::StringRef name);

/// A known difference: how many elements of a case differ, and why.
struct Deviation {
  size_t elements = 0;
  std::string reason;
};

/// The contents of test/Numerics/vectors/deviations.txt.
struct Deviations {
  /// By case id.
  std::map<std::string, Deviation> cases;
  /// The reason why no quantized type has the parameters, by case id.
  std::map<std::string, std::string> withoutType;
  /// Name and text.
  std::map<std::string, std::string> reasons;
};

Deviations readDeviations();

} // namespace quantir

#endif // QUANTIR_TEST_UNIT_NUMERICS_VECTORFILE_H
