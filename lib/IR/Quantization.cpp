//===- Quantization.cpp - What a quantized type says, as data -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/Quantization.h"

#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/Sizes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// StorageSpec
//===----------------------------------------------------------------------===//

StorageSpec StorageSpec::fullRange(unsigned width, bool isSigned) {
  StorageSpec spec;
  spec.width = width;
  spec.isSigned = isSigned;
  spec.min = isSigned ? APInt::getSignedMinValue(width).getSExtValue() : 0;
  spec.max =
      isSigned ? APInt::getSignedMaxValue(width).getSExtValue()
               : static_cast<int64_t>(APInt::getMaxValue(width).getZExtValue());
  return spec;
}

bool StorageSpec::hasBounds() const {
  return !(*this == fullRange(width, isSigned));
}

std::string StorageSpec::toString(int64_t bits) const {
  return isUnsigned64() ? std::to_string(static_cast<uint64_t>(bits))
                        : std::to_string(bits);
}

std::string StorageSpec::toString() const {
  std::string text = (isSigned ? "i" : "u") + std::to_string(width);
  if (hasBounds())
    text += "<" + toString(min) + ":" + toString(max) + ">";
  return text;
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

std::optional<int64_t> Quantization::getBlockSize(int64_t axis) const {
  const int64_t *it = llvm::find(axes, axis);
  if (it == axes.end())
    return std::nullopt;
  return blockSizes[it - axes.begin()];
}

bool Quantization::hasEqualParameters() const {
  return llvm::all_equal(scales) && llvm::all_equal(zeroPoints);
}

Quantization Quantization::withOwnedArrays(
    std::vector<int64_t> axes, std::vector<int64_t> blockSizes,
    std::vector<int64_t> gridShape, std::vector<double> scales,
    std::vector<int64_t> zeroPoints) const {
  struct Arrays {
    std::vector<int64_t> axes, blockSizes, gridShape, zeroPoints;
    std::vector<double> scales;
  };
  auto arrays = std::make_shared<Arrays>(
      Arrays{std::move(axes), std::move(blockSizes), std::move(gridShape),
             std::move(zeroPoints), std::move(scales)});
  Quantization result = *this;
  result.axes = arrays->axes;
  result.blockSizes = arrays->blockSizes;
  result.gridShape = arrays->gridShape;
  result.scales = arrays->scales;
  result.zeroPoints = arrays->zeroPoints;
  result.owner = arrays;
  result.isVerified = false;
  result.computeFacts();
  return result;
}

void Quantization::computeFacts() {
  unstorableZeroPoint = std::nullopt;
  StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
  for (auto [index, zeroPoint] : llvm::enumerate(zeroPoints)) {
    if (full.contains(zeroPoint))
      continue;
    unstorableZeroPoint = index;
    return;
  }
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

double quantir::roundToType(double scale, FloatType type) {
  // A type wider than f64 holds every f64.
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (APFloat::semanticsPrecision(semantics) >= 53)
    return scale;
  return toDouble(toFormat(APFloat(scale), semantics));
}

bool quantir::isScaleInRange(double scale, FloatType type) {
  // A type of more digits than f64 has more exponents as well. Every other one
  // has its limits in f64.
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (APFloat::semanticsPrecision(semantics) > 53)
    return scale > 0 && std::isfinite(scale);
  return scale >= toDouble(APFloat::getSmallest(semantics)) &&
         scale <= toDouble(APFloat::getLargest(semantics));
}

/// All digits, so that a number just out of range doesn't look like the limit.
static std::string toString(const APFloat &value) {
  SmallString<32> text;
  value.toString(text, /*FormatPrecision=*/0, /*FormatMaxPadding=*/0);
  return std::string(text);
}

InFlightDiagnostic
quantir::verifyScale(double scale, FloatType type,
                     function_ref<InFlightDiagnostic()> emitError) {
  // T4: positive and finite.
  if (!(scale > 0.0) || std::isinf(scale))
    return emitError() << "illegal scale: " << scale
                       << ": expected a positive finite number";
  // T5: in the range of the expressed type.
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!isScaleInRange(scale, type))
    return emitError() << "scale " << toString(APFloat(scale))
                       << " out of expressed type range ["
                       << toString(APFloat::getSmallest(semantics)) << ", "
                       << toString(APFloat::getLargest(semantics)) << "] of "
                       << type << " (a hexadecimal scale is read as f64 bits)";
  return {};
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

InFlightDiagnostic
quantir::verifyStorage(const StorageSpec &storage,
                       function_ref<InFlightDiagnostic()> emitError) {
  // T1: 1 to 64 bits.
  if (storage.width == 0 || storage.width > StorageSpec::kMaxWidth)
    return emitError() << "illegal storage type size: " << storage.width
                       << ": expected 1 to " << StorageSpec::kMaxWidth
                       << " bits";
  // T2: bounds in order and within the width.
  StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
  if (storage.minValue() >= storage.maxValue() || !full.contains(storage.min) ||
      !full.contains(storage.max))
    return emitError() << "illegal storage min and storage max: ("
                       << storage.toString(storage.min) << ":"
                       << storage.toString(storage.max)
                       << "): expected min < max within ("
                       << full.toString(full.min) << ":"
                       << full.toString(full.max) << ")";
  return {};
}

/// What the text form can't get wrong, but C++ and bytecode can: which lists
/// there are depends on the granularity.
static InFlightDiagnostic
verifyLists(const Quantization &q,
            function_ref<InFlightDiagnostic()> emitError) {
  bool wellFormed = false;
  StringRef expected;
  switch (q.granularity) {
  case Granularity::PerTensor:
    expected = "one scale and no axis";
    wellFormed = q.axes.empty() && q.blockSizes.empty() && q.gridShape.empty();
    break;
  case Granularity::PerAxis:
    expected = "one axis and scales of rank 1";
    wellFormed =
        q.axes.size() == 1 && q.blockSizes.empty() && q.gridShape.size() == 1;
    break;
  case Granularity::Blocked:
    expected = "a block size for each axis and scales of rank 1 or above";
    wellFormed = q.axes.size() == q.blockSizes.size() && !q.gridShape.empty();
    break;
  }
  if (!wellFormed)
    return emitError() << "illegal shape of the parameters: expected "
                       << expected << ", but got axes: " << q.axes.size()
                       << ", block sizes: " << q.blockSizes.size()
                       << ", rank of the scales: " << q.gridShape.size();
  // T6: a grid of no more dimensions than anybody has.
  size_t rank = std::max(q.gridShape.size(), q.axes.size());
  if (rank > Quantization::kMaxGridRank)
    return emitError() << "illegal shape of the parameters: expected at most "
                       << Quantization::kMaxGridRank << " dimensions, but got "
                       << rank;
  return {};
}

static InFlightDiagnostic
verifyAxes(const Quantization &q,
           function_ref<InFlightDiagnostic()> emitError) {
  for (auto [index, axis] : llvm::enumerate(q.axes)) {
    // T7: no negative axis.
    if (axis < 0)
      return emitError() << "illegal quantized dimension: " << axis
                         << ": expected an axis of at least 0";
    // T7: an axis that 31 bits hold, as in MLIR's own dialect.
    if (axis > Quantization::kMaxAxis)
      return emitError() << "illegal quantized dimension: " << axis
                         << ": expected an axis of at most "
                         << Quantization::kMaxAxis;
    // T8: no axis twice.
    if (llvm::is_contained(q.axes.take_front(index), axis))
      return emitError() << "illegal block sizes: expected each axis once, "
                            "but got axis "
                         << axis << " twice";
  }
  // T8: block sizes are positive.
  for (int64_t size : q.blockSizes)
    if (size <= 0)
      return emitError() << "illegal block size: " << size
                         << ": expected at least 1";
  return {};
}

InFlightDiagnostic
quantir::verifyQuantization(const Quantization &q,
                            function_ref<InFlightDiagnostic()> emitError) {
  if (q.isVerified)
    return {};
  if (InFlightDiagnostic error = verifyStorage(q.storage, emitError);
      failed(error))
    return error;
  // T3: expressed as a float.
  if (!q.expressedType)
    return emitError() << "expected a float as expressed type, but got none";
  for (auto *verify : {verifyLists, verifyAxes})
    if (InFlightDiagnostic error = verify(q, emitError); failed(error))
      return error;
  // T6: one scale and one zero point for each element of the grid.
  if (q.scales.empty())
    return emitError() << "expected at least one scale, but got none";
  if (q.scales.size() != q.zeroPoints.size())
    return emitError() << "illegal number of scales and zero points: "
                       << q.scales.size() << ", " << q.zeroPoints.size()
                       << ": expected as many of both";
  bool isGrid =
      llvm::all_of(q.gridShape, [](int64_t size) { return size > 0; });
  if (!isGrid ||
      multiplySizes(q.gridShape) != static_cast<int64_t>(q.scales.size()))
    return emitError() << "illegal number of scales: expected one for each of "
                          "the blocks of shape ["
                       << q.gridShape << "], but got " << q.scales.size();
  // One of a run of the same scales, which may be all of a long list.
  for (size_t i = 0; i < q.scales.size(); ++i) {
    if (i != 0 && q.scales[i] == q.scales[i - 1])
      continue;
    if (InFlightDiagnostic error =
            verifyScale(q.scales[i], q.expressedType, emitError);
        failed(error))
      return error;
  }
  return {};
}

static InFlightDiagnostic
verifyPerAxis(const Quantization &q, ShapedType type,
              function_ref<InFlightDiagnostic()> emitError) {
  if (!type.hasRank())
    return {};
  // I2: the rank is above the axis.
  int64_t axis = q.getAxis();
  if (axis >= type.getRank())
    return emitError() << "quantized dimension must be less than tensor rank: "
                          "expected axis "
                       << axis << " to be below rank " << type.getRank();
  // I3: one scale an element of the axis.
  int64_t channels = q.scales.size();
  if (!type.isDynamicDim(axis) && type.getDimSize(axis) != channels)
    return emitError() << "quantized dimension size does not match number of "
                          "scales: expected dimension "
                       << axis << " to have " << channels
                       << " elements, but got " << type.getDimSize(axis);
  return {};
}

static InFlightDiagnostic
verifyBlocked(const Quantization &q, ShapedType type,
              function_ref<InFlightDiagnostic()> emitError) {
  // I4: ranked, with the rank of the parameters.
  if (!type.hasRank())
    return emitError() << "tensor containing the sub-channel quantized type "
                          "must be ranked, but got an unranked one";
  // I5: axes below the rank.
  int64_t rank = type.getRank();
  for (int64_t axis : q.axes)
    if (axis >= rank)
      return emitError() << "quantized dimension must be less than tensor "
                            "rank: expected axis "
                         << axis << " to be below rank " << rank;
  int64_t gridRank = q.gridShape.size();
  if (gridRank != rank)
    return emitError() << "rank of scales must match rank of tensor: expected "
                       << rank << ", but got " << gridRank;
  // I6: static axes are a whole number of blocks.
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t blocks = q.gridShape[axis];
    std::optional<int64_t> blockSize = q.getBlockSize(axis);
    if (!blockSize && blocks != 1)
      return emitError() << "axis " << axis
                         << " has no block size: expected one block of scales "
                            "along it, but got "
                         << blocks;
    if (!blockSize)
      continue;
    std::optional<int64_t> elements = multiplySizes({*blockSize, blocks});
    if (!elements)
      return emitError() << "tensor dimension at axis " << axis
                         << " can't have the " << blocks
                         << " blocks of block size " << *blockSize
                         << " that the scales describe: expected less than "
                            "2^63 elements";
    if (type.isDynamicDim(axis))
      continue;
    int64_t size = type.getDimSize(axis);
    if (*elements != size)
      return emitError() << "tensor dimension size " << size << " at axis "
                         << axis << " is not the " << blocks
                         << " blocks of block size " << *blockSize
                         << " that the scales describe";
  }
  return {};
}

InFlightDiagnostic
quantir::verifyIntegrity(const Quantization &q, Type container,
                         function_ref<InFlightDiagnostic()> emitError) {
  if (q.granularity == Granularity::PerTensor)
    return {};
  // I1: never on scalars.
  auto shaped = dyn_cast<ShapedType>(container);
  if (!shaped)
    return emitError() << "scalar types may not use "
                       << (q.granularity == Granularity::PerAxis
                               ? "per-axis"
                               : "sub-channel")
                       << " quantization: expected the element type of a "
                          "tensor or memref, but got a scalar";
  return q.granularity == Granularity::PerAxis
             ? verifyPerAxis(q, shaped, emitError)
             : verifyBlocked(q, shaped, emitError);
}
