//===- LoweredScalarTest.cpp - Lowered scalar casts, interpreted ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What quant-lower-casts prints for a scalar cast, read again and evaluated op
// by op, against the evaluator: the numbers are right before LLVM sees the
// code.
//
//===----------------------------------------------------------------------===//

#include "LaneInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/Quantization.h"
#include "quantir/Numerics/StepFunction.h"
#include "quantir/Pipelines/RegisterAll.h"
#include "quantir/Transforms/LowerCasts.h"
#include "quantir/Transforms/Passes.h"

#include "gtest/gtest.h"

#include <numeric>
#include <random>

using namespace mlir;
using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

namespace {

/// One scalar cast.
struct ScalarCast {
  bool quantizes = true;
  NumericPolicy policy;
  ElementParameters parameters;
  EmitForms forms;

  std::string getType() const;
  std::string getPolicy() const;
  /// How the lowering prints it, without quantized types.
  std::string lower() const;
};

} // namespace

static std::string printScale(double scale) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.17e", scale);
  return text;
}

std::string ScalarCast::getType() const {
  StorageSpec storage{parameters.width, parameters.isSigned, parameters.min,
                      parameters.max};
  return "!quant.uniform<" + storage.toString() + ":" +
         getFormatName(*parameters.expressed).str() + ", " +
         printScale(parameters.scale) + ":" +
         storage.toString(parameters.zeroPoint) + ">";
}

std::string ScalarCast::getPolicy() const {
  std::string text = "#quantir.policy<";
  auto add = [&](StringRef name, auto value, StringRef end) {
    text += (name + " = " + stringifyEnum(value) + end).str();
  };
  add("rounding", policy.castRounding(), ", ");
  add("zero_point", policy.zeroPoint, ", ");
  add("scaling", policy.scaling, ", ");
  add("compute_type", policy.computeType, ", ");
  add("dequantize", policy.dequantize, ", ");
  add("nan", policy.nan, ">");
  return text;
}

