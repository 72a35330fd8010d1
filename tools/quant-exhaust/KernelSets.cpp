//===- KernelSets.cpp - Which casts are checked ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSets.h"

#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/Quantization.h"

#include <cmath>
#include <random>

using namespace quantir;
using namespace quantir::exhaust;
using llvm::APFloat;

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics *const kFormats[] = {
    &APFloat::IEEEhalf(), &APFloat::BFloat(), &APFloat::IEEEsingle(),
    &APFloat::IEEEdouble()};

static double roundTo(const llvm::fltSemantics &semantics, double number) {
  return toDouble(toFormat(APFloat(number), semantics));
}

namespace {

/// Goes through scales, zero points and other choices, the same ones whenever
/// the tool runs.
class Draw {
public:
  explicit Draw(unsigned seed) : random(seed) {}

  unsigned below(unsigned limit) { return random() % limit; }

  template <typename Enum>
  Enum choice(unsigned count) {
    return static_cast<Enum>(below(count));
  }

  /// A scale of the format: ordinary ones, and the ends of its range.
  double scale(const llvm::fltSemantics &semantics) {
    switch (below(8)) {
    case 0: {
      APFloat tiny = APFloat::getSmallest(semantics);
      return 3 * roundTo(semantics, tiny.convertToDouble());
    }
    case 1:
      return roundTo(semantics,
                     APFloat::getLargest(semantics).convertToDouble()) /
             2;
    case 2:
      return 1.0;
    default:
      return ordinaryScale(semantics);
    }
  }

  /// All digits in use, between 2^-11 and 2^5.
  double ordinaryScale(const llvm::fltSemantics &semantics) {
    double digits = 1.0 + random() * 0x1p-32;
    return roundTo(semantics,
                   std::ldexp(digits, static_cast<int>(below(16)) - 11));
  }

  /// A zero point that the width holds; bounds may leave it out.
  int64_t zeroPoint(const StorageSpec &storage) {
    StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
    switch (below(6)) {
    case 0:
      return full.min;
    case 1:
      return full.max;
    case 2:
    case 3: {
      // Any, of 64 bits perhaps.
      uint64_t bits = (static_cast<uint64_t>(random()) << 32) | random();
      uint64_t span =
          static_cast<uint64_t>(full.max) - static_cast<uint64_t>(full.min);
      return static_cast<int64_t>(
          static_cast<uint64_t>(full.min) +
          (span == ~uint64_t(0) ? bits : bits % (span + 1)));
    }
    default:
      return storage.contains(0) ? 0 : storage.min;
    }
  }

  ElementParameters parameters(const StorageSpec &storage,
                               const llvm::fltSemantics &semantics) {
    ElementParameters p;
    p.width = storage.width;
    p.isSigned = storage.isSigned;
    p.min = storage.min;
    p.max = storage.max;
    p.zeroPoint = zeroPoint(storage);
    p.scale = scale(semantics);
    p.expressed = &semantics;
    return p;
  }

  /// Sets a compute type that the policy is defined with.
  void computeType(Kernel &kernel) {
    const ElementParameters &p = kernel.rows.front();
    CastDirection direction =
        kernel.quantizes ? CastDirection::Quantize : CastDirection::Dequantize;
    do
      kernel.policy.computeType = choice<ComputeType>(4);
    while (!checkPolicy(kernel.policy, direction, p.width, p.isSigned,
                        *p.expressed)
                .empty());
  }

private:
  std::mt19937 random;
};

} // namespace

//===----------------------------------------------------------------------===//
// Quantizations of f16 and bf16
//===----------------------------------------------------------------------===//

constexpr unsigned kRoundings = 6, kOrders = 2, kScalings = 2, kNans = 4;

static StorageSpec bounded(unsigned width, bool isSigned, int64_t min,
                           int64_t max) {
  return {width, isSigned, min, max};
}

static std::vector<StorageSpec> getOtherStorages() {
  std::vector<StorageSpec> storages = {
      bounded(8, true, -127, 127),  bounded(8, false, 3, 200),
      bounded(8, true, 5, 90),      bounded(16, true, -32767, 32767),
      bounded(24, true, -100, 99),  bounded(32, true, -5, 255),
      bounded(32, false, 3, 70000), bounded(64, true, -1000, 1000)};
  for (unsigned width : {1, 2, 4, 7, 16, 24, 32, 64})
    for (bool isSigned : {true, false})
      storages.push_back(StorageSpec::fullRange(width, isSigned));
  return storages;
}

/// True if a kernel of this policy may be lowered in the form.
static bool mayHaveForm(const NumericPolicy &policy, Form form) {
  if (form == Form::Plain)
    return true;
  return policy.castRounding() == Rounding::NearestEven &&
         (form != Form::Corrected || policy.scaling == Scaling::Divide);
}

