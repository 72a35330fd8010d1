//===- TabulateBytes.cpp - Functions of one byte as tables ----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function from 8 bits to 8 bits has 256 results, which four registers of 512
// bits hold. Two permutations of bytes and a choice by the sign look 64 of them
// up, whatever the function computes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTTABULATEBYTES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The registers of a table, and the bytes of each.
static constexpr int64_t kRegisters = 4, kLanes = 64;
using Table = std::array<int8_t, kRegisters * kLanes>;

/// True if folding `op` has the bits of running it, but for NaN: arithmetic
/// that is rounded once, as IEEE 754 says. Which zero is the smaller one
/// `arith.minnumf` leaves open, and sums that must not overflow are no numbers
/// where they do.
static bool isExact(Operation &op) {
  if (isa<arith::MinNumFOp, arith::MaxNumFOp>(op))
    return false;
  if (auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
      integer && (integer.hasNoSignedWrap() || integer.hasNoUnsignedWrap()))
    return false;
  if (auto math = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto flags = math.getFastMathFlagsAttr();
        flags && flags.getValue() != arith::FastMathFlags::none)
      return false;
  return isa<math::FmaOp>(op) || isa<arith::ArithDialect>(op.getDialect());
}

/// `value` if it is a number.
static Attribute getNumber(Attribute value) {
  auto real = dyn_cast_or_null<FloatAttr>(value);
  bool isNumber =
      real ? !real.getValue().isNaN() : isa_and_present<IntegerAttr>(value);
  return isNumber ? value : Attribute();
}

/// MLIR has no fold for it.
static Attribute evaluateFma(ArrayRef<Attribute> operands) {
  APFloat result = cast<FloatAttr>(operands[0]).getValue();
  result.fusedMultiplyAdd(cast<FloatAttr>(operands[1]).getValue(),
                          cast<FloatAttr>(operands[2]).getValue(),
                          APFloat::rmNearestTiesToEven);
  return FloatAttr::get(cast<FloatAttr>(operands[0]).getType(), result);
}

/// The result of `op`, or nothing if it has none that is a number. The bits of
/// a NaN are up to the processor.
static Attribute evaluate(Operation &op,
                          llvm::function_ref<Attribute(Value)> valueOf) {
  SmallVector<Attribute> operands =
      llvm::map_to_vector(op.getOperands(), valueOf);
  if (op.getNumResults() != 1 || llvm::is_contained(operands, Attribute()) ||
      !isExact(op))
    return {};
  if (isa<math::FmaOp>(op) && llvm::all_of(operands, llvm::IsaPred<FloatAttr>))
    return getNumber(evaluateFma(operands));
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) || results.size() != 1)
    return {};
  if (auto value = dyn_cast<Value>(results.front()))
    return getNumber(valueOf(value));
  return getNumber(cast<Attribute>(results.front()));
}

/// What `body` yields for `input` in place of its first argument.
static std::optional<int8_t> evaluate(Block &body, int8_t input) {
  Type i8 = body.getArgument(0).getType();
  DenseMap<Value, Attribute> values;
  values[body.getArgument(0)] = IntegerAttr::get(i8, APInt(8, input, true));
  auto valueOf = [&](Value value) {
    Attribute constant = values.lookup(value);
    if (!constant)
      matchPattern(value, m_Constant(&constant));
    return constant;
  };
  for (Operation &op : body.without_terminator()) {
    if (matchPattern(&op, m_Constant()))
      continue;
    Attribute result = evaluate(op, valueOf);
    if (!result)
      return std::nullopt;
    values[op.getResult(0)] = result;
  }
  auto result = dyn_cast_or_null<IntegerAttr>(
      valueOf(body.getTerminator()->getOperand(0)));
  if (!result)
    return std::nullopt;
  return static_cast<int8_t>(result.getValue().getSExtValue());
}

