//===- Explain.cpp - A cast of one number, step by step -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Numerics/Explain.h"

#include "mlir/AsmParser/AsmParser.h"
#include "quantir/IR/QuantTypes.h"
#include "quantir/IR/TypeText.h"
#include "quantir/Numerics/ConstantCasts.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string toText(const APInt &value) {
  SmallString<40> text;
  value.toStringSigned(text);
  return text.str().str();
}

/// Enough digits to tell the number from its neighbours.
static std::string toText(const APFloat &value) {
  SmallString<40> text;
  value.toString(text);
  return text.str().str();
}

static std::string toBits(const APInt &) { return ""; }
static std::string toBits(const APFloat &value) {
  SmallString<40> digits;
  value.bitcastToAPInt().toString(digits, /*Radix=*/16, /*Signed=*/false);
  size_t width = APFloat::getSizeInBits(value.getSemantics()) / 4;
  return "0x" + std::string(width - digits.size(), '0') + digits.str().str();
}

static void printStep(const EvaluationStep &step, raw_ostream &os) {
  std::visit(
      [&](const auto &value) {
        os << llvm::formatv("  {0,-18}  {1,-16}  {2,-18}  {3}\n", step.name,
                            toText(value), toBits(value), step.how);
      },
      step.value);
}

//===----------------------------------------------------------------------===//
// Reading a request
//===----------------------------------------------------------------------===//

namespace {

/// What a line that asks for an explanation looks like.
struct Form {
  StringRef word;
  StringRef form;
  StringRef example;
};

/// `<word> <number> : <type> to <type>`
struct Request {
  const Form *form;
  StringRef number;
  Type from;
  Type to;
};

constexpr Form kForms[] = {
    {"qcast", "qcast NUMBER : FLOAT to TYPE",
     "qcast 2.5 : f32 to !quant.uniform<i8:f32, 0.5:3>"},
    {"dcast", "dcast INTEGER : TYPE to FLOAT",
     "dcast 5 : !quant.uniform<i8:f32, 0.5:3> to f32"},
    {"requantize", "requantize INTEGER : TYPE to TYPE",
     "requantize 5 : !quant.uniform<i8:f32, 1.0> to "
     "!quant.uniform<u8:f32, 2.0:100>"},
};

/// A quantized type's parameters of one element.
struct Side {
  Type type;
  Quantization quantization;
  ElementParameters parameters;
};

/// Reads a request and runs the evaluator. Functions that give a bool set
/// `error` when it is false.
class Explainer {
public:
  Explainer(const PolicyKnobs &knobs, std::optional<size_t> element,
            MLIRContext &context, raw_ostream &os)
      : policy(NumericPolicy::resolve(knobs)), element(element),
        context(context), os(os) {}
  // The observer refers to it.
  Explainer(const Explainer &) = delete;
  Explainer &operator=(const Explainer &) = delete;

  bool explain(StringRef text);

  std::string error;

private:
  bool fail(const Twine &message) {
    error = message.str();
    return false;
  }

  bool parse(StringRef text, Request &request);
  bool parseType(StringRef &text, Type &type);
  bool readSide(Type type, CastDirection direction, Side &side);
  bool checkExpressed(const Side &side, Type expressed);
  bool readFloat(StringRef text, const llvm::fltSemantics &format,
                 APFloat &value);
  bool readStored(StringRef text, const Side &side, APInt &stored);

  bool quantize(const Request &request);
  bool dequantize(const Request &request);
  bool requantize(const Request &request);

  void printSide(const Side &side);
  void printStored(const APInt &stored, const Side &side);
  StepObserver getObserver() { return observer; }

  NumericPolicy policy;
  std::optional<size_t> element;
  MLIRContext &context;
  raw_ostream &os;
  std::function<void(const EvaluationStep &)> observer =
      [this](const EvaluationStep &step) { printStep(step, os); };
};

} // namespace

