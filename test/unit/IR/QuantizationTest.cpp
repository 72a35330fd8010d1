//===- QuantizationTest.cpp - The view of a quantized type ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/TypeText.h"

using namespace mlir;
using namespace quantir;

namespace {

struct QuantizationTest : IRTest {
  /// The view that passes see.
  Quantization view(StringRef text) {
    auto type = dyn_cast_or_null<QuantizedTypeInterface>(parse(text));
    EXPECT_TRUE(type) << text.str() << takeDiagnostics();
    std::optional<Quantization> result = type.getQuantization();
    EXPECT_TRUE(result) << text.str();
    return *result;
  }

  template <typename T>
  static std::vector<T> list(ArrayRef<T> values) {
    return values.vec();
  }
};

using Ints = std::vector<int64_t>;
using Doubles = std::vector<double>;

} // namespace

//===----------------------------------------------------------------------===//
// The view
//===----------------------------------------------------------------------===//

TEST_F(QuantizationTest, PerTensor) {
  Quantization q = view("!quant.uniform<u4<1:14>:f16, 0.5:3>");
  EXPECT_EQ(q.granularity, Granularity::PerTensor);
  EXPECT_EQ(q.storage.toString(), "u4<1:14>");
  EXPECT_EQ(q.getStorageType(), IntegerType::get(&context, 4));
  EXPECT_TRUE(q.expressedType.isF16());
  EXPECT_TRUE(q.axes.empty());
  EXPECT_TRUE(q.blockSizes.empty());
  EXPECT_TRUE(q.gridShape.empty());
  EXPECT_EQ(list(q.scales), Doubles({0.5}));
  EXPECT_EQ(list(q.zeroPoints), Ints({3}));
  EXPECT_EQ(q.unstorableZeroPoint, std::nullopt);
  EXPECT_TRUE(q.hasEqualParameters());
}

TEST_F(QuantizationTest, PerAxis) {
  Quantization q = view("!quant.uniform<i8:f32:2, {0.5:3, 0.25, 0.125:-1}>");
  EXPECT_EQ(q.granularity, Granularity::PerAxis);
  EXPECT_EQ(q.getAxis(), 2);
  EXPECT_EQ(list(q.axes), Ints({2}));
  EXPECT_TRUE(q.blockSizes.empty());
  EXPECT_EQ(list(q.gridShape), Ints({3}));
  EXPECT_EQ(list(q.scales), Doubles({0.5, 0.25, 0.125}));
  EXPECT_EQ(list(q.zeroPoints), Ints({3, 0, -1}));
  EXPECT_FALSE(q.hasEqualParameters());
  EXPECT_TRUE(
      view("!quant.uniform<i8:f32:0, {0.5:3, 0.5:3}>").hasEqualParameters());
  EXPECT_FALSE(
      view("!quant.uniform<i8:f32:0, {0.5:3, 0.5:4}>").hasEqualParameters());
}

