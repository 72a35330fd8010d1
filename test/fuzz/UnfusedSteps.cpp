//===- UnfusedSteps.cpp - The steps of the unfused forms ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnfusedGenerator.h"

using namespace quantir::fuzz;
using Unfused = ModuleGenerator::Unfused;

//===----------------------------------------------------------------------===//
// What is given
//===----------------------------------------------------------------------===//

void Unfused::chooseSizes() {
  int64_t half = source.chance(60) ? 4 : module.size();
  if (half > INT64_MAX / 2)
    half = 4;
  bool isDeep = input == "i8" && source.chance(30);
  for (unsigned axis = 0; axis < (isDeep ? 2u : 1u); ++axis) {
    int64_t size = source.chance(40) ? kDynamic : module.size();
    // Slices of no elements are no valid IR.
    rows.shape.push_back(size == 0 ? 1 : size);
  }
  whole.shape = halves.shape = rows.shape;
  whole.shape.push_back(half == kDynamic ? kDynamic : 2 * half);
  halves.shape.push_back(half);
}

Unfused::Operand Unfused::given(const Sizes &sizes, const std::string &element,
                                Operand::Axes axes) {
  Operand operand;
  operand.element = element;
  operand.axes = axes;
  operand.sizes = sizes;
  Value value;
  value.form = sizes.shape.empty() ? Value::Scalar : Value::Ranked;
  value.shape = sizes.shape;
  value.element = {element, "", "", Element::Float};
  operand.name = module.given(value, operand.type());
  return operand;
}

/// A parameter of the columns: of each, or one for all.
Unfused::Operand Unfused::columns(const Sizes &of) {
  Sizes sizes;
  switch (source.below(5)) {
  case 0:
  case 1:
    sizes = {{of.shape.back()}, {of.names.back()}};
    return given(sizes, flt, Operand::Columns);
  case 2: {
    sizes = {{1, of.shape.back()}, {"1", of.names.back()}};
    Operand operand = given(sizes, flt, Operand::Columns);
    operand.hasUnitAxis = true;
    return operand;
  }
  case 3:
    if (source.chance(50))
      sizes = {{1}, {"1"}};
    return given(sizes, flt, Operand::Single);
  default:
    return groupsOfColumns(of);
  }
}

/// Each row has the parameters of its group.
Unfused::Operand Unfused::groupsOfColumns(const Sizes &of) {
  Operand table =
      given({{3, of.shape.back()}, {"3", of.names.back()}}, flt, Operand::All);
  Operand groups = given(rows, "index", Operand::Rows), result;
  result.element = flt;
  result.sizes = of;
  Names names;
  result.name = openBody({groups}, of, flt, names);
  std::string column =
      line("linalg.index " + std::to_string(of.shape.size() - 1) + " : index");
  std::string element = line("tensor.extract " + table.name + "[" + names[0] +
                             ", " + column + "] : " + table.type());
  module.emit("linalg.yield " + element + " : " + flt + "\n} -> " +
              result.type());
  return result;
}

Unfused::Operand Unfused::rowScales() {
  if (source.chance(20))
    return given({}, flt, Operand::Single);
  Sizes sizes = rows;
  bool hasUnitAxis = source.chance(40);
  if (hasUnitAxis) {
    sizes.shape.push_back(1);
    sizes.names.push_back("1");
  }
  Operand operand = given(sizes, flt, Operand::Rows);
  operand.hasUnitAxis = hasUnitAxis;
  return operand;
}

/// What of an operand belongs to one half of the columns.
Unfused::Operand Unfused::half(const Operand &of, bool upper) {
  Operand result = of;
  if (of.axes != Operand::All && of.axes != Operand::Columns)
    return result;
  result.sizes.shape.back() = halves.shape.back();
  result.sizes.names.back() = halves.names.back();
  result.name = slice(of, result.sizes, upper);
  return result;
}

//===----------------------------------------------------------------------===//
// Activation
//===----------------------------------------------------------------------===//

/// Of `names` from `first` on: the number and its parameters.
std::string Unfused::dequantize(const Names &names, size_t first) {
  std::string x = names[first++];
  if (input == "i32" || input == "i8")
    x = cast(breaks() ? "arith.uitofp" : "arith.sitofp", x, input, flt);
  else if (input != flt)
    x = cast("arith.extf", x, input, flt);
  if (hasWeights)
    x = binary("arith.mulf", x, names[first++]);
  if (hasRowScales)
    x = binary("arith.mulf", x, names[first++]);
  if (hasBias)
    x = binary("arith.addf", x, names[first++]);
  return x;
}

std::string Unfused::tanh(const std::string &x) {
  if (flt != "f32" || !source.chance(15))
    return unary("math.tanh", x);
  std::string wide = cast("arith.extf", x, "f32", "f64");
  wide = line("math.tanh " + wide + " : " + typed("f64"));
  return cast("arith.truncf", wide, "f64", "f32");
}

