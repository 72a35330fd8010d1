//===- ModuleGenerator.cpp - Modules from bytes ---------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

#include "llvm/ADT/StringExtras.h"

using namespace quantir::fuzz;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string ModuleGenerator::fresh() {
  return "%v" + std::to_string(counter++);
}

Value *ModuleGenerator::find(bool (*fits)(const Value &)) {
  std::vector<Value *> found;
  for (Value &value : values)
    if (fits(value))
      found.push_back(&value);
  if (found.empty())
    return nullptr;
  // The newest first, so that chains grow.
  return found[found.size() - 1 - source.below(found.size() & 0xFF)];
}

void ModuleGenerator::emit(const std::string &text) { body += text + "\n"; }

Value &ModuleGenerator::add(const Value &like, const std::string &text) {
  Value value = like;
  value.name = fresh();
  emit(value.name + " = " + text);
  values.push_back(value);
  return values.back();
}

std::string ModuleGenerator::index(int64_t value) {
  std::string name = fresh();
  emit(name + " = arith.constant " + std::to_string(value) + " : index");
  return name;
}

std::string ModuleGenerator::given(const Value &value,
                                   const std::string &type) {
  Value made = value;
  made.name = fresh();
  if (type == value.type() && source.chance(60)) {
    arguments += ", " + made.name + ": " + type;
    open.arguments.push_back(made);
  } else {
    emit(made.name + " = \"unknown.make\"() : () -> " + type);
  }
  return made.name;
}

