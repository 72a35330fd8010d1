//===- RequantizeEmitter.cpp - Fused dcast -> qcast as arith ops ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/RequantizeEmitter.h"

#include "ExactMultiplier.h"
#include "GridParameters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quantir/Numerics/ConstantCasts.h"
#include "quantir/Numerics/FloatFormat.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

static constexpr unsigned kInputGrid = 0, kOutputGrid = 1;

//===----------------------------------------------------------------------===//
// Parameters of two grids
//===----------------------------------------------------------------------===//

bool quantir::needsAlikeGrids(RequantizeForm form, const Quantization &input,
                              const Quantization &output) {
  return form != RequantizeForm::Exact && !llvm::all_equal(input.scales) &&
         !llvm::all_equal(output.scales);
}

namespace {

/// An emitter whose parameters come from both grids.
class TwoGridEmitter : public CastEmitter {
public:
  unsigned getGrid(size_t index) const override { return grids[index]; }

protected:
  /// Adds a parameter and gives its position.
  unsigned addParameter(DenseElementsAttr values, unsigned grid) {
    parameters.push_back(values);
    grids.push_back(grid);
    return parameters.size() - 1;
  }
  /// Adds all parameters of `emitter`.
  void addParameters(const CastEmitter &emitter, unsigned grid) {
    for (DenseElementsAttr values : emitter.getParameters())
      addParameter(values, grid);
  }

private:
  SmallVector<unsigned, 6> grids;
};

/// Where the quotients of both scales have their values: on the grid of the
/// scales that are a list. If both are, the lists are spread alike.
class QuotientGrid {
public:
  QuotientGrid(const Quantization &input, const Quantization &output)
      : input(input), output(output),
        inputIsList(!llvm::all_equal(input.scales)),
        outputIsList(!llvm::all_equal(output.scales)) {
    assert((!inputIsList || !outputIsList ||
            input.gridShape == output.gridShape) &&
           "two lists must be spread alike");
  }

  unsigned getIndex() const { return inputIsList ? kInputGrid : kOutputGrid; }
  const Quantization &getType() const { return inputIsList ? input : output; }

  /// The scales that meet in the element `i` of the grid.
  double getInputScale(size_t i) const {
    return input.scales[inputIsList ? i : 0];
  }
  double getOutputScale(size_t i) const {
    return output.scales[outputIsList ? i : 0];
  }

private:
  const Quantization &input, &output;
  bool inputIsList, outputIsList;
};

} // namespace

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

namespace {

/// The two casts, one after the other.
class ExactEmitter final : public TwoGridEmitter {
public:
  ExactEmitter(std::unique_ptr<CastEmitter> dequantizer,
               std::unique_ptr<CastEmitter> quantizer)
      : dequantizer(std::move(dequantizer)), quantizer(std::move(quantizer)) {
    addParameters(*this->dequantizer, kInputGrid);
    addParameters(*this->quantizer, kOutputGrid);
  }

  Type getResultType() const override { return quantizer->getResultType(); }

  Value emit(ImplicitLocOpBuilder &b, Value stored,
             ValueRange parameters) const override {
    size_t split = dequantizer->getParameters().size();
    Value expressed =
        dequantizer->emit(b, stored, parameters.take_front(split));
    return quantizer->emit(b, expressed, parameters.drop_front(split));
  }

private:
  std::unique_ptr<CastEmitter> dequantizer, quantizer;
};

} // namespace

//===----------------------------------------------------------------------===//
// One multiplier in f32
//===----------------------------------------------------------------------===//

