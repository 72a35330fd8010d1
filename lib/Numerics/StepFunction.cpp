//===- StepFunction.cpp - A quantization as its steps ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/StepFunction.h"

#include "StoredValue.h"

#include "llvm/ADT/STLExtras.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

StepFunction::StepFunction(const llvm::fltSemantics &semantics)
    : signBit(uint64_t(1) << (APFloat::getSizeInBits(semantics) - 1)),
      infinity(APFloat::getInf(semantics).bitcastToAPInt().getZExtValue()) {}

int64_t StepFunction::getKey(uint64_t bits) const {
  int64_t magnitude = static_cast<int64_t>(bits & ~signBit);
  return bits & signBit ? -magnitude : magnitude;
}

uint64_t StepFunction::getBits(int64_t key) const {
  return key < 0 ? signBit | static_cast<uint64_t>(-key)
                 : static_cast<uint64_t>(key);
}

int64_t StepFunction::lookup(uint64_t bits) const {
  uint64_t magnitude = bits & ~signBit;
  if (magnitude > infinity)
    return nan;
  if (magnitude == 0)
    return zero;
  auto next = llvm::upper_bound(keys, getKey(bits));
  return steps[next - keys.begin() - 1].stored;
}

//===----------------------------------------------------------------------===//
// Bisection
//===----------------------------------------------------------------------===//

/// Collects the steps of an evaluator.
class StepFunction::Search {
public:
  Search(const CastEvaluator &evaluator, StepFunction &result)
      : evaluator(evaluator), result(result) {}

  void run() {
    int64_t last = getKey(result.infinity);
    int64_t lowest = evaluate(-last);
    add(-last, lowest);
    collect(-last, lowest, last, evaluate(last));
    result.nan = toNumber(evaluator.getNanValue());
    result.zero = toNumber(evaluator.quantize(toFloat(0)));
  }

private:
  APFloat toFloat(int64_t key) const {
    const llvm::fltSemantics &semantics = *evaluator.getParameters().expressed;
    return APFloat(semantics, APInt(APFloat::getSizeInBits(semantics),
                                    result.getBits(key)));
  }

  int64_t toNumber(const APInt &stored) const {
    return evaluator.getParameters().isSigned
               ? stored.getSExtValue()
               : static_cast<int64_t>(stored.getZExtValue());
  }

  int64_t getKey(uint64_t bits) const { return result.getKey(bits); }

  int64_t evaluate(int64_t key) const {
    // 0 alone may be out of order, where it gives a NaN.
    return toNumber(evaluator.quantize(toFloat(key == 0 ? 1 : key)));
  }

  void add(int64_t key, int64_t stored) {
    result.steps.push_back({result.getBits(key), stored});
    result.keys.push_back(key);
  }

  /// Adds the steps above `low`, up to `high`.
  void collect(int64_t low, int64_t lowStored, int64_t high,
               int64_t highStored) {
    if (lowStored == highStored)
      return;
    // Unsigned: the keys of f64 fill 64 bits.
    uint64_t distance =
        static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    if (distance == 1)
      return add(high, highStored);
    int64_t middle = low + static_cast<int64_t>(distance / 2);
    int64_t middleStored = evaluate(middle);
    collect(low, lowStored, middle, middleStored);
    collect(middle, middleStored, high, highStored);
  }

  const CastEvaluator &evaluator;
  StepFunction &result;
};

std::optional<StepFunction>
StepFunction::compute(const ElementParameters &parameters,
                      const NumericPolicy &policy) {
  bool isSearchable =
      llvm::is_contained({&APFloat::IEEEhalf(), &APFloat::BFloat(),
                          &APFloat::IEEEsingle(), &APFloat::IEEEdouble()},
                         parameters.expressed);
  if (parameters.width > kMaxWidth || !isSearchable)
    return std::nullopt;
  // Infinite constants give NaNs on the way, which have no order.
  const llvm::fltSemantics &compute = quantir::getComputeSemantics(
      policy, parameters.width, parameters.isSigned, *parameters.expressed);
  APFloat scale = toFormat(APFloat(parameters.scale), compute);
  APFloat zeroPoint = toFloat(widen(parameters.zeroPoint, parameters), compute);
  if (!scale.isFiniteNonZero() || !zeroPoint.isFinite())
    return std::nullopt;

  StepFunction result(*parameters.expressed);
  CastEvaluator evaluator(parameters, policy);
  Search(evaluator, result).run();
  return result;
}
