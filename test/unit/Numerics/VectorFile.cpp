//===- VectorFile.cpp - Recorded results of runtimes ----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorFile.h"

#include "quantir/IR/FloatConversion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace quantir;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

[[noreturn]] static void fail(const llvm::Twine &message) {
  llvm::report_fatal_error("test/Numerics/vectors: " + message,
                           /*gen_crash_diag=*/false);
}

static const llvm::json::Array &getArray(const llvm::json::Object &object,
                                         StringRef field) {
  const llvm::json::Array *array = object.getArray(field);
  if (!array)
    fail("expected a list '" + field + "'");
  return *array;
}

std::string VectorCase::getString(StringRef field) const {
  std::optional<StringRef> text = object.getString(field);
  if (!text)
    fail("expected a string '" + field + "'");
  return text->str();
}

std::string VectorCase::getOptionalString(StringRef field) const {
  return object.getString(field).value_or("").str();
}

int64_t VectorCase::getInteger(StringRef field) const {
  std::optional<int64_t> integer = object.getInteger(field);
  if (!integer)
    fail("expected an integer '" + field + "'");
  return *integer;
}

int64_t VectorCase::getInteger(StringRef field, int64_t otherwise) const {
  return has(field) ? getInteger(field) : otherwise;
}

std::vector<int64_t> VectorCase::getIntegers(StringRef field) const {
  std::vector<int64_t> result;
  for (const llvm::json::Value &value : getArray(object, field)) {
    std::optional<int64_t> integer = value.getAsInteger();
    if (!integer)
      fail("expected integers in '" + field + "'");
    result.push_back(*integer);
  }
  return result;
}

static uint64_t parsePattern(const llvm::json::Value &value) {
  uint64_t bits;
  std::optional<StringRef> text = value.getAsString();
  if (!text || text->getAsInteger(16, bits))
    fail("expected a hexadecimal bit pattern");
  return bits;
}

std::vector<uint64_t> VectorCase::getPatterns(StringRef field) const {
  std::vector<uint64_t> result;
  // A single number may stand alone.
  if (const llvm::json::Value *value = object.get(field);
      value && value->getAsString())
    return {parsePattern(*value)};
  for (const llvm::json::Value &value : getArray(object, field))
    result.push_back(parsePattern(value));
  return result;
}

static APFloat toFloat(uint64_t bits, const llvm::fltSemantics &semantics) {
  return APFloat(semantics, APInt(APFloat::getSizeInBits(semantics), bits));
}

std::vector<double> VectorCase::getFloats(StringRef field) const {
  std::vector<double> result;
  for (uint64_t bits : getPatterns(field))
    result.push_back(toDouble(toFloat(bits, APFloat::IEEEsingle())));
  return result;
}

//===----------------------------------------------------------------------===//
// Meaning
//===----------------------------------------------------------------------===//

std::string VectorCase::getRuntime() const {
  std::string runtime = getString("runtime");
  return runtime.substr(0, runtime.find(' '));
}

static const llvm::fltSemantics &getFormat(StringRef name) {
  if (name == "f32")
    return APFloat::IEEEsingle();
  if (name == "f16")
    return APFloat::IEEEhalf();
  if (name == "bf16")
    return APFloat::BFloat();
  fail("expected f32, f16 or bf16, but got '" + name + "'");
}

const llvm::fltSemantics &VectorCase::getExpressed() const {
  return getFormat(getString("expressed"));
}

size_t VectorCase::getNumElements() const {
  size_t count = 1;
  for (int64_t size : getIntegers("shape"))
    count *= size;
  return count;
}

ElementParameters VectorCase::getStorage(StringRef field) const {
  std::string name = getString(field);
  ElementParameters p;
  p.isSigned = name[0] == 'i';
  if (StringRef(name).drop_front().getAsInteger(10, p.width))
    fail("expected a storage type, but got '" + name + "'");
  p.min = p.isSigned ? APInt::getSignedMinValue(p.width).getSExtValue() : 0;
  p.max = static_cast<int64_t>(
      p.isSigned ? APInt::getSignedMaxValue(p.width).getSExtValue()
                 : APInt::getMaxValue(p.width).getZExtValue());
  if (field == "storage" && has("clamp")) {
    p.min = getIntegers("clamp")[0];
    p.max = getIntegers("clamp")[1];
  }
  return p;
}