namespace {

class FloatMultiplierEmitter final : public TwoGridEmitter {
public:
  /// `store` is the part behind the multiplication, in f32. `multipliers` are
  /// on the grid of the quotients; none are the quotients themselves.
  FloatMultiplierEmitter(const Quantization &input, const Quantization &output,
                         std::unique_ptr<CastEmitter> store,
                         ArrayRef<float> multipliers = {})
      : store(std::move(store)), inputIsSigned(input.storage.isSigned),
        f32(APFloat::IEEEsingle(), input.expressedType.getContext()) {
    QuotientGrid grid(input, output);
    auto getMultiplier = [&](size_t i) {
      if (!multipliers.empty())
        return APFloat(multipliers[i]);
      return f32.getNumber(APFloat(grid.getInputScale(i))) /
             f32.getNumber(APFloat(grid.getOutputScale(i)));
    };
    multiplier = addParameter(
        getFloatParameter(f32, grid.getType(), getMultiplier), grid.getIndex());
    if (hasZeroPoints(input))
      zeroPoint = addParameter(getZeroPoints(input, input.zeroPoints,
                                             getCenteredWidth(input.storage)),
                               kInputGrid);
    firstOfStore = getParameters().size();
    addParameters(*this->store, kOutputGrid);
  }

  Type getResultType() const override { return store->getResultType(); }

  Value emit(ImplicitLocOpBuilder &b, Value stored,
             ValueRange parameters) const override {
    bool isSigned = inputIsSigned || zeroPoint;
    if (zeroPoint)
      stored = emitCentered(b, stored, inputIsSigned, parameters[*zeroPoint]);
    Value number = f32.fromInteger(b, stored, isSigned);
    Value scaled = arith::MulFOp::create(b, number, parameters[multiplier]);
    return store->emit(b, scaled, parameters.drop_front(firstOfStore));
  }

private:
  std::unique_ptr<CastEmitter> store;
  bool inputIsSigned;
  FloatFormat f32;
  /// Positions of parameters.
  unsigned multiplier, firstOfStore;
  std::optional<unsigned> zeroPoint;
};

} // namespace

//===----------------------------------------------------------------------===//
// Fixed point
//===----------------------------------------------------------------------===//

/// Bits in which nothing wraps: 64, or 128.
///
/// A stored value minus the zero point, v, has 32 bits, the multiplier has 31,
/// so the product is at most 2^62; what is added for rounding is at most
/// 2^61 + 2^30. The shift is by at least 1, and to the result, at most 2^62, a
/// zero point of up to 62 bits is added. Storage may be wider than that, and
/// where bounds make v fit, a stored value outside them may not.
static unsigned getFixedWidth(const Quantization &input,
                              const Quantization &output) {
  constexpr unsigned kMaxOutputWidth = 62;
  const StorageSpec &storage = input.storage;
  StorageSpec all = StorageSpec::fullRange(storage.width, storage.isSigned);
  auto fits = [](__int128 number) {
    return number == static_cast<int32_t>(number);
  };
  bool inputFits = llvm::all_of(input.zeroPoints, [&](int64_t bits) {
    __int128 zeroPoint = storage.value(bits);
    return fits(all.minValue() - zeroPoint) && fits(all.maxValue() - zeroPoint);
  });
  return inputFits && output.storage.width <= kMaxOutputWidth ? 64 : 128;
}

namespace {

/// What turns v into the scaled integer: (v * multiplier + rounding) >> shift.
/// A negative v takes `negativeRounding`.
///
/// With the halves upward, rounding is 2^(shift - 1). Rounding twice, first
/// p = v * multiplier by 31 bits and then, halves away from zero, by the other
/// s = shift - 31 bits, takes a single shift too. Write f(x) for floor(x):
///   v >= 0: f((f((p + 2^30) / 2^31) + 2^(s-1)) / 2^s)
///         = f((p + 2^30 + 2^(shift-1)) / 2^shift),
///   v < 0:  halves away from zero are downward there, one less before s:
///           f((f((p + 2^30) / 2^31) + 2^(s-1) - 1) / 2^s)
///         = f((p + 2^30 - 2^31 + 2^(shift-1)) / 2^shift).
/// (Where p is negative and its first rounding gives 0, both give 0.)
struct FixedStep {
  FixedStep(RequantizeForm form, double inputScale, double outputScale) {
    FixedMultiplier factor = FixedMultiplier::get(inputScale, outputScale);
    multiplier = factor.multiplier;
    shift = 31 - factor.exponent;
    bool roundsTwice = form == RequantizeForm::FixedDoubleRound && shift > 31;
    int64_t half = int64_t(1) << (shift - 1);
    int64_t first = roundsTwice ? int64_t(1) << 30 : 0;
    rounding = half + first;
    negativeRounding = half - first;
  }

