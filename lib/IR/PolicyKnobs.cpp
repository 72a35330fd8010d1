//===- PolicyKnobs.cpp - A possibly partial numeric policy ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/PolicyKnobs.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace quantir;
using llvm::StringRef;

#include "quantir/IR/PolicyEnums.cpp.inc"

static std::string attributeWord(StringRef word) {
  std::string result = word.str();
  std::replace(result.begin(), result.end(), '-', '_');
  return result;
}

std::string quantir::getOptionWord(StringRef word) {
  std::string result = word.str();
  std::replace(result.begin(), result.end(), '_', '-');
  return result;
}

bool PolicyKnobs::operator==(const PolicyKnobs &other) const {
#define QUANTIR_KNOB(field, text, Enum)                                        \
  if (field != other.field)                                                    \
    return false;
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  return true;
}

void PolicyKnobs::fillFrom(const PolicyKnobs &outer) {
#define QUANTIR_KNOB(field, text, Enum)                                        \
  if (!field)                                                                  \
    field = outer.field;
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
}

/// The words of one enum. The enums count up from 0.
template <typename Enum>
static llvm::SmallVector<StringRef> getWords(unsigned maxValue) {
  llvm::SmallVector<StringRef> words;
  for (unsigned i = 0; i <= maxValue; ++i)
    words.push_back(stringifyEnum(static_cast<Enum>(i)));
  return words;
}

std::string PolicyKnobs::set(StringRef name, StringRef word,
                             KnobSpelling spelling) {
  auto spell = [&](StringRef words) {
    return spelling == KnobSpelling::Option ? getOptionWord(words)
                                            : words.str();
  };
  std::string knob = attributeWord(name);
  std::string value = attributeWord(word);
#define QUANTIR_KNOB(field, text, Enum)                                        \
  if (knob == text) {                                                          \
    if (auto choice = symbolize##Enum(value)) {                                \
      field = choice;                                                          \
      return "";                                                               \
    }                                                                          \
    return "expected " + spell(knob) + " to be one of " +                      \
           spell(llvm::join(getWords<Enum>(getMaxEnumValFor##Enum()), ", ")) + \
           ", but got '" + word.str() + "'";                                   \
  }
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  llvm::SmallVector<StringRef> names;
  forEachKnob([&](StringRef knob, auto) { names.push_back(knob); });
  return "expected a policy knob, one of " + spell(llvm::join(names, ", ")) +
         ", but got '" + name.str() + "'";
}

void PolicyKnobs::forEachSet(
    llvm::function_ref<void(StringRef, StringRef)> fn) const {
#define QUANTIR_KNOB(field, text, Enum)                                        \
  if (field)                                                                   \
    fn(text, stringifyEnum(*field));
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
}

void PolicyKnobs::forEachKnob(
    llvm::function_ref<void(StringRef, llvm::ArrayRef<StringRef>)> fn) {
#define QUANTIR_KNOB(field, text, Enum)                                        \
  fn(text, getWords<Enum>(getMaxEnumValFor##Enum()));
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
}

llvm::hash_code quantir::hash_value(const PolicyKnobs &knobs) {
  llvm::hash_code hash = 0;
#define QUANTIR_KNOB(field, text, Enum)                                        \
  hash = llvm::hash_combine(hash, knobs.field ? static_cast<int>(*knobs.field) \
                                              : -1);
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  return hash;
}
