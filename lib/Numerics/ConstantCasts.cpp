//===- ConstantCasts.cpp - Casts of whole constants -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/ConstantCasts.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/TypeUtilities.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Numerics/StepFunction.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace quantir;

ElementParameters quantir::getElementParameters(const Quantization &type,
                                                size_t index) {
  ElementParameters parameters;
  parameters.width = type.storage.width;
  parameters.isSigned = type.storage.isSigned;
  parameters.min = type.storage.min;
  parameters.max = type.storage.max;
  parameters.zeroPoint = type.zeroPoints[index];
  parameters.scale = type.scales[index];
  parameters.expressed = &type.expressedType.getFloatSemantics();
  return parameters;
}

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

namespace {

/// A cast with the parameters of one grid element, from bit pattern to bit
/// pattern.
class ElementCast {
public:
  /// `uses` is about how often the cast will be asked for.
  ElementCast(const Quantization &type, size_t index,
              const NumericPolicy &policy, bool quantizes, int64_t uses);

  uint64_t operator()(uint64_t bits) const {
    if (steps)
      return static_cast<uint64_t>(steps->lookup(bits)) & storedMask;
    return table.empty() ? evaluate(bits) : table[bits];
  }

private:
  uint64_t evaluate(uint64_t bits) const;

  const llvm::fltSemantics &expressed;
  CastEvaluator evaluator;
  unsigned inputWidth;
  bool quantizes;
  /// All results, where there are few and they pay.
  std::vector<uint64_t> table;
  /// The steps of a quantization, where inputs are too many for a table.
  std::optional<StepFunction> steps;
  uint64_t storedMask;
};

} // namespace

ElementCast::ElementCast(const Quantization &type, size_t index,
                         const NumericPolicy &policy, bool quantizes,
                         int64_t uses)
    : expressed(type.expressedType.getFloatSemantics()),
      evaluator(getElementParameters(type, index), policy),
      inputWidth(quantizes ? APFloat::getSizeInBits(expressed)
                           : type.storage.width),
      quantizes(quantizes),
      storedMask(~uint64_t(0) >> (64 - type.storage.width)) {
  constexpr unsigned kMaxTableWidth = 16;
  if (inputWidth > kMaxTableWidth) {
    // To find a step takes fewer evaluations than an input has bits.
    unsigned width = type.storage.width;
    if (quantizes && width <= StepFunction::kMaxWidth &&
        uses >= static_cast<int64_t>(inputWidth) << width)
      steps = StepFunction::compute(getElementParameters(type, index), policy);
    return;
  }
  if (uses < int64_t(1) << inputWidth)
    return;
  table.resize(size_t(1) << inputWidth);
  for (uint64_t bits = 0; bits < table.size(); ++bits)
    table[bits] = evaluate(bits);
}

uint64_t ElementCast::evaluate(uint64_t bits) const {
  APInt input(inputWidth, bits);
  if (quantizes)
    return evaluator.quantize(APFloat(expressed, input)).getZExtValue();
  return evaluator.dequantize(input).bitcastToAPInt().getZExtValue();
}

//===----------------------------------------------------------------------===//
// Elements of a constant
//===----------------------------------------------------------------------===//

namespace {

/// The elements of a constant as bit patterns, each in whole bytes.
struct Elements {
  ArrayRef<char> bytes;
  unsigned elementBytes = 0;
  bool isSplat = false;
  /// Holds the bytes where the attribute has another form.
  std::vector<char> owned;

  uint64_t get(int64_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + (isSplat ? 0 : index * elementBytes),
                elementBytes);
    return bits;
  }
};

} // namespace

