//===- RequantizeEmitter.cpp - Fused dcast -> qcast as arith ops ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/RequantizeEmitter.h"

#include "ExactMultiplier.h"
#include "GridParameters.h"
#include "TwoGridEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quantir/Numerics/ConstantCasts.h"
#include "quantir/Numerics/FloatFormat.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Parameters of two grids
//===----------------------------------------------------------------------===//

bool quantir::needsAlikeGrids(RequantizeForm form, const Quantization &input,
                              const Quantization &output) {
  return form != RequantizeForm::Exact && !llvm::all_equal(input.scales) &&
         !llvm::all_equal(output.scales);
}

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

/// The policy of what follows the one multiplier: its product is in f32.
static NumericPolicy getStorePolicy(NumericPolicy quantizePolicy) {
  quantizePolicy.computeType = ComputeType::F32;
  return quantizePolicy;
}

/// Empty if the form is defined between all elements of both types, and so are
/// the casts that it is made of; otherwise what is wrong.
static std::string checkForm(const NumericPolicy &dequantizePolicy,
                             const Quantization &input,
                             const NumericPolicy &quantizePolicy,
                             const Quantization &output) {
  // Only zero points of the input make a difference.
  ElementParameters to = getElementParameters(output, 0);
  for (size_t i = 0; i < input.zeroPoints.size(); ++i) {
    if (i != 0 && input.zeroPoints[i] == input.zeroPoints[i - 1])
      continue;
    std::string error =
        checkRequantize(getElementParameters(input, i), to, quantizePolicy);
    if (!error.empty())
      return error;
  }
  switch (quantizePolicy.requantize) {
  case RequantizeForm::Exact: {
    std::string error =
        checkPolicy(dequantizePolicy, CastDirection::Dequantize, input);
    return error.empty()
               ? checkPolicy(quantizePolicy, CastDirection::Quantize, output)
               : error;
  }
  case RequantizeForm::FloatMultiplier:
    return checkPolicy(getStorePolicy(quantizePolicy), CastDirection::Quantize,
                       output);
  case RequantizeForm::FixedSingleRound:
  case RequantizeForm::FixedDoubleRound:
    return "";
  }
  llvm_unreachable("unknown form of requantization");
}

std::unique_ptr<CastEmitter> quantir::getRequantizeEmitter(
    const NumericPolicy &dequantizePolicy, const Quantization &input,
    const NumericPolicy &quantizePolicy, const Quantization &output,
    function_ref<InFlightDiagnostic()> emitError, EmitForms forms) {
  assert(input.expressedType == output.expressedType &&
         "no expressed value between");
  std::string error =
      checkForm(dequantizePolicy, input, quantizePolicy, output);
  if (!error.empty()) {
    emitError() << error;
    return nullptr;
  }
  auto makeFloatMultiplier = [&](ArrayRef<float> multipliers) {
    auto store = getStoreEmitter(getStorePolicy(quantizePolicy), output, forms);
    return std::make_unique<FloatMultiplierEmitter>(
        input, output, std::move(store), multipliers);
  };
  RequantizeForm form = quantizePolicy.requantize;
  switch (form) {
  case RequantizeForm::Exact: {
    SmallVector<float> multipliers;
    if (forms.magicRounding)
      multipliers =
          findExactMultipliers(dequantizePolicy, input, quantizePolicy, output);
    if (!multipliers.empty())
      return makeFloatMultiplier(multipliers);
    return std::make_unique<ExactEmitter>(
        getDequantizeEmitter(dequantizePolicy, input),
        getQuantizeEmitter(quantizePolicy, output, forms));
  }
  case RequantizeForm::FloatMultiplier:
    return makeFloatMultiplier({});
  case RequantizeForm::FixedSingleRound:
  case RequantizeForm::FixedDoubleRound:
    return getFixedPointEmitter(form, input, output);
  }
  llvm_unreachable("unknown form of requantization");
}
