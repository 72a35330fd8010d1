//===- TestPasses.h - Passes for tests --------------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_LIB_TESTPASSES_H
#define QUANTIR_TEST_LIB_TESTPASSES_H

#include "mlir/Pass/Pass.h"

namespace quantir::test {

/// quant-test-accurate-functions: computes tanh of f32, and what the usual
/// formulas give for the sigmoid, in f64 and rounds once. Other uses of exp are
/// errors.
std::unique_ptr<mlir::Pass> createAccurateFunctionsPass();

/// quant-test-assert-defined: puts a cf.assert before every op of scalar code
/// whose result may be poison or undefined, so that running the code shows that
/// it never is. Ops that it doesn't know are errors, as are flags that promise
/// something (nsw, exact, fastmath, ...).
std::unique_ptr<mlir::Pass> createAssertDefinedPass();

/// quant-test-break-rounding: turns rounding to nearest into truncation, to see
/// that tests notice.
std::unique_ptr<mlir::Pass> createBreakRoundingPass();

} // namespace quantir::test

#endif // QUANTIR_TEST_LIB_TESTPASSES_H
