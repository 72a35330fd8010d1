//===- Sizes.h - Products of the sizes of a shape ---------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_IR_SIZES_H
#define QUANTIR_IR_SIZES_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

namespace quantir {

/// The product of `sizes` and `factor`; dynamic sizes count as 1. Nothing if 63
/// bits don't hold it in whatever order it is formed: beside a size of 0 the
/// other ones have to have a product, too.
inline std::optional<int64_t> multiplySizes(llvm::ArrayRef<int64_t> sizes,
                                            int64_t factor = 1) {
  int64_t product = factor;
  bool isEmpty = false;
  for (int64_t size : sizes) {
    isEmpty |= size == 0;
    if (size != 0 && !mlir::ShapedType::isDynamic(size) &&
        llvm::MulOverflow(product, size, product))
      return std::nullopt;
  }
  return isEmpty ? 0 : product;
}

} // namespace quantir

#endif // QUANTIR_IR_SIZES_H