std::string Unfused::bounded(const std::string &x, const char *bound) {
  if (llvm::StringRef(bound) == "1.0" && source.chance(60))
    return tanh(x);
  std::string divided = llvm::StringRef(bound) == "4.0" && source.chance(20)
                            ? withNumber("arith.mulf", x, "0.25")
                            : withNumber("arith.divf", x, bound);
  return withNumber("arith.mulf", tanh(divided), bound);
}

std::string Unfused::sigmoid(const std::string &x) {
  switch (source.below(3)) {
  case 0: {
    std::string negated = source.chance(70)
                              ? unary("arith.negf", x)
                              : numberWith("arith.subf", "0.0", x);
    std::string sum =
        withNumber("arith.addf", unary("math.exp", negated), "1.0");
    return numberWith("arith.divf", "1.0", sum);
  }
  case 1: {
    std::string t = tanh(withNumber("arith.mulf", x, "0.5"));
    std::string sum = withNumber("arith.addf", t, "1.0");
    return withNumber("arith.mulf", sum, "0.5");
  }
  default: {
    std::string t = tanh(withNumber("arith.divf", x, "2.0"));
    std::string half = withNumber("arith.mulf", t, "0.5");
    return withNumber("arith.addf", half, "0.5");
  }
  }
}

std::string Unfused::activate(const std::string &gate, const std::string &up) {
  std::string left = bounded(gate, beta);
  std::string right = sigmoid(breaks() ? up : gate);
  left = binary("arith.mulf", left, right);
  right = linearBeta ? bounded(up, linearBeta) : up;
  return binary("arith.mulf", left, right);
}

