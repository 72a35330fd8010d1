//===- PolicyText.h - Policies for people to read ---------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_POLICYTEXT_H
#define QUANTIR_NUMERICS_POLICYTEXT_H

#include "quantir/IR/PolicyKnobs.h"

namespace quantir {

/// Prints every knob of the policy that `knobs` make, one a line, and which of
/// them are defaults.
void printPolicy(const PolicyKnobs &knobs, llvm::raw_ostream &os);

/// Prints every preset with the knobs that it sets.
void printPresets(llvm::raw_ostream &os);

/// Prints the options that every pass with a policy takes, with their words.
void printPolicyOptions(llvm::raw_ostream &os);

} // namespace quantir

#endif // QUANTIR_NUMERICS_POLICYTEXT_H
