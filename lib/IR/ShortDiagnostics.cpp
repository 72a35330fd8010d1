//===- ShortDiagnostics.cpp - Long types in diagnostics -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own messages, generated ones among them, have whole types in them, and
// so have its notes that show an op. A handler that is asked first replaces the
// long ones and leaves the rest to the next handler.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/IR/TypeText.h"

using namespace mlir;
using namespace quantir;

/// True if there is a quantized type with many parameters in `element`, a type
/// or an attribute.
template <typename T>
static bool hasManyParameters(T element) {
  constexpr size_t kMany = 16;
  return element && element
                        .walk([](QuantizedTypeInterface type) {
                          std::optional<Quantization> quantization =
                              type.getQuantization();
                          return quantization &&
                                         quantization->scales.size() > kMany
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
}

static constexpr StringLiteral kTypeBegin = "!quant.uniform<";

/// `text` with every quantized type in it in short.
static std::string shortenTypesIn(StringRef text) {
  std::string result;
  for (size_t at = text.find(kTypeBegin); at != StringRef::npos;
       at = text.find(kTypeBegin)) {
    size_t end = at + kTypeBegin.size();
    for (unsigned depth = 1; depth > 0 && end < text.size(); ++end)
      depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
    result += text.take_front(at);
    result += shorten(text.slice(at, end).str());
    text = text.drop_front(end);
  }
  return result + text.str();
}

static bool isLong(const DiagnosticArgument &argument) {
  switch (argument.getKind()) {
  case DiagnosticArgument::DiagnosticArgumentKind::Type:
    return hasManyParameters(argument.getAsType());
  case DiagnosticArgument::DiagnosticArgumentKind::Attribute:
    return hasManyParameters(argument.getAsAttribute());
  case DiagnosticArgument::DiagnosticArgumentKind::String: {
    // An op that a note shows.
    constexpr size_t kLong = 1000;
    StringRef text = argument.getAsString();
    return text.size() > kLong && text.contains(kTypeBegin);
  }
  default:
    return false;
  }
}

/// Appends the arguments of `from` to `to`, in short.
static void copyInShort(const Diagnostic &from, Diagnostic &to) {
  for (const DiagnosticArgument &argument : from.getArguments()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    argument.print(os);
    to << Twine(isLong(argument) ? shortenTypesIn(text) : text);
  }
}

static bool isLong(const Diagnostic &diagnostic) {
  return llvm::any_of(
      diagnostic.getArguments(),
      [](const DiagnosticArgument &argument) { return isLong(argument); });
}

static LogicalResult shortenTypes(Diagnostic &diagnostic) {
  bool isAnyLong =
      isLong(diagnostic) ||
      llvm::any_of(diagnostic.getNotes(),
                   [](const Diagnostic &note) { return isLong(note); });
  if (!isAnyLong)
    return failure();
  Diagnostic result(diagnostic.getLocation(), diagnostic.getSeverity());
  copyInShort(diagnostic, result);
  for (const Diagnostic &note : diagnostic.getNotes())
    copyInShort(note, result.attachNote(note.getLocation()));
  diagnostic = std::move(result);
  // Not handled: the next handler prints it.
  return failure();
}

void quantir::detail::shortenTypesInDiagnostics(MLIRContext *context) {
  context->getDiagEngine().registerHandler(shortenTypes);
}