std::string ModuleGenerator::dynamicSizes(const std::vector<int64_t> &shape) {
  std::string sizes;
  for (int64_t size : shape)
    if (size == kDynamic)
      sizes += (sizes.empty() ? "" : ", ") + index(1 + source.below(4));
  return sizes;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

void ModuleGenerator::constant() {
  static constexpr const char *kNumbers[] = {"1.5", "0.0", "-2.5", "1.0e30"};
  Value value;
  value.form = source.chance(20) ? Value::Scalar : Value::Ranked;
  if (value.form == Value::Ranked)
    for (value.shape = shape(3); !value.isStatic();)
      for (int64_t &size : value.shape)
        size = size == kDynamic ? 2 : size;
  value.element = {source.pick({"f32", "f32", "f16", "f64"}), "", "",
                   Element::Float};
  std::string number = source.pick(kNumbers);
  if (value.form == Value::Ranked) {
    if (source.chance(10)) {
      number = "dense_resource<bytes>";
    } else if (value.shape.size() == 1 && source.chance(60)) {
      std::string list;
      for (int64_t i = 0; i < value.shape[0] && i < 40; ++i)
        list += (i ? ", " : "") + std::string(source.pick(kNumbers));
      number = "dense<[" + list + "]>";
    } else {
      number = "dense<" + number + ">";
    }
  }
  add(value, "arith.constant " + number + " : " + maybeBroken(value.type()));
}

void ModuleGenerator::quantize() {
  Value *input = find(isFloat);
  if (!input)
    return;
  Value from = *input, to = from;
  to.element = quantized(
      from.form == Value::Unranked ? std::vector<int64_t>{2, 3} : from.shape,
      /*oneScale=*/false, from.element.text);
  std::string attributes = policy();
  add(to, "quant.qcast " + from.name +
              (attributes.empty() ? "" : " {" + attributes + "}") + " : " +
              maybeBroken(from.type()) + " to " + maybeBroken(to.type()));
}

void ModuleGenerator::dequantize() {
  Value *input = find(isQuantized);
  if (!input)
    return;
  Value from = *input, to = from;
  to.element = {from.element.expressed, "", "", Element::Float};
  add(to, "quant.dcast " + from.name + " : " + from.type() + " to " +
              maybeBroken(to.type()));
}

void ModuleGenerator::storageCast() {
  Value *input = find(isQuantized);
  if (!input)
    return;
  Value from = *input, to = from;
  to.element = {from.element.stored, "", "", Element::Integer};
  std::string name = add(to, "quant.scast " + from.name + " : " + from.type() +
                                 " to " + maybeBroken(to.type()))
                         .name;
  if (source.chance(60))
    add(from, "quant.scast " + name + " : " + to.type() + " to " + from.type());
}

void ModuleGenerator::requantize() {
  dequantize();
  if (source.chance(30))
    transpose();
  if (source.chance(20))
    tensorCast();
  quantize();
}

void ModuleGenerator::conversion() {
  Value *input = find(isAny);
  if (!input)
    return;
  Value from = *input, to = source.chance(50) ? anyValue() : from;
  if (from.element.isQuantized() && source.chance(60)) {
    to = from;
    to.element = {from.element.stored, "", "", Element::Integer};
  }
  add(to, "builtin.unrealized_conversion_cast " + from.name + " : " +
              from.type() + " to " + to.type());
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void ModuleGenerator::branch() {
  Value *input = find(isAny);
  if (!input || depth > 4)
    return;
  Value v = *input;
  std::string name = fresh();
  size_t known = values.size();
  emit(name + " = scf.if %flag -> (" + v.type() + ") {");
  ++depth;
  operation();
  --depth;
  values.resize(known);
  emit("scf.yield " + v.name + " : " + v.type() + "\n} else {\n  scf.yield " +
       v.name + " : " + v.type() + "\n}");
  v.name = name;
  values.push_back(v);
}

void ModuleGenerator::loop() {
  Value *input = find(isAny);
  if (!input || depth > 4)
    return;
  Value v = *input, carried = v;
  std::string from = index(0), to = index(4), step = index(1);
  std::string name = fresh();
  carried.name = fresh();
  size_t known = values.size();
  emit(name + " = scf.for %i" + std::to_string(counter++) + " = " + from +
       " to " + to + " step " + step + " iter_args(" + carried.name + " = " +
       v.name + ") -> (" + v.type() + ") {");
  values.push_back(carried);
  ++depth;
  operation();
  --depth;
  values.resize(known);
  emit("scf.yield " + carried.name + " : " + v.type() + "\n}");
  v.name = name;
  values.push_back(v);
}

void ModuleGenerator::blocks() {
  Value *input = find(isAny);
  if (!input || depth > 4)
    return;
  Value v = *input;
  std::string name = fresh(), carried = fresh();
  std::string label = "^bb" + std::to_string(counter++);
  emit(name + " = scf.execute_region -> " + v.type() + " {\n  cf.br " + label +
       "(" + v.name + " : " + v.type() + ")\n" + label + "(" + carried + ": " +
       v.type() + "):\n  scf.yield " + carried + " : " + v.type() + "\n}");
  v.name = name;
  values.push_back(v);
}

void ModuleGenerator::call() {
  if (functions.empty())
    return;
  const Function &callee = functions[source.below(functions.size() & 0xFF)];
  std::string operands, types, results, names;
  std::vector<Value> made;
  for (const Value &argument : callee.arguments) {
    // Made of nothing: any value of the type will do.
    std::string name = fresh();
    emit(name + " = \"unknown.make\"() : () -> " + argument.type());
    operands += (operands.empty() ? "" : ", ") + name;
    types += (types.empty() ? "" : ", ") + argument.type();
  }
  for (const Value &result : callee.results) {
    Value value = result;
    value.name = fresh();
    made.push_back(value);
    names += (names.empty() ? "" : ", ") + value.name;
    results += (results.empty() ? "" : ", ") + result.type();
  }
  emit((names.empty() ? "" : names + " = ") + "func.call @" + callee.name +
       "(" + operands + ") : (" + types + ") -> (" + results + ")");
  values.insert(values.end(), made.begin(), made.end());
}

void ModuleGenerator::indirectCall() {
  Value *input = find(isAny);
  if (!input)
    return;
  Value v = *input;
  std::string type = "(" + v.type() + ") -> " + v.type();
  std::string callee = fresh();
  emit(callee + " = \"unknown.make\"() : () -> (" + type + ")");
  add(v, "func.call_indirect " + callee + "(" + v.name + ") : " + type);
}

void ModuleGenerator::switchOver() {
  Value *input = find(isAny);
  if (!input)
    return;
  Value v = *input;
  std::string zero = index(0);
  add(v, "scf.index_switch " + zero + " -> " + v.type() +
             "\ncase 1 {\n  scf.yield " + v.name + " : " + v.type() +
             "\n}\ndefault {\n  scf.yield " + v.name + " : " + v.type() +
             "\n}");
}

//===----------------------------------------------------------------------===//
// Functions and modules
//===----------------------------------------------------------------------===//

void ModuleGenerator::operation() {
  using Operation = void (ModuleGenerator::*)();
  static constexpr Operation kOperations[] = {
      &ModuleGenerator::quantize,     &ModuleGenerator::dequantize,
      &ModuleGenerator::requantize,   &ModuleGenerator::storageCast,
      &ModuleGenerator::constant,     &ModuleGenerator::tensorCast,
      &ModuleGenerator::slice,        &ModuleGenerator::transpose,
      &ModuleGenerator::collapse,     &ModuleGenerator::expand,
      &ModuleGenerator::select,       &ModuleGenerator::element,
      &ModuleGenerator::generic,      &ModuleGenerator::fill,
      &ModuleGenerator::bufferOps,    &ModuleGenerator::branch,
      &ModuleGenerator::loop,         &ModuleGenerator::blocks,
      &ModuleGenerator::call,         &ModuleGenerator::fused,
      &ModuleGenerator::fused,        &ModuleGenerator::unknownOp,
      &ModuleGenerator::conversion,   &ModuleGenerator::arithmetic,
      &ModuleGenerator::quantize,     &ModuleGenerator::requantize,
      &ModuleGenerator::map,          &ModuleGenerator::reduce,
      &ModuleGenerator::indirectCall, &ModuleGenerator::switchOver,
      &ModuleGenerator::unfused,      &ModuleGenerator::unfused};
  (this->*source.pick(kOperations))();
}

void ModuleGenerator::function() {
  open = Function();
  open.name = "f" + std::to_string(numFunctions);
  body.clear();
  values.clear();
  arguments = "%flag: i1";
  bool isCallable = true;
  Value flag;
  flag.element = {"i1", "", "", Element::Integer};
  open.arguments.push_back(flag);
  for (unsigned i = 0, e = 1 + source.below(3); i < e; ++i) {
    Value argument = anyValue();
    argument.name = fresh();
    if (source.chance(10)) {
      arguments += ", " + fresh() + ": " + odd(argument);
      isCallable = false;
    }
    arguments += ", " + argument.name + ": " + argument.type();
    values.push_back(argument);
    open.arguments.push_back(argument);
  }
  for (unsigned i = 0, e = 1 + source.below(10); i < e && !source.isEmpty();
       ++i)
    operation();
  std::string names, types;
  for (unsigned i = 0, e = source.below(3); i < e; ++i) {
    Value value = *find(isAny);
    names += (names.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + value.type();
    open.results.push_back(value);
  }
  std::string attributes = policy();
  module += "func.func @" + open.name + "(" + arguments + ") -> (" + types +
            ")" +
            (attributes.empty() ? "" : " attributes {" + attributes + "}") +
            " {\n" + body + "return" +
            (names.empty() ? "" : " " + names + " : " + types) + "\n}\n";
  ++numFunctions;
  if (isCallable)
    functions.push_back(open);
}

std::string ModuleGenerator::generate() {
  for (unsigned i = 0, e = 1 + source.below(3); i < e; ++i)
    function();
  if (source.chance(10)) {
    Value global = anyValue();
    if (global.isStatic())
      module += "memref.global \"private\" @g : " + global.buffer() +
                " = uninitialized\n";
  }
  if (source.chance(10)) {
    // In a module ops may stand in any order, and in a circle.
    Element q = quantized({}, /*oneScale=*/true);
    module += "%a = quant.scast %b : " + q.stored + " to " + q.text +
              "\n%b = quant.scast %a : " + q.text + " to " + q.stored +
              "\n%c = quant.dcast %a : " + q.text + " to " + q.expressed +
              "\n%d = quant.qcast %c : " + q.expressed + " to " + q.text + "\n";
  }
  std::string attributes = policy();
  std::string text =
      "module" +
      (attributes.empty() ? "" : " attributes {" + attributes + "}") + " {\n" +
      module + "}\n";
  if (llvm::StringRef(text).contains("dense_resource"))
    text += "{-# dialect_resources: { builtin: { bytes: "
            "\"0x040000000000803F000000400000C0FF0000807F\" } } #-}\n";
  return text;
}
