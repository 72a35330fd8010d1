//===- RequantizeEmitterTest.cpp - Emitted requantization -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is emitted against what the evaluator says, which shares no arithmetic
// with it.
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/RequantizeEmitter.h"

#include "ScalarInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "quantir/Numerics/ConstantCasts.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace mlir;
using namespace quantir;

namespace {

class RequantizeEmitter : public testing::Test {
protected:
  RequantizeEmitter() {
    context.loadDialect<arith::ArithDialect, math::MathDialect>();
  }

  Quantization getType(FloatType expressed, StorageSpec storage,
                       std::vector<double> scales,
                       std::vector<int64_t> zeroPoints) {
    Quantization type;
    type.storage = storage;
    type.expressedType = expressed;
    for (double &scale : scales)
      scale = roundToType(scale, expressed);
    int64_t channels = scales.size();
    if (channels == 1)
      return type.withOwnedArrays({}, {}, {}, scales, zeroPoints);
    type.granularity = Granularity::PerAxis;
    return type.withOwnedArrays({0}, {}, {channels}, scales, zeroPoints);
  }

  /// Compares all stored values, or many if there are more than 2^10, for each
  /// pair of grid elements (i, i), or (i, 0) and (0, i) where one type has just
  /// one.
  void check(const Quantization &input, const Quantization &output,
             const NumericPolicy &dequantizePolicy,
             const NumericPolicy &quantizePolicy);

  MLIRContext context;
  std::mt19937_64 random{20};
  size_t compared = 0;
};

} // namespace

/// Bit patterns of stored values: all, or those at the ends, around the zero
/// point, the powers of two, and some more.
static std::vector<APInt> getInputs(const StorageSpec &storage,
                                    int64_t zeroPoint,
                                    std::mt19937_64 &random) {
  std::set<uint64_t> inputs;
  auto add = [&](uint64_t bits) {
    for (uint64_t neighbour : {bits - 1, bits, bits + 1})
      inputs.insert(
          APInt(64, neighbour).getLoBits(storage.width).getZExtValue());
  };
  if (storage.width <= 10) {
    for (uint64_t bits = 0; bits < uint64_t(1) << storage.width; ++bits)
      inputs.insert(bits);
  } else {
    for (uint64_t bits : {storage.min, storage.max, zeroPoint, int64_t(0)})
      add(bits);
    for (unsigned i = 0; i < storage.width; ++i) {
      add(uint64_t(1) << i);
      add(-(uint64_t(1) << i));
      inputs.insert(random() >> (64 - storage.width));
      inputs.insert(
          APInt(64, static_cast<uint64_t>(zeroPoint) + (random() >> (63 - i)))
              .getLoBits(storage.width)
              .getZExtValue());
    }
  }
  std::vector<APInt> result;
  for (uint64_t bits : inputs)
    result.emplace_back(storage.width, bits);
  return result;
}

void RequantizeEmitter::check(const Quantization &input,
                              const Quantization &output,
                              const NumericPolicy &dequantizePolicy,
                              const NumericPolicy &quantizePolicy) {
  std::unique_ptr<CastEmitter> emitter = getRequantizeEmitter(
      dequantizePolicy, input, quantizePolicy, output,
      [&] { return emitError(UnknownLoc::get(&context)); });
  ASSERT_TRUE(emitter);
  ScalarInterpreter code(*emitter, input.getStorageType());
  size_t elements = std::max(input.scales.size(), output.scales.size());
  for (size_t i = 0; i < elements; ++i) {
    size_t inputIndex = input.scales.size() == 1 ? 0 : i;
    size_t outputIndex = output.scales.size() == 1 ? 0 : i;
    ElementParameters from = getElementParameters(input, inputIndex);
    ElementParameters to = getElementParameters(output, outputIndex);
    CastEvaluator dequantizer(from, dequantizePolicy);
    CastEvaluator quantizer(to, quantizePolicy);
    RequantizeEvaluator requantizer(from, to, quantizePolicy);
    bool isExact = quantizePolicy.requantize == RequantizeForm::Exact;
    for (const APInt &stored :
         getInputs(input.storage, from.zeroPoint, random)) {
      APInt expected = isExact
                           ? quantizer.quantize(dequantizer.dequantize(stored))
                           : requantizer.requantize(stored);
      std::optional<APInt> got = code.run(stored, {inputIndex, outputIndex});
      ASSERT_TRUE(got);
      ASSERT_EQ(*got, expected)
          << stringifyEnum(quantizePolicy.requantize).str() << " of "
          << llvm::toString(stored, 10, from.isSigned) << ", "
          << input.storage.toString() << " " << from.scale << ":"
          << from.zeroPoint << " -> " << output.storage.toString() << " "
          << to.scale << ":" << to.zeroPoint;
      ++compared;
    }
  }
}

