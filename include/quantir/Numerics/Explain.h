//===- Explain.h - A cast of one number, step by step -----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people who look for the step in which two results part. The numbers are
// those of the evaluator, which tells each step as it takes it.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_EXPLAIN_H
#define QUANTIR_NUMERICS_EXPLAIN_H

#include "mlir/IR/MLIRContext.h"
#include "quantir/IR/PolicyKnobs.h"

#include <optional>

namespace quantir {

/// Prints the steps of one cast of one number under a policy. `request` is
/// written as the op would be, with a number for its operand:
///
///   qcast 2.5 : f32 to !quant.uniform<i8:f32, 1.0:3>
///   dcast 5 : !quant.uniform<i8:f32, 1.0:3> to f32
///   requantize 5 : !quant.uniform<i8:f32, 1.0:3> to
///   !quant.uniform<u8:f32, 2.0>
///
/// A float may be nan, inf or a bit pattern (0x7FC00000). `element` chooses
/// among the parameters of a type with several, in the order in which the type
/// lists them. `context` has to know the `quant` dialect of its host. Returns
/// an empty string, or what is wrong.
std::string explainCast(llvm::StringRef request, const PolicyKnobs &knobs,
                        std::optional<size_t> element,
                        mlir::MLIRContext &context, llvm::raw_ostream &os);

} // namespace quantir

#endif // QUANTIR_NUMERICS_EXPLAIN_H
