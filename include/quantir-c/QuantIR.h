//===- QuantIR.h - The C API ------------------------------------ -*- C -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All headers of the C API. It goes with MLIR's own (mlir-c/), and with the
// header files of the C++ libraries, whose comments say more: quantir-c/Types.h
// is about quantir/IR/Quantization.h, Policy.h about IR/PolicyKnobs.h and
// Numerics/NumericPolicy.h, Evaluator.h about Numerics/Evaluator.h.
//
// Functions that can fail take a callback for the message, which may be NULL.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_C_QUANTIR_H
#define QUANTIR_C_QUANTIR_H

#include "quantir-c/Dialects.h"
#include "quantir-c/Evaluator.h"
#include "quantir-c/Passes.h"
#include "quantir-c/Policy.h"
#include "quantir-c/Types.h"

#endif // QUANTIR_C_QUANTIR_H
