//===- FusedGroups.cpp - The groups of the fused op -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of `group_index` become sums once, next to where the counts come
// from: for all tiles of the op. A tile finds its first and last group by
// bisection. Altogether that is O(groups + rows), and a logarithm a tile.
//
//===----------------------------------------------------------------------===//

#include "FusedLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace quantir;

static Value indexConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value i64Constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

static Value toIndex(ImplicitLocOpBuilder &b, Value value) {
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

/// The sums of `counts`, one more than there are counts. A count below 0 is 0;
/// a sum stays below 2^63.
static Value emitSums(ImplicitLocOpBuilder &b, Value counts) {
  Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
  Value none = i64Constant(b, 0);
  Value most = i64Constant(b, std::numeric_limits<int64_t>::max());
  Value numGroups = tensor::DimOp::create(b, counts, 0);
  int64_t size = cast<RankedTensorType>(counts.getType()).getDimSize(0);
  SmallVector<Value> dynamicSizes;
  // One more than the greatest size is none.
  if (size == std::numeric_limits<int64_t>::max())
    size = ShapedType::kDynamic;
  if (ShapedType::isDynamic(size))
    dynamicSizes.push_back(arith::AddIOp::create(b, numGroups, one));
  else
    ++size;
  Value empty = tensor::EmptyOp::create(
      b, RankedTensorType::get({size}, b.getI64Type()), dynamicSizes);
  Value first = tensor::InsertOp::create(b, none, empty, zero);
  auto loop = scf::ForOp::create(
      b, zero, numGroups, one, ValueRange{first, none},
      [&](OpBuilder &nested, Location loc, Value group, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, nested);
        Value count = tensor::ExtractOp::create(body, counts, group);
        count = arith::MaxSIOp::create(body, count, none);
        Value room = arith::SubIOp::create(body, most, carried[1]);
        count = arith::MinSIOp::create(body, count, room);
        Value sum = arith::AddIOp::create(body, carried[1], count);
        Value next = arith::AddIOp::create(body, group, one);
        Value sums = tensor::InsertOp::create(body, sum, carried[0], next);
        scf::YieldOp::create(body, ValueRange{sums, sum});
      });
  return loop.getResult(0);
}

GroupBounds::GroupBounds(ImplicitLocOpBuilder &b, DequantSituQuantOp op,
                         Value numRows)
    : numRows(numRows) {
  Value counts = op.getGroupIndex();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(counts);
    sums = emitSums(b, counts);
  }
  numGroups = tensor::DimOp::create(b, counts, 0);
  firstGroup = indexConstant(b, 0);
  endGroup = numGroups;
  if (!op.getRowOffset())
    return;
  rowOffset = arith::IndexCastOp::create(b, b.getI64Type(), op.getRowOffset());
  // The first group that ends behind the first row, and the first one that
  // begins behind the last row.
  Value rows = arith::IndexCastOp::create(b, b.getI64Type(), numRows);
  Value afterFirst = arith::AddIOp::create(b, rowOffset, i64Constant(b, 1));
  Value end = arith::AddIOp::create(b, rowOffset, rows);
  Value one = indexConstant(b, 1);
  firstGroup = emitSearch(b, one, afterFirst);
  firstGroup = arith::SubIOp::create(b, firstGroup, one);
  endGroup = emitSearch(b, firstGroup, end);
  endGroup = arith::MinSIOp::create(b, endGroup, numGroups);
}

/// The first index from `from` on, at most one above the number of groups, at
/// which the sum is `row` or more.
Value GroupBounds::emitSearch(ImplicitLocOpBuilder &b, Value from,
                              Value row) const {
  Value one = indexConstant(b, 1);
  Value to = arith::AddIOp::create(b, numGroups, one);
  Type index = b.getIndexType();
  auto loop = scf::WhileOp::create(
      b, TypeRange{index, index}, ValueRange{from, to},
      [&](OpBuilder &nested, Location loc, ValueRange range) {
        ImplicitLocOpBuilder before(loc, nested);
        Value isOpen = arith::CmpIOp::create(before, arith::CmpIPredicate::slt,
                                             range[0], range[1]);
        scf::ConditionOp::create(before, isOpen, range);
      },
      [&](OpBuilder &nested, Location loc, ValueRange range) {
        ImplicitLocOpBuilder body(loc, nested);
        Value sum = arith::AddIOp::create(body, range[0], range[1]);
        Value middle = arith::ShRUIOp::create(body, sum, one);
        Value found = tensor::ExtractOp::create(body, sums, middle);
        Value isBefore =
            arith::CmpIOp::create(body, arith::CmpIPredicate::slt, found, row);
        Value next = arith::AddIOp::create(body, middle, one);
        Value low = arith::SelectOp::create(body, isBefore, next, range[0]);
        Value high = arith::SelectOp::create(body, isBefore, range[1], middle);
        scf::YieldOp::create(body, ValueRange{low, high});
      });
  return loop.getResult(0);
}

Value GroupBounds::emitBegin(ImplicitLocOpBuilder &b, Value group) const {
  Value row = tensor::ExtractOp::create(b, sums, group);
  if (rowOffset)
    row = arith::SubIOp::create(b, row, rowOffset);
  Value rows = arith::IndexCastOp::create(b, b.getI64Type(), numRows);
  row = arith::MinSIOp::create(b, row, rows);
  if (rowOffset)
    row = arith::MaxSIOp::create(b, row, i64Constant(b, 0));
  return toIndex(b, row);
}

Value GroupBounds::emitEnd(ImplicitLocOpBuilder &b, Value group) const {
  Value one = indexConstant(b, 1);
  return emitBegin(b, arith::AddIOp::create(b, group, one));
}

Value GroupBounds::emitEndOfAll(ImplicitLocOpBuilder &b) const {
  return emitBegin(b, numGroups);
}
