//===- ExactReferenceTest.cpp - The reference itself ----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference is trusted by the other tests, so it is tested on numbers
// worked out by hand.
//
//===----------------------------------------------------------------------===//

#include "ExactReference.h"

#include "gtest/gtest.h"

using namespace quantir;
using namespace quantir::exact;

static constexpr unsigned kBits = 1280;

static Number ratio(int64_t numerator, int64_t denominator) {
  return divide(Number::integer(numerator, kBits),
                Number::integer(denominator, kBits));
}

static int64_t rounded(const Number &number, Rounding rounding) {
  return roundToInteger(number, rounding).numerator.getSExtValue();
}

TEST(ExactReference, DecodesFormats) {
  EXPECT_EQ(compare(decode(0x3C00, kF16, kBits), ratio(1, 1)), 0);
  EXPECT_EQ(compare(decode(0xBE00, kF16, kBits), ratio(-3, 2)), 0);
  EXPECT_EQ(compare(decode(0x0001, kF16, kBits), ratio(1, 1 << 24)), 0);
  EXPECT_EQ(compare(decode(0x7BFF, kF16, kBits), ratio(65504, 1)), 0);
  EXPECT_EQ(compare(decode(0x3F80, kBF16, kBits), ratio(1, 1)), 0);
  EXPECT_EQ(compare(decode(0x40490FDB, kF32, kBits), ratio(13176795, 1 << 22)),
            0);
  EXPECT_EQ(decode(0x7C00, kF16, kBits).kind, Number::Infinite);
  EXPECT_TRUE(decode(0xFF800000, kF32, kBits).isNegative);
  EXPECT_EQ(decode(0x7FC0, kBF16, kBits).kind, Number::NaN);
  EXPECT_TRUE(decode(0x80000000, kF32, kBits).isZero());
}

TEST(ExactReference, RoundsToIntegers) {
  // Rows: n / 4 from -10 to 10 in the order of the enum.
  struct Row {
    int64_t quarters;
    int64_t expected[6];
  };
  const Row rows[] = {
      // even, away, up, toward zero, down, up
      {-10, {-2, -3, -2, -2, -3, -2}}, {-9, {-2, -2, -2, -2, -3, -2}},
      {-7, {-2, -2, -2, -1, -2, -1}},  {-6, {-2, -2, -1, -1, -2, -1}},
      {-5, {-1, -1, -1, -1, -2, -1}},  {-4, {-1, -1, -1, -1, -1, -1}},
      {-2, {0, -1, 0, 0, -1, 0}},      {-1, {0, 0, 0, 0, -1, 0}},
      {0, {0, 0, 0, 0, 0, 0}},         {1, {0, 0, 0, 0, 0, 1}},
      {2, {0, 1, 1, 0, 0, 1}},         {3, {1, 1, 1, 0, 0, 1}},
      {6, {2, 2, 2, 1, 1, 2}},         {10, {2, 3, 3, 2, 2, 3}}};
  for (const Row &row : rows)
    for (unsigned i = 0; i < 6; ++i)
      EXPECT_EQ(rounded(ratio(row.quarters, 4), static_cast<Rounding>(i)),
                row.expected[i])
          << row.quarters << "/4, rounding " << i;
}

TEST(ExactReference, RoundsToFormats) {
  // One third in f16: 1365 / 4096.
  EXPECT_EQ(compare(roundTo(ratio(1, 3), kF16), ratio(1365, 4096)), 0);
  // 2049 is half way between two values of f16, as is 2051.
  EXPECT_EQ(compare(roundTo(ratio(2049, 1), kF16), ratio(2048, 1)), 0);
  EXPECT_EQ(compare(roundTo(ratio(2051, 1), kF16), ratio(2052, 1)), 0);
  EXPECT_EQ(compare(roundTo(ratio(-2051, 1), kF16), ratio(-2052, 1)), 0);
  // Overflow starts half a unit above the largest value.
  EXPECT_EQ(compare(roundTo(ratio(65519, 1), kF16), ratio(65504, 1)), 0);
  EXPECT_EQ(roundTo(ratio(65520, 1), kF16).kind, Number::Infinite);
  EXPECT_TRUE(roundTo(ratio(-65520, 1), kF16).isNegative);
  // Subnormals: multiples of 2^-24, the half of the smallest goes to 0.
  EXPECT_EQ(compare(roundTo(ratio(7, 1 << 25), kF16), ratio(1, 1 << 22)), 0);
  EXPECT_TRUE(roundTo(ratio(1, 1 << 25), kF16).isZero());
  EXPECT_EQ(compare(roundTo(ratio((1 << 24) + 1, 1), kF32), ratio(1 << 24, 1)),
            0);
}

TEST(ExactReference, KnowsSpecialValues) {
  Number infinity = Number::infinity(false);
  EXPECT_EQ(add(infinity, Number::infinity(true)).kind, Number::NaN);
  EXPECT_EQ(multiply(infinity, ratio(0, 1)).kind, Number::NaN);
  EXPECT_TRUE(multiply(infinity, ratio(-1, 2)).isNegative);
  EXPECT_EQ(compare(infinity, ratio(1, 2)), 1);
  EXPECT_EQ(compare(ratio(-1, 2), infinity), -1);
}
