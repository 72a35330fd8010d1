//===- BuiltinTypesTest.cpp - Views of MLIR's own types -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/BuiltinQuant/BuiltinQuant.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/IR/QuantirDialect.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quantir;

namespace {
struct BuiltinTypes : ::testing::Test {
  BuiltinTypes() {
    DialectRegistry registry;
    registerBuiltinQuantExtension(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<mlir::quant::QuantDialect>();
  }

  QuantizedTypeInterface parse(StringRef text) {
    return dyn_cast_or_null<QuantizedTypeInterface>(parseType(text, &context));
  }
  Quantization view(StringRef text) { return *parse(text).getQuantization(); }

  MLIRContext context;
};
} // namespace

TEST_F(BuiltinTypes, LoadTheCompanionDialect) {
  EXPECT_NE(context.getLoadedDialect<QuantirDialect>(), nullptr);
}

TEST_F(BuiltinTypes, PerTensor) {
  Quantization q = view("!quant.uniform<u8<1:200>:f32, 0.1:7>");
  EXPECT_EQ(q.granularity, Granularity::PerTensor);
  EXPECT_EQ(q.storage, (StorageSpec{8, false, 1, 200}));
  EXPECT_TRUE(q.expressedType.isF32());
  EXPECT_EQ(q.zeroPoints, ArrayRef<int64_t>{7});
  EXPECT_TRUE(q.axes.empty() && q.blockSizes.empty() && q.gridShape.empty());
  // MLIR keeps the double; the scale is a value of the expressed type.
  EXPECT_EQ(q.scales, ArrayRef<double>{static_cast<double>(0.1f)});
}

TEST_F(BuiltinTypes, PerAxis) {
  Quantization q = view("!quant.uniform<i16:f64:1, {0.1:-5, 2.0, 3.0:40000}>");
  EXPECT_EQ(q.granularity, Granularity::PerAxis);
  EXPECT_EQ(q.getAxis(), 1);
  EXPECT_EQ(q.gridShape, ArrayRef<int64_t>{3});
  EXPECT_EQ(q.scales, ArrayRef<double>({0.1, 2.0, 3.0}));
  EXPECT_EQ(q.zeroPoints, ArrayRef<int64_t>({-5, 0, 40000}));
  // i16 ends at 32767.
  EXPECT_EQ(q.unstorableZeroPoint, std::optional<size_t>(2));
}

TEST_F(BuiltinTypes, Blocked) {
  Quantization q = view(
      "!quant.uniform<u8:f32:{0:2, 1:4}, {{1.0:255, 2.0:128}, {3.0, 4.0:1}}>");
  EXPECT_EQ(q.granularity, Granularity::Blocked);
  EXPECT_EQ(q.axes, ArrayRef<int64_t>({0, 1}));
  EXPECT_EQ(q.blockSizes, ArrayRef<int64_t>({2, 4}));
  EXPECT_EQ(q.gridShape, ArrayRef<int64_t>({2, 2}));
  EXPECT_EQ(q.scales, ArrayRef<double>({1.0, 2.0, 3.0, 4.0}));
  // Unsigned: MLIR keeps 8 bits, of which the first is no sign.
  EXPECT_EQ(q.zeroPoints, ArrayRef<int64_t>({255, 128, 0, 1}));
  EXPECT_EQ(q.unstorableZeroPoint, std::nullopt);
  EXPECT_EQ(view("!quant.uniform<i8:f32:{0:1}, {1.0:-1, 2.0}>").zeroPoints,
            ArrayRef<int64_t>({-1, 0}));
}

// A view outlives the call that gave it, and is made once.
TEST_F(BuiltinTypes, ViewsShareTheirArrays) {
  StringRef text = "!quant.uniform<i8:f32:0, {1.0, 2.0}>";
  EXPECT_EQ(view(text).scales.data(), view(text).scales.data());
}

TEST_F(BuiltinTypes, ExplicitSignedness) {
  for (StringRef text : {"!quant.uniform<ui8:f32, 1.0:255>",
                         "!quant.uniform<si8:f32, 1.0:-1>"}) {
    QuantizedTypeInterface type = parse(text);
    EXPECT_TRUE(type.getQuantizedStorageType().isSignlessInteger(8));
    EXPECT_EQ(type.getQuantization()->storage.isSigned, text.contains("si8"));
    EXPECT_FALSE(type.hasStorageCast());
  }
  EXPECT_TRUE(parse("!quant.uniform<u8:f32, 1.0>").hasStorageCast());
}

TEST_F(BuiltinTypes, WithoutParameters) {
  QuantizedTypeInterface any = parse("!quant.any<i4>");
  EXPECT_EQ(any.getQuantization(), std::nullopt);
  EXPECT_TRUE(any.getQuantizedStorageType().isInteger(4));
  EXPECT_EQ(any.getQuantizedExpressedType(), FloatType());
  EXPECT_TRUE(parse("!quant.any<i4:f16>").getQuantizedExpressedType().isF16());

  QuantizedTypeInterface calibrated = parse("!quant.calibrated<f32<-1.0:1.0>>");
  EXPECT_EQ(calibrated.getQuantization(), std::nullopt);
  EXPECT_EQ(calibrated.getQuantizedStorageType(), IntegerType());
  EXPECT_TRUE(calibrated.getQuantizedExpressedType().isF32());
}

TEST_F(BuiltinTypes, MadeFromTheirViews) {
  for (StringRef text : {
           "!quant.uniform<i8:f32, 2.0:3>",
           "!quant.uniform<u8<1:200>:f16, 0.5:7>",
           "!quant.uniform<i8:f32:1, {1.0:-128, 2.0:127}>",
           "!quant.uniform<u4:bf16:{0:2, 1:4}, {{1.0:15, 2.0}, {3.0, 4.0:1}}>",
           "!quant.uniform<u32:f64, 1.0:4294967295>",
       }) {
    QuantizedTypeInterface type = parse(text);
    ASSERT_TRUE(type) << text.str();
    EXPECT_EQ(type.getWithQuantization(*type.getQuantization()), type)
        << text.str();
  }
  // From one granularity to another.
  Quantization q = view("!quant.uniform<i8:f32:0, {2.0:3, 4.0}>");
  q.granularity = Granularity::PerTensor;
  QuantizedTypeInterface other = parse("!quant.any<i8>");
  EXPECT_EQ(
      other.getWithQuantization(q.withOwnedArrays({}, {}, {}, {2.0}, {3})),
      parse("!quant.uniform<i8:f32, 2.0:3>"));
}

TEST_F(BuiltinTypes, ElementsOfMemrefs) {
  for (StringRef text :
       {"!quant.uniform<i8:f32, 2.0>", "!quant.uniform<i8:f32:0, {1.0, 2.0}>",
        "!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>", "!quant.any<i8>"}) {
    Type type = parse(text);
    EXPECT_TRUE(isa<MemRefElementTypeInterface>(type)) << text.str();
    EXPECT_EQ(DataLayout().getTypeSize(type), llvm::TypeSize::getFixed(1));
  }
  EXPECT_FALSE(isa<MemRefElementTypeInterface>(
      Type(parse("!quant.calibrated<f32<-1.0:1.0>>"))));
}