  int64_t multiplier, shift, rounding, negativeRounding;
};

class FixedPointEmitter final : public TwoGridEmitter {
public:
  FixedPointEmitter(RequantizeForm form, const Quantization &input,
                    const Quantization &output);

  Type getResultType() const override { return storedType; }
  Value emit(ImplicitLocOpBuilder &b, Value stored,
             ValueRange parameters) const override;

private:
  Value emitWide(ImplicitLocOpBuilder &b, Value stored,
                 ValueRange parameters) const;

  StorageSpec storage;
  IntegerType storedType;
  IntegerType wide;
  bool inputIsSigned;
  /// Positions of parameters.
  unsigned multiplier, shift, rounding;
  std::optional<unsigned> negativeRounding, inputZeroPoint, outputZeroPoint;
};

} // namespace

FixedPointEmitter::FixedPointEmitter(RequantizeForm form,
                                     const Quantization &input,
                                     const Quantization &output)
    : storage(output.storage), storedType(output.getStorageType()),
      wide(IntegerType::get(output.expressedType.getContext(),
                            getFixedWidth(input, output))),
      inputIsSigned(input.storage.isSigned) {
  unsigned width = wide.getWidth();
  QuotientGrid grid(input, output);
  SmallVector<FixedStep> steps;
  for (size_t i = 0, e = grid.getType().scales.size(); i < e; ++i)
    steps.emplace_back(form, grid.getInputScale(i), grid.getOutputScale(i));
  auto addOfSteps = [&](int64_t FixedStep::*field) {
    auto value = [&](size_t i) { return APInt(width, steps[i].*field); };
    return addParameter(getIntegerParameter(width, grid.getType(), value),
                        grid.getIndex());
  };
  multiplier = addOfSteps(&FixedStep::multiplier);
  shift = addOfSteps(&FixedStep::shift);
  rounding = addOfSteps(&FixedStep::rounding);
  if (llvm::any_of(steps, [](const FixedStep &step) {
        return step.negativeRounding != step.rounding;
      }))
    negativeRounding = addOfSteps(&FixedStep::negativeRounding);
  if (hasZeroPoints(input))
    inputZeroPoint =
        addParameter(getZeroPoints(input, input.zeroPoints, width), kInputGrid);
  if (hasZeroPoints(output))
    outputZeroPoint = addParameter(
        getZeroPoints(output, output.zeroPoints, width), kOutputGrid);
}

/// The stored value minus the zero point.
Value FixedPointEmitter::emitWide(ImplicitLocOpBuilder &b, Value stored,
                                  ValueRange parameters) const {
  if (inputZeroPoint)
    return emitCentered(b, stored, inputIsSigned, parameters[*inputZeroPoint]);
  if (inputIsSigned)
    return arith::ExtSIOp::create(b, wide, stored);
  return arith::ExtUIOp::create(b, wide, stored);
}

Value FixedPointEmitter::emit(ImplicitLocOpBuilder &b, Value stored,
                              ValueRange parameters) const {
  auto constant = [&](__int128 number) -> Value {
    uint64_t words[2] = {static_cast<uint64_t>(number),
                         static_cast<uint64_t>(number >> 64)};
    APInt value = APInt(128, words).trunc(wide.getWidth());
    return arith::ConstantOp::create(b, b.getIntegerAttr(wide, value));
  };
  Value centered = emitWide(b, stored, parameters);
  Value product = arith::MulIOp::create(b, centered, parameters[multiplier]);
  Value added = parameters[rounding];
  if (negativeRounding) {
    Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                             centered, constant(0));
    added = arith::SelectOp::create(b, isNegative,
                                    parameters[*negativeRounding], added);
  }
  Value result = arith::ShRSIOp::create(
      b, arith::AddIOp::create(b, product, added), parameters[shift]);
  if (outputZeroPoint)
    result = arith::AddIOp::create(b, result, parameters[*outputZeroPoint]);
  result = arith::MaxSIOp::create(b, result, constant(storage.minValue()));
  result = arith::MinSIOp::create(b, result, constant(storage.maxValue()));
  return arith::TruncIOp::create(b, storedType, result);
}

