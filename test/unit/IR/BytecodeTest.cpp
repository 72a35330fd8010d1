//===- BytecodeTest.cpp - Whole and damaged bytecode ----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"

#include <random>

using namespace mlir;
using namespace quantir;

namespace {

struct BytecodeTest : IRTest {
  static std::string write(Operation *op) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(op, os)));
    return bytes;
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    return text;
  }

  /// Reads damaged bytes. All that counts is that something comes out: an error
  /// with a message, or a module that can be printed and written.
  void readDamaged(StringRef bytes) {
    OwningOpRef<ModuleOp> module = parseModule(bytes);
    std::string errors = takeDiagnostics();
    if (module) {
      ++accepted;
      EXPECT_FALSE(print(module.get()).empty());
      EXPECT_FALSE(write(module.get()).empty());
      return;
    }
    ++refused;
    EXPECT_FALSE(errors.empty());
  }

  unsigned accepted = 0, refused = 0;
};

} // namespace

/// One of everything that has a form of its own in bytecode.
static constexpr const char *kModule = R"(
  func.func private @per_tensor(!quant.uniform<i8:f32, 0.5:3>)
  func.func private @u64(!quant.uniform<u64<1:18446744073709551615>:f64, 0.1:18446744073709551615>)
  func.func private @i64(!quant.uniform<i64:f64, 0.1:-9223372036854775808>)
  func.func private @per_axis(tensor<?x3x!quant.uniform<u8:f16:1, {0.5:3, 0.25, 0.1:255}>>)
  func.func private @blocked(tensor<4x?x!quant.uniform<i4<-7:7>:bf16:{0:2}, {{0.5:3}, {0.25}}>>)
  func.func private @any(!quant.any<u4:f16>, !quant.any<i8<-8:7>>)
  func.func private @calibrated(!quant.calibrated<f32<-0.5:1.0e10>>)
  func.func @casts(%x: tensor<2xf32>) -> tensor<2xf32>
      attributes {quantir.policy = #quantir.policy<rounding = up, polynomial_fma = true>} {
    %q = quant.qcast %x : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>>
    %s = quant.scast %q : tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>> to tensor<2xi8>
    %p = quant.scast %s : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32, 0.5>>
    %y = quant.dcast %p : tensor<2x!quant.uniform<i8:f32, 0.5>> to tensor<2xf32>
    return %y : tensor<2xf32>
  }
)";

TEST_F(BytecodeTest, RoundTrip) {
  auto module = parseModule(kModule);
  ASSERT_TRUE(module) << takeDiagnostics();
  std::string bytes = write(module.get());
  auto again = parseModule(bytes);
  ASSERT_TRUE(again) << takeDiagnostics();
  EXPECT_EQ(print(again.get()), print(module.get()));
  EXPECT_EQ(write(again.get()), bytes);
}

TEST_F(BytecodeTest, TypesAreTheSameInAnotherContext) {
  auto module = parseModule(kModule);
  ASSERT_TRUE(module) << takeDiagnostics();
  std::string bytes = write(module.get());
  MLIRContext other;
  other.loadDialect<QuantDialect, QuantirDialect, func::FuncDialect>();
  auto there = parseSourceString<ModuleOp>(bytes, &other);
  ASSERT_TRUE(there);
  EXPECT_EQ(print(there.get()), print(module.get()));
}

TEST_F(BytecodeTest, Truncated) {
  auto module = parseModule(kModule);
  ASSERT_TRUE(module) << takeDiagnostics();
  std::string bytes = write(module.get());
  for (size_t size = 0; size < bytes.size(); ++size)
    readDamaged(StringRef(bytes).take_front(size));
  // The empty text is an empty module.
  EXPECT_EQ(accepted, 1u);
}

//===----------------------------------------------------------------------===//
// The numbers of a type, without the frame of a file
//
// MLIR's reader trusts that frame: it writes out of bounds on a damaged section
// header, and runs for ever on a type that refers to itself. So bytes can't be
// changed at will in a whole file; the numbers of one type can.
//===----------------------------------------------------------------------===//

namespace {

/// Types are written as references into a list.
using TypeTable = std::vector<Type>;
/// What a type writes: one number for each value, whatever its kind.
using Words = std::vector<uint64_t>;

struct WordWriter : DialectBytecodeWriter {
  WordWriter(TypeTable &types) : types(types) {}

