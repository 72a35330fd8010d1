//===- BytecodeFilesTest.cpp - Damaged files of bytecode ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole files in which bytes are changed. MLIR's reader trusts the frame of a
// file (it writes out of bounds on a damaged section header, and runs for ever
// on a type that refers to itself), so only those bytes are changed that stand
// for this project's own types and attributes: the test reads the frame to find
// them.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "llvm/ADT/bit.h"

#include <map>
#include <random>

using namespace mlir;
using namespace quantir;

namespace {

/// Reads the numbers of a file.
struct Cursor {
  ArrayRef<uint8_t> bytes;
  size_t position = 0;
  bool isBeyond = false;

  uint8_t byte() {
    if (position < bytes.size())
      return bytes[position++];
    isBeyond = true;
    return 1;
  }

  /// A number whose length stands in the low bits of its first byte.
  uint64_t number() {
    uint8_t first = byte();
    unsigned more = first ? llvm::countr_zero(first) : 8;
    uint64_t value = more < 8 ? first : 0;
    for (unsigned i = 0; i < more; ++i)
      value |= uint64_t(byte()) << (8 * (more < 8 ? i + 1 : i));
    return more < 8 ? value >> (more + 1) : value;
  }
};

struct Span {
  size_t begin, size;
};

/// What stands for a type or attribute in a file.
struct Entry {
  Span span;
  bool isType;
  /// False for text.
  bool isCustom;
};

/// The entries of a file, in order: attributes and then types.
struct File {
  std::vector<uint8_t> bytes;
  std::vector<Entry> entries;
  size_t numAttributes = 0;

  explicit File(StringRef text) : bytes(text.bytes_begin(), text.bytes_end()) {
    constexpr unsigned kEntries = 2, kOffsets = 3;
    Cursor cursor{bytes, /*position=*/4};
    cursor.number();
    // What wrote the file.
    while (cursor.byte() != 0 && !cursor.isBeyond)
      ;
    std::map<unsigned, Span> sections;
    while (cursor.position < bytes.size()) {
      uint8_t id = cursor.byte();
      size_t size = cursor.number();
      if (id & 0x80) {
        size_t alignment = cursor.number();
        cursor.position = llvm::alignTo(cursor.position, alignment);
      }
      sections[id & 0x7F] = {cursor.position, size};
      cursor.position += size;
    }
    readOffsets(sections.at(kEntries), sections.at(kOffsets));
  }

  void readOffsets(Span data, Span offsets) {
    Cursor cursor{ArrayRef(bytes).slice(offsets.begin, offsets.size)};
    numAttributes = cursor.number();
    size_t numEntries = numAttributes + cursor.number();
    size_t begin = data.begin;
    while (entries.size() < numEntries && !cursor.isBeyond) {
      cursor.number(); // the dialect
      for (size_t count = cursor.number(); count > 0; --count) {
        uint64_t size = cursor.number();
        entries.push_back({{begin, static_cast<size_t>(size >> 1)},
                           entries.size() >= numAttributes,
                           (size & 1) != 0});
        begin += size >> 1;
      }
    }
    ASSERT_EQ(begin, data.begin + data.size) << "the frame is another";
  }

  static ArrayRef<uint8_t> get(ArrayRef<uint8_t> bytes, Span span) {
    return bytes.slice(span.begin, span.size);
  }

  /// True for what this project writes: codes of its own, or text of a policy.
  bool isOurs(const Entry &entry) const {
    ArrayRef<uint8_t> own = get(bytes, entry.span);
    if (!entry.isCustom)
      return StringRef(reinterpret_cast<const char *>(own.data()), own.size())
          .starts_with("#quantir");
    uint64_t code = Cursor{own}.number();
    return entry.isType && code >= 64 && code <= 66;
  }