//===----------------------------------------------------------------------===//
// Random types and policies
//===----------------------------------------------------------------------===//

namespace {

/// A number of `choices`, at random.
template <typename Number>
Number choose(std::mt19937_64 &random, std::initializer_list<Number> choices) {
  return choices.begin()[random() % choices.size()];
}

} // namespace

static StorageSpec getStorage(std::mt19937_64 &random) {
  unsigned width = choose(
      random, {2u, 4u, 7u, 8u, 8u, 8u, 16u, 31u, 32u, 32u, 33u, 62u, 63u, 64u});
  StorageSpec storage = StorageSpec::fullRange(width, random() % 2);
  // Bounds, as i8<-127:127> has them.
  if (random() % 4 == 0) {
    ++storage.min;
    storage.max -= choose(random, {int64_t(0), int64_t(1)});
  }
  return storage;
}

static int64_t getZeroPoint(const StorageSpec &storage,
                            std::mt19937_64 &random) {
  if (random() % 2)
    return storage.clamp(0);
  StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
  return choose(
      random,
      {storage.min, storage.max, full.max,
       storage.clamp(static_cast<int64_t>(random() % 300) - 150),
       static_cast<int64_t>(
           (random() >> (64 - storage.width)) &
           static_cast<uint64_t>(
               StorageSpec::fullRange(storage.width, storage.isSigned).max))});
}

/// A scale near 1, mostly; else anywhere in the format.
static double getScale(FloatType type, std::mt19937_64 &random) {
  double fraction = 1 + (random() % 1000003) / 1000003.0;
  if (random() % 2)
    fraction = choose(random, {1.0, 1.5, 1.25});
  int exponent = static_cast<int>(random() % 17) - 8;
  if (random() % 8 == 0) {
    int range = type.isF16() ? 14 : 126;
    exponent = static_cast<int>(random() % (2 * range)) - range;
  }
  return std::ldexp(fraction, exponent);
}

static NumericPolicy getPolicy(RequantizeForm form, std::mt19937_64 &random) {
  NumericPolicy policy;
  policy.requantize = form;
  policy.rounding = static_cast<Rounding>(random() % 6);
  policy.zeroPoint = static_cast<ZeroPointOrder>(random() % 2);
  policy.scaling = static_cast<Scaling>(random() % 2);
  policy.dequantize = static_cast<DequantizeForm>(random() % 3);
  policy.nan = static_cast<NanValue>(random() % 4);
  policy.computeType = static_cast<ComputeType>(random() % 4);
  // fma isn't defined in narrow types.
  if (policy.computeType == ComputeType::Expressed)
    policy.dequantize = DequantizeForm::SubtractMultiply;
  return policy;
}

namespace {
class EveryForm : public RequantizeEmitter,
                  public testing::WithParamInterface<RequantizeForm> {};
} // namespace

TEST_P(EveryForm, IsTheEvaluator) {
  RequantizeForm form = GetParam();
  size_t pairs = 0;
  for (unsigned round = 0; round < 400; ++round) {
    FloatType expressed = choose<FloatType>(
        random, {Float32Type::get(&context), Float32Type::get(&context),
                 Float16Type::get(&context), BFloat16Type::get(&context),
                 Float64Type::get(&context)});
    StorageSpec from = getStorage(random), to = getStorage(random);
    auto makeType = [&](const StorageSpec &storage, size_t channels) {
      std::vector<double> scales;
      std::vector<int64_t> zeroPoints;
      for (size_t i = 0; i < channels; ++i) {
        scales.push_back(getScale(expressed, random));
        zeroPoints.push_back(getZeroPoint(storage, random));
      }
      return getType(expressed, storage, scales, zeroPoints);
    };
    size_t inputChannels = choose(random, {1, 1, 2});
    size_t outputChannels = choose(random, {1, 1, 2});
    Quantization input = makeType(from, inputChannels);
    Quantization output = makeType(to, outputChannels);
    NumericPolicy dequantizePolicy = getPolicy(form, random);
    NumericPolicy quantizePolicy = getPolicy(form, random);

    bool isDefined = true;
    for (size_t i = 0; i < inputChannels; ++i)
      isDefined &=
          checkRequantize(getElementParameters(input, i),
                          getElementParameters(output, 0), quantizePolicy)
              .empty();
    if (!isDefined) {
      std::string message;
      ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
        message = diagnostic.str();
      });
      EXPECT_FALSE(getRequantizeEmitter(
          dequantizePolicy, input, quantizePolicy, output,
          [&] { return emitError(UnknownLoc::get(&context)); }));
      EXPECT_NE(message.find("choose requantize"), std::string::npos);
      continue;
    }
    check(input, output, dequantizePolicy, quantizePolicy);
    if (HasFatalFailure())
      return;
    ++pairs;
  }
  printf("%s: %zu pairs of types and policies, %zu values\n",
         stringifyEnum(form).str().c_str(), pairs, compared);
  EXPECT_GT(pairs, 200u);
}

