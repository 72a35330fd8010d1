//===- FusedGenerator.cpp - The fused op from bytes -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace quantir::fuzz;

void ModuleGenerator::fused() {
  static constexpr const char *kInputs[] = {"i32", "i8", "bf16", "f16"};
  unsigned kind = source.below(4);
  bool isI8 = kind == 1, isI32 = kind == 0;
  bool isStatic = isI8 && source.chance(50);
  bool hasGroups = isI32 && source.chance(50);
  int64_t rows = size(), half = size();
  if (half > INT64_MAX / 2 && !source.chance(20))
    half = INT64_MAX / 2;
  int64_t width =
      half == kDynamic || half > INT64_MAX / 2 ? kDynamic : 2 * half;
  Value x;
  x.form = Value::Ranked;
  x.shape = isI8 ? shape(3) : std::vector<int64_t>();
  x.shape.insert(x.shape.begin(), rows);
  x.shape.push_back(width);
  x.element = {kInputs[kind], "", "", Element::Integer};
  std::string operands, definitions;
  auto operand = [&](const char *name, std::vector<int64_t> shape,
                     const char *element) {
    Value value;
    value.form = Value::Ranked;
    value.shape = std::move(shape);
    value.element = {element, "", "", Element::Float};
    std::string type = maybeBroken(value.type());
    value.name = given(value, type);
    operands += std::string(" ") + name + "(" + value.name + " : " + type + ")";
  };
  x.name = given(x, x.type());
  int64_t groups = size();
  auto columns = [&](int64_t of) -> std::vector<int64_t> {
    if (hasGroups)
      return {groups, source.chance(30) ? 1 : of};
    switch (source.below(3)) {
    case 0:
      return {of};
    case 1:
      return {1, source.chance(30) ? kDynamic : of};
    default:
      return {1};
    }
  };
  if (isI8 || isI32)
    operand("weight_scale", columns(width), "f32");
  if (isI32)
    operand("activation_scale",
            source.chance(50) ? std::vector<int64_t>{rows, 1}
                              : std::vector<int64_t>{rows},
            "f32");
  if ((isI8 || isI32) && source.chance(50))
    operand("bias", columns(width), "f32");
  if (isStatic || (isI8 && source.chance(40)))
    operand("quant_scale", columns(half), "f32");
  if (isStatic && source.chance(40))
    operand("quant_offset", columns(half), "f32");
  if (hasGroups) {
    operand("group_index", {groups}, "i64");
    if (source.chance(40))
      operands += " row_offset(" + index(source.below(5)) + " : index)";
  }
  Value y = x, scale = x;
  y.shape.back() = half;
  y.element.text = "i8";
  if (source.chance(10))
    y.shape.front() = source.chance(50) ? size() : kDynamic;
  scale.shape.pop_back();
  scale.element = {"f32", "", "", Element::Float};
  y.name = fresh();
  scale.name = fresh();
  std::string attributes = policy();
  auto attribute = [&](const std::string &text) {
    attributes += (attributes.empty() ? "" : ", ") + text;
  };
  if (isStatic)
    attribute("quant_type = \"static\"");
  if (source.chance(20))
    attribute(
        source.pick({"beta = 1.0 : f32", "beta = -0.0 : f32",
                     "beta = 0x7FC00000 : f32", "beta = 3.0e38 : f32",
                     "linear_beta = 0.0 : f32", "linear_beta = -1.0 : f32",
                     "activate_left = false", "linear_beta = 1.0e-45 : f32"}));
  emit(y.name + (isStatic ? "" : ", " + scale.name) +
       " = quant.dequant_situ_quant " + x.name + operands +
       (attributes.empty() ? "" : " {" + attributes + "}") + " : " + x.type() +
       " -> " + maybeBroken(y.type()) +
       (isStatic ? "" : ", " + maybeBroken(scale.type())));
  values.push_back(y);
  if (!isStatic)
    values.push_back(scale);
}
