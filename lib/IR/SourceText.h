//===- SourceText.h - What a message says was found -------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_IR_SOURCETEXT_H
#define QUANTIR_LIB_IR_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

#include <string>

namespace quantir {

/// The word, or else the character, at `loc` in a text that MLIR's parser
/// reads, between quotes, for a message about it. MLIR's texts end with a null
/// character.
inline std::string textAt(llvm::SMLoc loc) {
  constexpr size_t kLongest = 40;
  const char *begin = loc.getPointer();
  if (!begin || *begin == '\0')
    return "the end of the text";
  bool isString = *begin == '"';
  llvm::StringRef ends = isString ? "\"\n" : " \t\r\n,:<>(){}[]=\"";
  size_t size = 1;
  if (isString || !ends.contains(*begin))
    while (size < kLongest && begin[size] != '\0' &&
           !ends.contains(begin[size]))
      ++size;
  if (isString && begin[size] == '"')
    ++size;
  return "'" + std::string(begin, size) + "'";
}

} // namespace quantir

#endif // QUANTIR_LIB_IR_SOURCETEXT_H
