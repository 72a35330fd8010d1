//===- PolicyTest.cpp - Knobs of the policy and their scopes --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/PolicyKnobs.h"

#include <gtest/gtest.h>

using namespace quantir;

TEST(PolicyKnobs, SetByAttributeAndOptionWords) {
  PolicyKnobs knobs;
  EXPECT_TRUE(knobs.empty());
  EXPECT_EQ(knobs.set("rounding", "nearest_even"), "");
  EXPECT_EQ(knobs.rounding, Rounding::NearestEven);
  EXPECT_EQ(knobs.set("rounding", "toward-zero"), "");
  EXPECT_EQ(knobs.rounding, Rounding::TowardZero);
}