bool Explainer::parseType(StringRef &text, Type &type) {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  size_t numRead = 0;
  type = mlir::parseType(text, &context, &numRead);
  if (!type)
    return fail("expected a type, but got '" + text + "': " + message);
  text = text.drop_front(numRead).ltrim();
  return true;
}

bool Explainer::parse(StringRef text, Request &request) {
  text = text.trim();
  auto [word, rest] = text.split(' ');
  // The names of the ops are welcome too.
  word.consume_front("quant.");
  request.form = llvm::find_if(
      kForms, [word = word](const Form &form) { return form.word == word; });
  if (request.form == std::end(kForms))
    return fail("expected qcast, dcast or requantize, as in '" +
                kForms->example + "', but got '" + word + "'");
  auto endsEarly = [&, &rest = rest] {
    return rest.empty() &&
           !fail("expected '" + request.form->form + "', such as '" +
                 request.form->example + "', but got '" + text + "'");
  };
  std::tie(request.number, rest) = rest.split(':');
  request.number = request.number.trim();
  rest = rest.trim();
  if (endsEarly() || !parseType(rest, request.from) || endsEarly())
    return false;
  if (!rest.consume_front("to"))
    return fail("expected 'to' after the first type, but got '" + rest + "'");
  rest = rest.ltrim();
  if (endsEarly() || !parseType(rest, request.to))
    return false;
  return rest.empty() ||
         fail("expected nothing after the second type, but got '" + rest + "'");
}

bool Explainer::readSide(Type type, CastDirection direction, Side &side) {
  side.type = type;
  std::optional<Quantization> quantization;
  if (auto quantized = dyn_cast<QuantizedTypeInterface>(type))
    quantization = quantized.getQuantization();
  if (!quantization)
    return fail("expected a quantized type with scales, but got " +
                shortTypeText(type));
  side.quantization = *quantization;
  size_t count = quantization->scales.size();
  if (!element && count > 1)
    return fail("expected an element below " + Twine(count) +
                ", as there are as many scales in " + shortTypeText(type) +
                ", but got none");
  // One scale is that of all elements.
  size_t index = count == 1 ? 0 : *element;
  if (index >= count)
    return fail("expected an element below " + Twine(count) + ", but got " +
                Twine(index));
  const StorageSpec &storage = quantization->storage;
  int64_t zeroPoint = quantization->zeroPoints[index];
  if (!StorageSpec::fullRange(storage.width, storage.isSigned)
           .contains(zeroPoint))
    return fail("expected a zero point that the storage " + storage.toString() +
                " holds, but got " + storage.toString(zeroPoint));
  side.parameters = getElementParameters(side.quantization, index);
  std::string message =
      checkPolicy(policy, direction, storage.width, storage.isSigned,
                  *side.parameters.expressed);
  return message.empty() || fail(getOptionWord(message));
}

bool Explainer::checkExpressed(const Side &side, Type expressed) {
  return expressed == side.quantization.expressedType ||
         fail("expected the expressed type of " + shortTypeText(side.type) +
              ", but got " + shortTypeText(expressed));
}

bool Explainer::readFloat(StringRef text, const llvm::fltSemantics &format,
                          APFloat &value) {
  StringRef digits = text;
  // With an exponent it is a number in hexadecimal.
  if (digits.consume_front_insensitive("0x") &&
      !text.contains_insensitive('p')) {
    APInt bits;
    unsigned width = APFloat::getSizeInBits(format);
    if (digits.getAsInteger(16, bits) || bits.getActiveBits() > width)
      return fail("expected a bit pattern of " + Twine(width) +
                  " bits, but got '" + text + "'");
    value = APFloat(format, bits.zextOrTrunc(width));
    return true;
  }
  value = APFloat(format);
  auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (status)
    return true;
  llvm::consumeError(status.takeError());
  return fail("expected a number, but got '" + text + "'");
}

