//===- TextTest.cpp - Odd and damaged texts -------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "quantir/IR/FloatConversion.h"

#include <random>

using namespace mlir;
using namespace quantir;

namespace {

struct TextTest : IRTest {
  /// Reads a damaged text: an error with a message, or a type or attribute that
  /// is printed as a text of its own.
  template <typename Parse>
  void readDamaged(StringRef text, Parse parse) {
    auto result = parse(text);
    std::string errors = takeDiagnostics();
    if (!result) {
      ++refused;
      EXPECT_FALSE(errors.empty()) << text.str();
      return;
    }
    ++accepted;
    std::string printed;
    llvm::raw_string_ostream(printed) << result;
    EXPECT_EQ(parse(printed), result) << text.str() << " is " << printed;
  }

  /// Reads `text` with one to three pieces changed, many times.
  template <typename Parse>
  void mutate(StringRef text, ArrayRef<StringRef> pieces, Parse parse) {
    for (int i = 0; i < 2000; ++i) {
      std::string damaged = text.str();
      for (unsigned changes = random() % 3 + 1; changes; --changes) {
        size_t at = random() % (damaged.size() + 1);
        size_t length = std::min<size_t>(random() % 6, damaged.size() - at);
        StringRef piece = pieces[random() % pieces.size()];
        damaged.replace(at, length, piece.data(), piece.size());
      }
      readDamaged(damaged, parse);
    }
  }

  std::mt19937 random{22};
  unsigned accepted = 0, refused = 0;
};

} // namespace

TEST_F(TextTest, DamagedTypes) {
  const StringRef pieces[] = {"",
                              "",
                              "<",
                              ">",
                              "{",
                              "}",
                              ":",
                              ",",
                              " ",
                              "-",
                              "0",
                              "1",
                              "9",
                              "0x",
                              ".",
                              "e",
                              "e309",
                              "i8",
                              "u64",
                              "i65",
                              "f64",
                              "f16",
                              "!a",
                              "\"",
                              "\n",
                              "// ",
                              "true",
                              "1.0",
                              "{1.0}",
                              ":-1",
                              "*",
                              "tensor<2xi8>",
                              "->",
                              "(",
                              "99999999999999999999",
                              "0x7FF0000000000000",
                              "#",
                              "\xFF",
                              "!quant.any<i8>",
                              "index",
                              "none",
                              "@",
                              "?"};
  for (StringRef text :
       {"!quant.uniform<i8:f32, 0.5:3>",
        "!quant.uniform<u64<1:18446744073709551615>:f64, 0.1:184467>",
        "!quant.uniform<u8:f16:1, {0.5:3, 0.25, 0.1:255}>",
        "!quant.uniform<i4<-7:7>:bf16:{0:2, 2:1}, {{{0.5, 1.0}}, {{2.5, "
        "2.0}}}>",
        "!quant.uniform<u8:f32:1, dense<[0.5, 0.25]> : tensor<2xf32> : "
        "dense<[3, -1]> : tensor<2xi8>>",
        "!quant.uniform<i8:f16:{0:1}, dense<\"0x00380034\"> : "
        "tensor<2x1xf16>>",
        "!quant.any<u4<1:3>:f16>", "!quant.calibrated<f32<-0.5:1.0e10>>"})
    mutate(text, pieces,
           [&](StringRef text) { return mlir::parseType(text, &context); });
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 1000u);
}

TEST_F(TextTest, DamagedPolicies) {
  const StringRef pieces[] = {"",
                              "",
                              "<",
                              ">",
                              "=",
                              ",",
                              " ",
                              "up",
                              "nan",
                              "0",
                              "1",
                              "true",
                              "-",
                              "_",
                              "\"",
                              "{",
                              "}",
                              ".",
                              "nearest_even",
                              "f32",
                              "zero",
                              "99999999999999999999",
                              "\xFF"};
  mutate("#quantir.policy<rounding = up, zero_row_scale = 1, polynomial_fma = "
         "true>",
         pieces,
         [&](StringRef text) { return mlir::parseAttribute(text, &context); });
  EXPECT_GT(accepted, 10u);
  EXPECT_GT(refused, 1000u);
}

TEST_F(TextTest, DeepTexts) {
  auto deep = [](StringRef open, StringRef inside, StringRef close) {
    std::string text;
    for (int i = 0; i < 20000; ++i)
      text += open;
    text += inside;
    for (int i = 0; i < 20000; ++i)
      text += close;
    return text;
  };
  auto refuse = [&](const std::string &text, const char *message) {
    EXPECT_FALSE(parse(text));
    std::string got = takeDiagnostics();
    EXPECT_NE(got.find(message), std::string::npos) << got;
  };
  const char *nested = "expected no quantized type among the parameters";
  refuse(deep("!quant.uniform<", "i8:f32, 1.0", ">"), nested);
  refuse(deep("!quant.uniform<i8:", "f32, 1.0", ">"), nested);
  refuse(deep("!quant.any<i8:", "f32", ">"), nested);
  refuse(deep("!quant.calibrated<", "f32<-1.0:1.0>", ">"), nested);
  refuse("!quant.uniform<i8:f32:{}, " + deep("{", "1.0", "}") + ">",
         "tensor literal is invalid: expected at most 256 nested lists");
  // A type that failed to parse doesn't make the next one nested.
  EXPECT_TRUE(parse("!quant.any<i8>"));
}

TEST_F(TextTest, LongTexts) {
  std::string scales = "1.0";
  for (int i = 1; i < 100000; ++i)
    scales += ", " + std::to_string(i + 1) + ".0:" + std::to_string(i % 100);
  UniformType type = parseUniform("!quant.uniform<i8:f32:0, {" + scales + "}>");
  ASSERT_TRUE(type) << takeDiagnostics();
  EXPECT_EQ(type.getView().scales.size(), 100000u);
  EXPECT_EQ(type.getView().scales.back(), 100000.0);
  EXPECT_EQ(parse(print(type)), type);
}

/// Every scale of f16, and every decimal of few digits, reads back.
TEST_F(TextTest, ScalesReadBack) {
  for (unsigned bits = 1; bits < 0x7C00; ++bits) {
    APFloat scale(APFloat::IEEEhalf(), APInt(16, bits));
    for (bool blocked : {false, true}) {
      Quantization q;
      q.expressedType = Float16Type::get(&context);
      double value = toDouble(scale);
      if (blocked)
        q.granularity = Granularity::Blocked;
      q = blocked ? q.withOwnedArrays({}, {}, {1}, {value}, {0})
                  : q.withOwnedArrays({}, {}, {}, {value}, {0});
      UniformType type = UniformType::get(q);
      EXPECT_EQ(parse(print(type)), type) << print(type) << takeDiagnostics();
    }
  }
}
