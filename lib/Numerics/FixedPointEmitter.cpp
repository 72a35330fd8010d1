//===- FixedPointEmitter.cpp - Requantize by multiply and shift -----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridParameters.h"
#include "TwoGridEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quantir/Numerics/Evaluator.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quantir;

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

std::unique_ptr<CastEmitter>
quantir::getFixedPointEmitter(RequantizeForm form, const Quantization &input,
                              const Quantization &output) {
  return std::make_unique<FixedPointEmitter>(form, input, output);
}
