//===- NumericPolicy.cpp - What a cast computes ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/NumericPolicy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace quantir;
using llvm::APFloat;
using llvm::StringRef;

namespace {

/// A knob that takes its default when nobody set it.
template <typename Enum>
void resolveKnob(const std::optional<Enum> &knob, Enum &value) {
  if (knob)
    value = *knob;
}

/// A knob that stays unset.
template <typename Enum>
void resolveKnob(const std::optional<Enum> &knob, std::optional<Enum> &value) {
  value = knob;
}

/// A row of the table of presets: `knob=word` as in pass options.
struct Preset {
  StringRef name;
  StringRef knobs;
};

} // namespace

NumericPolicy NumericPolicy::resolve(const PolicyKnobs &knobs) {
  NumericPolicy policy;
#define QUANTIR_KNOB(field, text, Enum) resolveKnob(knobs.field, policy.field);
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  return policy;
}

/// docs/numerics.md says where each choice comes from. No preset sets
/// `requantize`: a fused pair computes what its two casts compute, unless the
/// user names another form.
static const Preset kPresets[] = {
    {"spec", ""},
    // Measured: test/Numerics/vectors.
    {"onnx", "rounding=nearest-even zero-point=after-rounding scaling=divide "
             "compute-type=f32 dequantize=integer-subtract nan=storage-min"},
    {"pytorch",
     "rounding=nearest-even zero-point=after-rounding scaling=reciprocal "
     "compute-type=f32 dequantize=integer-subtract nan=storage-min"},
    // Public definition; NaN as on Arm, where the conversion gives 0.
    {"tflite", "rounding=nearest-away zero-point=after-rounding scaling=divide "
               "compute-type=f32 dequantize=integer-subtract nan=zero-point"},
    // Public definition, in the expressed type. It leaves NaN open.
    {"stablehlo",
     "rounding=nearest-even zero-point=before-rounding scaling=divide "
     "compute-type=expressed dequantize=integer-subtract"},
    // Measured.
    {"xnnpack",
     "rounding=nearest-even zero-point=after-rounding scaling=reciprocal "
     "compute-type=f32 dequantize=integer-subtract nan=storage-max"},
    {"onednn",
     "rounding=nearest-even zero-point=before-rounding scaling=reciprocal "
     "compute-type=f32 dequantize=subtract-multiply nan=storage-min"},
    // The fused op's documented formula, and what its kernels compute.
    {"ascend", "rounding=toward-zero zero-point=before-rounding scaling=divide "
               "compute-type=f32 dequantize=subtract-multiply nan=zero "
               "dynamic-scale=divide zero-row-scale=0"},
    {"ascend-device",
     "rounding=nearest-even zero-point=before-rounding scaling=reciprocal "
     "compute-type=f32 dequantize=subtract-multiply nan=zero "
     "dynamic-scale=multiply zero-row-scale=0"},
    // LLVM's lower-quant-ops, where that is defined; it isn't for NaN.
    {"mlir", "rounding=toward-zero zero-point=before-rounding scaling=divide "
             "compute-type=expressed dequantize=subtract-multiply"},
};

std::optional<PolicyKnobs> quantir::getPreset(StringRef name) {
  const Preset *preset = llvm::find_if(
      kPresets, [&](const Preset &preset) { return preset.name == name; });
  if (preset == std::end(kPresets))
    return std::nullopt;
  PolicyKnobs knobs;
  for (StringRef entry : llvm::split(preset->knobs, ' ')) {
    auto [knob, word] = entry.split('=');
    if (knob.empty())
      continue;
    [[maybe_unused]] std::string error = knobs.set(knob, word);
    assert(error.empty() && "the table of presets is wrong");
  }
  return knobs;
}

std::string quantir::fillFromPreset(StringRef name, PolicyKnobs &knobs) {
  std::optional<PolicyKnobs> preset = getPreset(name);
  if (!preset)
    return "expected policy to be one of " +
           llvm::join(getPresetNames(), ", ") + ", but got '" + name.str() +
           "'";
  knobs.fillFrom(*preset);
  return "";
}

llvm::ArrayRef<StringRef> quantir::getPresetNames() {
  static const std::vector<StringRef> names = [] {
    std::vector<StringRef> result;
    for (const Preset &preset : kPresets)
      result.push_back(preset.name);
    return result;
  }();
  return names;
}

/// True if `semantics` holds every integer of the storage exactly.
static bool holdsIntegers(const llvm::fltSemantics &semantics, unsigned width,
                          bool isSigned) {
  unsigned magnitudeBits = isSigned ? width - 1 : width;
  return magnitudeBits <= APFloat::semanticsPrecision(semantics);
}

const llvm::fltSemantics &
quantir::getComputeSemantics(const NumericPolicy &policy, unsigned storageWidth,
                             bool isSigned,
                             const llvm::fltSemantics &expressed) {
  const llvm::fltSemantics &f32 = APFloat::IEEEsingle();
  const llvm::fltSemantics &f64 = APFloat::IEEEdouble();
  switch (policy.computeType) {
  case ComputeType::Expressed:
    return expressed;
  case ComputeType::F32:
    return f32;
  case ComputeType::F64:
    return f64;
  case ComputeType::Auto:
    break;
  }
  unsigned precision = APFloat::semanticsPrecision(expressed);
  if (precision > APFloat::semanticsPrecision(f64))
    return expressed;
  bool fitsF32 = precision <= APFloat::semanticsPrecision(f32) &&
                 holdsIntegers(f32, storageWidth, isSigned);
  return fitsF32 ? f32 : f64;
}

/// The formats that casts are computed in and lowered for.
static const std::pair<const llvm::fltSemantics *, StringRef> kFormats[] = {
    {&APFloat::IEEEhalf(), "f16"},
    {&APFloat::BFloat(), "bf16"},
    {&APFloat::IEEEsingle(), "f32"},
    {&APFloat::IEEEdouble(), "f64"},
};

StringRef quantir::getFormatName(const llvm::fltSemantics &semantics) {
  for (auto [format, name] : kFormats)
    if (format == &semantics)
      return name;
  return "";
}

std::string quantir::checkPolicy(const NumericPolicy &policy,
                                 CastDirection direction, unsigned storageWidth,
                                 bool isSigned,
                                 const llvm::fltSemantics &expressed) {
  if (getFormatName(expressed).empty())
    return "expected an expressed type that the lowering computes with, one of "
           "f16, bf16, f32, f64, but got one of " +
           std::to_string(APFloat::getSizeInBits(expressed)) + " bits";
  const llvm::fltSemantics &compute =
      getComputeSemantics(policy, storageWidth, isSigned, expressed);
  bool isNarrow = APFloat::semanticsPrecision(compute) <
                  APFloat::semanticsPrecision(APFloat::IEEEsingle());
  if (direction == CastDirection::Dequantize &&
      policy.dequantize == DequantizeForm::Fma && isNarrow)
    return ("expected to compute in f32 or f64 where dequantize is fma, but "
            "got compute_type " +
            stringifyEnum(policy.computeType) + " of " +
            getFormatName(expressed) +
            "; choose compute_type auto, f32 or f64, or dequantize "
            "subtract_multiply or integer_subtract")
        .str();
  return "";
}
