//===- TypeGenerator.cpp - Types and policies from bytes ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

#include <algorithm>

using namespace quantir::fuzz;

static constexpr const char *kFloats[] = {
    "f32", "f32", "f16", "bf16", "f64", "f80", "f128", "f8E4M3FN", "tf32"};

std::string Value::type(const std::string &element) const {
  if (form == Scalar)
    return element;
  if (form == Unranked)
    return "tensor<*x" + element + ">";
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += (size == kDynamic ? "?" : std::to_string(size)) + "x";
  return text + element + ">";
}

std::string Value::buffer() const { return "memref" + type().substr(6); }

bool Value::isStatic() const {
  return form == Ranked &&
         std::find(shape.begin(), shape.end(), kDynamic) == shape.end();
}

int64_t ModuleGenerator::size() {
  static constexpr int64_t kSizes[] = {
      2, 3, 4, 1, 6, 8, 16, kDynamic, kDynamic, 0, 32,
  };
  static constexpr int64_t kExtreme[] = {
      int64_t(1) << 16,        (int64_t(1) << 31) - 1,
      int64_t(1) << 31,        int64_t(1) << 32,
      int64_t(1) << 40,        int64_t(1) << 61,
      int64_t(1) << 62,        INT64_MAX,
      INT64_MAX - 1,           (int64_t(1) << 62) + 1,
      int64_t(3037000500) * 2, 65537};
  return source.chance(6) ? source.pick(kExtreme) : source.pick(kSizes);
}

std::vector<int64_t> ModuleGenerator::shape(unsigned maxRank) {
  std::vector<int64_t> shape;
  unsigned rank =
      source.chance(2) ? 10 + source.below(60) : source.below(maxRank + 1);
  for (unsigned i = 0; i < rank; ++i)
    shape.push_back(rank < 10 ? size() : 1 + source.below(2));
  return shape;
}

std::string ModuleGenerator::storage(std::string &stored) {
  static constexpr const char *kStorages[] = {
      "i8",  "u8",  "i4",  "i8<-127:127>", "u8<1:200>", "i2",
      "u4",  "i16", "u16", "i32",          "u5",        "i64",
      "u64", "u32", "i1",  "i24",          "i8<-128:0>"};
  static constexpr const char *kStored[] = {
      "i8",  "i8", "i4",  "i8",  "i8",  "i2", "i4",  "i16", "i16",
      "i32", "i5", "i64", "i64", "i32", "i1", "i24", "i8"};
  unsigned which = source.below(std::size(kStorages));
  if (maxWidth < 64 && llvm::StringRef(kStored[which]) == "i64")
    which = 0;
  stored = kStored[which];
  return kStorages[which];
}

std::string ModuleGenerator::parameter() {
  static constexpr const char *kScales[] = {
      "1.0",     "0.5",     "0.1",    "2.0",     "0.037", "3.0e38",  "1.0e-45",
      "1.0e-38", "65504.0", "6.0e-8", "1.0e300", "0.0",   "5.0e-324"};
  static constexpr const char *kZeroPoints[] = {"",
                                                "",
                                                ":1",
                                                ":-3",
                                                ":127",
                                                ":-128",
                                                ":255",
                                                ":9223372036854775807",
                                                ":-9223372036854775808",
                                                ":18446744073709551615"};
  std::string scale =
      source.chance(2) ? source.pick(kScales) : kScales[source.below(4)];
  return scale + (source.chance(2) ? source.pick(kZeroPoints)
                                   : kZeroPoints[source.chance(20)]);
}

std::string ModuleGenerator::parameterGrid(const std::vector<int64_t> &counts,
                                           size_t axis, int &budget) {
  if (axis == counts.size())
    return parameter();
  std::string text = "{";
  for (int64_t i = 0; i < counts[axis] && --budget > 0; ++i)
    text += (i ? ", " : "") + parameterGrid(counts, axis + 1, budget);
  return text + "}";
}

Element ModuleGenerator::quantized(const std::vector<int64_t> &shape,
                                   bool oneScale,
                                   const std::string &expressed) {
  constexpr int64_t kMaxParameters = 64;
  Element element;
  unsigned form = source.below(oneScale || shape.empty() ? 1 : 4);
  element.expressed = expressed.empty()
                          ? (source.chance(20) ? source.pick(kFloats)
                                               : kFloats[source.below(3)])
                          : expressed;
  std::string text =
      "!quant.uniform<" + storage(element.stored) + ":" + element.expressed;
  int budget = 3 * kMaxParameters;
  if (form < 2) {
    element.kind = Element::PerTensor;
    element.text = text + ", " + parameter() + ">";
    return element;
  }
  if (form == 2) {
    element.kind = Element::PerAxis;
    size_t axis = source.below(shape.size());
    int64_t channels =
        shape[axis] == kDynamic ? 1 + source.below(4) : shape[axis];
    channels = std::clamp<int64_t>(channels, 1, kMaxParameters);
    if (source.chance(2))
      axis = INT64_MAX;
    element.text = text + ":" + std::to_string(axis) + ", " +
                   parameterGrid({channels}, 0, budget) + ">";
    return element;
  }
  element.kind = Element::Blocked;
  std::vector<int64_t> counts;
  std::string blocks;
  int64_t total = 1;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t count = 1 + source.below(4), block = 1 + source.below(4);
    if (shape[axis] > 0) {
      // A divisor, the larger if the number of blocks gets too large.
      count = shape[axis] % count == 0 ? count : 1;
      block = shape[axis] / count;
    } else if (source.chance(4)) {
      block = size();
    }
    if (total * count > kMaxParameters || !source.chance(70)) {
      counts.push_back(1);
      continue;
    }
    total *= count;
    counts.push_back(count);
    blocks += (blocks.empty() ? "" : ", ") + std::to_string(axis) + ":" +
              std::to_string(block);
  }
  element.text =
      text + ":{" + blocks + "}, " + parameterGrid(counts, 0, budget) + ">";
  return element;
}