TEST_F(QuantizationTest, Blocked) {
  Quantization q = view("!quant.uniform<u8:f32:{2:5, 0:3}, "
                        "{{{1.0, 2.0:1}}, {{3.0, 4.0:255}}, {{5.0, 6.0}}}>");
  EXPECT_EQ(q.granularity, Granularity::Blocked);
  EXPECT_EQ(list(q.axes), Ints({2, 0}));
  EXPECT_EQ(list(q.blockSizes), Ints({5, 3}));
  EXPECT_EQ(q.getBlockSize(0), 3);
  EXPECT_EQ(q.getBlockSize(1), std::nullopt);
  EXPECT_EQ(q.getBlockSize(2), 5);
  EXPECT_EQ(q.getBlockSize(3), std::nullopt);
  EXPECT_EQ(list(q.gridShape), Ints({3, 1, 2}));
  // Row-major.
  EXPECT_EQ(list(q.scales), Doubles({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(list(q.zeroPoints), Ints({0, 1, 0, 255, 0, 0}));
  EXPECT_EQ(q.unstorableZeroPoint, std::nullopt);
}

TEST_F(QuantizationTest, UnstorableZeroPoint) {
  EXPECT_EQ(view("!quant.uniform<u8:f32, 1.0:-1>").unstorableZeroPoint, 0u);
  EXPECT_EQ(view("!quant.uniform<i8:f32:0, {1.0, 1.0:-128, 1.0:128, 1.0:300}>")
                .unstorableZeroPoint,
            2u);
  EXPECT_EQ(view("!quant.uniform<u64<9223372036854775808:18446744073709551615>"
                 ":f64, 1.0:18446744073709551615>")
                .unstorableZeroPoint,
            std::nullopt);
  // Bounds may leave a zero point out, the width may not.
  EXPECT_EQ(view("!quant.uniform<u8<17:97>:f32, 1.0:160>").unstorableZeroPoint,
            std::nullopt);
  EXPECT_EQ(view("!quant.uniform<i8<1:2>:f32, 1.0>").unstorableZeroPoint,
            std::nullopt);
  EXPECT_EQ(view("!quant.uniform<u8<17:97>:f32, 1.0:256>").unstorableZeroPoint,
            0u);
}

TEST_F(QuantizationTest, OwnedArrays) {
  Quantization copy;
  {
    Quantization q = view("!quant.uniform<i8:f32, 1.0>");
    q.granularity = Granularity::PerAxis;
    copy = q.withOwnedArrays({1}, {}, {2}, {0.5, 0.25}, {0, 200});
  }
  EXPECT_EQ(list(copy.scales), Doubles({0.5, 0.25}));
  EXPECT_EQ(copy.unstorableZeroPoint, 1u);
  EXPECT_FALSE(copy.isVerified);
  EXPECT_EQ(print(UniformType::get(copy)),
            "!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01:200}>");
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

TEST_F(QuantizationTest, InterfaceOfEachType) {
  auto uniform = cast<QuantizedTypeInterface>(
      parse("!quant.uniform<u4:f16:0, {0.5, 0.25}>"));
  EXPECT_EQ(uniform.getQuantizedStorageType(), IntegerType::get(&context, 4));
  EXPECT_EQ(uniform.getQuantizedExpressedType(), Float16Type::get(&context));
  EXPECT_TRUE(uniform.hasStorageCast());

  auto any = cast<QuantizedTypeInterface>(parse("!quant.any<u4:f16>"));
  EXPECT_EQ(any.getQuantizedStorageType(), IntegerType::get(&context, 4));
  EXPECT_EQ(any.getQuantizedExpressedType(), Float16Type::get(&context));
  EXPECT_EQ(any.getQuantization(), std::nullopt);

  auto untyped = cast<QuantizedTypeInterface>(parse("!quant.any<i8>"));
  EXPECT_FALSE(untyped.getQuantizedExpressedType());

  auto calibrated =
      cast<QuantizedTypeInterface>(parse("!quant.calibrated<f32<-1.0:1.0>>"));
  EXPECT_FALSE(calibrated.getQuantizedStorageType());
  EXPECT_EQ(calibrated.getQuantizedExpressedType(), Float32Type::get(&context));
  EXPECT_EQ(calibrated.getQuantization(), std::nullopt);

  Type target = parse("!quant.uniform<i8:f32, 2.0:3>");
  Quantization q = view("!quant.uniform<i8:f32, 2.0:3>");
  EXPECT_EQ(uniform.getWithQuantization(q), target);
  EXPECT_EQ(any.getWithQuantization(q), target);
  EXPECT_EQ(calibrated.getWithQuantization(q), target);
}

TEST_F(QuantizationTest, ElementTypes) {
  Type element = parse("!quant.uniform<i8:f32, 2.0>");
  for (const char *text :
       {"tensor<2x?x!quant.uniform<i8:f32, 2.0>, \"encoding\">",
        "tensor<*x!quant.uniform<i8:f32, 2.0>>",
        "memref<2x!quant.uniform<i8:f32, 2.0>, strided<[3], offset: 1>, 5>",
        "memref<*x!quant.uniform<i8:f32, 2.0>, 5>",
        "!quant.uniform<i8:f32, 2.0>"}) {
    Type type = parse(text);
    ASSERT_TRUE(type) << text << takeDiagnostics();
    EXPECT_EQ(getQuantizedElementType(type), element) << text;
    Type stored = withElementType(type, IntegerType::get(&context, 8));
    EXPECT_FALSE(getQuantizedElementType(stored)) << text;
    // Shape, encoding, layout and memory space come back.
    EXPECT_EQ(withElementType(stored, element), type) << text;
  }
  EXPECT_FALSE(getQuantizedElementType(parse("tensor<2xi8>")));
  EXPECT_FALSE(getQuantizedElementType(parse("f32")));
}

//===----------------------------------------------------------------------===//
// Integrity
//===----------------------------------------------------------------------===//

TEST_F(QuantizationTest, Integrity) {
  struct Case {
    const char *element;
    const char *shape;
    /// Empty: accepted.
    const char *message;
  } cases[] = {
      {"!quant.uniform<i8:f32, 1.0>", "", ""},
      {"!quant.uniform<i8:f32, 1.0>", "*x", ""},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "", "per-axis"},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "*x", ""},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "?x?x", ""},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "3x2x", ""},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "0x2x", ""},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "2x3x", "but got 3"},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "2x0x", "but got 0"},
      {"!quant.uniform<i8:f32:1, {1.0, 2.0}>", "2x", "below rank 1"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "", "sub-channel"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "*x", "must be ranked"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "4x7x", ""},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "4x0x", ""},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "?x?x", ""},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "5x7x", "size 5"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "2x7x", "size 2"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "4x", "expected 1"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0}, {2.0}}>", "4x1x1x", "expected 3"},
      {"!quant.uniform<i8:f32:{0:2}, {{1.0, 2.0}}>", "2x?x", "no block size"},
      {"!quant.uniform<i8:f32:{2:2}, {{1.0}}>", "1x2x", "axis 2 to be below"},
      // The axis of an unlisted block may have any size.
      {"!quant.uniform<i8:f32:{}, {{1.0}}>", "3x5x", ""},
      {"!quant.uniform<i8:f32:{0:4611686018427387903}, {1.0, 1.0}>", "2x",
       "size 2"},
      {"!quant.uniform<i8:f32:{0:9223372036854775807}, {1.0, 1.0}>", "?x",
       "less than 2^63"},
  };
  for (const Case &c : cases)
    for (const char *container : {"tensor", "memref"}) {
      std::string text = c.element;
      if (*c.shape)
        text = std::string(container) + "<" + c.shape + c.element + ">";
      Type type = parse(text);
      ASSERT_TRUE(type) << text << takeDiagnostics();
      LogicalResult result =
          verifyIntegrity(view(c.element), type, emitError());
      std::string got = takeDiagnostics();
      EXPECT_EQ(succeeded(result), !*c.message) << text << got;
      EXPECT_NE(got.find(c.message), std::string::npos) << text << got;
    }
}

