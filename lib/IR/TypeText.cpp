//===- TypeText.cpp - Types and attributes in messages --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/TypeText.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quantir;

std::string quantir::shorten(std::string text) {
  constexpr size_t kMaxLength = 200;
  if (text.size() > kMaxLength)
    text.replace(kMaxLength / 2, text.size() - kMaxLength, " ... ");
  return text;
}

std::string quantir::shortTypeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return shorten(std::move(text));
}

std::string quantir::shortAttributeText(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return shorten(std::move(text));
}
