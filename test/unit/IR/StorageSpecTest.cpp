//===- StorageSpecTest.cpp - Widths, bounds and stored values -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace quantir;
using mlir::succeeded;

static constexpr int64_t kInt64Min = std::numeric_limits<int64_t>::min();
static constexpr int64_t kInt64Max = std::numeric_limits<int64_t>::max();
/// 2^64 - 1 and 2^63 in the 64-bit form.
static constexpr int64_t kUint64Max = -1;
static constexpr int64_t kUint64Half = kInt64Min;

static StorageSpec withBounds(unsigned width, bool isSigned, int64_t min,
                              int64_t max) {
  StorageSpec spec;
  spec.width = width;
  spec.isSigned = isSigned;
  spec.min = min;
  spec.max = max;
  return spec;
}

TEST(StorageSpec, FullRangeOfEveryWidth) {
  for (unsigned width = 1; width <= StorageSpec::kMaxWidth; ++width) {
    __int128 values = static_cast<__int128>(1) << width;
    StorageSpec isSigned = StorageSpec::fullRange(width, true);
    EXPECT_TRUE(isSigned.minValue() == -values / 2) << width;
    EXPECT_TRUE(isSigned.maxValue() == values / 2 - 1) << width;
    EXPECT_FALSE(isSigned.hasBounds());
    StorageSpec isUnsigned = StorageSpec::fullRange(width, false);
    EXPECT_TRUE(isUnsigned.minValue() == 0) << width;
    EXPECT_TRUE(isUnsigned.maxValue() == values - 1) << width;
    EXPECT_FALSE(isUnsigned.hasBounds());
  }
}

TEST(StorageSpec, Contains) {
  StorageSpec narrow = withBounds(8, true, -127, 126);
  EXPECT_TRUE(narrow.hasBounds());
  EXPECT_TRUE(narrow.contains(-127));
  EXPECT_TRUE(narrow.contains(126));
  EXPECT_FALSE(narrow.contains(-128));
  EXPECT_FALSE(narrow.contains(127));
  EXPECT_FALSE(narrow.contains(kInt64Min));
  EXPECT_FALSE(narrow.contains(kInt64Max));

  StorageSpec i64 = StorageSpec::fullRange(64, true);
  EXPECT_TRUE(i64.contains(kInt64Min));
  EXPECT_TRUE(i64.contains(kInt64Max));

  // A negative pattern is a large number in u64 and a negative one elsewhere.
  EXPECT_TRUE(StorageSpec::fullRange(64, false).contains(kUint64Max));
  EXPECT_FALSE(StorageSpec::fullRange(63, false).contains(-1));
  StorageSpec upperHalf = withBounds(64, false, kUint64Half, kUint64Max);
  EXPECT_TRUE(upperHalf.contains(kUint64Half));
  EXPECT_FALSE(upperHalf.contains(kInt64Max));
  EXPECT_FALSE(upperHalf.contains(0));
}

TEST(StorageSpec, Clamp) {
  StorageSpec narrow = withBounds(8, true, -5, 100);
  EXPECT_EQ(narrow.clamp(-5), -5);
  EXPECT_EQ(narrow.clamp(100), 100);
  EXPECT_EQ(narrow.clamp(3), 3);
  EXPECT_EQ(narrow.clamp(kInt64Min), -5);
  EXPECT_EQ(narrow.clamp(kInt64Max), 100);
  // 2^64 - 1 lies above the upper bound, 0 below the lower one.
  StorageSpec u64 = withBounds(64, false, 7, kUint64Half);
  EXPECT_EQ(u64.clamp(kUint64Max), kUint64Half);
  EXPECT_EQ(u64.clamp(0), 7);
  EXPECT_EQ(u64.clamp(kInt64Max), kInt64Max);
}

TEST(StorageSpec, Text) {
  EXPECT_EQ(StorageSpec::fullRange(8, true).toString(), "i8");
  EXPECT_EQ(StorageSpec::fullRange(1, false).toString(), "u1");
  EXPECT_EQ(withBounds(8, true, -127, 127).toString(), "i8<-127:127>");
  StorageSpec upperHalf = withBounds(64, false, kUint64Half, kUint64Max);
  EXPECT_EQ(upperHalf.toString(),
            "u64<9223372036854775808:18446744073709551615>");
  EXPECT_EQ(upperHalf.toString(-1), "18446744073709551615");
  EXPECT_EQ(StorageSpec::fullRange(64, true).toString(-1), "-1");
  EXPECT_EQ(StorageSpec::fullRange(64, true).toString(kInt64Min),
            "-9223372036854775808");
}

using StorageRules = IRTest;

TEST_F(StorageRules, Accepted) {
  for (const StorageSpec &spec :
       {StorageSpec::fullRange(1, true), StorageSpec::fullRange(1, false),
        StorageSpec::fullRange(64, true), StorageSpec::fullRange(64, false),
        withBounds(8, true, -1, 0),
        withBounds(64, false, kUint64Half, kUint64Max),
        withBounds(64, false, 0, kUint64Half),
        withBounds(64, true, kInt64Min, -kInt64Max)})
    EXPECT_TRUE(succeeded(verifyStorage(spec, emitError())))
        << spec.toString() << takeDiagnostics();
}

TEST_F(StorageRules, Refused) {
  auto refuse = [&](const StorageSpec &spec, const char *message) {
    EXPECT_FALSE(succeeded(verifyStorage(spec, emitError()))) << message;
    std::string got = takeDiagnostics();
    EXPECT_NE(got.find(message), std::string::npos) << got;
  };
  refuse(withBounds(0, true, 0, 1), "size: 0: expected 1 to 64 bits");
  refuse(withBounds(65, false, 0, 1), "size: 65: expected 1 to 64 bits");
  refuse(withBounds(8, true, 3, 3), "(3:3): expected min < max");
  refuse(withBounds(8, true, 4, 3), "(4:3): expected min < max");
  refuse(withBounds(8, true, -129, 3), "(-129:3)");
  refuse(withBounds(8, true, -1, 128), "within (-128:127)");
  refuse(withBounds(8, false, -1, 3), "(-1:3)");
  refuse(withBounds(63, false, 0, -1), "(0:-1)");
  // As unsigned numbers the first is the larger one.
  refuse(withBounds(64, false, kUint64Max, 0), "(18446744073709551615:0)");
}
