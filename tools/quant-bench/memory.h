//===- memory.h - Buffers to be measured on ---------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_TOOLS_QUANTBENCH_MEMORY_H
#define QUANTIR_TOOLS_QUANTBENCH_MEMORY_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace quantbench {

/// Memory on huge pages where the system has them.
template <typename T>
static T *allocate(size_t count) {
  constexpr size_t kPage = 2 << 20;
  size_t bytes = (count * sizeof(T) + kPage - 1) / kPage * kPage;
  void *memory = std::aligned_alloc(kPage, bytes);
  if (!memory) {
    std::fprintf(stderr, "error: expected %zu bytes of memory\n", bytes);
    std::exit(1);
  }
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::memset(memory, 0, bytes);
  return static_cast<T *>(memory);
}

} // namespace quantbench

#endif // QUANTIR_TOOLS_QUANTBENCH_MEMORY_H
