//===- EvaluatorExactTest.cpp - The evaluator against fractions -----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactReference.h"
#include "TestParameters.h"
#include "quantir/IR/FloatConversion.h"

#include "gtest/gtest.h"

#include <random>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

namespace {

struct FormatPair {
  const exact::Format &exact;
  const llvm::fltSemantics &semantics;

  APFloat value(uint64_t bits) const {
    return APFloat(semantics, APInt(exact.totalBits, bits));
  }
  double toDouble(uint64_t bits) const {
    return quantir::toDouble(value(bits));
  }
};

struct Computation {
  FormatPair expressed;
  ComputeType computeType;
  const exact::Format &compute;
};

const FormatPair kF16 = {exact::kF16, APFloat::IEEEhalf()};
const FormatPair kBF16 = {exact::kBF16, APFloat::BFloat()};
const FormatPair kF32 = {exact::kF32, APFloat::IEEEsingle()};
const FormatPair kF64 = {exact::kF64, APFloat::IEEEdouble()};

const Computation kComputations[] = {
    {kF16, ComputeType::Expressed, exact::kF16},
    {kF16, ComputeType::Auto, exact::kF32},
    {kF16, ComputeType::F64, exact::kF64},
    {kBF16, ComputeType::Expressed, exact::kBF16},
    {kBF16, ComputeType::F32, exact::kF32},
    {kF32, ComputeType::Auto, exact::kF32},
    {kF32, ComputeType::F64, exact::kF64},
    {kF64, ComputeType::F32, exact::kF32},
};

/// Storage and zero point of the random tests.
ElementParameters randomStorage(std::mt19937_64 &random) {
  static const unsigned widths[] = {1, 2, 4, 7, 8, 8, 8, 16, 16, 24};
  unsigned width = widths[random() % std::size(widths)];
  ElementParameters p = storage(width, random() & 1);
  uint64_t range = p.max - p.min + 1;
  p.zeroPoint = p.min + static_cast<int64_t>(random() % range);
  // Narrower bounds, which may leave the zero point out.
  if (random() % 4 == 0 && range > 3) {
    p.min += static_cast<int64_t>(random() % (range / 3));
    p.max -= static_cast<int64_t>(random() % (range / 3));
  }
  return p;
}

/// A positive finite number: mostly near 1, sometimes anything.
uint64_t randomScale(std::mt19937_64 &random, const exact::Format &format) {
  unsigned fractionBits = format.precision - 1;
  uint64_t fraction = random() & ((uint64_t(1) << fractionBits) - 1);
  if (random() % 4 == 0)
    fraction = 0;
  int exponent = random() % 8 == 0
                     ? static_cast<int>(random() % (2 * format.maxExponent))
                     : format.maxExponent + 2 - static_cast<int>(random() % 10);
  // Doubles stay in the range where f32 has no infinity or zero.
  if (format.totalBits == 64)
    exponent = format.maxExponent + 50 - static_cast<int>(random() % 100);
  uint64_t bits = (static_cast<uint64_t>(exponent) << fractionBits) | fraction;
  return bits == 0 ? 1 : bits;
}

/// Any value, or one near a tie or a step of the quantized type.
uint64_t randomInput(std::mt19937_64 &random, const FormatPair &format,
                     double scale, const ElementParameters &p) {
  uint64_t mask = format.exact.totalBits == 64
                      ? ~uint64_t(0)
                      : (uint64_t(1) << format.exact.totalBits) - 1;
  if (random() % 4 == 0)
    return random() & mask;
  int64_t reach = p.max - p.min + 4;
  double halves =
      static_cast<double>(static_cast<int64_t>(random() % (4 * reach)) -
                          2 * reach) /
      2;
  APFloat x = toFormat(APFloat(halves * scale), format.semantics);
  uint64_t bits = x.bitcastToAPInt().getZExtValue();
  return (bits + random() % 5 - 2) & mask;
}

std::string describe(const ElementParameters &p, uint64_t x) {
  return "x bits " + std::to_string(x) + ", scale " + std::to_string(p.scale) +
         ", zero point " + std::to_string(p.zeroPoint) + ", storage " +
         (p.isSigned ? "i" : "u") + std::to_string(p.width) + "<" +
         std::to_string(p.min) + ":" + std::to_string(p.max) + ">";
}

} // namespace

TEST(EvaluatorAgainstExact, Quantize) {
  std::mt19937_64 random(1);
  for (const Computation &c : kComputations) {
    const exact::Format &format = c.expressed.exact;
    for (unsigned round = 0; round < 40; ++round) {
      ElementParameters p = randomStorage(random);
      uint64_t scale = randomScale(random, format);
      p.scale = c.expressed.toDouble(scale);
      p.expressed = &c.expressed.semantics;
      uint64_t x[8];
      for (uint64_t &bits : x)
        bits = randomInput(random, c.expressed, p.scale, p);
      forEachQuantizePolicy(c.computeType, [&](NumericPolicy policy) {
        policy.nan = static_cast<NanValue>(random() % 4);
        CastEvaluator evaluator(p, policy);
        for (uint64_t bits : x)
          ASSERT_EQ(number(evaluator.quantize(c.expressed.value(bits)), p),
                    exact::quantize(bits, scale, format, c.compute, p, policy))
              << describe(p, bits);
      });
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(EvaluatorAgainstExact, QuantizeEveryF16) {
  ElementParameters p = storage(8, true, 0.0, 3);
  p.expressed = &APFloat::IEEEhalf();
  uint64_t scale = 0x2E66; // 0.0999755859375
  p.scale = kF16.toDouble(scale);
  NumericPolicy policy;
  policy.computeType = ComputeType::Expressed;
  CastEvaluator evaluator(p, policy);
  for (uint64_t bits = 0; bits < 65536; ++bits)
    ASSERT_EQ(number(evaluator.quantize(kF16.value(bits)), p),
              exact::quantize(bits, scale, exact::kF16, exact::kF16, p, policy))
        << describe(p, bits);
}

TEST(EvaluatorAgainstExact, Dequantize) {
  std::mt19937_64 random(2);
  for (const Computation &c : kComputations) {
    const exact::Format &format = c.expressed.exact;
    for (unsigned round = 0; round < 400; ++round) {
      ElementParameters p = randomStorage(random);
      uint64_t scale = randomScale(random, format);
      p.scale = c.expressed.toDouble(scale);
      p.expressed = &c.expressed.semantics;
      NumericPolicy policy;
      policy.computeType = c.computeType;
      policy.dequantize = static_cast<DequantizeForm>(random() % 3);
      CastEvaluator evaluator(p, policy);
      for (unsigned i = 0; i < 8; ++i) {
        uint64_t range = p.max - p.min + 1;
        int64_t stored = p.min + static_cast<int64_t>(random() % range);
        APInt bits = APInt(64, static_cast<uint64_t>(stored)).trunc(p.width);
        APFloat got = evaluator.dequantize(bits);
        exact::Number expected =
            exact::dequantize(stored, scale, format, c.compute, p, policy);
        if (expected.kind == exact::Number::NaN) {
          ASSERT_TRUE(got.isNaN()) << describe(p, stored);
          continue;
        }
        ASSERT_FALSE(got.isNaN()) << describe(p, stored);
        exact::Number gotNumber =
            exact::decode(got.bitcastToAPInt().getZExtValue(), format,
                          std::max(format.workBits, c.compute.workBits));
        ASSERT_EQ(exact::compare(gotNumber, expected), 0)
            << describe(p, stored);
      }
    }
  }
}