std::string ScalarCast::lower() const {
  std::string stored = "i" + std::to_string(parameters.width);
  std::string real = getFormatName(*parameters.expressed).str();
  std::string quantized = getType();
  auto arrow = [](const std::string &from, const std::string &to) {
    return " : " + from + " to " + to + "\n";
  };
  std::string text =
      "func.func @f(%x: " + (quantizes ? real : stored) + ") -> " +
      (quantizes ? stored : real) +
      " attributes {quantir.policy = " + getPolicy() + "} {\n" +
      (quantizes ? "%0 = quant.qcast %x" + arrow(real, quantized) +
                       "%1 = quant.scast %0" + arrow(quantized, stored)
                 : "%0 = quant.scast %x" + arrow(stored, quantized) +
                       "%1 = quant.dcast %0" + arrow(quantized, real)) +
      "return %1 : " + (quantizes ? stored : real) + "\n}\n";

  DialectRegistry registry;
  registerStandaloneDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return "";
  PassManager manager(&context);
  QuantLowerCastsOptions options;
  options.magicRounding = forms.magicRounding;
  options.integerClamp = forms.integerClamp;
  options.correctedQuotient = forms.correctedQuotient;
  manager.addPass(createQuantLowerCasts(options));
  manager.addPass(createQuantStripTypes());
  EXPECT_TRUE(succeeded(manager.run(*module))) << text;
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  return printed;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// The evaluator's pattern; all NaNs have one.
static uint64_t evaluate(const ScalarCast &cast, const CastEvaluator &evaluator,
                         uint64_t bits) {
  const llvm::fltSemantics &expressed = *cast.parameters.expressed;
  if (cast.quantizes)
    return evaluator
        .quantize(
            APFloat(expressed, APInt(APFloat::getSizeInBits(expressed), bits)))
        .getZExtValue();
  APFloat value = evaluator.dequantize(APInt(cast.parameters.width, bits));
  return (value.isNaN() ? APFloat::getNaN(expressed) : value)
      .bitcastToAPInt()
      .getZExtValue();
}

static uint64_t unifyNaN(uint64_t bits, const llvm::fltSemantics &semantics) {
  APFloat value(semantics, APInt(APFloat::getSizeInBits(semantics), bits));
  return value.isNaN()
             ? APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue()
             : bits;
}

/// Compares the results for the inputs. True if the code has a fused
/// multiply-add.
static bool check(const ScalarCast &scalar, ArrayRef<uint64_t> inputs) {
  std::string where = scalar.getType() + " under " + scalar.getPolicy();
  std::string printed = scalar.lower();
  // Only these: no quantized type is left.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context
      .loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect>();
  auto module = parseSourceString<ModuleOp>(printed, &context);
  EXPECT_TRUE(module) << where << "\n" << printed;
  if (!module)
    return false;
  auto function = *module->getOps<func::FuncOp>().begin();
  LaneInterpreter interpreter(function);
  std::vector<uint64_t> results = interpreter.run(inputs);
  EXPECT_EQ(interpreter.getError().str(), "") << where << "\n" << printed;
  if (results.size() != inputs.size())
    return false;
  CastEvaluator evaluator(scalar.parameters, scalar.policy);
  size_t mismatches = 0;
  for (auto [input, result] : llvm::zip(inputs, results)) {
    uint64_t expected = evaluate(scalar, evaluator, input);
    uint64_t actual = scalar.quantizes
                          ? result
                          : unifyNaN(result, *scalar.parameters.expressed);
    if (expected != actual && ++mismatches == 1)
      ADD_FAILURE() << where << ": expected " << expected << ", but got "
                    << actual << " for " << input << "\n"
                    << printed;
  }
  EXPECT_EQ(mismatches, 0u) << where;
  return function->walk([](math::FmaOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static std::vector<uint64_t> allPatterns(unsigned width) {
  std::vector<uint64_t> inputs(uint64_t(1) << width);
  std::iota(inputs.begin(), inputs.end(), 0);
  return inputs;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static double roundTo(const llvm::fltSemantics &semantics, double number) {
  return toDouble(toFormat(APFloat(number), semantics));
}

static ElementParameters getParameters(const StorageSpec &storage, double scale,
                                       int64_t zeroPoint,
                                       const llvm::fltSemantics &expressed) {
  ElementParameters p;
  p.width = storage.width;
  p.isSigned = storage.isSigned;
  p.min = storage.min;
  p.max = storage.max;
  p.scale = roundTo(expressed, scale);
  p.zeroPoint = zeroPoint;
  p.expressed = &expressed;
  return p;
}

/// Storages and zero points, in turn.
static std::pair<StorageSpec, int64_t> getStorage(unsigned turn) {
  const std::pair<StorageSpec, int64_t> kStorages[] = {
      {StorageSpec::fullRange(8, true), 3},
      {StorageSpec::fullRange(8, false), 128},
      {{8, true, -127, 127}, 0},
      {StorageSpec::fullRange(4, true), -8},
      {StorageSpec::fullRange(16, false), 65535},
      {StorageSpec::fullRange(32, true), -7},
      {StorageSpec::fullRange(64, false), 1},
  };
  return kStorages[turn % std::size(kStorages)];
}

/// The policy `turn`, of 24 that rounding, zero point and scaling make; the
/// other knobs go along.
static NumericPolicy getPolicyOfTurn(unsigned turn) {
  NumericPolicy policy;
  policy.rounding = static_cast<Rounding>(turn % 6);
  policy.zeroPoint = static_cast<ZeroPointOrder>(turn / 6 % 2);
  policy.scaling = static_cast<Scaling>(turn / 12 % 2);
  policy.nan = static_cast<NanValue>((turn + turn / 4) % 4);
  policy.computeType = static_cast<ComputeType>((turn + turn / 6) % 4);
  return policy;
}
constexpr unsigned kPolicies = 24;

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

class LoweredHalf : public testing::TestWithParam<bool> {
protected:
  const llvm::fltSemantics &getFormat() const {
    return GetParam() ? APFloat::BFloat() : APFloat::IEEEhalf();
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, LoweredHalf, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "bf16" : "f16";
                         });

TEST_P(LoweredHalf, QuantizesEveryInput) {
  std::vector<uint64_t> inputs = allPatterns(16);
  const double scales[] = {0.0371, 1.0, 3e-6, 200.0, 0x1p-5};
  for (unsigned turn = 0; turn < kPolicies; ++turn) {
    auto [storage, zeroPoint] = getStorage(turn);
    ScalarCast cast;
    cast.policy = getPolicyOfTurn(turn);
    cast.parameters = getParameters(storage, scales[turn % std::size(scales)],
                                    zeroPoint, getFormat());
    check(cast, inputs);
  }
}

TEST_P(LoweredHalf, QuantizesEveryInputInOtherForms) {
  std::vector<uint64_t> inputs = allPatterns(16);
  unsigned corrected = 0;
  for (unsigned turn = 0; turn < 8; ++turn) {
    ScalarCast cast;
    cast.policy.zeroPoint = static_cast<ZeroPointOrder>(turn % 2);
    cast.policy.scaling = static_cast<Scaling>(turn / 4);
    cast.policy.nan = static_cast<NanValue>(turn % 4);
    cast.forms.magicRounding = true;
    cast.forms.integerClamp = turn < 6;
    cast.forms.correctedQuotient = turn < 4;
    StorageSpec storage = StorageSpec::fullRange(8, turn % 4 < 2);
    cast.parameters =
        getParameters(storage, 0.0123 * (turn + 1), 7, getFormat());
    corrected += check(cast, inputs);
  }
  EXPECT_EQ(corrected, 4u);
}

/// Bounds that f32 rounds by a magic number, in storage of every width.
TEST_P(LoweredHalf, QuantizesToWideStorageWithinNarrowBounds) {
  std::vector<uint64_t> inputs = allPatterns(16);
  for (unsigned width : {21, 22, 23, 24, 31, 32, 33, 51, 52, 63, 64})
    for (bool isSigned : {true, false}) {
      StorageSpec storage = {width, isSigned, isSigned ? -90 : 3, 200};
      ScalarCast cast;
      cast.policy.zeroPoint = static_cast<ZeroPointOrder>(width % 2);
      cast.policy.computeType =
          width % 3 == 0 ? ComputeType::F64 : ComputeType::F32;
      cast.policy.nan = NanValue::StorageMin;
      cast.forms.magicRounding = true;
      cast.forms.integerClamp = isSigned;
      cast.parameters = getParameters(storage, 0.0371, 4, getFormat());
      // A part is enough: the conversion to integers is what differs.
      check(cast, llvm::ArrayRef(inputs)
                      .drop_front(width * 97)
                      .take_front(inputs.size() / 8));
      check(cast, llvm::ArrayRef(inputs).take_back(inputs.size() / 2));
    }
}

TEST_P(LoweredHalf, DequantizesEveryStoredValue) {
  for (unsigned turn = 0; turn < 24; ++turn) {
    StorageSpec storage =
        StorageSpec::fullRange(1 + turn % 12, /*isSigned=*/turn % 5 < 3);
    ScalarCast cast;
    cast.quantizes = false;
    cast.policy.dequantize = static_cast<DequantizeForm>(turn % 3);
    cast.policy.computeType = static_cast<ComputeType>(turn / 3 % 4);
    cast.parameters = getParameters(storage, turn % 2 ? 0.0371 : 700.0,
                                    storage.max, getFormat());
    if (!checkPolicy(cast.policy, CastDirection::Dequantize, storage.width,
                     storage.isSigned, getFormat())
             .empty())
      cast.policy.computeType = ComputeType::F64;
    check(cast, allPatterns(storage.width));
  }
}

/// Evenly spread over the patterns of f32, around each step, and what is
/// special.
static std::vector<uint64_t> getSingleInputs(const ScalarCast &cast) {
  constexpr uint64_t kStride = 500009, kEnd = uint64_t(1) << 32;
  std::vector<uint64_t> inputs;
  for (uint64_t bits = 0; bits < kEnd; bits += kStride)
    inputs.push_back(bits);
  for (uint64_t bits : {0x0u, 0x1u, 0x7FFFFFu, 0x800000u, 0x7F7FFFFFu,
                        0x7F800000u, 0x7F800001u, 0x7FC00000u})
    for (uint64_t sign : {0x0u, 0x80000000u})
      inputs.push_back(bits | sign);
  std::optional<StepFunction> steps =
      StepFunction::compute(cast.parameters, cast.policy);
  EXPECT_TRUE(steps);
  for (const StepFunction::Step &step : steps->getSteps())
    for (int64_t i = -3; i <= 3; ++i)
      inputs.push_back(steps->getBits(steps->getKey(step.first) + i));
  return inputs;
}

TEST(LoweredSingle, QuantizesADenseSample) {
  for (unsigned turn = 0; turn < kPolicies; ++turn) {
    ScalarCast cast;
    cast.policy = getPolicyOfTurn(turn);
    cast.parameters = getParameters(StorageSpec::fullRange(8, turn % 5 < 3),
                                    turn % 3 ? 0.00214854861 : 1.7e5, 11,
                                    APFloat::IEEEsingle());
    check(cast, getSingleInputs(cast));
  }
}

TEST(LoweredSingle, QuantizesADenseSampleInOtherForms) {
  std::mt19937 random(9);
  unsigned corrected = 0;
  for (unsigned turn = 0; turn < 16; ++turn) {
    ScalarCast cast;
    cast.policy.zeroPoint = static_cast<ZeroPointOrder>(turn % 2);
    cast.policy.scaling = static_cast<Scaling>(turn / 8);
    cast.policy.nan = static_cast<NanValue>(turn / 2 % 4);
    cast.forms.magicRounding = cast.forms.integerClamp = true;
    cast.forms.correctedQuotient = true;
    cast.parameters = getParameters(
        StorageSpec::fullRange(8, turn % 3 == 0), 1e-4 + random() * 0x1p-36,
        static_cast<int64_t>(random() % 100), APFloat::IEEEsingle());
    corrected += check(cast, getSingleInputs(cast));
  }
  EXPECT_EQ(corrected, 8u);
}
