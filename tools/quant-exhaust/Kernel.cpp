//===- Kernel.cpp - One cast as a function to compile ---------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "quantir/IR/Quantization.h"

#include <cstdio>

using namespace quantir;
using namespace quantir::exhaust;
using llvm::APFloat;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// As MLIR reads a float: with a point, and digits enough to give it back.
static std::string printScale(double scale) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.17e", scale);
  return text;
}

std::string Kernel::getType() const {
  const ElementParameters &first = rows.front();
  StorageSpec storage{first.width, first.isSigned, first.min, first.max};
  std::string text = "!quant.uniform<" + storage.toString() + ":" +
                     getFormatName(getExpressed()).str();
  text += rows.size() > 1 ? ":0, {" : ", ";
  llvm::StringRef separator = "";
  for (const ElementParameters &row : rows) {
    text += separator.str() + printScale(row.scale) + ":" +
            storage.toString(row.zeroPoint);
    separator = ", ";
  }
  return text + (rows.size() > 1 ? "}>" : ">");
}

std::string Kernel::getPolicy() const {
  std::string text = "#quantir.policy<";
  auto add = [&](llvm::StringRef name, auto value) {
    if (text.back() != '<')
      text += ", ";
    text += (name + " = " + stringifyEnum(value)).str();
  };
  add("rounding", policy.castRounding());
  add("zero_point", policy.zeroPoint);
  add("scaling", policy.scaling);
  add("compute_type", policy.computeType);
  add("dequantize", policy.dequantize);
  add("nan", policy.nan);
  return text + ">";
}

std::string Kernel::getFunction(llvm::StringRef name) const {
  std::string shape =
      rows.size() > 1 ? std::to_string(rows.size()) + "x?x" : "?x";
  auto tensor = [&](const std::string &element) {
    return "tensor<" + shape + element + ">";
  };
  std::string stored = tensor("i" + std::to_string(rows.front().width));
  std::string expressed = tensor(getFormatName(getExpressed()).str());
  std::string quantized = tensor(getType());
  auto arrow = [](const std::string &from, const std::string &to) {
    return " : " + from + " to " + to + "\n";
  };
  std::string in = quantizes ? expressed : stored;
  std::string out = quantizes ? stored : expressed;
  std::string body =
      quantizes ? "  %0 = quant.qcast %arg" + arrow(expressed, quantized) +
                      "  %1 = quant.scast %0" + arrow(quantized, stored)
                : "  %0 = quant.scast %arg" + arrow(stored, quantized) +
                      "  %1 = quant.dcast %0" + arrow(quantized, expressed);
  return "func.func @" + name.str() + "(%arg: " + in + ") -> " + out +
         " attributes {llvm.emit_c_interface, quantir.policy = " + getPolicy() +
         "} {\n" + body + "  return %1 : " + out + "\n}\n";
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

unsigned exhaust::getElementBytes(unsigned width) {
  return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

uint64_t exhaust::getNanPattern(const llvm::fltSemantics &semantics) {
  return APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue();
}

Oracle::Oracle(const Kernel &kernel, size_t row, bool bySteps)
    : expressed(kernel.getExpressed()), quantizes(kernel.quantizes),
      evaluator(kernel.rows[row], kernel.policy),
      infinity(APFloat::getInf(expressed).bitcastToAPInt().getZExtValue()),
      signBit(uint64_t(1) << (kernel.getExpressedWidth() - 1)),
      storedMask(~uint64_t(0) >> (64 - kernel.rows[row].width)) {
  if (bySteps && quantizes)
    steps = StepFunction::compute(kernel.rows[row], kernel.policy);
}

uint64_t Oracle::evaluate(uint64_t bits) const {
  if (quantizes) {
    APInt pattern(APFloat::getSizeInBits(expressed), bits);
    return evaluator.quantize(APFloat(expressed, pattern)).getZExtValue();
  }
  APFloat value =
      evaluator.dequantize(APInt(evaluator.getParameters().width, bits));
  return value.isNaN() ? getNanPattern(expressed)
                       : value.bitcastToAPInt().getZExtValue();
}

uint64_t Oracle::operator()(uint64_t bits) const {
  if (!steps || (bits & ~signBit) >= infinity)
    return evaluate(bits);
  return static_cast<uint64_t>(steps->lookup(bits)) & storedMask;
}

std::vector<uint64_t> Oracle::evaluateAll(unsigned inputWidth) const {
  std::vector<uint64_t> result(uint64_t(1) << inputWidth);
  for (uint64_t bits = 0; bits < result.size(); ++bits)
    result[bits] = (*this)(bits);
  return result;
}