namespace {

/// The kernels of one format.
class HalfKernels {
public:
  HalfKernels(const llvm::fltSemantics &semantics, Form form, Draw &draw,
              std::vector<Kernel> &kernels)
      : semantics(semantics), form(form), draw(draw), kernels(kernels) {}

  /// All that have this rounding and this order.
  void add(NumericPolicy policy) {
    for (unsigned scaling = 0; scaling < kScalings; ++scaling) {
      policy.scaling = static_cast<Scaling>(scaling);
      for (bool isSigned : {true, false}) {
        Kernel kernel = make(StorageSpec::fullRange(8, isSigned), policy, 1);
        // The other forms are for ordinary scales, and f32 or f64.
        if (form != Form::Plain) {
          kernel.policy.computeType = ComputeType::Auto;
          kernel.rows.front().scale = draw.ordinaryScale(semantics);
        }
        addNans(kernel);
      }
    }
    for (unsigned i = 0; i < kOthers; ++i) {
      policy.scaling = draw.choice<Scaling>(kScalings);
      policy.nan = draw.choice<NanValue>(kNans);
      const StorageSpec &storage = storages[next++ % storages.size()];
      push(make(storage, policy, draw.below(4) == 0 ? 2 : 1));
    }
  }

private:
  /// So many of the other storages for each policy, in turn.
  static constexpr unsigned kOthers = 9;

  Kernel make(const StorageSpec &storage, const NumericPolicy &policy,
              unsigned rows) {
    Kernel kernel;
    kernel.policy = policy;
    for (unsigned row = 0; row < rows; ++row)
      kernel.rows.push_back(draw.parameters(storage, semantics));
    draw.computeType(kernel);
    return kernel;
  }

  void addNans(Kernel kernel) {
    for (unsigned nan = 0; nan < kNans; ++nan) {
      kernel.policy.nan = static_cast<NanValue>(nan);
      push(kernel);
    }
  }

  void push(const Kernel &kernel) {
    if (mayHaveForm(kernel.policy, form))
      kernels.push_back(kernel);
  }

  const llvm::fltSemantics &semantics;
  Form form;
  Draw &draw;
  std::vector<Kernel> &kernels;
  std::vector<StorageSpec> storages = getOtherStorages();
  unsigned next = 0;
};

} // namespace

std::vector<Kernel> exhaust::getHalfKernels(Form form) {
  std::vector<Kernel> kernels;
  Draw draw(1);
  for (const llvm::fltSemantics *semantics : {kFormats[0], kFormats[1]}) {
    HalfKernels half(*semantics, form, draw, kernels);
    for (unsigned rounding = 0; rounding < kRoundings; ++rounding)
      for (unsigned order = 0; order < kOrders; ++order) {
        NumericPolicy policy;
        policy.rounding = static_cast<Rounding>(rounding);
        policy.zeroPoint = static_cast<ZeroPointOrder>(order);
        half.add(policy);
      }
  }
  return kernels;
}

//===----------------------------------------------------------------------===//
// Dequantizations, and quantizations of f32
//===----------------------------------------------------------------------===//

std::vector<Kernel> exhaust::getDequantizeKernels() {
  std::vector<Kernel> kernels;
  Draw draw(2);
  for (const llvm::fltSemantics *semantics : kFormats)
    for (unsigned form = 0; form < 3; ++form)
      for (unsigned width = 1; width <= 16; ++width)
        for (bool isSigned : {true, false}) {
          StorageSpec storage = StorageSpec::fullRange(width, isSigned);
          Kernel kernel;
          kernel.quantizes = false;
          kernel.policy.dequantize = static_cast<DequantizeForm>(form);
          unsigned rows = 1 + draw.below(2);
          for (unsigned row = 0; row < rows; ++row)
            kernel.rows.push_back(draw.parameters(storage, *semantics));
          draw.computeType(kernel);
          kernels.push_back(kernel);
        }
  return kernels;
}

std::vector<Kernel> exhaust::getSingleKernels(const SingleChoice &choice) {
  std::vector<Kernel> kernels;
  Draw draw(3);
  for (Rounding rounding : choice.roundings)
    for (ZeroPointOrder order : choice.orders)
      for (Scaling scaling : choice.scalings)
        for (bool isSigned : choice.signs)
          for (unsigned i = 0; i < choice.scales; ++i) {
            const llvm::fltSemantics &f32 = APFloat::IEEEsingle();
            StorageSpec storage = StorageSpec::fullRange(8, isSigned);
            Kernel kernel;
            kernel.policy.rounding = rounding;
            kernel.policy.zeroPoint = order;
            kernel.policy.scaling = scaling;
            kernel.policy.nan = draw.choice<NanValue>(kNans);
            kernel.rows.push_back(draw.parameters(storage, f32));
            double scale = draw.ordinaryScale(f32);
            // Each eighth is a power of 2, which has a form of its own.
            kernel.rows.front().scale =
                i % 8 == 7 ? std::exp2(std::floor(std::log2(scale))) : scale;
            kernels.push_back(kernel);
          }
  return kernels;
}