  void writeVarInt(uint64_t value) override { words.push_back(value); }
  void writeSignedVarInt(int64_t value) override { words.push_back(value); }
  void writeType(Type type) override {
    words.push_back(llvm::find(types, type) - types.begin());
    if (words.back() == types.size())
      types.push_back(type);
  }
  int64_t getBytecodeVersion() const override { return 6; }

  // The types use nothing else.
  void writeAttribute(Attribute) override { std::abort(); }
  void writeOptionalAttribute(Attribute) override { std::abort(); }
  void writeResourceHandle(const AsmDialectResourceHandle &) override {
    std::abort();
  }
  void writeAPIntWithKnownWidth(const APInt &) override { std::abort(); }
  void writeAPFloatWithKnownSemantics(const APFloat &) override {
    std::abort();
  }
  void writeOwnedString(StringRef) override { std::abort(); }
  void writeOwnedBlob(ArrayRef<char>) override { std::abort(); }
  void writeOwnedBool(bool) override { std::abort(); }
  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }

  TypeTable &types;
  Words words;
};

struct WordReader : DialectBytecodeReader {
  WordReader(MLIRContext *context, const TypeTable &types,
             ArrayRef<uint64_t> words)
      : context(context), types(types), words(words) {}

  InFlightDiagnostic emitError(const Twine &message) const override {
    return mlir::emitError(UnknownLoc::get(context), message);
  }
  LogicalResult readVarInt(uint64_t &result) override {
    if (words.empty())
      return emitError("end of the numbers");
    result = words.front();
    words = words.drop_front();
    return success();
  }
  LogicalResult readSignedVarInt(int64_t &result) override {
    uint64_t bits = 0;
    if (failed(readVarInt(bits)))
      return failure();
    result = static_cast<int64_t>(bits);
    return success();
  }
  LogicalResult readType(Type &result) override {
    uint64_t index = 0;
    if (failed(readVarInt(index)))
      return failure();
    if (index >= types.size())
      return emitError("no such type");
    result = types[index];
    return success();
  }
  MLIRContext *getContext() const override { return context; }
  uint64_t getBytecodeVersion() const override { return 6; }

  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }
  LogicalResult readAttribute(Attribute &) override { return failure(); }
  LogicalResult readOptionalAttribute(Attribute &) override {
    return failure();
  }
  FailureOr<APInt> readAPIntWithKnownWidth(unsigned) override {
    return failure();
  }
  FailureOr<APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &) override {
    return failure();
  }
  LogicalResult readString(StringRef &) override { return failure(); }
  LogicalResult readBlob(ArrayRef<char> &) override { return failure(); }
  LogicalResult readBool(bool &) override { return failure(); }
  FailureOr<AsmDialectResourceHandle> readResourceHandle() override {
    return failure();
  }

  MLIRContext *context;
  const TypeTable &types;
  ArrayRef<uint64_t> words;
};

struct BytecodeWordsTest : BytecodeTest {
  BytecodeWordsTest()
      : bytecode(context.getLoadedDialect("quant")
                     ->getRegisteredInterface<BytecodeDialectInterface>()) {
    // What an index changed by accident may lead to.
    for (const char *text : {"f32", "f16", "f80", "f8E8M0FNU", "i8",
                             "tensor<2xf32>", "!quant.any<i8>"})
      types.push_back(parse(text));
  }

  Words write(Type type) {
    WordWriter writer(types);
    EXPECT_TRUE(succeeded(bytecode->writeType(type, writer)));
    return writer.words;
  }

  Type read(ArrayRef<uint64_t> words) {
    WordReader reader(&context, types, words);
    return bytecode->readType(reader);
  }

  /// Reads damaged numbers: an error with a message, or a type that is as valid
  /// as if it had been parsed.
  void readDamaged(ArrayRef<uint64_t> words) {
    Type type = read(words);
    std::string errors = takeDiagnostics();
    if (!type) {
      ++refused;
      EXPECT_FALSE(errors.empty());
      return;
    }
    ++accepted;
    EXPECT_EQ(errors, "");
    std::string text = print(type);
    EXPECT_EQ(parse(text), type) << text << takeDiagnostics();
    EXPECT_EQ(read(write(type)), type) << text;
  }

