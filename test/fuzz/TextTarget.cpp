//===- TextTarget.cpp - Fuzzes the parser ---------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is text: a type if it begins with `!`, an attribute if it begins
// with
// `#quantir`, else a module. What is accepted has to print, and what is printed
// has to be read as the same.
//
// QUANTIR_FUZZ_PRINT=1 in the environment shows why a module is refused.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>

using namespace mlir;
using namespace quantir::fuzz;

template <typename T>
static std::string printed(T element) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

/// True if a type or an attribute is of a dialect that isn't there. MLIR takes
/// `->` in it for an arrow where it has printed it in angle brackets.
template <typename T>
static bool isForeign(T element) {
  AttrTypeWalker walker;
  walker.addWalk([](OpaqueType) { return WalkResult::interrupt(); });
  walker.addWalk([](OpaqueAttr) { return WalkResult::interrupt(); });
  return walker.walk(element).wasInterrupted();
}

static bool hasForeignPart(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    bool found = isForeign(op->getAttrDictionary()) ||
                 llvm::any_of(op->getResultTypes(), isForeign<Type>);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        found |= llvm::any_of(block.getArgumentTypes(), isForeign<Type>);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static void checkType(StringRef text, MLIRContext *context) {
  Type type = parseType(text, context);
  if (!type || isForeign(type))
    return;
  if (std::string again = printed(type); parseType(again, context) != type)
    fail("a type is read as it is printed", again);
}

static void checkAttribute(StringRef text, MLIRContext *context) {
  Attribute attribute = parseAttribute(text, context);
  if (!attribute || isForeign(attribute))
    return;
  if (std::string again = printed(attribute);
      parseAttribute(again, context) != attribute)
    fail("an attribute is read as it is printed", again);
}

static void checkModule(StringRef text, Host &host, MLIRContext *context) {
  ParserConfig config(context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module) {
    if (!host.hasError())
      fail("what is refused has a message", text);
    if (std::getenv("QUANTIR_FUZZ_PRINT"))
      llvm::errs() << host.getErrors();
    return;
  }
  std::string once = print(module.get());
  // A context gives a resource that it knows another name.
  if (StringRef(once).contains("dense_resource") ||
      hasForeignPart(module.get()))
    return;
  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(once, config);
  if (!again)
    fail("a module is read as it is printed", once);
  if (std::string twice = print(again.get()); twice != once)
    fail("a module prints as it was read", once + "\n" + twice);
}

std::vector<uint8_t> quantir::fuzz::makeSeed(StringRef part) {
  return std::vector<uint8_t>(part.bytes_begin(), part.bytes_end());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Host host(Host::OwnText);
  // The parser reads up to the end of a string.
  std::string text(reinterpret_cast<const char *>(data), size);
  if (text.find('\0') != std::string::npos || isTooDeep(text))
    return 0;
  MLIRContext *context = host.next();
  StringRef input(text);
  if (input.starts_with("!") && !input.contains('\n'))
    checkType(input, context);
  else if (input.starts_with("#quantir"))
    checkAttribute(input, context);
  else
    checkModule(input, host, context);
  return 0;
}
