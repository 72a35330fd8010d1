//===- BytecodeTarget.cpp - Fuzzes the bytecode reader --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is what stands for one quantized type in a file: a list of numbers
// and of references to types. It is put into a whole, otherwise valid file by
// MLIR's own writer. MLIR's reader trusts the frame of a file (it writes out of
// bounds on a damaged section header, and runs for ever on a type that refers
// to itself), so the frame is no part of the input.
//
//===----------------------------------------------------------------------===//

#include "ByteSource.h"
#include "Harness.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <variant>

using namespace mlir;
using namespace quantir::fuzz;

namespace {

using Word = std::variant<uint64_t, Type>;

/// The codes of types, and where a type refers to another. No number stands
/// there: it might be that of the type itself.
bool isTypePlace(uint64_t code, size_t place) {
  return (code == 64 && place == 5) || (code == 65 && place == 6) ||
         (code == 66 && place == 1);
}

} // namespace

static constexpr uint64_t kSpecial[] = {
    0xFF,
    0x100,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x7FFFFFFFFFFFFFFF,
    0x8000000000000000,
    0xFFFFFFFFFFFFFFFF,
    0x3FF0000000000000, // 1.0
    0x3FE0000000000000, // 0.5
    0x7FF0000000000000, // infinity
    0x7FF8000000000000, // NaN
    0x0000000000000001, // the least subnormal
    0x8000000000000001,
    0x47EFFFFFE0000000,  // the largest f32
    0x36A0000000000000}; // the least f32

static constexpr const char *kTypes[] = {
    "f32",       "f16", "bf16",  "f64",           "f80",
    "f8E8M0FNU", "i8",  "index", "tensor<2xf32>", "!quant.any<i8>"};

/// Small numbers are one byte, others have a length or are one of a list.
static uint64_t readNumber(ByteSource &source) {
  uint8_t first = source.byte();
  if (first < 0xE0)
    return first;
  if (first < 0xF0)
    return kSpecial[first - 0xE0];
  return source.word((first & 7) + 1);
}

static std::vector<Word> readWords(ByteSource &source, MLIRContext *context) {
  std::vector<Word> words = {readNumber(source)};
  uint64_t code = std::get<uint64_t>(words.front());
  while (!source.isEmpty()) {
    if (isTypePlace(code, words.size()))
      words.push_back(parseType(source.pick(kTypes), context));
    else
      words.push_back(readNumber(source));
  }
  return words;
}

/// The places where a quantized type may stand; none is in a memref, whose
/// element type MLIR's reader doesn't check.
static constexpr const char *kModules[] = {
    "func.func private @f(!T)",
    "func.func private @f(tensor<2x3x!T>, tensor<?x?x!T>)",
    "func.func private @f(tensor<4x4xf32>) attributes {a = tensor<4x4x!T>}",
    "func.func private @f(tensor<*x!T>, tuple<!T>)",
    R"(func.func @f(%a: tensor<2x2x!T>, %b: tensor<?x!T>) -> tensor<2x2x!T> {
  return %a : tensor<2x2x!T>
})",
};

/// Writes the module with `words` in the place of the placeholder.
static std::string write(ModuleOp module, Type placeholder,
                         ArrayRef<Word> words) {
  BytecodeWriterConfig config;
  config.attachTypeCallback([&](Type type, std::optional<StringRef> &group,
                                DialectBytecodeWriter &writer) {
    if (type != placeholder)
      return failure();
    group = "quant";
    for (const Word &word : words) {
      if (auto *reference = std::get_if<Type>(&word))
        writer.writeType(*reference);
      else
        writer.writeVarInt(std::get<uint64_t>(word));
    }
    return success();
  });
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os, config)))
    fail("the writer writes", "");
  return bytes;
}

static std::string writePlain(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    fail("what was read can be written", print(module));
  return bytes;
}

/// No text is an input.
std::vector<uint8_t> quantir::fuzz::makeSeed(StringRef) { return {}; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Host host(Host::OwnText);
  MLIRContext *context = host.next();
  ByteSource source(ArrayRef<uint8_t>(data, size));
  constexpr const char *kPlaceholder = "!quant.any<i7<-3:3>>";
  std::string text = ("!T = " + Twine(kPlaceholder) + "\n").str();
  text += source.pick(kModules);
  std::vector<Word> words = readWords(source, context);
  ParserConfig config(context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    fail("the template is valid", text);
  std::string bytes =
      write(module.get(), parseType(kPlaceholder, context), words);

  OwningOpRef<ModuleOp> found = parseSourceString<ModuleOp>(bytes, config);
  if (!found) {
    if (!host.hasError())
      fail("what is refused has a message", "");
    return 0;
  }
  std::string printed = print(found.get());
  OwningOpRef<ModuleOp> fromText = parseSourceString<ModuleOp>(printed, config);
  if (!fromText)
    fail("what was read from bytecode is valid text", printed);
  OwningOpRef<ModuleOp> again =
      parseSourceString<ModuleOp>(writePlain(found.get()), config);
  if (!again || print(again.get()) != printed ||
      print(fromText.get()) != printed)
    fail("text and bytecode say the same", printed);
  return 0;
}