Element ModuleGenerator::anyElement(const std::vector<int64_t> &shape) {
  static constexpr const char *kOthers[] = {"!quant.any<i8:f32>",
                                            "!quant.calibrated<f32<-1.0:1.0>>",
                                            "!quant.any<u4<1:3>>"};
  unsigned which = source.below(10);
  if (which < 5)
    return quantized(shape);
  if (which < 8)
    return {source.pick(kFloats), "", "", Element::Float};
  if (which == 8) {
    std::string stored;
    storage(stored);
    return {stored, "", "", Element::Integer};
  }
  if (source.chance(20))
    return {source.pick(kOthers), "f32", "i8", Element::PerTensor};
  return {"f32", "", "", Element::Float};
}

Value ModuleGenerator::anyValue() {
  Value value;
  value.form = source.chance(80)   ? Value::Ranked
               : source.chance(70) ? Value::Scalar
                                   : Value::Unranked;
  if (value.form == Value::Ranked)
    value.shape = shape();
  value.element = anyElement(
      value.form == Value::Unranked ? std::vector<int64_t>{2, 3} : value.shape);
  return value;
}

std::string ModuleGenerator::odd(const Value &value) {
  std::string type = value.type();
  switch (source.below(6)) {
  case 0:
    return "tuple<" + type + ", i8, tuple<" + type + ">>";
  case 1:
    return value.form == Value::Ranked ? value.buffer() : type;
  case 2:
    return "tuple<(" + type + ") -> i8>";
  case 3:
    return "(" + type + ") -> " + type;
  case 4:
    return "memref<*x" + value.element.text + ">";
  default:
    return value.form == Value::Ranked && value.element.isQuantized()
               ? "tensor<2x2x" + value.element.text + ", 3 : i8>"
               : type;
  }
}

std::string ModuleGenerator::maybeBroken(std::string type) {
  if (!source.chance(2))
    return type;
  static constexpr const char *kTypes[] = {
      "f32",   "tensor<2x2xf32>", "tensor<?xi8>", "i8",
      "index", "tensor<*xf32>",   "none"};
  switch (source.below(3)) {
  case 0:
    return source.pick(kTypes);
  case 1:
    // One digit is another.
    for (char &c : type)
      if (c >= '0' && c <= '9' && source.chance(20)) {
        c = '0' + source.below(10);
        return type;
      }
    return type;
  default:
    return anyValue().type();
  }
}

//===----------------------------------------------------------------------===//
// Policies
//===----------------------------------------------------------------------===//

std::string quantir::fuzz::generateKnobs(ByteSource &source, bool asOptions) {
  static constexpr const char *kKnobs[][9] = {
      {"rounding", "nearest_even", "nearest_away", "nearest_up", "toward_zero",
       "down", "up"},
      {"zero_point", "before_rounding", "after_rounding"},
      {"scaling", "divide", "reciprocal"},
      {"compute_type", "auto", "expressed", "f32", "f64"},
      {"dequantize", "subtract_multiply", "integer_subtract", "fma"},
      {"nan", "zero_point", "storage_min", "storage_max", "zero"},
      {"requantize", "exact", "float_multiplier", "fixed_single_round",
       "fixed_double_round"},
      {"math", "poly", "accurate", "libm"},
      {"polynomial_fma", "true", "false"},
      {"dynamic_scale", "divide", "multiply"},
      {"zero_row_scale", "0", "1"}};
  static constexpr const char *kPresets[] = {
      "spec",    "onnx",   "pytorch", "tflite", "stablehlo",
      "xnnpack", "onednn", "ascend",  "mlir",   "ascend-device"};
  std::string text;
  if (asOptions && source.chance(40))
    text = std::string("policy=") + source.pick(kPresets);
  for (const auto &knob : kKnobs) {
    if (!source.chance(15))
      continue;
    unsigned words = 0;
    while (words + 1 < std::size(knob) && knob[words + 1])
      ++words;
    std::string name = knob[0], word = knob[1 + source.below(words)];
    if (asOptions) {
      std::replace(name.begin(), name.end(), '_', '-');
      std::replace(word.begin(), word.end(), '_', '-');
      text += (text.empty() ? "" : " ") + name + "=" + word;
    } else {
      text += (text.empty() ? "" : ", ") + name + " = " + word;
    }
  }
  return text;
}

std::string ModuleGenerator::policy() {
  if (!source.chance(30))
    return "";
  return "quantir.policy = #quantir.policy<" + generateKnobs(source, false) +
         ">";
}
