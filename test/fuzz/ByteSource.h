//===- ByteSource.h - Decisions from bytes ----------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TEST_FUZZ_BYTESOURCE_H
#define QUANTIR_TEST_FUZZ_BYTESOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace quantir::fuzz {

/// Makes decisions of a fuzzer's bytes. Behind their end every decision is the
/// first choice, which callers make the simplest one: so all that is made of
/// bytes comes to an end.
class ByteSource {
public:
  explicit ByteSource(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}

  bool isEmpty() const { return bytes.empty(); }

  uint8_t byte() {
    if (bytes.empty())
      return 0;
    uint8_t value = bytes.front();
    bytes = bytes.drop_front();
    return value;
  }

  uint64_t word(unsigned size = 8) {
    uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i)
      value |= static_cast<uint64_t>(byte()) << (8 * i);
    return value;
  }

  /// A number below `limit`, which is at most 256.
  unsigned below(unsigned limit) { return limit ? byte() % limit : 0; }

  /// True for about `percent` of all bytes, never behind the end.
  bool chance(unsigned percent) {
    return byte() * 100u > 255 * (100 - percent);
  }

  template <typename T, size_t size>
  const T &pick(const T (&choices)[size]) {
    return choices[below(size)];
  }

private:
  llvm::ArrayRef<uint8_t> bytes;
};

} // namespace quantir::fuzz

#endif // QUANTIR_TEST_FUZZ_BYTESOURCE_H
