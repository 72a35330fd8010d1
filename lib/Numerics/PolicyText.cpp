//===- PolicyText.cpp - Policies for people to read -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/PolicyText.h"

#include "quantir/Numerics/NumericPolicy.h"

#include "llvm/Support/FormatVariadic.h"

using namespace quantir;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

/// What a knob is after defaults; some defaults depend on the op.
template <typename Enum>
static StringRef describe(Enum value) {
  return stringifyEnum(value);
}
static StringRef describe(std::optional<Rounding> value) {
  return value ? stringifyEnum(*value)
               : "nearest_even for casts, toward_zero for the fused op";
}
static StringRef describe(std::optional<PolynomialFma> value) {
  return value ? stringifyEnum(*value) : "as the target has it";
}

void quantir::printPolicy(const PolicyKnobs &knobs, raw_ostream &os) {
  NumericPolicy policy = NumericPolicy::resolve(knobs);
#define QUANTIR_KNOB(field, text, Enum)                                        \
  os << llvm::formatv("{0,-14} = {1}{2}\n", text, describe(policy.field),      \
                      knobs.field ? "" : " (default)");
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
}

void quantir::printPresets(raw_ostream &os) {
  for (StringRef name : getPresetNames()) {
    os << name << ":";
    PolicyKnobs knobs = *getPreset(name);
    if (knobs.empty())
      os << " all defaults";
    knobs.forEachSet([&](StringRef knob, StringRef word) {
      os << " " << getOptionWord(knob) << "=" << getOptionWord(word);
    });
    os << "\n";
  }
}

void quantir::printPolicyOptions(raw_ostream &os) {
  auto print = [&](StringRef name, ArrayRef<StringRef> words) {
    std::string text = getOptionWord(llvm::join(words, " | "));
    os << llvm::formatv("  {0,-14} = {1}\n", getOptionWord(name), text);
  };
  print("policy", getPresetNames());
  PolicyKnobs::forEachKnob(print);
}
