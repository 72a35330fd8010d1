//===- QuantTypesText.cpp - Text form of quantized types ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar stands in the description of `!quant.uniform` (QuantTypes.td). It
// is that of MLIR's own `quant` dialect, and so is the spacing.
//
//===----------------------------------------------------------------------===//

#include "DenseParameters.h"
#include "ScaleText.h"
#include "SourceText.h"
#include "mlir/IR/DialectImplementation.h"
#include "quantir/IR/QuantDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// Refuses a quantized type among the parameters of another before it is
/// parsed. None is right there, and a chain of them would be parsed as deep as
/// it is long, until the stack ends.
class NestingGuard {
public:
  NestingGuard(AsmParser &parser, StringRef mnemonic)
      : parser(parser), mnemonic(mnemonic), loc(parser.getCurrentLocation()),
        wasInside(inside) {
    inside = true;
  }
  ~NestingGuard() { inside = wasInside; }

  ParseResult check() const {
    if (wasInside)
      return parser.emitError(loc, "expected no quantized type among the "
                                   "parameters of another, but got !quant.")
             << mnemonic;
    return success();
  }

private:
  static thread_local bool inside;
  AsmParser &parser;
  StringRef mnemonic;
  SMLoc loc;
  bool wasInside;
};

thread_local bool NestingGuard::inside = false;

} // namespace

/// T9: an integer in the form of StorageSpec: 64 bits, signed unless the
/// storage is unsigned with 64 bits.
static ParseResult parseStored(AsmParser &parser, const StorageSpec &storage,
                               int64_t &bits) {
  SMLoc loc = parser.getCurrentLocation();
  APInt value;
  OptionalParseResult result = parser.parseOptionalInteger(value);
  if (!result.has_value())
    return parser.emitError(loc, "expected integer value, but got ")
           << textAt(loc);
  if (failed(*result))
    return failure();
  bool isUnsigned64 = !storage.isSigned && storage.width == 64;
  bool fits = isUnsigned64 ? !value.isNegative() && value.getActiveBits() <= 64
                           : value.getSignificantBits() <= 64;
  if (!fits)
    return parser.emitError(loc, "integer value too ")
           << (value.isNegative() ? "small" : "large") << ": expected "
           << (isUnsigned64 ? "an unsigned" : "a signed")
           << " one of 64 bits, but got "
           << toString(value, /*Radix=*/10, /*Signed=*/true);
  bits = isUnsigned64 ? static_cast<int64_t>(value.getZExtValue())
                      : value.getSExtValue();
  return success();
}

/// T3: the expressed type, a float.
static ParseResult parseExpressed(AsmParser &parser, FloatType &expressed) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  expressed = dyn_cast<FloatType>(type);
  if (!expressed)
    return parser.emitError(loc, "illegal expressed type: expected a float, "
                                 "but got ")
           << type;
  return success();
}

/// `i8`, `si8`, `u8` or `ui8`, with optional bounds.
static ParseResult parseStorage(AsmParser &parser, StorageSpec &storage) {
  SMLoc loc = parser.getCurrentLocation();
  unsigned width = 0;
  bool isSigned = false;
  Type type;
  OptionalParseResult parsed = parser.parseOptionalType(type);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    auto integer = dyn_cast<IntegerType>(type);
    if (!integer)
      return parser.emitError(loc, "illegal storage type: expected an "
                                   "integer, but got ")
             << type;
    width = integer.getWidth();
    isSigned = !integer.isUnsigned();
  } else {
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    if (!word.consume_front("u") || word.getAsInteger(10, width))
      return parser.emitError(loc, "illegal storage type: expected an integer "
                                   "such as i8 or u8, but got ")
             << textAt(loc);
  }
  // T1: said here, as the default bounds need a width that exists.
  if (width == 0 || width > StorageSpec::kMaxWidth)
    return parser.emitError(loc, "illegal storage type size: ")
           << width << ": expected 1 to " << StorageSpec::kMaxWidth << " bits";
  storage = StorageSpec::fullRange(width, isSigned);
  if (failed(parser.parseOptionalLess()))
    return success();

  StorageSpec full = storage;
  SMLoc minLoc = parser.getCurrentLocation(), maxLoc;
  if (parseStored(parser, full, storage.min) || parser.parseColon() ||
      parser.getCurrentLocation(&maxLoc) ||
      parseStored(parser, full, storage.max) || parser.parseGreater())
    return failure();
  // T2: said here with the place of the bound that is wrong.
  if (storage.minValue() < full.minValue())
    return parser.emitError(minLoc, "illegal storage type minimum: ")
           << full.toString(storage.min) << ": expected at least "
           << full.toString(full.min);
  if (storage.maxValue() > full.maxValue())
    return parser.emitError(maxLoc, "illegal storage type maximum: ")
           << full.toString(storage.max) << ": expected at most "
           << full.toString(full.max);
  return success();
}