/// The results of an op's body, in the order of its inputs as unsigned bytes.
static std::optional<Table> getTable(linalg::GenericOp op) {
  // Folding may change the op that it looks at.
  OwningOpRef<linalg::GenericOp> copy = op.clone();
  Table table;
  for (auto [input, result] : llvm::enumerate(table)) {
    std::optional<int8_t> stored =
        evaluate(*copy->getBody(), static_cast<int8_t>(input));
    if (!stored)
      return std::nullopt;
    result = *stored;
  }
  return table;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// A loop that looks the elements of one buffer up and writes them to another.
class LookUpLoop {
public:
  LookUpLoop(ImplicitLocOpBuilder &b, const Table &table)
      : b(b), bytes(VectorType::get(kLanes, b.getI8Type())) {
    for (int64_t i = 0; i < kRegisters; ++i)
      registers.push_back(arith::ConstantOp::create(
          b, DenseElementsAttr::get(
                 bytes, ArrayRef<int8_t>(table).slice(i * kLanes, kLanes))));
  }

  /// Whole registers, then what is left.
  void emit(Value from, Value to) {
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value lanes = arith::ConstantIndexOp::create(b, kLanes);
    Value size = b.createOrFold<memref::DimOp>(from, zero);
    Value rest = b.createOrFold<arith::RemUIOp>(size, lanes);
    Value end = b.createOrFold<arith::SubIOp>(size, rest);
    scf::ForOp::create(b, zero, end, lanes, ValueRange(),
                       [&](OpBuilder &, Location, Value i, ValueRange) {
                         OpBuilder::InsertionGuard guard(b);
                         b.setInsertionPointToStart(i.getParentBlock());
                         Value x = vector::LoadOp::create(b, bytes, from, i);
                         vector::StoreOp::create(b, lookUp(x), to, i);
                         scf::YieldOp::create(b);
                       });
    Value mask = vector::CreateMaskOp::create(
        b, VectorType::get(kLanes, b.getI1Type()), rest);
    Value x = vector::MaskedLoadOp::create(b, bytes, from, end, mask,
                                           registers.front());
    vector::MaskedStoreOp::create(b, to, end, mask, lookUp(x));
  }

private:
  /// A byte of one of two registers, by the low seven bits of the index.
  Value permute(Value low, Value index, Value high) {
    return LLVM::CallIntrinsicOp::create(
               b, bytes, b.getStringAttr("llvm.x86.avx512.vpermi2var.qi.512"),
               ValueRange{low, index, high})
        .getResult(0);
  }
  Value lookUp(Value x) {
    Value positive = permute(registers[0], x, registers[1]);
    Value negative = permute(registers[2], x, registers[3]);
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(bytes));
    Value isNegative =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, x, zero);
    return arith::SelectOp::create(b, isNegative, negative, positive);
  }

  ImplicitLocOpBuilder &b;
  VectorType bytes;
  SmallVector<Value> registers;
};

/// True if `addFeatures` may add to what is said about the code of `function`:
/// nothing, or what it may use.
static bool takesFeatures(func::FuncOp function) {
  Attribute present = function->getAttr("target_features");
  auto features = dyn_cast_or_null<LLVM::TargetFeaturesAttr>(present);
  return !function->hasAttr("passthrough") && (!present || features) &&
         (!features || llvm::none_of(features.getFeatures(), [](StringAttr f) {
           return f.getValue().starts_with("-");
         }));
}

/// Adds what the permutation needs to what the code of `function` may use, so
/// that it is compiled for any processor that the rest of the program is for.
static void addFeatures(func::FuncOp function) {
  StringRef name = "target_features";
  SmallVector<StringRef> features = {"+avx512bw", "+avx512vbmi"};
  if (auto present = function->getAttrOfType<LLVM::TargetFeaturesAttr>(name))
    for (StringAttr feature : present.getFeatures())
      if (!llvm::is_contained(features, feature.getValue()))
        features.push_back(feature.getValue());
  function->setAttr(
      name, LLVM::TargetFeaturesAttr::get(function.getContext(), features));
}

struct TabulateBytesPass
    : quantir::impl::QuantTabulateBytesBase<TabulateBytesPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](linalg::GenericOp op) {
      auto function = op->getParentOfType<func::FuncOp>();
      if (!function || !takesFeatures(function) || !isMapOfBytes(op))
        return;
      std::optional<Table> table = getTable(op);
      if (!table)
        return;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      LookUpLoop(b, *table).emit(op.getInputs().front(),
                                 op.getOutputs().front());
      addFeatures(function);
      op.erase();
    });
  }

private:
  /// A buffer of bytes, one next to the other, that may fill a register.
  static bool isRowOfBytes(Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    return type && type.getRank() == 1 &&
           type.getElementType().isSignlessInteger(8) &&
           type.isLastDimUnitStride() &&
           (type.isDynamicDim(0) || type.getDimSize(0) >= kLanes);
  }
  /// True if each byte of one buffer is computed from the byte in the same
  /// place of another, and from nothing else.
  static bool isMapOfBytes(linalg::GenericOp op) {
    return op.getInputs().size() == 1 && op.getOutputs().size() == 1 &&
           op.getNumParallelLoops() == 1 && op.getNumLoops() == 1 &&
           llvm::all_of(op.getIndexingMapsArray(),
                        [](AffineMap map) { return map.isIdentity(); }) &&
           isRowOfBytes(op.getInputs().front()) &&
           isRowOfBytes(op.getOutputs().front()) &&
           op.getBody()->getArgument(1).use_empty();
  }
};

} // namespace
