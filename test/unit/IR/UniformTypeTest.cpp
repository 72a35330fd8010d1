//===- UniformTypeTest.cpp - Making and reading quantized types -----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include <cmath>

using namespace mlir;
using namespace quantir;

namespace {

struct UniformTypeTest : IRTest {
  /// Per-tensor parameters of i8 storage.
  Quantization perTensor(FloatType expressed, double scale,
                         int64_t zeroPoint = 0) {
    Quantization q;
    q.expressedType = expressed;
    return q.withOwnedArrays({}, {}, {}, {scale}, {zeroPoint});
  }

  Quantization perAxis(int64_t axis, std::vector<double> scales,
                       std::vector<int64_t> zeroPoints) {
    Quantization q;
    q.expressedType = Float32Type::get(&context);
    q.granularity = Granularity::PerAxis;
    int64_t channels = scales.size();
    return q.withOwnedArrays({axis}, {}, {channels}, std::move(scales),
                             std::move(zeroPoints));
  }

  /// Expects the parameters to be refused with `message`.
  void refuse(const Quantization &q, const char *message) {
    EXPECT_FALSE(UniformType::getChecked(emitError(), q)) << message;
    std::string got = takeDiagnostics();
    EXPECT_NE(got.find(message), std::string::npos) << got;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

TEST_F(UniformTypeTest, ScalesAreRoundedToNearestEven) {
  FloatType f16 = Float16Type::get(&context),
            bf16 = BFloat16Type::get(&context);
  struct Case {
    FloatType type;
    double scale, rounded;
  } cases[] = {
      // Exact values stay.
      {f16, 65504.0, 65504.0},
      {f16, 0x1p-24, 0x1p-24},
      // Ties go to the even significand: f16 has steps of 2^-10 above 1.
      {f16, 1.0 + 0x1p-11, 1.0},
      {f16, 1.0 + 3 * 0x1p-11, 1.0 + 2 * 0x1p-10},
      {f16, 1.0 + 0x1p-11 + 0x1p-40, 1.0 + 0x1p-10},
      // Subnormal f16: steps of 2^-24.
      {f16, 1.5 * 0x1p-24, 0x1p-23},
      {f16, 0x1p-24 + 0x1p-30, 0x1p-24},
      {bf16, 1.0 + 0x1p-8, 1.0},
      {bf16, 1.0 + 3 * 0x1p-8, 1.0 + 0x1p-6},
      {Float32Type::get(&context), 1.0 + 0x1p-24, 1.0},
      {Float32Type::get(&context), 0.1, 0.1f},
      {Float64Type::get(&context), 0.1, 0.1},
      {Float128Type::get(&context), 0.1, 0.1},
  };
  for (const Case &c : cases) {
    EXPECT_EQ(roundToType(c.scale, c.type), c.rounded) << c.scale;
    auto type =
        UniformType::getChecked(emitError(), perTensor(c.type, c.scale));
    ASSERT_TRUE(type) << takeDiagnostics();
    EXPECT_EQ(type.getView().scales[0], c.rounded) << c.scale;
    EXPECT_EQ(type, UniformType::get(perTensor(c.type, c.rounded)));
  }
}

TEST_F(UniformTypeTest, RefusedScales) {
  FloatType f16 = Float16Type::get(&context);
  refuse(perTensor(f16, 0.0), "illegal scale: 0.0");
  refuse(perTensor(f16, -1.0), "illegal scale: -1.0");
  refuse(perTensor(f16, INFINITY), "illegal scale: INF");
  refuse(perTensor(f16, NAN), "expected a positive finite number");
  // Just outside, although they round to a value inside.
  refuse(perTensor(f16, std::nextafter(65504.0, INFINITY)),
         "out of expressed type range");
  refuse(perTensor(f16, std::nextafter(0x1p-24, 0.0)),
         "out of expressed type range");
  // An f64 subnormal fits into f80, whose exponents reach further down.
  EXPECT_TRUE(UniformType::getChecked(
      emitError(), perTensor(Float80Type::get(&context), 0x1p-1074)));
}

//===----------------------------------------------------------------------===//
// Rules that only C++ can break
//===----------------------------------------------------------------------===//

TEST_F(UniformTypeTest, RefusedLists) {
  Quantization q;
  q.expressedType = Float32Type::get(&context);
  refuse(q.withOwnedArrays({}, {}, {}, {}, {}), "expected at least one scale");
  refuse(q.withOwnedArrays({}, {}, {}, {1.0}, {}),
         "illegal number of scales and zero points: 1, 0: expected as many of "
         "both");
  refuse(q.withOwnedArrays({}, {}, {}, {1.0, 2.0}, {0, 0}),
         "illegal number of scales: expected one for each of the blocks of "
         "shape [], but got 2");
  refuse(q.withOwnedArrays({0}, {}, {}, {1.0}, {0}),
         "expected one scale and no axis, but got axes: 1");
  refuse(q.withOwnedArrays({}, {}, {1}, {1.0}, {0}), "illegal shape of");
  q.granularity = Granularity::PerAxis;
  refuse(q.withOwnedArrays({}, {}, {1}, {1.0}, {0}), "illegal shape of");
  refuse(q.withOwnedArrays({0, 1}, {}, {1}, {1.0}, {0}), "illegal shape of");
  refuse(q.withOwnedArrays({0}, {1}, {1}, {1.0}, {0}), "illegal shape of");
  refuse(q.withOwnedArrays({0}, {}, {1, 1}, {1.0}, {0}), "illegal shape of");
  refuse(q.withOwnedArrays({0}, {}, {2}, {1.0}, {0}), "but got 1");
  q.granularity = Granularity::Blocked;
  refuse(q.withOwnedArrays({0}, {}, {1}, {1.0}, {0}),
         "expected a block size for each axis and scales of rank 1 or above, "
         "but got axes: 1, block sizes: 0, rank of the scales: 1");
  refuse(q.withOwnedArrays({}, {}, {}, {1.0}, {0}), "illegal shape of");
  refuse(q.withOwnedArrays({0}, {1}, {0}, {1.0}, {0}), "but got 1");
  refuse(q.withOwnedArrays({0}, {1}, {-1, -1}, {1.0}, {0}), "but got 1");
  // Sizes whose product is 1 in 64 bits.
  refuse(q.withOwnedArrays({0}, {1}, {274177, 67280421310721}, {1.0}, {0}),
         "but got 1");
  q.expressedType = {};
  refuse(q.withOwnedArrays({0}, {1}, {1}, {1.0}, {0}),
         "expected a float as expressed type, but got none");
}

TEST_F(UniformTypeTest, CalibratedRange) {
  FloatType f32 = Float32Type::get(&context);
  EXPECT_TRUE(CalibratedType::getChecked(emitError(), &context, f32,
                                         APFloat(-1.0), APFloat(1.0)));
  EXPECT_FALSE(CalibratedType::getChecked(emitError(), &context, f32,
                                          APFloat(-1.0f), APFloat(1.0f)));
  EXPECT_EQ(takeDiagnostics(), "expected min and max to be f64 numbers\n");
  EXPECT_FALSE(CalibratedType::getChecked(emitError(), &context, f32,
                                          APFloat(NAN), APFloat(1.0)));
}

//===----------------------------------------------------------------------===//
// Uniquing
//===----------------------------------------------------------------------===//

TEST_F(UniformTypeTest, EqualParametersAreOneType) {
  UniformType type = UniformType::get(perAxis(1, {1.0, 2.0}, {0, 3}));
  EXPECT_EQ(type, UniformType::get(perAxis(1, {1.0, 2.0}, {0, 3})));
  EXPECT_EQ(type, parse("!quant.uniform<i8:f32:1, {1.0, 2.0:3}>"));
  EXPECT_EQ(type, UniformType::get(type.getView()));

  EXPECT_NE(type, UniformType::get(perAxis(0, {1.0, 2.0}, {0, 3})));
  EXPECT_NE(type, UniformType::get(perAxis(1, {1.0, 2.5}, {0, 3})));
  EXPECT_NE(type, UniformType::get(perAxis(1, {1.0, 2.0}, {0, 4})));
  EXPECT_NE(type, UniformType::get(perAxis(1, {1.0}, {0})));
}

TEST_F(UniformTypeTest, EveryParameterTellsTypesApart) {
  const char *texts[] = {
      "!quant.uniform<i8:f32, 1.0>",
      "!quant.uniform<u8:f32, 1.0>",
      "!quant.uniform<i7:f32, 1.0>",
      "!quant.uniform<i8<-127:127>:f32, 1.0>",
      "!quant.uniform<i8<-128:126>:f32, 1.0>",
      "!quant.uniform<i8:f64, 1.0>",
      "!quant.uniform<i8:f32, 2.0>",
      "!quant.uniform<i8:f32, 1.0:1>",
      "!quant.uniform<i8:f32:0, {1.0}>",
      "!quant.uniform<i8:f32:1, {1.0}>",
      "!quant.uniform<i8:f32:{0:1}, {1.0}>",
      "!quant.uniform<i8:f32:{0:2}, {1.0}>",
      "!quant.uniform<i8:f32:{}, {1.0}>",
      "!quant.uniform<i8:f32:{}, {{1.0}}>",
      "!quant.any<i8:f32>",
      "!quant.any<i8>",
      "!quant.calibrated<f32<-1.0:1.0>>",
  };
  llvm::DenseMap<Type, StringRef> seen;
  for (const char *text : texts) {
    Type type = parse(text);
    ASSERT_TRUE(type) << text << takeDiagnostics();
    auto [it, isNew] = seen.try_emplace(type, text);
    EXPECT_TRUE(isNew) << text << " is " << it->second.str();
  }
}

TEST_F(UniformTypeTest, TypesOutliveTheirParameters) {
  UniformType type;
  {
    std::vector<double> scales = {1.0, 2.0};
    std::vector<int64_t> axes = {1}, grid = {2}, zeroPoints = {3, 4};
    Quantization q;
    q.expressedType = Float32Type::get(&context);
    q.granularity = Granularity::PerAxis;
    q.axes = axes;
    q.gridShape = grid;
    q.scales = scales;
    q.zeroPoints = zeroPoints;
    type = UniformType::getChecked(emitError(), q);
    ASSERT_TRUE(type);
    scales.assign(2, 0.0);
    zeroPoints.assign(2, 0);
  }
  EXPECT_EQ(print(type), "!quant.uniform<i8:f32:1, "
                         "{1.000000e+00:3,2.000000e+00:4}>");
}

//===----------------------------------------------------------------------===//
// Data layout
//===----------------------------------------------------------------------===//

TEST_F(UniformTypeTest, DataLayoutIsThatOfTheStorage) {
  DataLayout layout;
  for (unsigned width : {1, 4, 7, 8, 9, 16, 24, 32, 33, 64}) {
    std::string storage = "u" + std::to_string(width);
    auto integer = IntegerType::get(&context, width);
    for (const std::string &text : {"!quant.uniform<" + storage + ":f32, 1.0>",
                                    "!quant.any<" + storage + ">"}) {
      Type type = parse(text);
      EXPECT_EQ(layout.getTypeSizeInBits(type).getFixedValue(), width) << text;
      EXPECT_EQ(layout.getTypeSize(type), layout.getTypeSize(integer)) << text;
      EXPECT_EQ(layout.getTypeABIAlignment(type),
                layout.getTypeABIAlignment(integer))
          << text;
      EXPECT_EQ(layout.getTypePreferredAlignment(type),
                layout.getTypePreferredAlignment(integer))
          << text;
    }
  }
}

TEST_F(UniformTypeTest, DataLayoutFollowsTheModule) {
  context.loadDialect<DLTIDialect>();
  auto module = parseModule(R"(
    module attributes {dlti.dl_spec = #dlti.dl_spec<i8 = dense<[32, 64]> : vector<2xi64>>} {}
  )");
  ASSERT_TRUE(module) << takeDiagnostics();
  DataLayout layout(module.get());
  Type type = parse("!quant.uniform<i8:f32, 1.0>");
  EXPECT_EQ(layout.getTypeSizeInBits(type).getFixedValue(), 8u);
  EXPECT_EQ(layout.getTypeABIAlignment(type), 4u);
  EXPECT_EQ(layout.getTypePreferredAlignment(type), 8u);
}
