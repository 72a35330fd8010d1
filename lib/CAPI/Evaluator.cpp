//===- Evaluator.cpp - Casts of single numbers ----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir-c/Evaluator.h"

#include "Wrap.h"
#include "mlir/CAPI/IR.h"
#include "quantir/IR/FloatConversion.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/IR/TypeText.h"
#include "quantir/Numerics/Evaluator.h"
#include "quantir/Numerics/Explain.h"

#include <cstring>

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

static constexpr const llvm::fltSemantics &(*kFormats[])() = {
    APFloat::IEEEhalf, APFloat::BFloat, APFloat::IEEEsingle,
    APFloat::IEEEdouble};

/// Sets `parameters`; gives an empty string or what is wrong.
static std::string read(const QuantirElement &element,
                        const NumericPolicy &policy, CastDirection direction,
                        ElementParameters &parameters) {
  StorageSpec storage = unwrap(element.storage);
  if (storage.width < 1 || storage.width > StorageSpec::kMaxWidth)
    return "expected a storage of 1 to 64 bits, but got " +
           std::to_string(storage.width);
  StorageSpec full = StorageSpec::fullRange(storage.width, storage.isSigned);
  if (!full.contains(storage.min) || !full.contains(storage.max) ||
      storage.minValue() >= storage.maxValue())
    return "expected bounds in the storage " + full.toString() +
           ", the first below the second, but got " +
           storage.toString(storage.min) + " and " +
           storage.toString(storage.max);
  if (!full.contains(element.zeroPoint))
    return "expected a zero point that the storage " + full.toString() +
           " holds, but got " + storage.toString(element.zeroPoint);
  // Any number, if C says so, while C++ takes it for one of the list.
  int format = 0;
  static_assert(sizeof(format) == sizeof(element.expressed));
  std::memcpy(&format, &element.expressed, sizeof(format));
  if (format < QuantirF16 || format > QuantirF64)
    return "expected one of the expressed formats, but got " +
           std::to_string(format);
  const llvm::fltSemantics &expressed = kFormats[format]();
  APFloat scale = toFormat(APFloat(element.scale), expressed);
  if (!scale.isFinite() || scale.isNegative() || scale.isZero())
    return "expected a positive finite scale of the expressed format, but "
           "got " +
           std::to_string(element.scale);
  parameters.width = storage.width;
  parameters.isSigned = storage.isSigned;
  parameters.min = storage.min;
  parameters.max = storage.max;
  parameters.zeroPoint = element.zeroPoint;
  parameters.scale = toDouble(scale);
  parameters.expressed = &expressed;
  return checkPolicy(policy, direction, storage.width, storage.isSigned,
                     expressed);
}

static std::string readStored(int64_t stored,
                              const ElementParameters &parameters) {
  StorageSpec full =
      StorageSpec::fullRange(parameters.width, parameters.isSigned);
  if (full.contains(stored))
    return "";
  return "expected a stored value of " + full.toString() + ", but got " +
         full.toString(stored);
}

/// `stored` as a number, in the form of the API.
static int64_t toInt64(const APInt &stored,
                       const ElementParameters &parameters) {
  return parameters.isSigned ? stored.getSExtValue()
                             : static_cast<int64_t>(stored.getZExtValue());
}

static APInt toStored(int64_t stored, const ElementParameters &parameters) {
  return APInt(64, static_cast<uint64_t>(stored)).trunc(parameters.width);
}

MlirLogicalResult quantirUniformTypeGetElement(MlirType type, intptr_t index,
                                               QuantirElement *element,
                                               MlirStringCallback onError,
                                               void *userData) {
  Quantization view =
      *llvm::cast<QuantizedTypeInterface>(unwrap(type)).getQuantization();
  intptr_t count = view.scales.size();
  if (index < 0 || index >= count)
    return report("expected an index below " + std::to_string(count) +
                      ", but got " + std::to_string(index),
                  onError, userData);
  const auto *format = llvm::find_if(kFormats, [&](auto getFormat) {
    return &getFormat() == &view.expressedType.getFloatSemantics();
  });
  if (format == std::end(kFormats))
    return report("expected an expressed type of f16, bf16, f32 or f64, but "
                  "got that of " +
                      shortTypeText(unwrap(type)),
                  onError, userData);
  element->storage = wrap(view.storage);
  element->expressed =
      static_cast<QuantirFloat>(std::distance(std::begin(kFormats), format));
  element->scale = view.scales[index];
  element->zeroPoint = view.zeroPoints[index];
  return mlirLogicalResultSuccess();
}

MlirLogicalResult quantirEvaluateQuantize(QuantirPolicy knobs,
                                          QuantirElement element, double value,
                                          int64_t *stored,
                                          MlirStringCallback onError,
                                          void *userData) {
  NumericPolicy policy = NumericPolicy::resolve(*unwrap(knobs));
  ElementParameters parameters;
  std::string error =
      read(element, policy, CastDirection::Quantize, parameters);
  if (error.empty())
    *stored = toInt64(
        evaluateQuantize(toFormat(APFloat(value), *parameters.expressed),
                         parameters, policy),
        parameters);
  return report(error, onError, userData);
}

MlirLogicalResult quantirEvaluateDequantize(QuantirPolicy knobs,
                                            QuantirElement element,
                                            int64_t stored, double *value,
                                            MlirStringCallback onError,
                                            void *userData) {
  NumericPolicy policy = NumericPolicy::resolve(*unwrap(knobs));
  ElementParameters parameters;
  std::string error =
      read(element, policy, CastDirection::Dequantize, parameters);
  if (error.empty())
    error = readStored(stored, parameters);
  if (error.empty())
    *value = toDouble(
        evaluateDequantize(toStored(stored, parameters), parameters, policy));
  return report(error, onError, userData);
}

MlirLogicalResult quantirEvaluateRequantize(QuantirPolicy knobs,
                                            QuantirElement input,
                                            QuantirElement output,
                                            int64_t stored, int64_t *result,
                                            MlirStringCallback onError,
                                            void *userData) {
  NumericPolicy policy = NumericPolicy::resolve(*unwrap(knobs));
  ElementParameters from, to;
  std::string error =
      read(input, policy, getInputDirection(policy.requantize), from);
  if (error.empty())
    error = read(output, policy, CastDirection::Quantize, to);
  if (error.empty() && input.expressed != output.expressed)
    error = "expected one expressed format for input and output, but got " +
            getFormatName(*from.expressed).str() + " and " +
            getFormatName(*to.expressed).str();
  if (error.empty())
    error = checkRequantize(from, to, policy);
  if (error.empty())
    error = readStored(stored, from);
  if (error.empty())
    *result = toInt64(
        evaluateRequantize(toStored(stored, from), from, to, policy), to);
  return report(error, onError, userData);
}

MlirLogicalResult quantirExplain(MlirContext context, QuantirPolicy policy,
                                 MlirStringRef cast, intptr_t index,
                                 MlirStringCallback callback,
                                 MlirStringCallback onError, void *userData) {
  mlir::detail::CallbackOstream os(callback, userData);
  std::optional<size_t> element;
  if (index >= 0)
    element = index;
  return report(
      explainCast(unwrap(cast), *unwrap(policy), element, *unwrap(context), os),
      onError, userData);
}
