//===- QuantirDialect.cpp - The companion dialect -------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantirDialect.h"

#include "SourceText.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "quantir/IR/TypeText.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quantir;

#include "quantir/IR/QuantirDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "quantir/IR/QuantirAttributes.cpp.inc"

namespace {
/// Prints long lists once, through an alias: the parameters of a type become
/// constants of every function that has a cast of it.
struct QuantirAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  static constexpr size_t kMaxBytesInPlace = 1024;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override {
    auto elements = dyn_cast<DenseIntOrFPElementsAttr>(attribute);
    if (!elements || elements.isSplat() ||
        elements.getRawData().size() <= kMaxBytesInPlace)
      return AliasResult::NoAlias;
    os << "elements";
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void QuantirDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "quantir/IR/QuantirAttributes.cpp.inc"
      >();
  addInterfaces<QuantirAsmInterface>();
  detail::shortenTypesInDiagnostics(getContext());
}

LogicalResult
QuantirDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  if (attribute.getName() != PolicyAttrHelper::getNameStr())
    return op->emitOpError()
           << "has an unknown attribute '" << attribute.getName().getValue()
           << "': expected '" << PolicyAttrHelper::getNameStr() << "'";
  if (!isa<PolicyAttr>(attribute.getValue()))
    return op->emitOpError() << "expected '" << attribute.getName().getValue()
                             << "' to be a #quantir.policy attribute, but got "
                             << shortAttributeText(attribute.getValue());
  return success();
}

/// A policy that says nothing to anybody is a mistake.
static LogicalResult refuseOffOperation(Operation *op, const char *what,
                                        unsigned index,
                                        NamedAttribute attribute) {
  return op->emitOpError() << "expected '" << attribute.getName().getValue()
                           << "' on an operation, but got it on " << what << " "
                           << index;
}

LogicalResult QuantirDialect::verifyRegionArgAttribute(
    Operation *op, unsigned, unsigned argument, NamedAttribute attribute) {
  return refuseOffOperation(op, "argument", argument, attribute);
}

LogicalResult QuantirDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned result, NamedAttribute attribute) {
  return refuseOffOperation(op, "result", result, attribute);
}

/// Reads the value of a knob: a keyword, or for the knob whose choices are
/// numbers an integer. Keywords first: `true` and `false` also pass for
/// integers.
static ParseResult parseKnobWord(AsmParser &parser, StringRef name,
                                 std::string &word) {
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    word = keyword.str();
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  int64_t number = 0;
  OptionalParseResult result = parser.parseOptionalInteger(number);
  if (!result.has_value())
    return parser.emitError(loc, "expected a word or number as the value of "
                                 "the policy knob '")
           << name << "', but got " << textAt(loc);
  word = std::to_string(number);
  return *result;
}

static bool isKnob(StringRef name) {
  bool found = false;
  PolicyKnobs::forEachKnob(
      [&](StringRef knob, ArrayRef<StringRef>) { found |= knob == name; });
  return found;
}

Attribute PolicyAttr::parse(AsmParser &parser, Type) {
  PolicyKnobs knobs;
  auto parseKnob = [&]() -> ParseResult {
    StringRef name;
    std::string word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    // Before its value, which may be of any kind if it is none.
    if (!isKnob(name))
      return parser.emitError(loc, knobs.set(name, ""))
             << (name == "policy" || name == "preset"
                     ? "; presets are chosen by the option policy of passes"
                     : "");
    if (parser.parseEqual() || parseKnobWord(parser, name, word))
      return failure();
    bool repeated = false;
    knobs.forEachSet(
        [&](StringRef set, StringRef) { repeated |= set == name; });
    if (repeated)
      return parser.emitError(loc, "expected each policy knob once, but got '")
             << name << "' twice";
    if (std::string error = knobs.set(name, word); !error.empty())
      return parser.emitError(loc, error);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseKnob))
    return {};
  return get(parser.getContext(), knobs);
}

void PolicyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  bool first = true;
  getKnobs().forEachSet([&](StringRef name, StringRef word) {
    printer << (first ? "" : ", ") << name << " = " << word;
    first = false;
  });
  printer << ">";
}

PolicyKnobs quantir::getPolicyInScope(Operation *op,
                                      const PolicyKnobs &fallback) {
  PolicyKnobs knobs;
  for (; op; op = op->getParentOp())
    if (auto policy = op->getAttrOfType<PolicyAttr>(
            QuantirDialect::PolicyAttrHelper::getNameStr()))
      knobs.fillFrom(policy.getKnobs());
  knobs.fillFrom(fallback);
  return knobs;
}

void quantir::discardPolicies(Operation *root) {
  root->walk([](Operation *op) {
    op->removeDiscardableAttr(QuantirDialect::PolicyAttrHelper::getNameStr());
  });
}
