//===- UnfusedGenerator.cpp - Unfused forms of the fused op ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnfusedGenerator.h"

#include "llvm/ADT/StringSwitch.h"

using namespace quantir::fuzz;
using Unfused = ModuleGenerator::Unfused;

static void append(std::string &list, const std::string &item) {
  list += (list.empty() ? "" : ", ") + item;
}

std::string Unfused::Sizes::type(const std::string &element) const {
  Value value;
  value.form = Value::Ranked;
  value.shape = shape;
  return value.type(element);
}

std::string Unfused::Sizes::dynamic() const {
  std::string list;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == kDynamic)
      append(list, names[axis]);
  return list;
}

std::string Unfused::Operand::type() const {
  return isScalar() ? element : sizes.type(element);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

std::string Unfused::line(const std::string &text) {
  std::string name = module.fresh();
  module.emit(name + " = " + text);
  return name;
}

std::string Unfused::typed(const std::string &element) {
  return tensors ? tensors->type(element) : element;
}

std::string Unfused::number(const std::string &text) {
  std::string digits = text;
  if (breaks())
    digits = source.pick({"0.5", "2.0", "126.0", "-1.0", "1.0e-45", "0.0",
                          "0x7FC00000", "0xFF800000"});
  bool isStaticTensor = tensors && tensors->dynamic().empty();
  if (isStaticTensor && source.chance(70))
    return line("arith.constant dense<" + digits + "> : " + typed(flt));
  std::string scalar = line("arith.constant " + digits + " : " + flt);
  if (!tensors)
    return scalar;
  if (source.chance(30)) {
    std::string out = empty(*tensors, flt);
    return line("linalg.fill ins(" + scalar + " : " + flt + ") outs(" + out +
                " : " + typed(flt) + ") -> " + typed(flt));
  }
  std::string sizes = tensors->dynamic();
  return line("tensor.splat " + scalar +
              (sizes.empty() ? "" : "[" + sizes + "]") + " : " + typed(flt));
}

/// The named op of linalg that does the same on tensors; null if there is none.
static const char *getNamedOp(llvm::StringRef op) {
  return llvm::StringSwitch<const char *>(op)
      .Case("arith.addf", "linalg.add")
      .Case("arith.mulf", "linalg.mul")
      .Case("arith.divf", "linalg.div")
      .Case("arith.negf", "linalg.negf")
      .Case("arith.maximumf", "linalg.max")
      .Case("arith.minimumf", "linalg.min")
      .Case("math.absf", "linalg.abs")
      .Case("math.exp", "linalg.exp")
      .Case("math.tanh", "linalg.tanh")
      .Case("math.round", "linalg.round")
      .Case("math.floor", "linalg.floor")
      .Case("math.ceil", "linalg.ceil")
      .Default(nullptr);
}

std::string Unfused::unary(const char *op, const std::string &x) {
  if (breaks())
    op = source.pick({"math.absf", "arith.negf", "math.exp", "math.tanh",
                      "math.floor", "math.sqrt"});
  const char *named = getNamedOp(op);
  std::string type = typed(flt);
  if (tensors && named && source.chance(30))
    return line(std::string(named) + " ins(" + x + " : " + type + ") outs(" +
                empty(*tensors, flt) + " : " + type + ") -> " + type);
  return line(op + (" " + x) + " : " + type);
}

std::string Unfused::binary(const char *op, std::string x, std::string y) {
  llvm::StringRef name = op;
  if (name != "arith.divf" && name != "arith.subf" && source.chance(40))
    std::swap(x, y);
  std::string flags;
  if (breaks()) {
    unsigned what = source.below(3);
    if (what == 0)
      std::swap(x, y);
    else if (what == 1)
      op = source.pick({"arith.addf", "arith.mulf", "arith.divf", "arith.subf",
                        "arith.maximumf", "arith.remf"});
    else
      flags = " fastmath<reassoc>";
  }
  const char *named = getNamedOp(op);
  std::string type = typed(flt);
  if (tensors && named && source.chance(30))
    return line(std::string(named) + " ins(" + x + ", " + y + " : " + type +
                ", " + type + ") outs(" + empty(*tensors, flt) + " : " + type +
                ") -> " + type);
  return line(op + (" " + x) + ", " + y + flags + " : " + type);
}

std::string Unfused::withNumber(const char *op, const std::string &x,
                                const char *digits) {
  std::string y = number(digits);
  return binary(op, x, y);
}

std::string Unfused::numberWith(const char *op, const char *digits,
                                const std::string &y) {
  std::string x = number(digits);
  return binary(op, x, y);
}

std::string Unfused::cast(const char *op, const std::string &x,
                          const std::string &from, const std::string &to) {
  return line(op + (" " + x) + " : " + typed(from) + " to " + typed(to));
}

std::string Unfused::selectWhere(const char *predicate, const std::string &x,
                                 const std::string &y,
                                 const std::string &ifTrue,
                                 const std::string &ifFalse) {
  if (breaks())
    predicate = source.pick({"oeq", "olt", "uge", "ord", "true", "one"});
  std::string condition = line(std::string("arith.cmpf ") + predicate + ", " +
                               x + ", " + y + " : " + typed(flt));
  return line("arith.select " + condition + ", " + ifTrue + ", " + ifFalse +
              " : " + (tensors ? typed("i1") + ", " : "") + typed(flt));
}

std::string Unfused::empty(const Sizes &sizes, const std::string &element) {
  return line("tensor.empty(" + sizes.dynamic() + ") : " + sizes.type(element));
}

/// One half of the last axis.
std::string Unfused::slice(const Operand &of, const Sizes &sizes, bool upper) {
  std::string offsets, extents, strides;
  for (size_t axis = 0; axis < sizes.shape.size(); ++axis) {
    bool isLast = axis + 1 == sizes.shape.size();
    std::string offset = isLast && upper ? sizes.names[axis] : "0";
    if (breaks())
      offset = source.pick({"0", "1", "3", "9223372036854775807"});
    append(offsets, offset);
    append(extents, sizes.names[axis]);
    append(strides, breaks() ? "2" : "1");
  }
  return line("tensor.extract_slice " + of.name + "[" + offsets + "] [" +
              extents + "] [" + strides + "] : " + of.type() + " to " +
              sizes.type(of.element));
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// The affine map from `rank` loops to the axes of the operand.
std::string Unfused::map(const Operand &operand, size_t rank) {
  std::string loops, axes;
  for (size_t loop = 0; loop < rank; ++loop) {
    std::string name = "d" + std::to_string(loop);
    append(loops, name);
    bool isLast = loop + 1 == rank;
    if (operand.axes == Operand::All ||
        operand.axes == (isLast ? Operand::Columns : Operand::Rows))
      append(axes, breaks() ? "d0" : name);
    if (isLast && operand.axes == Operand::Rows && operand.hasUnitAxis)
      append(axes, "0");
    if (loop == 0 && ((operand.axes == Operand::Columns && rank > 1 &&
                       operand.hasUnitAxis) ||
                      operand.axes == Operand::Single))
      axes = "0";
  }
  return "affine_map<(" + loops + ") -> (" + axes + ")>";
}

/// Begins a linalg.generic whose body has `names` for the elements.
std::string Unfused::openBody(const Operands &inputs, const Sizes &sizes,
                              const std::string &element, Names &names) {
  size_t rank = sizes.shape.size();
  Operand result;
  result.element = element;
  result.sizes = sizes;
  std::string maps, operands, types, arguments, kinds;
  for (const Operand &input : inputs) {
    if (input.isScalar()) {
      names.push_back(input.name);
      continue;
    }
    names.push_back(module.fresh());
    append(maps, map(input, rank));
    append(operands, input.name);
    append(types, input.type());
    append(arguments, names.back() + ": " + input.element);
  }
  append(maps, map(result, rank));
  append(arguments, module.fresh() + ": " + element);
  for (size_t loop = 0; loop < rank; ++loop)
    append(kinds, "\"parallel\"");
  std::string out = empty(sizes, element);
  std::string name = module.fresh();
  module.emit(
      name + " = linalg.generic {indexing_maps = [" + maps +
      "], iterator_types = [" + kinds + "]}" +
      (operands.empty() ? "" : " ins(" + operands + " : " + types + ")") +
      " outs(" + out + " : " + result.type() + ") {\n^bb0(" + arguments + "):");
  return name;
}

/// The operand as a tensor of all elements of a section.
std::string Unfused::broadcast(const Operand &operand, const Sizes &sizes) {
  if (operand.axes == Operand::All)
    return operand.name;
  std::string dynamic = sizes.dynamic(), type = sizes.type(operand.element);
  if (operand.isScalar())
    return line("tensor.splat " + operand.name +
                (dynamic.empty() ? "" : "[" + dynamic + "]") + " : " + type);
  bool isPlain = !operand.hasUnitAxis && operand.axes != Operand::Single;
  if (!isPlain || source.chance(40)) {
    Names names;
    std::string name = openBody({operand}, sizes, operand.element, names);
    module.emit("linalg.yield " + names[0] + " : " + operand.element +
                "\n} -> " + type);
    return name;
  }
  std::string axes;
  size_t last = sizes.shape.size() - 1;
  for (size_t axis = 0; axis <= last; ++axis)
    if ((axis == last) == (operand.axes == Operand::Rows))
      append(axes, std::to_string(axis));
  return line("linalg.broadcast ins(" + operand.name + " : " + operand.type() +
              ") outs(" + empty(sizes, operand.element) + " : " + type +
              ") dimensions = [" + axes + "]");
}

Unfused::Operand
Unfused::section(const Operands &inputs, const Sizes &sizes,
                 const std::string &element,
                 const std::function<std::string(const Names &)> &steps) {
  Operand result;
  result.element = element;
  result.sizes = sizes;
  Names names;
  if (source.chance(50)) {
    for (const Operand &input : inputs)
      names.push_back(broadcast(input, sizes));
    tensors = &sizes;
    result.name = steps(names);
    tensors = nullptr;
  } else {
    result.name = openBody(inputs, sizes, element, names);
    std::string yielded = steps(names);
    module.emit("linalg.yield " + yielded + " : " + element + "\n} -> " +
                result.type());
  }
  if (breaks())
    show(result);
  return result;
}

void Unfused::show(const Operand &operand) {
  Value value;
  value.name = operand.name;
  value.form = Value::Ranked;
  value.shape = operand.sizes.shape;
  value.element = {operand.element, "", "",
                   operand.element[0] == 'i' ? Element::Integer
                                             : Element::Float};
  module.values.push_back(value);
}