bool Explainer::readStored(StringRef text, const Side &side, APInt &stored) {
  const ElementParameters &parameters = side.parameters;
  unsigned width = parameters.width;
  StringRef digits = text;
  bool isNegative = digits.consume_front("-");
  APInt number;
  if (!digits.getAsInteger(0, number)) {
    // One bit for the sign, and one so that nothing wraps.
    number = number.zext(std::max(number.getBitWidth(), width) + 2);
    if (isNegative)
      number.negate();
    if (parameters.isSigned ? number.isSignedIntN(width)
                            : !number.isNegative() && number.isIntN(width)) {
      stored = number.trunc(width);
      return true;
    }
  }
  StorageSpec full = StorageSpec::fullRange(width, parameters.isSigned);
  return fail("expected a stored value, a number from " +
              full.toString(full.min) + " to " + full.toString(full.max) +
              ", but got '" + text + "'");
}

//===----------------------------------------------------------------------===//
// Explaining
//===----------------------------------------------------------------------===//

void Explainer::printSide(const Side &side) {
  const StorageSpec &storage = side.quantization.storage;
  os << shortTypeText(side.type) << ": stored " << storage.toString(storage.min)
     << " to " << storage.toString(storage.max) << ", scale "
     << toText(APFloat(side.parameters.scale)) << ", zero point "
     << storage.toString(side.parameters.zeroPoint) << ", computed in "
     << getFormatName(getComputeSemantics(policy, storage.width,
                                          storage.isSigned,
                                          *side.parameters.expressed))
     << "\n";
}

void Explainer::printStored(const APInt &stored, const Side &side) {
  SmallString<40> text;
  stored.toString(text, /*Radix=*/10, side.parameters.isSigned);
  os << "stored value: " << text << "\n";
}

bool Explainer::quantize(const Request &request) {
  Side side;
  APFloat x(0.0f);
  if (!readSide(request.to, CastDirection::Quantize, side) ||
      !checkExpressed(side, request.from) ||
      !readFloat(request.number, *side.parameters.expressed, x))
    return false;
  printSide(side);
  CastEvaluator evaluator(side.parameters, policy);
  printStored(evaluator.quantize(x, getObserver()), side);
  return true;
}

bool Explainer::dequantize(const Request &request) {
  Side side;
  APInt stored;
  if (!readSide(request.from, CastDirection::Dequantize, side) ||
      !checkExpressed(side, request.to) ||
      !readStored(request.number, side, stored))
    return false;
  printSide(side);
  CastEvaluator evaluator(side.parameters, policy);
  APFloat y = evaluator.dequantize(stored, getObserver());
  os << "expressed value: " << toText(y) << "\n";
  return true;
}

bool Explainer::requantize(const Request &request) {
  Side input, output;
  APInt stored;
  if (!readSide(request.from, getInputDirection(policy.requantize), input) ||
      !readSide(request.to, CastDirection::Quantize, output) ||
      !checkExpressed(input, output.quantization.expressedType))
    return false;
  std::string message =
      checkRequantize(input.parameters, output.parameters, policy);
  if (!message.empty())
    return fail(getOptionWord(message));
  if (!readStored(request.number, input, stored))
    return false;
  printSide(input);
  printSide(output);
  RequantizeEvaluator evaluator(input.parameters, output.parameters, policy);
  printStored(evaluator.requantize(stored, getObserver()), output);
  return true;
}

bool Explainer::explain(StringRef text) {
  Request request;
  if (!parse(text, request))
    return false;
  if (request.form->word == "qcast")
    return quantize(request);
  if (request.form->word == "dcast")
    return dequantize(request);
  return requantize(request);
}

std::string quantir::explainCast(StringRef request, const PolicyKnobs &knobs,
                                 std::optional<size_t> element,
                                 MLIRContext &context, raw_ostream &os) {
  Explainer explainer(knobs, element, context, os);
  explainer.explain(request);
  return explainer.error;
}