static unsigned getElementBytes(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// The bits of `bits` that an element of `type` has; narrow integers may be
/// stored with their sign.
static uint64_t maskToWidth(uint64_t bits, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// The elements of `input`, which are of `elementType`: a resource may say that
/// they are quantized, and then holds what they are stored as.
static std::optional<Elements> readElements(TypedAttr input, Type elementType) {
  Elements elements;
  elements.elementBytes = getElementBytes(elementType);
  auto own = [&](uint64_t bits) {
    const char *bytes = reinterpret_cast<const char *>(&bits);
    elements.owned.insert(elements.owned.end(), bytes,
                          bytes + elements.elementBytes);
  };
  if (auto number = dyn_cast<FloatAttr>(input)) {
    own(number.getValue().bitcastToAPInt().getZExtValue());
    elements.isSplat = true;
  } else if (auto number = dyn_cast<IntegerAttr>(input)) {
    own(number.getValue().getZExtValue());
    elements.isSplat = true;
  } else if (auto dense = dyn_cast<DenseElementsAttr>(input)) {
    elements.isSplat = dense.isSplat();
    if (!dense.getElementType().isInteger(1)) {
      elements.bytes = dense.getRawData();
      return elements;
    }
    // The raw form of booleans is packed in some versions.
    for (bool value : dense.getValues<bool>()) {
      own(value);
      if (elements.isSplat)
        break;
    }
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(input)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    std::optional<int64_t> expected =
        multiplySizes(resource.getType().getShape(), elements.elementBytes);
    if (!blob || !expected ||
        static_cast<int64_t>(blob->getData().size()) != *expected)
      return std::nullopt;
    elements.bytes = blob->getData();
    return elements;
  } else {
    return std::nullopt;
  }
  elements.bytes = elements.owned;
  return elements;
}

static TypedAttr makeConstant(TypedAttr like, Type type, ArrayRef<char> bytes) {
  if (isa<DenseResourceElementsAttr>(like)) {
    auto handle = cast<DenseResourceElementsAttr>(like).getRawHandle();
    return DenseResourceElementsAttr::get(
        cast<ShapedType>(type), handle.getKey(),
        HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, /*align=*/64));
  }
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.getElementType().isInteger(1))
      return DenseElementsAttr::getFromRawBuffer(shaped, bytes);
    SmallVector<bool> values(bytes.begin(), bytes.end());
    return DenseElementsAttr::get(shaped, values);
  }
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), bytes.size());
  APInt value(type.getIntOrFloatBitWidth(), bits);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType,
                          APFloat(floatType.getFloatSemantics(), value));
  return IntegerAttr::get(type, value);
}

//===----------------------------------------------------------------------===//
// Where an element finds its parameters
//===----------------------------------------------------------------------===//

namespace {

/// The grid index of elements by their row-major position.
class GridIndex {
public:
  GridIndex(const Quantization &type, ArrayRef<int64_t> shape);

  /// Elements in a row with the same index: any number that divides the size.
  int64_t getRunLength() const { return runLength; }
  size_t get(int64_t position) const;

private:
  struct Axis {
    int64_t stride, size, blockSize, gridStride;
  };
  SmallVector<Axis> axes;
  int64_t runLength = 1;
};

} // namespace

GridIndex::GridIndex(const Quantization &type, ArrayRef<int64_t> shape) {
  int64_t stride = 1, gridStride = 1;
  bool inRun = true;
  for (int64_t axis = shape.size() - 1; axis >= 0; --axis) {
    bool isChannel =
        type.granularity == Granularity::PerAxis && axis == type.getAxis();
    int64_t blocks = isChannel ? shape[axis]
                     : type.granularity == Granularity::Blocked
                         ? type.gridShape[axis]
                         : 1;
    if (blocks != 1) {
      int64_t blockSize = shape[axis] / blocks;
      axes.push_back({stride, shape[axis], blockSize, gridStride});
      gridStride *= blocks;
      if (inRun)
        runLength *= blockSize;
      inRun = false;
    } else if (inRun) {
      runLength *= shape[axis];
    }
    stride *= shape[axis];
  }
}

size_t GridIndex::get(int64_t position) const {
  size_t index = 0;
  for (const Axis &axis : axes)
    index +=
        position / axis.stride % axis.size / axis.blockSize * axis.gridStride;
  return index;
}

//===----------------------------------------------------------------------===//
// Whole constants
//===----------------------------------------------------------------------===//