/// From what is given to the activation, in one, two or three sections.
Unfused::Operand Unfused::activation() {
  Operands inputs{given(whole, input, Operand::All)};
  for (size_t axis = 0; axis < whole.shape.size(); ++axis) {
    if (whole.shape[axis] != kDynamic) {
      whole.names.push_back(std::to_string(whole.shape[axis]));
      continue;
    }
    std::string number = module.index(axis);
    whole.names.push_back(line("tensor.dim " + inputs[0].name + ", " + number +
                               " : " + inputs[0].type()));
  }
  inputs[0].sizes = whole;
  halves.names = whole.names;
  halves.names.back() = std::to_string(halves.shape.back());
  if (halves.shape.back() == kDynamic) {
    std::string two = module.index(breaks() ? 3 : 2);
    halves.names.back() =
        line("arith.divui " + whole.names.back() + ", " + two + " : index");
  }
  rows.names.assign(whole.names.begin(), whole.names.end() - 1);
  if (hasWeights)
    inputs.push_back(columns(whole));
  if (hasRowScales)
    inputs.push_back(rowScales());
  if (hasBias)
    inputs.push_back(columns(whole));

  auto ofHalf = [&](bool upper) {
    Operands parts;
    for (const Operand &operand : inputs)
      parts.push_back(half(operand, upper));
    return parts;
  };
  auto steps = [&](const Names &names) { return dequantize(names, 0); };
  Operand gate, up;
  switch (source.below(3)) {
  case 0: { // all in one
    Operands both = ofHalf(gateIsRight), others = ofHalf(!gateIsRight);
    both.insert(both.end(), others.begin(), others.end());
    return section(both, halves, flt, [&](const Names &names) {
      std::string first = dequantize(names, 0);
      std::string second = dequantize(names, inputs.size());
      return activate(first, second);
    });
  }
  case 1: // each half
    gate = section(ofHalf(gateIsRight), halves, flt, steps);
    up = section(ofHalf(!gateIsRight), halves, flt, steps);
    break;
  default: { // whole rows
    Operand d = section(inputs, whole, flt, steps);
    gate = half(d, gateIsRight);
    up = half(d, !gateIsRight);
  }
  }
  return section({gate, up}, halves, flt, [&](const Names &names) {
    return activate(names[0], names[1]);
  });
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

Unfused::Operand Unfused::largest(const Operand &activation) {
  Operand result;
  result.element = flt;
  result.axes = Operand::Rows;
  result.sizes = rows;
  bool isAbsolute = source.chance(50);
  Operand numbers = activation;
  if (isAbsolute)
    numbers = section({activation}, halves, flt, [&](const Names &names) {
      return unary("math.absf", names[0]);
    });
  tensors = &rows;
  std::string init = number(source.pick({"0.0", "0.0", "0xFF800000"}));
  tensors = nullptr;
  std::string axis = std::to_string(breaks() ? 0 : rows.shape.size());
  std::string op = source.pick({"arith.maximumf", "arith.maxnumf"});
  if (breaks())
    op = source.pick({"arith.addf", "arith.minimumf", "arith.mulf"});
  std::string value = module.fresh(), sum = module.fresh();
  std::string name = module.fresh();
  module.emit(name + " = linalg.reduce ins(" + numbers.name + " : " +
              numbers.type() + ") outs(" + init + " : " + result.type() +
              ") dimensions = [" + axis + "] (" + value + ": " + flt + ", " +
              sum + ": " + flt + ") {");
  if (!isAbsolute)
    value = unary("math.absf", value);
  std::string next = line(op + " " + value + ", " + sum + " : " + flt);
  module.emit("linalg.yield " + next + " : " + flt + "\n}");
  result.name = name;
  if (breaks())
    show(result);
  return result;
}

Unfused::Operand Unfused::scales(const Operand &largest) {
  Operand amax = largest;
  amax.axes = Operand::All;
  bool multiplies = source.chance(30);
  Operand scale =
      section({amax}, rows, flt, [&](const Names &names) -> std::string {
        std::string scale =
            multiplies ? withNumber("arith.mulf", names[0], "0x3C010204")
                       : withNumber("arith.divf", names[0], "127.0");
        if (!isGuarded)
          return scale;
        const std::string &tested = source.chance(50) ? names[0] : scale;
        std::string zero = number("0.0"), one = number("1.0");
        return source.chance(50) ? selectWhere("oeq", tested, zero, one, scale)
                                 : selectWhere("ogt", tested, zero, scale, one);
      });
  scale.axes = Operand::Rows;
  return scale;
}

std::string Unfused::quotient(const std::string &x, const std::string &scale) {
  if (source.chance(60))
    return binary("arith.divf", x, scale);
  std::string inverse = numberWith("arith.divf", "1.0", scale);
  return binary("arith.mulf", x, inverse);
}

std::string Unfused::round(const std::string &x) {
  const char *op =
      source.pick({"math.roundeven", "math.round", "math.trunc", "math.floor",
                   "math.ceil", static_cast<const char *>(nullptr)});
  return op ? unary(op, x) : x;
}

std::string Unfused::clamp(const std::string &x) {
  std::string low = number("-128.0"), high = number("127.0");
  switch (source.below(isGuarded || isStatic ? 3 : 2)) {
  case 0:
    return binary("arith.minimumf", binary("arith.maximumf", x, low), high);
  case 1: {
    std::string bounded = selectWhere("olt", x, low, low, x);
    return selectWhere("ogt", bounded, high, high, bounded);
  }
  default:
    return binary("arith.maxnumf", binary("arith.minnumf", x, high), low);
  }
}

std::string Unfused::code(const std::string &quotient) {
  std::string x = quotient;
  unsigned form = source.below(4);
  if (form == 0)
    return cast("arith.fptosi", round(clamp(x)), flt, "i8");
  if (form == 1)
    return cast("arith.fptosi", clamp(round(x)), flt, "i8");
  if (form == 2)
    return cast(breaks() ? "arith.fptoui" : "arith.fptosi", round(x), flt,
                "i8");
  x = cast("arith.fptosi", clamp(round(x)), flt, "i32");
  return cast("arith.trunci", x, "i32", "i8");
}

void Unfused::write() {
  if (source.chance(50))
    broken = 1 + source.below(110);
  input = source.pick({"i32", "i8", "bf16", "f16", "i8", "i32"});
  if (breaks())
    input = source.pick({"f32", "i16", "f64", "i4"});
  if (breaks())
    flt = source.pick({"f64", "f16"});
  bool isI8 = input == "i8", isI32 = input == "i32";
  isStatic = isI8 && source.chance(40);
  isGuarded = source.chance(40);
  gateIsRight = source.chance(30);
  hasWeights = (isI8 || isI32) && source.chance(80);
  hasRowScales = isI32 && source.chance(80);
  hasBias = (isI8 || isI32) && source.chance(40);
  beta = source.pick({"4.0", "1.0", "1.7"});
  linearBeta = source.chance(20) ? nullptr : "25.0";
  chooseSizes();

  Operand s = activation();
  if (isI8 && !isStatic && source.chance(30))
    s = section({s, columns(halves)}, halves, flt, [&](const Names &names) {
      return binary("arith.mulf", names[0], names[1]);
    });
  Operand scale, y;
  if (isStatic) {
    Operands inputs{s, columns(halves)};
    bool hasOffset = source.chance(50);
    if (hasOffset)
      inputs.push_back(columns(halves));
    y = section(inputs, halves, "i8", [&](const Names &names) {
      std::string x = quotient(names[0], names[1]);
      return code(hasOffset ? binary("arith.addf", x, names[2]) : x);
    });
  } else {
    scale = scales(largest(s));
    y = section({s, scale}, halves, "i8", [&](const Names &names) {
      return code(quotient(names[0], names[1]));
    });
    show(scale);
  }
  show(y);
}

void ModuleGenerator::unfused() { Unfused(*this).write(); }
