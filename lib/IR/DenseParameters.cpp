//===- DenseParameters.cpp - Scales as dense elements ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DenseParameters.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/Sizes.h"
#include "quantir/IR/TypeText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

/// A splat has as many elements as its type says, however short its text is;
/// the type is written with all of them.
static constexpr int64_t kMaxSplatElements = 1 << 20;

/// Reads dense elements; `isRight` says if they may have these elements, and
/// `expected` what they are to be.
static ParseResult parseElements(AsmParser &parser, DenseElementsAttr &elements,
                                 function_ref<bool(Type)> isRight,
                                 const Twine &expected) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  elements = dyn_cast<DenseElementsAttr>(attribute);
  if (!elements || !isRight(elements.getElementType())) {
    InFlightDiagnostic diagnostic = parser.emitError(loc)
                                    << "expected " << expected << ", but got ";
    if (auto typed = dyn_cast<TypedAttr>(attribute))
      return diagnostic << "an attribute of type "
                        << shortTypeText(typed.getType());
    return diagnostic << shortAttributeText(attribute);
  }
  std::optional<int64_t> count = multiplySizes(elements.getType().getShape());
  if (elements.isSplat() && (!count || *count > kMaxSplatElements))
    return parser.emitError(loc, "expected at most ")
           << kMaxSplatElements << " parameters, but got those of the shape ["
           << elements.getType().getShape() << "]";
  return success();
}

static ParseResult parseScales(AsmParser &parser, FloatType expressed,
                               ParameterLists &lists) {
  SMLoc loc = parser.getCurrentLocation();
  DenseElementsAttr elements;
  std::string expressedText;
  llvm::raw_string_ostream(expressedText) << expressed;
  if (parseElements(
          parser, elements, [&](Type type) { return type == expressed; },
          "scales in braces or as dense elements of type " + expressedText))
    return failure();
  lists.gridShape = elements.getType().getShape().vec();
  lists.scales.reserve(elements.getNumElements());
  for (const APFloat &scale : elements.getValues<APFloat>()) {
    bool losesInfo;
    lists.scales.push_back(toDouble(scale, &losesInfo));
    // A scale is held as f64; wider types are no reason to round silently.
    if (losesInfo) {
      SmallString<64> text;
      scale.toString(text);
      return parser.emitError(loc, "expected scales that are values of f64, "
                                   "but got ")
             << text;
    }
  }
  return success();
}

static ParseResult parseZeroPoints(AsmParser &parser,
                                   const StorageSpec &storage,
                                   ParameterLists &lists) {
  if (failed(parser.parseOptionalColon())) {
    lists.zeroPoints.assign(lists.scales.size(), 0);
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  DenseElementsAttr elements;
  auto isRight = [&](Type type) {
    return type.isSignlessInteger(storage.width) || type.isSignlessInteger(64);
  };
  if (parseElements(parser, elements, isRight,
                    "zero points as dense elements of type i" +
                        Twine(storage.width) + " or i64"))
    return failure();
  if (elements.getType().getShape() != ArrayRef<int64_t>(lists.gridShape))
    return parser.emitError(loc, "expected zero points of the shape of the "
                                 "scales, [")
           << lists.gridShape << "], but got [" << elements.getType().getShape()
           << "]";
  // In the width of the storage they are stored values; in 64 bits they are
  // numbers in the form of StorageSpec.
  bool isExtended =
      !storage.isSigned && elements.getElementType().isInteger(storage.width);
  lists.zeroPoints.reserve(elements.getNumElements());
  for (const APInt &zeroPoint : elements.getValues<APInt>())
    lists.zeroPoints.push_back(
        isExtended ? static_cast<int64_t>(zeroPoint.getZExtValue())
                   : zeroPoint.getSExtValue());
  return success();
}

ParseResult quantir::parseDenseParameters(AsmParser &parser,
                                          const StorageSpec &storage,
                                          FloatType expressed,
                                          ParameterLists &lists) {
  return failure(parseScales(parser, expressed, lists) ||
                 parseZeroPoints(parser, storage, lists));
}