//===----------------------------------------------------------------------===//
// One multiplier where it is exact
//===----------------------------------------------------------------------===//

/// Multipliers for which the form with one multiplier gives what the two casts
/// give, for every stored value that there is. Nothing where there are none, or
/// too many values to try.
static SmallVector<float> findExactMultipliers(const NumericPolicy &dequantize,
                                               const Quantization &input,
                                               const NumericPolicy &quantize,
                                               const Quantization &output) {
  constexpr size_t kMaxScales = 1024;
  if ((input.scales.size() > 1 && output.scales.size() > 1) ||
      input.scales.size() * output.scales.size() > kMaxScales)
    return {};
  SmallVector<float> multipliers;
  for (size_t i = 0; i < input.scales.size(); ++i)
    for (size_t j = 0; j < output.scales.size(); ++j) {
      std::optional<float> multiplier =
          findExactMultiplier(getElementParameters(input, i), dequantize,
                              getElementParameters(output, j), quantize);
      if (!multiplier)
        return {};
      multipliers.push_back(*multiplier);
    }
  return multipliers;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Checks that the form is defined between all elements of both types.
static LogicalResult checkForm(const NumericPolicy &policy,
                               const Quantization &input,
                               const Quantization &output,
                               function_ref<InFlightDiagnostic()> emitError) {
  // Only zero points of the input make a difference.
  ElementParameters to = getElementParameters(output, 0);
  for (size_t i = 0; i < input.zeroPoints.size(); ++i) {
    if (i != 0 && input.zeroPoints[i] == input.zeroPoints[i - 1])
      continue;
    std::string error =
        checkRequantize(getElementParameters(input, i), to, policy);
    if (!error.empty())
      return emitError() << error;
  }
  return success();
}

std::unique_ptr<CastEmitter> quantir::getRequantizeEmitter(
    const NumericPolicy &dequantizePolicy, const Quantization &input,
    const NumericPolicy &quantizePolicy, const Quantization &output,
    function_ref<InFlightDiagnostic()> emitError, EmitForms forms) {
  assert(input.expressedType == output.expressedType &&
         "no expressed value between");
  RequantizeForm form = quantizePolicy.requantize;
  if (failed(checkForm(quantizePolicy, input, output, emitError)))
    return nullptr;
  auto makeFloatMultiplier =
      [&](ArrayRef<float> multipliers) -> std::unique_ptr<CastEmitter> {
    NumericPolicy inF32 = quantizePolicy;
    inF32.computeType = ComputeType::F32;
    auto store = getStoreEmitter(inF32, output, emitError, forms);
    if (!store)
      return nullptr;
    return std::make_unique<FloatMultiplierEmitter>(
        input, output, std::move(store), multipliers);
  };
  switch (form) {
  case RequantizeForm::Exact: {
    SmallVector<float> multipliers;
    if (forms.magicRounding)
      multipliers =
          findExactMultipliers(dequantizePolicy, input, quantizePolicy, output);
    if (!multipliers.empty())
      return makeFloatMultiplier(multipliers);
    auto dequantizer = getDequantizeEmitter(dequantizePolicy, input, emitError);
    auto quantizer =
        getQuantizeEmitter(quantizePolicy, output, emitError, forms);
    if (!dequantizer || !quantizer)
      return nullptr;
    return std::make_unique<ExactEmitter>(std::move(dequantizer),
                                          std::move(quantizer));
  }
  case RequantizeForm::FloatMultiplier:
    return makeFloatMultiplier({});
  case RequantizeForm::FixedSingleRound:
  case RequantizeForm::FixedDoubleRound:
    return std::make_unique<FixedPointEmitter>(form, input, output);
  }
  llvm_unreachable("unknown form of requantization");
}