namespace {

/// Reads the part of a uniform type behind the expressed type.
struct ParameterParser : ParameterLists {
  ParameterParser(AsmParser &parser, const StorageSpec &storage,
                  FloatType expressed)
      : parser(parser), storage(storage), expressed(expressed) {}

  AsmParser &parser;
  const StorageSpec &storage;
  FloatType expressed;
  std::vector<int64_t> axes, blockSizes;

  ParseResult parseParameter() {
    double scale;
    int64_t zeroPoint = 0;
    if (parser.parseFloat(scale))
      return failure();
    if (succeeded(parser.parseOptionalColon()) &&
        parseStored(parser, storage, zeroPoint))
      return failure();
    scales.push_back(scale);
    zeroPoints.push_back(zeroPoint);
    return success();
  }

  ParseResult parseDense() {
    return parseDenseParameters(parser, storage, expressed, *this);
  }

  /// `{` param, ... `}`: one channel each; or attributes.
  ParseResult parseChannels() {
    if (failed(parser.parseOptionalLBrace()))
      return parseDense();
    if (failed(parser.parseOptionalRBrace()) &&
        (parser.parseCommaSeparatedList([&] { return parseParameter(); }) ||
         parser.parseRBrace()))
      return failure();
    gridShape.assign(1, scales.size());
    return success();
  }

  /// A list of lists of parameters, one each a block; or attributes.
  ParseResult parseBlockParameters() {
    if (failed(parser.parseOptionalLBrace()))
      return parseDense();
    return parseGrid(gridShape);
  }

  /// `axis:size, ... }`, the opening brace having been read.
  ParseResult parseBlocks() {
    if (succeeded(parser.parseOptionalRBrace()))
      return success();
    auto parseBlock = [&]() -> ParseResult {
      return failure(parser.parseInteger(axes.emplace_back()) ||
                     parser.parseColon() ||
                     parser.parseInteger(blockSizes.emplace_back()));
    };
    return failure(parser.parseCommaSeparatedList(parseBlock) ||
                   parser.parseRBrace());
  }

  /// A list of lists of parameters; `shape` becomes its shape.
  ParseResult parseGrid(std::vector<int64_t> &shape, unsigned depth = 0) {
    // T6: said here, to keep the stack bounded.
    if (depth == Quantization::kMaxGridRank)
      return parser.emitError(parser.getCurrentLocation(),
                              "tensor literal is invalid: expected at most ")
             << Quantization::kMaxGridRank << " nested lists";
    int64_t size = 0;
    std::vector<int64_t> innerShape;
    auto parseElement = [&]() -> ParseResult {
      std::vector<int64_t> elementShape;
      if (succeeded(parser.parseOptionalLBrace())) {
        if (parseGrid(elementShape, depth + 1))
          return failure();
      } else if (parseParameter()) {
        return failure();
      }
      if (size++ != 0 && elementShape != innerShape)
        return parser.emitError(parser.getCurrentLocation(),
                                "tensor literal is invalid; ranks are not "
                                "consistent between elements");
      innerShape = std::move(elementShape);
      return success();
    };
    if (parser.parseCommaSeparatedList(parseElement) || parser.parseRBrace())
      return failure();
    shape.assign(1, size);
    shape.insert(shape.end(), innerShape.begin(), innerShape.end());
    return success();
  }
};

} // namespace

