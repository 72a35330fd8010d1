//===- quant-policy.cpp - The numeric policy, to look at ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   quant-policy                             the presets
//   quant-policy --policy=onnx --nan=zero    a policy, knob by knob
//   quant-policy --policy=onnx --explain "qcast 2.5 : f32 to TYPE"
//                                            a cast of one number, step by step
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantDialect.h"
#include "quantir/Numerics/Explain.h"
#include "quantir/Numerics/NumericPolicy.h"
#include "quantir/Numerics/PolicyText.h"

#include "llvm/Support/CommandLine.h"

#include <list>

using namespace quantir;
namespace cl = llvm::cl;

namespace {

/// An option of the policy, called as passes call it.
struct PolicyFlag {
  PolicyFlag(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> words,
             cl::OptionCategory &category)
      : name(getOptionWord(name)),
        help(getOptionWord(llvm::join(words, " | "))),
        option(llvm::StringRef(this->name), cl::desc(help), cl::cat(category),
               cl::value_desc("word")) {}

  // The option refers to both.
  std::string name, help;
  cl::opt<std::string> option;
};

} // namespace

int main(int argc, char **argv) {
  cl::OptionCategory category("Numeric policy", "As in quant-lower-casts.");
  std::list<PolicyFlag> knobFlags;
  PolicyFlag preset("policy", getPresetNames(), category);
  PolicyKnobs::forEachKnob([&](llvm::StringRef name, auto words) {
    knobFlags.emplace_back(name, words, category);
  });
  cl::opt<std::string> explain(
      "explain", cl::cat(category), cl::value_desc("cast"),
      cl::desc("print the steps of \"qcast 2.5 : f32 to TYPE\", \"dcast 5 : "
               "TYPE to f32\", or \"requantize 5 : TYPE to TYPE\""));
  cl::opt<unsigned> element(
      "element", cl::cat(category), cl::value_desc("number"),
      cl::desc("which scale of a type with several, from 0"));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "QuantIR: numeric policies\n");

  PolicyKnobs knobs;
  std::string error;
  for (PolicyFlag &flag : knobFlags)
    if (!flag.option.empty() && error.empty())
      error = knobs.set(flag.name, flag.option, KnobSpelling::Option);
  bool isPlain = knobs.empty() && preset.option.empty();
  if (!preset.option.empty() && error.empty())
    error = fillFromPreset(preset.option, knobs);
  if (error.empty() && explain.getNumOccurrences()) {
    mlir::DialectRegistry registry;
    registerQuantDialect(registry);
    mlir::MLIRContext context(registry);
    context.loadAllAvailableDialects();
    std::optional<size_t> index;
    if (element.getNumOccurrences())
      index = element;
    error = explainCast(explain, knobs, index, context, llvm::outs());
  } else if (error.empty()) {
    isPlain ? printPresets(llvm::outs()) : printPolicy(knobs, llvm::outs());
  }
  if (error.empty())
    return 0;
  llvm::errs() << "error: " << error << "\n";
  return 1;
}
