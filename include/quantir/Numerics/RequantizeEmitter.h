//===- RequantizeEmitter.h - Fused dcast -> qcast as arith ops --*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar code from the stored value of one type to the stored value of
// another, in each of the forms that the knob `requantize` names.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_REQUANTIZEEMITTER_H
#define QUANTIR_NUMERICS_REQUANTIZEEMITTER_H

#include "quantir/Numerics/Emitter.h"

namespace quantir {

/// True if a form has one multiplier for both scales, and both are lists: then
/// the two lists must be spread alike over a tensor, parameter by parameter.
bool needsAlikeGrids(RequantizeForm form, const Quantization &input,
                     const Quantization &output);

/// Stored value of `input` -> stored value of `output`, whose expressed types
/// are the same. Grid 0 is that of `input`, grid 1 that of `output`.
///
/// The form is `quantizePolicy.requantize`. The exact one is the two casts,
/// each under its own policy, with the expressed value between them. The others
/// are wholly under `quantizePolicy`:
///
/// - float-multiplier: with m = input scale / output scale, rounded to f32,
///   the difference of stored value and zero point, exact and then rounded to
///   f32, times m; zero point, rounding and saturation follow in f32.
/// - fixed-single-round, fixed-double-round: the difference, times a multiplier
///   of 31 bits, shifted right with halves rounded upward, plus the zero point,
///   saturated. Where the shift is by more than 31 bits, the second form rounds
///   twice: after 31 bits upward, then away from zero. All in 64 bits, which
///   hold every intermediate (128 where storage of more than 32 bits, or bounds
///   that a stored value may still exceed, make them wider).
///
/// Null after an error: the form or a policy isn't defined for the types.
std::unique_ptr<CastEmitter> getRequantizeEmitter(
    const NumericPolicy &dequantizePolicy, const Quantization &input,
    const NumericPolicy &quantizePolicy, const Quantization &output,
    llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
    EmitForms forms = {});

} // namespace quantir

#endif // QUANTIR_NUMERICS_REQUANTIZEEMITTER_H
