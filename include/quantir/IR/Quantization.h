//===- Quantization.h - What a quantized type says, as data -----*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of a uniform quantized type as plain data, whatever dialect
// the type belongs to. Passes, verifiers and the evaluator read quantized types
// through this view only.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_QUANTIZATION_H
#define QUANTIR_IR_QUANTIZATION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quantir {

/// The integers that a quantized type stores: width in bits, signedness and the
/// bounds of the values in use.
///
/// Stored values, bounds and zero points are held as 64-bit patterns. They are
/// signed numbers except for unsigned 64-bit storage, where they are unsigned;
/// `value()` gives the number itself.
struct StorageSpec {
  unsigned width = 8;
  bool isSigned = true;
  int64_t min = -128;
  int64_t max = 127;

  /// Widest storage, in bits.
  static constexpr unsigned kMaxWidth = 64;

  /// All values of an integer of this width.
  static StorageSpec fullRange(unsigned width, bool isSigned);

  __int128 value(int64_t bits) const {
    return isUnsigned64() ? static_cast<__int128>(static_cast<uint64_t>(bits))
                          : static_cast<__int128>(bits);
  }
  __int128 minValue() const { return value(min); }
  __int128 maxValue() const { return value(max); }

  /// True if the bounds are narrower than the width allows.
  bool hasBounds() const;
  /// True if `bits` lies in [min, max].
  bool contains(int64_t bits) const {
    return value(bits) >= minValue() && value(bits) <= maxValue();
  }
  /// The value in [min, max] nearest to `bits`.
  int64_t clamp(int64_t bits) const {
    return value(bits) < minValue()   ? min
           : value(bits) > maxValue() ? max
                                      : bits;
  }
  /// Prints `bits` as the number it stands for.
  std::string toString(int64_t bits) const;
  /// `i8`, `u8`, `i8<-127:127>`, ...
  std::string toString() const;

  bool operator==(const StorageSpec &other) const {
    return width == other.width && isSigned == other.isSigned &&
           min == other.min && max == other.max;
  }
  friend llvm::hash_code hash_value(const StorageSpec &spec) {
    return llvm::hash_combine(spec.width, spec.isSigned, spec.min, spec.max);
  }

private:
  bool isUnsigned64() const { return !isSigned && width == 64; }
};

/// How parameters are spread over a tensor.
enum class Granularity { PerTensor, PerAxis, Blocked };

/// The view of one uniform quantized type.
///
/// The parameters form a grid, row-major: a tensor element at position
/// `[i0, ..., in]` uses the parameters at `[i0 / b0, ..., in / bn]`, where `bk`
/// is the block size of axis k. Per tensor the grid has one element and rank
/// 0; per axis it has rank 1, one element a channel; blocked it has the rank of
/// the tensor, and an axis that is not listed is one block.
struct Quantization {
  /// The limits of T6 and T7: ranks of tensors are small, and MLIR's own
  /// dialect has 32 bits for an axis.
  static constexpr size_t kMaxGridRank = 256;
  static constexpr int64_t kMaxAxis = 0x7FFFFFFF;

  StorageSpec storage;
  mlir::FloatType expressedType;
  Granularity granularity = Granularity::PerTensor;
  /// Per axis: the one axis. Blocked: the axes with a block size.
  llvm::ArrayRef<int64_t> axes;
  /// Blocked: one a listed axis, in elements. Otherwise empty.
  llvm::ArrayRef<int64_t> blockSizes;
  /// Shape of the parameter grid.
  llvm::ArrayRef<int64_t> gridShape;
  /// Scales, each a value of the expressed type, and zero points (see
  /// StorageSpec for their form); as many as the grid has elements.
  llvm::ArrayRef<double> scales;
  llvm::ArrayRef<int64_t> zeroPoints;
  /// Index of the first zero point that the storage, whatever its bounds, can't
  /// hold, if there is one.
  std::optional<size_t> unstorableZeroPoint;
  /// True if the rules T1 to T9 are known to hold: set by the types that check
  /// them when they are made.
  bool isVerified = false;
  /// Keeps the arrays alive where no type does.
  std::shared_ptr<void> owner;

  /// The signless integer type of stored values.
  mlir::IntegerType getStorageType() const {
    return mlir::IntegerType::get(expressedType.getContext(), storage.width);
  }

  /// Per axis: the channel axis.
  int64_t getAxis() const { return axes.front(); }

  /// Blocked: the block size of `axis`, or nothing where the whole axis is one
  /// block.
  std::optional<int64_t> getBlockSize(int64_t axis) const;

  /// True if every element has the same scale and zero point.
  bool hasEqualParameters() const;

  /// A copy whose arrays live as long as it does.
  Quantization withOwnedArrays(std::vector<int64_t> axes,
                               std::vector<int64_t> blockSizes,
                               std::vector<int64_t> gridShape,
                               std::vector<double> scales,
                               std::vector<int64_t> zeroPoints) const;

  /// Sets `unstorableZeroPoint` from the zero points.
  void computeFacts();
};

/// `scale` rounded to the nearest value of `type`, ties to even.
double roundToType(double scale, mlir::FloatType type);

// The checks below give an error that is reported unless it is taken and
// abandoned, or success as an inactive one: what they give is a LogicalResult
// to those who want no more.

/// Checks the rules T1 and T2 of `!quant.uniform`: width and bounds.
mlir::InFlightDiagnostic
verifyStorage(const StorageSpec &storage,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// True if `scale` lies between the least and the greatest positive value of
/// `type`.
bool isScaleInRange(double scale, mlir::FloatType type);

/// Checks the rules T4 and T5: a scale that the expressed type can hold.
mlir::InFlightDiagnostic
verifyScale(double scale, mlir::FloatType type,
            llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Checks the rules a type must keep wherever it stands (T1 to T9 in the
/// description of `!quant.uniform`). Scales may still be unrounded.
mlir::InFlightDiagnostic
verifyQuantization(const Quantization &quantization,
                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Checks that a quantized type may be used in `container`, which is the type
/// itself (a scalar) or a shaped type of it (rules I1 to I6 in the description
/// of the dialect).
mlir::InFlightDiagnostic
verifyIntegrity(const Quantization &quantization, mlir::Type container,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace quantir

#endif // QUANTIR_IR_QUANTIZATION_H