//===----------------------------------------------------------------------===//
// Helpers of the casts
//===----------------------------------------------------------------------===//

TEST_F(QuantizationTest, StorageCastsLeadBack) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToStart(module->getBody());
  Type i8 = builder.getI8Type();
  Type quantized = parse("!quant.uniform<i8:f32, 2.0>");
  auto source =
      UnrealizedConversionCastOp::create(builder, loc, i8, ValueRange());
  Value stored = source.getResult(0);

  EXPECT_EQ(createStorageCast(builder, loc, stored, i8), stored);
  Value cast = createStorageCast(builder, loc, stored, quantized);
  EXPECT_EQ(cast.getType(), quantized);
  ASSERT_TRUE(isa<StorageCastOp>(cast.getDefiningOp()));
  EXPECT_TRUE(isStorageCast(cast.getDefiningOp()));
  EXPECT_EQ(getQuantizedSide(cast.getDefiningOp()), quantized);
  EXPECT_EQ(createStorageCast(builder, loc, cast, i8), stored);
  EXPECT_FALSE(isStorageCast(source));
  EXPECT_FALSE(isStorageCast(nullptr));
  EXPECT_FALSE(isQuantizeCast(cast.getDefiningOp()));
}

TEST_F(QuantizationTest, ShortTexts) {
  EXPECT_EQ(shortTypeText(parse("!quant.any<i8>")), "!quant.any<i8>");
  std::string text = "!quant.uniform<i8:f64:0, {1.0";
  for (int i = 0; i < 70000; ++i)
    text += ", 1.0";
  Type type = parse(text + "}>");
  ASSERT_TRUE(type);
  EXPECT_LT(shortTypeText(type).size(), 250u);
}