std::vector<size_t> VectorCase::getParameterIndices() const {
  std::vector<size_t> result(getNumElements(), 0);
  int64_t axis = getInteger("axis", -1);
  if (axis < 0)
    return result;
  std::vector<int64_t> shape = getIntegers("shape");
  // With blocks the scales have the shape of the data, shorter along the axis;
  // without, they are a list along the axis.
  bool isBlocked = has("block");
  int64_t block = getInteger("block", 1);
  std::vector<int64_t> grid(shape.size(), 1);
  if (isBlocked)
    grid = shape;
  grid[axis] = (shape[axis] + block - 1) / block;
  for (size_t element = 0; element < result.size(); ++element) {
    size_t rest = element, index = 0, stride = 1;
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      int64_t position = rest % shape[dim];
      rest /= shape[dim];
      if (dim == axis)
        position /= block;
      else if (!isBlocked)
        position = 0;
      index += position * stride;
      stride *= grid[dim];
    }
    result[element] = index;
  }
  return result;
}

std::vector<ElementParameters> VectorCase::getParameters() const {
  std::string format = getOptionalString("scale_format");
  const llvm::fltSemantics &scaleFormat =
      format.empty() ? getExpressed() : getFormat(format);
  std::vector<uint64_t> scales = getPatterns("scales_bits");
  std::vector<int64_t> zeroPoints = getIntegers("zero_points");
  std::vector<ElementParameters> result;
  for (size_t index : getParameterIndices()) {
    ElementParameters p = getStorage("storage");
    p.expressed = &getExpressed();
    p.scale = toDouble(toFloat(scales[index], scaleFormat));
    p.zeroPoint = zeroPoints[index];
    result.push_back(p);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::MemoryBuffer> readFile(const llvm::Twine &name) {
  auto buffer = llvm::MemoryBuffer::getFile(QUANTIR_VECTORS_DIR "/" + name);
  if (!buffer)
    fail("cannot read " + name + ": " + buffer.getError().message());
  return std::move(*buffer);
}

std::vector<VectorCase> quantir::readVectors(StringRef name) {
  constexpr size_t kLargestFile = 16 << 20;
  if (!llvm::compression::zlib::isAvailable())
    fail("expected an LLVM with zlib");
  std::unique_ptr<llvm::MemoryBuffer> packed = readFile(name + ".jsonl.zlib");
  llvm::SmallVector<uint8_t, 0> text;
  if (llvm::Error error = llvm::compression::zlib::decompress(
          llvm::arrayRefFromStringRef(packed->getBuffer()), text, kLargestFile))
    fail(name + ": " + llvm::toString(std::move(error)));
  std::vector<VectorCase> cases;
  llvm::SmallVector<StringRef, 0> lines;
  llvm::toStringRef(text).split(lines, '\n', /*MaxSplit=*/-1,
                                /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
    if (!value || !value->getAsObject())
      fail(name + ": expected a JSON object");
    cases.emplace_back(std::move(*value->getAsObject()));
  }
  return cases;
}

Deviations quantir::readDeviations() {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readFile("deviations.txt");
  Deviations result;
  llvm::SmallVector<StringRef, 0> lines;
  buffer->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    if (line.trim().empty() || line.starts_with("#"))
      continue;
    if (line.consume_front("reason ")) {
      auto [name, text] = line.split(' ');
      result.reasons.emplace(name.str(), text.str());
      continue;
    }
    llvm::SmallVector<StringRef, 3> words;
    llvm::SplitString(line, words);
    if (words.size() == 3 && words[0] == "type") {
      result.withoutType.emplace(words[1].str(), words[2].str());
      continue;
    }
    Deviation deviation;
    if (words.size() != 3 || words[1].getAsInteger(10, deviation.elements))
      fail("deviations.txt: expected ID COUNT NAME, but got '" + line + "'");
    deviation.reason = words[2].str();
    if (!result.reasons.count(deviation.reason))
      fail("deviations.txt: no reason '" + deviation.reason + "'");
    if (!result.cases.emplace(words[0].str(), deviation).second)
      fail("deviations.txt: " + words[0] + " is listed twice");
  }
  return result;
}