INSTANTIATE_TEST_SUITE_P(Forms, EveryForm,
                         testing::Values(RequantizeForm::Exact,
                                         RequantizeForm::FloatMultiplier,
                                         RequantizeForm::FixedSingleRound,
                                         RequantizeForm::FixedDoubleRound),
                         [](const auto &info) {
                           std::string name = stringifyEnum(info.param).str();
                           llvm::erase(name, '_');
                           return name;
                         });

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

TEST_F(RequantizeEmitter, FixedPointRoundsOnceOrTwice) {
  // The multiplier of 3/1024 is 3 * 2^29 with a shift of 39 bits: after 31 of
  // them 3/4 of the stored value is left, which 8 more bits scale by 1/256.
  FloatType f32 = Float32Type::get(&context);
  StorageSpec i32 = StorageSpec::fullRange(32, true);
  Quantization input = getType(f32, i32, {3.0 / 1024}, {0});
  Quantization output = getType(f32, i32, {1.0}, {0});
  auto run = [&](RequantizeForm form, int64_t stored) {
    NumericPolicy policy;
    policy.requantize = form;
    std::unique_ptr<CastEmitter> emitter =
        getRequantizeEmitter(policy, input, policy, output, [&] {
          return emitError(UnknownLoc::get(&context));
        });
    ScalarInterpreter code(*emitter, input.getStorageType());
    return code.run(APInt(32, stored, /*isSigned=*/true), {0, 0})
        ->getSExtValue();
  };
  RequantizeForm once = RequantizeForm::FixedSingleRound,
                 twice = RequantizeForm::FixedDoubleRound;
  // 170 * 3/1024 = 0.498...; rounded first, 170 * 3/4 = 127.5 is 128, and
  // 128/256 a tie.
  EXPECT_EQ(run(once, 170), 0);
  EXPECT_EQ(run(twice, 170), 1);
  // -170: 127.5 upward is -127, and that is no tie.
  EXPECT_EQ(run(once, -170), 0);
  EXPECT_EQ(run(twice, -170), 0);
  // -512 * 3/1024 = -1.5: upward, or away from zero.
  EXPECT_EQ(run(once, -512), -1);
  EXPECT_EQ(run(twice, -512), -2);
  EXPECT_EQ(run(once, 512), 2);
  EXPECT_EQ(run(twice, 512), 2);
}

TEST_F(RequantizeEmitter, ExactRoundsToTheExpressedType) {
  // 2049 is no f16: the value between is 2048, which an f32 computation of both
  // steps in one would miss.
  FloatType f16 = Float16Type::get(&context);
  Quantization input =
      getType(f16, StorageSpec::fullRange(16, true), {1.0}, {0});
  Quantization output =
      getType(f16, StorageSpec::fullRange(16, true), {1.0}, {0});
  NumericPolicy policy;
  std::unique_ptr<CastEmitter> emitter =
      getRequantizeEmitter(policy, input, policy, output, [&] {
        return emitError(UnknownLoc::get(&context));
      });
  ScalarInterpreter code(*emitter, input.getStorageType());
  EXPECT_EQ(code.run(APInt(16, 2049), {0, 0}), APInt(16, 2048));
}

TEST_F(RequantizeEmitter, TwoListsMustBeAlike) {
  FloatType f32 = Float32Type::get(&context);
  StorageSpec i8 = StorageSpec::fullRange(8, true);
  Quantization list = getType(f32, i8, {1.0, 2.0}, {0, 0});
  Quantization equal = getType(f32, i8, {1.0, 1.0}, {0, 1});
  Quantization one = getType(f32, i8, {3.0}, {0});
  EXPECT_TRUE(needsAlikeGrids(RequantizeForm::FloatMultiplier, list, list));
  EXPECT_TRUE(needsAlikeGrids(RequantizeForm::FixedSingleRound, list, list));
  EXPECT_FALSE(needsAlikeGrids(RequantizeForm::Exact, list, list));
  EXPECT_FALSE(needsAlikeGrids(RequantizeForm::FixedDoubleRound, list, equal));
  EXPECT_FALSE(needsAlikeGrids(RequantizeForm::FixedDoubleRound, one, list));
}
