//===- MoveGenerator.cpp - Ops that move values, from bytes -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace quantir::fuzz;

void ModuleGenerator::tensorCast() {
  Value *input = find(isTensor);
  if (!input)
    return;
  Value from = *input, to = from;
  if (from.form == Value::Unranked) {
    to.form = Value::Ranked;
    to.shape = shape();
  } else if (source.chance(30) && from.element.kind != Element::Blocked) {
    to.form = Value::Unranked;
  } else {
    for (int64_t &size : to.shape)
      if (source.chance(40))
        size = size == kDynamic ? this->size() : kDynamic;
  }
  add(to, "tensor.cast " + from.name + " : " + from.type() + " to " +
              maybeBroken(to.type()));
}

void ModuleGenerator::slice() {
  Value *input = find(isRanked);
  if (!input)
    return;
  Value from = *input, to = from;
  std::string offsets, sizes, strides;
  for (size_t axis = 0; axis < from.shape.size(); ++axis) {
    const char *comma = axis ? ", " : "";
    int64_t size = from.shape[axis];
    if (size == kDynamic || (source.chance(30) && from.element.hasOneScale())) {
      std::string name = index(1);
      to.shape[axis] = kDynamic;
      sizes += comma + name;
    } else {
      to.shape[axis] =
          from.element.hasOneScale() && size > 1 && source.chance(30) ? size / 2
                                                                      : size;
      sizes += comma + std::to_string(to.shape[axis]);
    }
    offsets += std::string(comma) + "0";
    strides += std::string(comma) + "1";
  }
  add(to, "tensor.extract_slice " + from.name + "[" + offsets + "] [" + sizes +
              "] [" + strides + "] : " + from.type() + " to " + to.type());
}

void ModuleGenerator::transpose() {
  Value *input = find(isUniform);
  if (!input)
    return;
  Value from = *input, to = from;
  std::string order;
  unsigned shift = source.below(from.shape.size());
  for (size_t i = 0; i < from.shape.size(); ++i) {
    size_t axis = (i + shift) % from.shape.size();
    to.shape[i] = from.shape[axis];
    order += (i ? ", " : "") + std::to_string(axis);
  }
  std::string sizes = dynamicSizes(to.shape);
  Value empty = add(to, "tensor.empty(" + sizes + ") : " + to.type());
  Value result = empty;
  add(result, "linalg.transpose ins(" + from.name + " : " + from.type() +
                  ") outs(" + empty.name + " : " + empty.type() +
                  ") permutation = [" + order + "]");
}

/// A reassociation of `rank` axes whose first two are one.
static std::string firstTwo(size_t rank) {
  std::string groups = " [[0, 1]";
  for (size_t axis = 2; axis < rank; ++axis)
    groups += ", [" + std::to_string(axis) + "]";
  return groups + "]";
}

void ModuleGenerator::collapse() {
  Value *input = find(isUniform);
  if (!input || input->shape.size() < 2)
    return;
  Value from = *input, to = from;
  int64_t first = from.shape[0], second = from.shape[1], product = kDynamic;
  if (first != kDynamic && second != kDynamic)
    product = static_cast<int64_t>(static_cast<uint64_t>(first) * second);
  if (product < kDynamic)
    return;
  to.shape.erase(to.shape.begin());
  to.shape[0] = product;
  add(to, "tensor.collapse_shape " + from.name + firstTwo(from.shape.size()) +
              " : " + from.type() + " into " + maybeBroken(to.type()));
}

void ModuleGenerator::expand() {
  Value *input = find(isStaticUniform);
  if (!input)
    return;
  Value from = *input, to = from;
  int64_t part = from.shape[0] > 0 && from.shape[0] % 2 == 0 ? 2 : 1;
  to.shape.insert(to.shape.begin(), part);
  to.shape[1] /= part;
  std::string sizes;
  for (int64_t size : to.shape)
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  add(to, "tensor.expand_shape " + from.name + firstTwo(to.shape.size()) +
              " output_shape [" + sizes + "] : " + from.type() + " into " +
              to.type());
}

void ModuleGenerator::select() {
  Value *input = find(isAny);
  if (!input)
    return;
  Value v = *input;
  add(v, "arith.select %flag, " + v.name + ", " + v.name + " : " + v.type());
}

std::string ModuleGenerator::origin(const Value &value) {
  std::string zero = index(0), places;
  for (size_t axis = 0; axis < value.shape.size(); ++axis)
    places += (axis ? ", " : "") + zero;
  return "[" + places + "]";
}

