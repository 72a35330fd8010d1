//===- SizesTest.cpp - Products of the sizes of a shape -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/Sizes.h"

#include <gtest/gtest.h>

using namespace quantir;

namespace {

constexpr int64_t k2To62 = int64_t(1) << 62, k2To31 = int64_t(1) << 31,
                  kDynamic = mlir::ShapedType::kDynamic;

} // namespace

TEST(MultiplySizes, TakesDynamicSizesForOne) {
  EXPECT_EQ(multiplySizes({}), 1);
  EXPECT_EQ(multiplySizes({3, kDynamic, 5}), 15);
  EXPECT_EQ(multiplySizes({3, kDynamic, 5}, 4), 60);
}

TEST(MultiplySizes, GivesNothingAbove63Bits) {
  EXPECT_EQ(multiplySizes({k2To31, k2To31}), k2To62);
  EXPECT_EQ(multiplySizes({k2To62, 2}), std::nullopt);
  EXPECT_EQ(multiplySizes({k2To62}, 2), std::nullopt);
  // 2^124 is 0 in 64 bits.
  EXPECT_EQ(multiplySizes({k2To62, k2To62}), std::nullopt);
}

TEST(MultiplySizes, LooksAtTheSizesBesideZero) {
  EXPECT_EQ(multiplySizes({k2To62, 0}), 0);
  EXPECT_EQ(multiplySizes({0, 7}, 8), 0);
  EXPECT_EQ(multiplySizes({k2To62, 2, 0}), std::nullopt);
  EXPECT_EQ(multiplySizes({0, k2To62, 2}), std::nullopt);
}