Type UniformType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  NestingGuard nesting(parser, getMnemonic());
  Quantization q;
  if (nesting.check() || parser.parseLess() ||
      parseStorage(parser, q.storage) || parser.parseColon() ||
      parseExpressed(parser, q.expressedType))
    return {};

  ParameterParser parameters(parser, q.storage, q.expressedType);
  if (succeeded(parser.parseOptionalColon())) {
    if (succeeded(parser.parseOptionalLBrace())) {
      q.granularity = Granularity::Blocked;
      if (parameters.parseBlocks() || parser.parseComma() ||
          parameters.parseBlockParameters())
        return {};
    } else {
      q.granularity = Granularity::PerAxis;
      if (parser.parseInteger(parameters.axes.emplace_back()) ||
          parser.parseComma() || parameters.parseChannels())
        return {};
    }
  } else if (parser.parseComma() || parameters.parseParameter()) {
    return {};
  }
  if (parser.parseGreater())
    return {};

  q.axes = parameters.axes;
  q.blockSizes = parameters.blockSizes;
  q.gridShape = parameters.gridShape;
  q.scales = parameters.scales;
  q.zeroPoints = parameters.zeroPoints;
  return getChecked([&] { return parser.emitError(loc); }, q);
}

Type AnyType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  NestingGuard nesting(parser, getMnemonic());
  StorageSpec storage;
  FloatType expressed;
  if (nesting.check() || parser.parseLess() || parseStorage(parser, storage))
    return {};
  if (succeeded(parser.parseOptionalColon()) &&
      parseExpressed(parser, expressed))
    return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    storage, expressed);
}

Type CalibratedType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  NestingGuard nesting(parser, getMnemonic());
  FloatType expressed;
  double min, max;
  if (nesting.check() || parser.parseLess() ||
      parseExpressed(parser, expressed) || parser.parseLess() ||
      parser.parseFloat(min) || parser.parseColon() || parser.parseFloat(max) ||
      parser.parseGreater() || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    expressed, APFloat(min), APFloat(max));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printParameter(AsmPrinter &printer, const Quantization &q,
                           size_t index) {
  printer << scaleText(q.scales[index], q.expressedType,
                       q.granularity == Granularity::Blocked);
  if (int64_t zeroPoint = q.zeroPoints[index])
    printer << ":" << q.storage.toString(zeroPoint);
}

static void printGrid(AsmPrinter &printer, const Quantization &q,
                      unsigned dimension, size_t &index) {
  if (dimension == q.gridShape.size()) {
    printParameter(printer, q, index++);
    return;
  }
  printer << "{";
  for (int64_t i = 0; i < q.gridShape[dimension]; ++i) {
    printer << (i ? ", " : "");
    printGrid(printer, q, dimension + 1, index);
  }
  printer << "}";
}

void UniformType::print(AsmPrinter &printer) const {
  const Quantization &q = getView();
  printer << "<" << q.storage.toString() << ":" << q.expressedType;
  switch (q.granularity) {
  case Granularity::PerTensor:
    printer << ", ";
    printParameter(printer, q, 0);
    break;
  case Granularity::PerAxis:
    printer << ":" << q.getAxis() << ", {";
    for (size_t i = 0; i < q.scales.size(); ++i) {
      printer << (i ? "," : "");
      printParameter(printer, q, i);
    }
    printer << "}";
    break;
  case Granularity::Blocked:
    printer << ":{";
    for (size_t i = 0; i < q.axes.size(); ++i)
      printer << (i ? ", " : "") << q.axes[i] << ":" << q.blockSizes[i];
    printer << "}, ";
    size_t index = 0;
    printGrid(printer, q, 0, index);
    break;
  }
  printer << ">";
}

void AnyType::print(AsmPrinter &printer) const {
  printer << "<" << getStorage().toString();
  if (FloatType expressed = getExpressedType())
    printer << ":" << expressed;
  printer << ">";
}

void CalibratedType::print(AsmPrinter &printer) const {
  printer << "<" << getExpressedType() << "<"
          << doubleText(getMin().convertToDouble()) << ":"
          << doubleText(getMax().convertToDouble()) << ">>";
}