Value ModuleGenerator::extract(const Value &tensor, const std::string &places) {
  Value scalar = tensor;
  scalar.form = Value::Scalar;
  scalar.shape.clear();
  return add(scalar,
             "tensor.extract " + tensor.name + places + " : " + tensor.type());
}

void ModuleGenerator::element() {
  Value *input = find(isUniform);
  if (!input)
    return;
  Value v = *input;
  std::string places = origin(v);
  Value e = extract(v, places);
  if (source.chance(50)) {
    add(v, "tensor.insert " + e.name + " into " + v.name + places + " : " +
               v.type());
    return;
  }
  Value pair = v;
  pair.shape = {2};
  add(pair,
      "tensor.from_elements " + e.name + ", " + e.name + " : " + pair.type());
}

void ModuleGenerator::generic() {
  Value *input = find(isRanked);
  if (!input)
    return;
  Value v = *input;
  std::string dims, kinds;
  for (size_t i = 0; i < v.shape.size(); ++i) {
    dims += (i ? ", d" : "d") + std::to_string(i);
    kinds += i ? ", \"parallel\"" : "\"parallel\"";
  }
  std::string map = "affine_map<(" + dims + ") -> (" + dims + ")>";
  const std::string &e = v.element.text;
  add(v, "linalg.generic {indexing_maps = [" + map + ", " + map +
             "], iterator_types = [" + kinds + "]} ins(" + v.name + " : " +
             v.type() + ") outs(" + v.name + " : " + v.type() +
             ") {\n^bb0(%x: " + e + ", %y: " + e +
             "):\n  linalg.yield %x : " + e + "\n} -> " + v.type());
}

void ModuleGenerator::map() {
  Value *input = find(isRanked);
  if (!input)
    return;
  Value v = *input;
  const std::string &e = v.element.text;
  add(v, "linalg.map ins(" + v.name + " : " + v.type() + ") outs(" + v.name +
             " : " + v.type() + ") (%x: " + e + ", %y: " + e +
             ") {\n  linalg.yield %x : " + e + "\n}");
}

void ModuleGenerator::reduce() {
  Value *input = find(isUniform);
  if (!input)
    return;
  Value v = *input, to = v;
  to.shape.pop_back();
  std::string sizes = dynamicSizes(to.shape);
  const std::string &e = v.element.text;
  Value empty = add(to, "tensor.empty(" + sizes + ") : " + to.type());
  add(to, "linalg.reduce ins(" + v.name + " : " + v.type() + ") outs(" +
              empty.name + " : " + to.type() + ") dimensions = [" +
              std::to_string(to.shape.size()) + "] (%x: " + e + ", %y: " + e +
              ") {\n  linalg.yield %x : " + e + "\n}");
}

void ModuleGenerator::fill() {
  Value *input = find(isUniform);
  if (!input)
    return;
  Value v = *input;
  Value e = extract(v, origin(v));
  add(v, "linalg.fill ins(" + e.name + " : " + e.type() + ") outs(" + v.name +
             " : " + v.type() + ") -> " + v.type());
}

void ModuleGenerator::bufferOps() {
  Value *input = find(isUniform);
  if (!input)
    return;
  Value v = *input;
  if (source.chance(30)) {
    v.element.text = source.pick({"i4", "i2", "i8", "i1"});
    v.element.kind = Element::Integer;
  }
  std::string sizes = dynamicSizes(v.shape), places = origin(v);
  std::string buffer = fresh(), number = fresh();
  emit(buffer + " = memref.alloc(" + sizes + ") : " + v.buffer());
  emit(number + " = memref.load " + buffer + places + " : " + v.buffer());
  emit("memref.store " + number + ", " + buffer + places + " : " + v.buffer());
  if (source.chance(30))
    add(v, "bufferization.to_tensor " + buffer + " restrict : " + v.buffer() +
               " to " + v.type());
}

void ModuleGenerator::arithmetic() {
  Value *input = find(source.chance(90) ? isFloat : isAny);
  if (!input)
    return;
  Value v = *input;
  add(v, "arith.addf " + v.name + ", " + v.name + " : " + v.type());
}

void ModuleGenerator::unknownOp() {
  Value *input = find(isAny);
  if (!input)
    return;
  Value from = *input, to = anyValue();
  add(to, "\"unknown.op\"(" + from.name + ") {a = " + to.type() + "} : (" +
              from.type() + ") -> " + to.type());
}
