//===- Emitter.h - Casts as arith and math ops ------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar code of a cast: one scalar in, one scalar out, every step as the
// policy says. Every lowering uses it, so that a cast computes the same bits
// whatever it stands in. What is emitted is defined for every input: no op in
// it has a poison result.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_NUMERICS_EMITTER_H
#define QUANTIR_NUMERICS_EMITTER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/NumericPolicy.h"

namespace quantir {

/// Forms of the same computation, bit for bit, that some targets are faster on.
/// Each is taken where it is proven equal for the policy and the parameters at
/// hand (docs/numerics.md), and otherwise left aside.
struct EmitForms {
  /// Round to nearest even by adding 1.5 * 2^23 (f32) or 1.5 * 2^52 (f64) and
  /// taking the low bits: needs no rounding instruction, and no conversion.
  bool magicRounding = false;
  /// With magic rounding in f32: clamp the integer rather than the float, which
  /// needs instructions for minimum and maximum of 32-bit integers.
  bool integerClamp = false;
  /// With `integerClamp`: divide by multiplying with the reciprocal, which is
  /// the sum of two floats, by a multiplication and a fused multiply-add.
  bool correctedQuotient = false;
};

/// Emits one kind of cast: between a quantized type and its expressed type, or
/// from one quantized type to another.
///
/// The parameters (scales, zero points) reach the code as values, since they
/// may be constants or, where they differ from element to element, come with
/// the loop around it.
class CastEmitter {
public:
  virtual ~CastEmitter();

  /// The parameters that the code reads: for each one its values over the grid
  /// of a quantized type, already in the type of the computation.
  llvm::ArrayRef<mlir::DenseElementsAttr> getParameters() const {
    return parameters;
  }

  /// Which grid the parameter `index` is spread over: that of the quantized
  /// type, or, between two of them, that of the input, 0, or the output, 1.
  virtual unsigned getGrid(size_t index) const { return 0; }

  /// The scalar type that the cast gives: the storage type or the expressed
  /// type.
  virtual mlir::Type getResultType() const = 0;

  /// Emits the cast of `input`; `parameters` has one scalar for each of
  /// `getParameters()`.
  virtual mlir::Value emit(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value input,
                           mlir::ValueRange parameters) const = 0;

protected:
  llvm::SmallVector<mlir::DenseElementsAttr, 3> parameters;
};

/// Empty if a cast between `type` and its expressed type is defined under
/// `policy`; otherwise what is wrong with the combination, naming the choices.
std::string checkPolicy(const NumericPolicy &policy, CastDirection direction,
                        const Quantization &type);

/// Expressed value -> stored value, under a policy that `checkPolicy` accepts.
std::unique_ptr<CastEmitter> getQuantizeEmitter(const NumericPolicy &policy,
                                                const Quantization &type,
                                                EmitForms forms = {});

/// The second half of it: expressed value divided by the scale, a value of the
/// compute format -> stored value.
std::unique_ptr<CastEmitter> getStoreEmitter(const NumericPolicy &policy,
                                             const Quantization &type,
                                             EmitForms forms = {});

/// Stored value -> expressed value, under a policy that `checkPolicy` accepts.
std::unique_ptr<CastEmitter> getDequantizeEmitter(const NumericPolicy &policy,
                                                  const Quantization &type);

/// `stored` minus `zeroPoint`, exact: in the type of `zeroPoint`, a signed
/// integer that is wider than the storage.
mlir::Value emitCentered(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value stored, bool isSigned,
                         mlir::Value zeroPoint);

/// Rounds a float of type f32 or f64 to an integer of the same type.
mlir::Value emitRound(mlir::ImplicitLocOpBuilder &builder, Rounding rounding,
                      mlir::Value value);

/// Converts an integer-valued float of type f32 or f64, infinities included, to
/// the storage type and clamps it to the bounds. `semantics` is the format that
/// `value` is a number of. NaN gives some value within the bounds.
mlir::Value emitSaturate(mlir::ImplicitLocOpBuilder &builder,
                         const llvm::fltSemantics &semantics,
                         const StorageSpec &storage, mlir::Value value);

/// Rounds a float of type f32 and converts it to the storage type, clamped to
/// the bounds, which f32 holds: `emitSaturate` of `emitRound`, in as few steps
/// as `forms` and the rounding allow. NaN gives some value within the bounds.
mlir::Value emitRoundAndSaturate(mlir::ImplicitLocOpBuilder &builder,
                                 Rounding rounding, const StorageSpec &storage,
                                 mlir::Value value, EmitForms forms);

} // namespace quantir

#endif // QUANTIR_NUMERICS_EMITTER_H