TypedAttr quantir::castConstant(TypedAttr input, const Quantization &type,
                                const NumericPolicy &policy, bool quantizes) {
  Type inputElement = type.getStorageType(), resultElement = type.expressedType;
  if (quantizes)
    std::swap(inputElement, resultElement);
  std::optional<Elements> elements = readElements(input, inputElement);
  if (!elements)
    return {};
  Type resultType = withElementType(input.getType(), resultElement);
  SmallVector<int64_t> shape;
  if (auto shaped = dyn_cast<ShapedType>(input.getType()))
    shape = llvm::to_vector(shaped.getShape());
  bool equalParameters = type.hasEqualParameters();
  bool givesSplat = elements->isSplat && equalParameters;
  std::optional<int64_t> numElements = multiplySizes(shape);
  // A splat that becomes a list may become a very long one.
  constexpr int64_t kMaxListed = 1 << 24;
  if (!givesSplat &&
      (!numElements || (elements->isSplat && *numElements > kMaxListed)))
    return {};
  int64_t count = givesSplat ? 1 : *numElements;
  size_t parameters = equalParameters ? 1 : type.scales.size();

  auto getInput = [&](int64_t index) {
    return maskToWidth(elements->get(index), inputElement);
  };
  std::vector<std::unique_ptr<ElementCast>> casts(parameters);
  // A splat has one result for each of the parameters.
  std::vector<uint64_t> splatResults(elements->isSplat ? parameters : 0);
  MLIRContext *context = input.getContext();
  parallelFor(context, 0, parameters, [&](size_t i) {
    casts[i] = std::make_unique<ElementCast>(
        type, i, policy, quantizes, elements->isSplat ? 1 : count / parameters);
    if (elements->isSplat && count > 0)
      splatResults[i] = (*casts[i])(getInput(0));
  });

  unsigned resultBytes = getElementBytes(resultElement);
  std::vector<char> result(count * resultBytes);
  auto castRange = [&](int64_t begin, int64_t end, size_t parameter) {
    const ElementCast &cast = *casts[parameter];
    for (int64_t i = begin; i < end; ++i) {
      uint64_t bits =
          elements->isSplat ? splatResults[parameter] : cast(getInput(i));
      std::memcpy(&result[i * resultBytes], &bits, resultBytes);
    }
  };
  bool needsGrid = !equalParameters && count > 0;
  GridIndex grid(type, needsGrid ? shape : SmallVector<int64_t>());
  int64_t run = equalParameters ? count : grid.getRunLength();
  constexpr int64_t kChunk = 4096;
  parallelFor(context, 0, llvm::divideCeil(count, kChunk), [&](size_t chunk) {
    int64_t end = std::min<int64_t>(count, (chunk + 1) * kChunk);
    for (int64_t i = chunk * kChunk; i < end;) {
      int64_t runEnd = std::min(end, (i / run + 1) * run);
      castRange(i, runEnd, equalParameters ? 0 : grid.get(i));
      i = runEnd;
    }
  });
  return makeConstant(input, resultType, result);
}

bool quantir::isRoundTripIdentity(const Quantization &type,
                                  const NumericPolicy &dequantizePolicy,
                                  const NumericPolicy &quantizePolicy,
                                  int64_t &triesLeft) {
  constexpr int64_t kMaxTries = 1 << 20;
  unsigned width = type.storage.width;
  size_t parameters = type.hasEqualParameters() ? 1 : type.scales.size();
  if (width > 16 || static_cast<int64_t>(parameters) > kMaxTries >> width)
    return false;
  int64_t tries = static_cast<int64_t>(parameters) << width;
  if (tries > triesLeft)
    return false;
  triesLeft -= tries;
  for (size_t i = 0; i < parameters; ++i) {
    ElementParameters element = getElementParameters(type, i);
    CastEvaluator dequantizer(element, dequantizePolicy);
    CastEvaluator quantizer(element, quantizePolicy);
    for (uint64_t bits = 0; bits < uint64_t(1) << width; ++bits) {
      APInt stored(width, bits);
      if (quantizer.quantize(dequantizer.dequantize(stored)) != stored)
        return false;
    }
  }
  return true;
}
