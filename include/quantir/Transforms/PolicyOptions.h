//===- PolicyOptions.h - The policy as pass options -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TRANSFORMS_POLICYOPTIONS_H
#define QUANTIR_TRANSFORMS_POLICYOPTIONS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "quantir/IR/QuantHost.h"
#include "quantir/Numerics/NumericPolicy.h"

namespace quantir {

/// Reads the policy from `options`, which has one string a knob (empty: unset)
/// and the name of a preset, as every pass and pipeline with the options of
/// PolicyOptions.td has. The knobs win over the preset. Gives an empty string
/// and sets `knobs`, or says what is wrong.
template <typename Options>
std::string readPolicyOptions(const Options &options, PolicyKnobs &knobs) {
  knobs = PolicyKnobs();
  auto text = [](const std::string &option) { return option; };
#define QUANTIR_KNOB(field, name, Enum)                                        \
  if (std::string word = text(options.field); !word.empty())                   \
    if (std::string error = knobs.set(name, word, KnobSpelling::Option);       \
        !error.empty())                                                        \
      return error;
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  std::string preset = text(options.policy);
  return preset.empty() ? "" : fillFromPreset(preset, knobs);
}

/// The same for a pass, from its `initialize`: with an error if something is
/// wrong.
template <typename PassT>
llvm::LogicalResult readPolicyOptionsOf(const PassT &pass,
                                        mlir::MLIRContext *context,
                                        PolicyKnobs &knobs) {
  std::string error = readPolicyOptions(pass, knobs);
  if (error.empty())
    return verifyLoadedQuantHost(context, pass.getArgument());
  return mlir::emitError(mlir::UnknownLoc::get(context))
         << pass.getArgument() << ": " << error;
}

/// Lets `readPolicyOptions` see the options of a pass, which are protected.
#define QUANTIR_READS_POLICY_OPTIONS                                           \
  template <typename Options>                                                  \
  friend std::string quantir::readPolicyOptions(const Options &,               \
                                                PolicyKnobs &);

} // namespace quantir

#endif // QUANTIR_TRANSFORMS_POLICYOPTIONS_H
