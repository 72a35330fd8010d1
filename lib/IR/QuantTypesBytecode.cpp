//===- QuantTypesBytecode.cpp - Bytecode form of quantized types ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is read is verified, so that a damaged file is an error.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "quantir/IR/QuantDialect.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace quantir;

namespace {

/// Codes of the types in a file. MLIR's own `quant` dialect uses small numbers:
/// with these a file of one dialect is never taken for one of the other.
enum TypeCode : uint64_t {
  kUniformCode = 64,
  kAnyCode = 65,
  kCalibratedCode = 66,
};

struct QuantBytecodeInterface : BytecodeDialectInterface {
  QuantBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const override;
  Type readType(DialectBytecodeReader &reader) const override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

template <typename T>
static void writeArray(DialectBytecodeWriter &writer, ArrayRef<T> values) {
  writer.writeVarInt(values.size());
  for (T value : values)
    writer.writeVarInt(llvm::bit_cast<uint64_t>(value));
}

template <typename T>
static LogicalResult readArray(DialectBytecodeReader &reader,
                               std::vector<T> &values) {
  uint64_t size;
  if (failed(reader.readVarInt(size)))
    return failure();
  // No memory is taken on the word of the file: reading fails at its end.
  for (uint64_t i = 0; i < size; ++i) {
    uint64_t bits;
    if (failed(reader.readVarInt(bits)))
      return failure();
    values.push_back(llvm::bit_cast<T>(bits));
  }
  return success();
}

static void writeStorage(DialectBytecodeWriter &writer,
                         const StorageSpec &storage) {
  writer.writeVarInt(storage.width);
  writer.writeVarInt(storage.isSigned);
  writer.writeSignedVarInt(storage.min);
  writer.writeSignedVarInt(storage.max);
}

static LogicalResult readStorage(DialectBytecodeReader &reader,
                                 StorageSpec &storage) {
  uint64_t width, isSigned;
  if (failed(reader.readVarInt(width)) || failed(reader.readVarInt(isSigned)) ||
      failed(reader.readSignedVarInt(storage.min)) ||
      failed(reader.readSignedVarInt(storage.max)))
    return failure();
  if (width > StorageSpec::kMaxWidth || isSigned > 1)
    return reader.emitError("illegal storage of a quantized type: width ")
           << width << ", signedness " << isSigned;
  storage.width = width;
  storage.isSigned = isSigned;
  return success();
}

static LogicalResult readDouble(DialectBytecodeReader &reader, double &value) {
  uint64_t bits;
  if (failed(reader.readVarInt(bits)))
    return failure();
  value = llvm::bit_cast<double>(bits);
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type readUniform(DialectBytecodeReader &reader) {
  Quantization q;
  uint64_t granularity;
  std::vector<int64_t> axes, blockSizes, gridShape, zeroPoints;
  std::vector<double> scales;
  if (failed(readStorage(reader, q.storage)) ||
      failed(reader.readType(q.expressedType)) ||
      failed(reader.readVarInt(granularity)) ||
      failed(readArray(reader, axes)) ||
      failed(readArray(reader, blockSizes)) ||
      failed(readArray(reader, gridShape)) ||
      failed(readArray(reader, scales)) ||
      failed(readArray(reader, zeroPoints)))
    return {};
  if (granularity > static_cast<uint64_t>(Granularity::Blocked)) {
    reader.emitError("unknown granularity of a quantized type: ")
        << granularity;
    return {};
  }
  q.granularity = static_cast<Granularity>(granularity);
  q.axes = axes;
  q.blockSizes = blockSizes;
  q.gridShape = gridShape;
  q.scales = scales;
  q.zeroPoints = zeroPoints;
  return UniformType::getChecked([&] { return reader.emitError(); }, q);
}

static Type readAny(DialectBytecodeReader &reader) {
  StorageSpec storage;
  uint64_t hasExpressed;
  FloatType expressed;
  if (failed(readStorage(reader, storage)) ||
      failed(reader.readVarInt(hasExpressed)) ||
      (hasExpressed && failed(reader.readType(expressed))))
    return {};
  return AnyType::getChecked([&] { return reader.emitError(); },
                             reader.getContext(), storage, expressed);
}

static Type readCalibrated(DialectBytecodeReader &reader) {
  FloatType expressed;
  double min, max;
  if (failed(reader.readType(expressed)) || failed(readDouble(reader, min)) ||
      failed(readDouble(reader, max)))
    return {};
  return CalibratedType::getChecked([&] { return reader.emitError(); },
                                    reader.getContext(), expressed,
                                    APFloat(min), APFloat(max));
}

Type QuantBytecodeInterface::readType(DialectBytecodeReader &reader) const {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  switch (code) {
  case kUniformCode:
    return readUniform(reader);
  case kAnyCode:
    return readAny(reader);
  case kCalibratedCode:
    return readCalibrated(reader);
  }
  reader.emitError("unknown code of a quantized type: ")
      << code
      << (code < kUniformCode ? ": expected bytecode of QuantIR's quant "
                                "dialect, but got that of MLIR's"
                              : "");
  return {};
}

LogicalResult
QuantBytecodeInterface::writeType(Type type,
                                  DialectBytecodeWriter &writer) const {
  if (auto uniform = dyn_cast<UniformType>(type)) {
    const Quantization &q = uniform.getView();
    writer.writeVarInt(kUniformCode);
    writeStorage(writer, q.storage);
    writer.writeType(q.expressedType);
    writer.writeVarInt(static_cast<uint64_t>(q.granularity));
    writeArray(writer, q.axes);
    writeArray(writer, q.blockSizes);
    writeArray(writer, q.gridShape);
    writeArray(writer, q.scales);
    writeArray(writer, q.zeroPoints);
    return success();
  }
  if (auto any = dyn_cast<AnyType>(type)) {
    writer.writeVarInt(kAnyCode);
    writeStorage(writer, any.getStorage());
    FloatType expressed = any.getExpressedType();
    writer.writeVarInt(expressed ? 1 : 0);
    if (expressed)
      writer.writeType(expressed);
    return success();
  }
  if (auto calibrated = dyn_cast<CalibratedType>(type)) {
    writer.writeVarInt(kCalibratedCode);
    writer.writeType(calibrated.getExpressedType());
    writer.writeVarInt(calibrated.getMin().bitcastToAPInt().getZExtValue());
    writer.writeVarInt(calibrated.getMax().bitcastToAPInt().getZExtValue());
    return success();
  }
  return failure();
}

void quantir::detail::addBytecodeInterface(QuantDialect *dialect) {
  dialect->addInterfaces<QuantBytecodeInterface>();
}