  /// True if the type that `changed` names in the bytes of `entry`, if it names
  /// one, is no type with others in it, which might lead back to this one.
  bool namesSimpleType(ArrayRef<uint8_t> changed, const Entry &entry) const {
    Cursor cursor{get(changed, entry.span)};
    uint64_t code = cursor.number();
    unsigned before = code == 64 ? 4 : code == 65 ? 5 : 0;
    for (unsigned i = 0; i < before; ++i)
      cursor.number();
    uint64_t index = cursor.number();
    if (cursor.isBeyond || index >= entries.size() - numAttributes)
      return true;
    const Entry &named = entries[numAttributes + index];
    // The builtin dialect begins with integers, `index`, functions and floats.
    uint64_t namedCode = Cursor{get(bytes, named.span)}.number();
    return namedCode < 10 && namedCode != 2;
  }
};

struct BytecodeFilesTest : IRTest {
  File write(StringRef text) {
    auto module = parseModule(text);
    EXPECT_TRUE(module) << takeDiagnostics();
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(module.get(), os)));
    return File(bytes);
  }

  /// An error with a message, or a module that prints as valid text.
  void read(ArrayRef<uint8_t> bytes) {
    StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    auto module = parseModule(text);
    std::string errors = takeDiagnostics();
    if (!module) {
      ++refused;
      EXPECT_FALSE(errors.empty());
      return;
    }
    ++accepted;
    std::string printed;
    llvm::raw_string_ostream(printed) << *module;
    EXPECT_TRUE(parseModule(printed)) << printed << takeDiagnostics();
  }

  unsigned accepted = 0, refused = 0;
};

constexpr const char *kFiles[] = {
    R"(
  func.func private @per_tensor(!quant.uniform<i8:f32, 0.5:3>)
  func.func private @u64(!quant.uniform<u64<1:18446744073709551615>:f64, 0.1:18446744073709551615>)
  func.func private @any(!quant.any<u4:f16>, !quant.any<i8<-8:7>>)
  func.func private @calibrated(!quant.calibrated<f32<-0.5:1.0e10>>)
)",
    R"(
  func.func private @per_axis(tensor<?x3x!quant.uniform<u8:f16:1, {0.5:3, 0.25, 0.1:255}>>)
  func.func private @blocked(tensor<4x?x!quant.uniform<i4<-7:7>:bf16:{0:2}, {{0.5:3}, {0.25}}>>)
  func.func private @mixed(tuple<tensor<*x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, i8>)
)",
    R"(
  func.func @casts(%x: tensor<2xf32>) -> tensor<2xf32>
      attributes {quantir.policy = #quantir.policy<rounding = up, polynomial_fma = true>} {
    %q = quant.qcast %x {quantir.policy = #quantir.policy<nan = zero>} : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>>
    %s = quant.scast %q : tensor<2x!quant.uniform<i8:f32:0, {0.5:3, 0.25}>> to tensor<2xi8>
    %p = quant.scast %s : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32, 0.5>>
    %y = quant.dcast %p : tensor<2x!quant.uniform<i8:f32, 0.5>> to tensor<2xf32>
    return %y : tensor<2xf32>
  }
)",
};

} // namespace

TEST_F(BytecodeFilesTest, OwnBytesChanged) {
  constexpr unsigned kMutations = 5000;
  std::mt19937_64 random(8);
  std::vector<File> files;
  for (const char *text : kFiles)
    files.push_back(write(text));
  unsigned done = 0;
  while (done < kMutations) {
    const File &file = files[random() % files.size()];
    const Entry &entry = file.entries[random() % file.entries.size()];
    if (!file.isOurs(entry))
      continue;
    std::vector<uint8_t> changed = file.bytes;
    for (unsigned i = 0, e = 1 + random() % 4; i < e; ++i) {
      uint8_t &byte = changed[entry.span.begin + random() % entry.span.size];
      byte = random() % 2 ? random() : byte ^ (1 << random() % 8);
    }
    if (entry.isCustom && !file.namesSimpleType(changed, entry))
      continue;
    read(changed);
    ++done;
  }
  EXPECT_EQ(accepted + refused, kMutations);
  EXPECT_GT(accepted, kMutations / 50);
  EXPECT_GT(refused, kMutations / 50);
  RecordProperty("accepted", accepted);
  RecordProperty("refused", refused);
}

TEST_F(BytecodeFilesTest, CutOff) {
  for (const char *text : kFiles) {
    File file = write(text);
    for (size_t size = 0; size < file.bytes.size(); ++size)
      read(ArrayRef(file.bytes).take_front(size));
  }
  // The empty text is an empty module.
  EXPECT_EQ(accepted, std::size(kFiles));
}