  static std::string print(Type type) { return IRTest::print(type); }

  const BytecodeDialectInterface *bytecode;
  TypeTable types;
};

constexpr const char *kTypes[] = {
    "!quant.uniform<i8:f32, 0.5:3>",
    "!quant.uniform<u64<1:18446744073709551615>:f64, 0.1:18446744073709551615>",
    "!quant.uniform<u8:f16:1, {0.5:3, 0.25, 0.1:255}>",
    "!quant.uniform<i4<-7:7>:bf16:{0:2, 2:1}, {{{0.5:3, 1.0}}, {{0.25, 2.0}}}>",
    "!quant.uniform<i8:f32:{}, {{1.0}}>",
    "!quant.any<u4:f16>",
    "!quant.any<i8<-8:7>>",
    "!quant.calibrated<f32<-0.5:1.0e10>>",
};

} // namespace

TEST_F(BytecodeWordsTest, RoundTrip) {
  for (const char *text : kTypes) {
    Type type = parse(text);
    ASSERT_TRUE(type) << text << takeDiagnostics();
    EXPECT_EQ(read(write(type)), type) << text << takeDiagnostics();
  }
}

TEST_F(BytecodeWordsTest, Truncated) {
  for (const char *text : kTypes) {
    Words words = write(parse(text));
    for (size_t size = 0; size < words.size(); ++size)
      readDamaged(ArrayRef(words).take_front(size));
  }
  EXPECT_EQ(accepted, 0u);
}

TEST_F(BytecodeWordsTest, NumbersChanged) {
  const uint64_t values[] = {0,
                             1,
                             2,
                             3,
                             7,
                             63,
                             64,
                             65,
                             66,
                             127,
                             128,
                             255,
                             256,
                             0x7FFFFFFF,
                             0x80000000,
                             0xFFFFFFFF,
                             0x100000000,
                             0x7FFFFFFFFFFFFFFF,
                             0x8000000000000000,
                             0xFFFFFFFFFFFFFFFF,
                             0x3FF0000000000000,  // 1.0
                             0x7FF0000000000000,  // infinity
                             0x7FF8000000000000,  // NaN
                             0x8000000000000001}; // a negative subnormal
  for (const char *text : kTypes) {
    Words words = write(parse(text));
    for (size_t i = 0; i < words.size(); ++i) {
      Words shorter = words;
      shorter.erase(shorter.begin() + i);
      readDamaged(shorter);
      for (uint64_t value : values) {
        Words changed = words;
        changed[i] = value;
        readDamaged(changed);
        Words longer = words;
        longer.insert(longer.begin() + i, value);
        readDamaged(longer);
      }
    }
  }
  EXPECT_GT(accepted, 100u);
  EXPECT_GT(refused, 1000u);
}

TEST_F(BytecodeWordsTest, SeveralNumbersChanged) {
  std::mt19937_64 random(22);
  for (const char *text : kTypes) {
    const Words words = write(parse(text));
    for (int i = 0; i < 1000; ++i) {
      Words changed = words;
      for (int changes = 0; changes < 3; ++changes) {
        uint64_t &word = changed[random() % changed.size()];
        word = random() % 2 ? random() % 70 : word ^ (1ull << random() % 64);
      }
      readDamaged(changed);
    }
  }
  EXPECT_GT(accepted, 10u);
  EXPECT_GT(refused, 1000u);
}

TEST_F(BytecodeWordsTest, Messages) {
  auto refuse = [&](const Words &words, const char *message) {
    EXPECT_FALSE(read(words)) << message;
    std::string got = takeDiagnostics();
    EXPECT_NE(got.find(message), std::string::npos) << got;
  };
  // The codes of MLIR's own dialect.
  refuse({1}, "unknown code of a quantized type: 1: expected bytecode of "
              "QuantIR's quant dialect, but got that of MLIR's");
  refuse({99}, "unknown code of a quantized type: 99");
  Words words = write(parse("!quant.uniform<i8:f32, 0.5:3>"));
  words[1] = 200;
  refuse(words, "illegal storage of a quantized type: width 200, signedness 1");
  words = write(parse("!quant.uniform<i8:f32, 0.5:3>"));
  words[6] = 3;
  refuse(words, "unknown granularity of a quantized type: 3");
}
