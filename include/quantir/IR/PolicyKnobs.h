//===- PolicyKnobs.h - A possibly partial numeric policy --------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The knobs of the numeric policy as somebody wrote them: each may be unset.
// This is what an attribute or a list of pass options holds. The complete
// policy, with every default filled in, is quantir/Numerics/NumericPolicy.h.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_POLICYKNOBS_H
#define QUANTIR_IR_POLICYKNOBS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

#include "quantir/IR/PolicyEnums.h.inc"

/// The list of all knobs: KNOB(field, text, enum type). Parsing, printing,
/// merging, comparing and the pass options all run over this list.
#define QUANTIR_POLICY_KNOBS(KNOB)                                             \
  KNOB(rounding, "rounding", Rounding)                                         \
  KNOB(zeroPoint, "zero_point", ZeroPointOrder)                                \
  KNOB(scaling, "scaling", Scaling)                                            \
  KNOB(computeType, "compute_type", ComputeType)                               \
  KNOB(dequantize, "dequantize", DequantizeForm)                               \
  KNOB(nan, "nan", NanValue)                                                   \
  KNOB(requantize, "requantize", RequantizeForm)                               \
  KNOB(math, "math", MathForm)                                                 \
  KNOB(polynomialFma, "polynomial_fma", PolynomialFma)                         \
  KNOB(dynamicScale, "dynamic_scale", DynamicScale)                            \
  KNOB(zeroRowScale, "zero_row_scale", ZeroRowScale)

namespace quantir {

/// How names and words of knobs are written: `zero_point` in attributes,
/// `zero-point` in options.
enum class KnobSpelling { Attribute, Option };

/// The name or word of a knob as options of passes and tools have it, with `-`
/// for `_`.
std::string getOptionWord(llvm::StringRef word);

struct PolicyKnobs {
#define QUANTIR_KNOB(field, text, Enum) std::optional<Enum> field;
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB

  bool operator==(const PolicyKnobs &other) const;
  bool operator!=(const PolicyKnobs &other) const { return !(*this == other); }

  /// True if no knob is set.
  bool empty() const { return *this == PolicyKnobs(); }

  /// Takes from `outer` every knob that is unset here. This is the only merge
  /// rule: what is nearer wins, knob by knob.
  void fillFrom(const PolicyKnobs &outer);

  /// Sets the knob called `name` to `word`; both may be written with `_` or
  /// `-`. Returns an empty string, or what is wrong, naming the choices in
  /// `spelling`.
  std::string set(llvm::StringRef name, llvm::StringRef word,
                  KnobSpelling spelling = KnobSpelling::Attribute);

  /// Calls `fn(name, word)` for every knob that is set, in the order of the
  /// list, with the words of the attribute form.
  void forEachSet(
      llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> fn) const;

  /// Calls `fn(name, words)` for every knob there is, with all its words.
  static void forEachKnob(
      llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<llvm::StringRef>)>
          fn);
};

llvm::hash_code hash_value(const PolicyKnobs &knobs);

} // namespace quantir

#endif // QUANTIR_IR_POLICYKNOBS_H
