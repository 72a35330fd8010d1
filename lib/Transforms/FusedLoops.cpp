//===- FusedLoops.cpp - The loops of the fused op -------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop for each leading dimension of `x`, under groups one over the groups
// around it, and in them, for one row, ops of rank 1: the activation into a row
// of scratch, its largest magnitude, the codes. The results and the scratch are
// carried by the loops, so that bufferization writes them in place: nothing is
// copied, and no temporary is larger than a row.
//
//===----------------------------------------------------------------------===//

#include "FusedLoops.h"
#include "FusedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace quantir;

namespace {

/// An operand with one number, or with one for each column: then for each half
/// of a row a tensor of rank 1.
struct Columns {
  /// Null where there is no such operand.
  Value scalar;
  Value halves[2];

  Value get(unsigned half) const { return scalar ? scalar : halves[half]; }
};

/// The operands whose rows the groups choose.
struct GroupParameters {
  Columns weightScale, bias;
};

class FusedLoops {
public:
  FusedLoops(ImplicitLocOpBuilder &b, DequantSituQuantOp op,
             const NumericPolicy &policy, EmitForms forms);

  SmallVector<Value> emit(ImplicitLocOpBuilder &b);

private:
  /// What the loops carry, by position.
  enum { kY, kYScale, kRow, kLargest };

  using Builder = function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value,
                                                  ValueRange)>;
  static SmallVector<Value> emitLoop(ImplicitLocOpBuilder &b, Value from,
                                     Value to, ValueRange carried,
                                     Builder body);

  Columns getColumns(ImplicitLocOpBuilder &b, Value tensor, Value group,
                     int64_t numHalves);
  GroupParameters getParameters(ImplicitLocOpBuilder &b, Value group);

  SmallVector<Value> createDestinations(ImplicitLocOpBuilder &b);
  SmallVector<Value> emitLeadingLoops(ImplicitLocOpBuilder &b,
                                      SmallVector<Value> &indices,
                                      ValueRange carried,
                                      const GroupParameters &parameters);
  SmallVector<Value> emitGroupLoops(ImplicitLocOpBuilder &b,
                                    ValueRange carried);
  SmallVector<Value> emitEmptyRow(ImplicitLocOpBuilder &b, ValueRange indices,
                                  ValueRange carried);
  SmallVector<Value> emitRow(ImplicitLocOpBuilder &b, ValueRange indices,
                             ValueRange carried,
                             const GroupParameters &parameters);
  Value emitCodes(ImplicitLocOpBuilder &b, Value y, ValueRange indices,
                  ArrayRef<Value> operands, ScalarBody body);

  /// Rows known to be empty: no slice may begin in them.
  bool hasEmptyRows() const { return isZeroInteger(half); }

  DequantSituQuantOp op;
  FusedEmitter emitter;
  int64_t numLeading;
  /// H, as an attribute if known.
  OpFoldResult half;
  /// Where the halves of a row begin: gate, up.
  OpFoldResult halfOffsets[2];
  Columns quantScale, quantOffset;
};

} // namespace

SmallVector<Value> FusedLoops::emitLoop(ImplicitLocOpBuilder &b, Value from,
                                        Value to, ValueRange carried,
                                        Builder body) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(
      b, from, to, one, carried,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange arguments) {
        ImplicitLocOpBuilder inner(loc, nested);
        scf::YieldOp::create(inner, body(inner, index, arguments));
      });
  return SmallVector<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// `group` chooses the row of an operand of rank 2; null is its only row.
Columns FusedLoops::getColumns(ImplicitLocOpBuilder &b, Value tensor,
                               Value group, int64_t numHalves) {
  Columns columns;
  if (!tensor || hasEmptyRows())
    return columns;
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> leading;
  if (type.getRank() == 2)
    leading.push_back(group ? group
                            : arith::ConstantIndexOp::create(b, 0).getResult());
  int64_t size = type.getShape().back();
  if (size == 1) {
    leading.push_back(arith::ConstantIndexOp::create(b, 0));
    columns.scalar = tensor::ExtractOp::create(b, tensor, leading);
    return columns;
  }
  for (int64_t i = 0; i < numHalves; ++i) {
    OpFoldResult offset = numHalves == 1 ? b.getIndexAttr(0) : halfOffsets[i];
    columns.halves[i] = ShapedType::isDynamic(size)
                            ? emitSpread(b, tensor, leading, offset, half)
                            : getRowPart(b, tensor, leading, offset, half);
  }
  return columns;
}

GroupParameters FusedLoops::getParameters(ImplicitLocOpBuilder &b,
                                          Value group) {
  return {getColumns(b, op.getWeightScale(), group, /*numHalves=*/2),
          getColumns(b, op.getBias(), group, /*numHalves=*/2)};
}

FusedLoops::FusedLoops(ImplicitLocOpBuilder &b, DequantSituQuantOp op,
                       const NumericPolicy &policy, EmitForms forms)
    : op(op), emitter(policy,
                      {op.getBeta().convertToFloat(),
                       op.getLinearBeta().convertToFloat()},
                      forms),
      numLeading(op.getNumLeadingDims()) {
  int64_t width = op.getWidth();
  if (!ShapedType::isDynamic(width)) {
    half = b.getIndexAttr(width / 2);
  } else {
    Value size = tensor::DimOp::create(b, op.getX(), numLeading);
    Value one = arith::ConstantIndexOp::create(b, 1);
    half = arith::ShRUIOp::create(b, size, one).getResult();
  }
  OpFoldResult begin = b.getIndexAttr(0);
  halfOffsets[0] = op.getActivateLeft() ? begin : half;
  halfOffsets[1] = op.getActivateLeft() ? half : begin;
  quantScale = getColumns(b, op.getQuantScale(), {}, /*numHalves=*/1);
  quantOffset = getColumns(b, op.getQuantOffset(), {}, /*numHalves=*/1);
  if (quantScale.scalar && !op.isDynamic())
    quantScale.scalar = emitter.emitStaticFactor(b, quantScale.scalar);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Where a result goes that threads put together: its part of the whole, so
/// that it is written there and not copied. Null if that isn't known yet.
static Value getPartOfWhole(ImplicitLocOpBuilder &b, OpResult result) {
  auto insert =
      result.hasOneUse()
          ? dyn_cast<tensor::ParallelInsertSliceOp>(*result.user_begin())
          : nullptr;
  Operation *op = result.getOwner();
  auto isKnown = [&](Value value) {
    Operation *from = value.getDefiningOp();
    return !from || from->getBlock() != op->getBlock() ||
           from->isBeforeInBlock(op);
  };
  if (!insert || !llvm::all_of(insert->getOperands().drop_front(), isKnown) ||
      insert.getSourceType().getRank() != insert.getDestType().getRank())
    return {};
  return tensor::ExtractSliceOp::create(
      b, insert.getSourceType(), insert.getDest(), insert.getMixedOffsets(),
      insert.getMixedSizes(), insert.getMixedStrides());
}

SmallVector<Value> FusedLoops::createDestinations(ImplicitLocOpBuilder &b) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < numLeading; ++dim)
    sizes.push_back(tensor::getMixedSize(b, b.getLoc(), op.getX(), dim));
  auto create = [&](ArrayRef<OpFoldResult> shape, Type element) -> Value {
    return tensor::EmptyOp::create(b, shape, element);
  };
  SmallVector<OpFoldResult> ySizes(sizes);
  ySizes.push_back(half);
  auto createResult = [&](Value result, ArrayRef<OpFoldResult> shape) {
    Value part = getPartOfWhole(b, cast<OpResult>(result));
    auto type = cast<RankedTensorType>(result.getType());
    return part ? part : create(shape, type.getElementType());
  };
  SmallVector<Value> carried = {createResult(op.getY(), ySizes)};
  if (!op.isDynamic())
    return carried;
  carried.push_back(createResult(op.getYScale(), sizes));
  carried.push_back(create(half, b.getF32Type()));
  carried.push_back(create({}, b.getI32Type()));
  return carried;
}

/// Writes the codes of one row into `y`.
Value FusedLoops::emitCodes(ImplicitLocOpBuilder &b, Value y,
                            ValueRange indices, ArrayRef<Value> operands,
                            ScalarBody body) {
  Value part = getRowPart(b, y, indices, b.getIndexAttr(0), half);
  Value codes = emitElementwise(b, operands, part, body);
  auto slice = part.getDefiningOp<tensor::ExtractSliceOp>();
  return tensor::InsertSliceOp::create(b, codes, y, slice.getMixedOffsets(),
                                       slice.getMixedSizes(),
                                       slice.getMixedStrides());
}

/// A row without elements is a zero row.
SmallVector<Value> FusedLoops::emitEmptyRow(ImplicitLocOpBuilder &b,
                                            ValueRange indices,
                                            ValueRange carried) {
  SmallVector<Value> results(carried);
  if (!op.isDynamic())
    return results;
  Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  results[kYScale] = tensor::InsertOp::create(
      b, emitter.emitRowScale(b, zero).scale, carried[kYScale], indices);
  return results;
}

SmallVector<Value> FusedLoops::emitRow(ImplicitLocOpBuilder &b,
                                       ValueRange indices, ValueRange carried,
                                       const GroupParameters &parameters) {
  if (hasEmptyRows())
    return emitEmptyRow(b, indices, carried);
  Value rowScale;
  if (Value scales = op.getActivationScale()) {
    SmallVector<Value> position(indices.begin(), indices.end());
    if (cast<RankedTensorType>(scales.getType()).getRank() == 2)
      position.push_back(arith::ConstantIndexOp::create(b, 0));
    rowScale = tensor::ExtractOp::create(b, scales, position);
  }
  SmallVector<Value> operands = {
      getRowPart(b, op.getX(), indices, halfOffsets[0], half),
      getRowPart(b, op.getX(), indices, halfOffsets[1], half)};
  for (unsigned i : {0, 1})
    llvm::append_values(operands, parameters.weightScale.get(i),
                        parameters.bias.get(i));
  llvm::append_values(operands, quantScale.get(0), quantOffset.get(0));

  auto emitActivation = [&](ImplicitLocOpBuilder &body,
                            ArrayRef<Value> scalars) {
    Value gate = emitter.emitDequantize(body, scalars[0], scalars[2], rowScale,
                                        scalars[3]);
    Value up = emitter.emitDequantize(body, scalars[1], scalars[4], rowScale,
                                      scalars[5]);
    return emitter.emitActivation(body, gate, up);
  };
  if (!op.isDynamic()) {
    Value y = emitCodes(
        b, carried[kY], indices, operands,
        [&](ImplicitLocOpBuilder &body, ArrayRef<Value> scalars) {
          Value activation = emitActivation(body, scalars);
          Value factor = quantScale.scalar
                             ? scalars[6]
                             : emitter.emitStaticFactor(body, scalars[6]);
          return emitter.emitStaticCode(body, activation, factor, scalars[7]);
        });
    return {y};
  }
  Value row =
      emitElementwise(b, operands, carried[kRow],
                      [&](ImplicitLocOpBuilder &body, ArrayRef<Value> scalars) {
                        return emitter.emitFinite(
                            body, emitActivation(body, scalars), scalars[6]);
                      });
  Value largest = emitLargest(b, emitter, row, carried[kLargest]);
  Value magnitude = tensor::ExtractOp::create(b, largest, ValueRange());
  FusedEmitter::RowScale scale = emitter.emitRowScale(b, magnitude);
  Value y = emitCodes(b, carried[kY], indices, row,
                      [&](ImplicitLocOpBuilder &body, ArrayRef<Value> scalars) {
                        return emitter.emitDynamicCode(body, scalars[0],
                                                       scale.factor);
                      });
  Value yScale =
      tensor::InsertOp::create(b, scale.scale, carried[kYScale], indices);
  return {y, yScale, row, largest};
}

SmallVector<Value>
FusedLoops::emitLeadingLoops(ImplicitLocOpBuilder &b,
                             SmallVector<Value> &indices, ValueRange carried,
                             const GroupParameters &parameters) {
  int64_t dim = indices.size();
  if (dim == numLeading)
    return emitRow(b, indices, carried, parameters);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value size = tensor::DimOp::create(b, op.getX(), dim);
  return emitLoop(
      b, zero, size, carried,
      [&](ImplicitLocOpBuilder &body, Value index, ValueRange arguments) {
        indices.push_back(index);
        SmallVector<Value> results =
            emitLeadingLoops(body, indices, arguments, parameters);
        indices.pop_back();
        return results;
      });
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

SmallVector<Value> FusedLoops::emitGroupLoops(ImplicitLocOpBuilder &b,
                                              ValueRange carried) {
  Value rows = tensor::DimOp::create(b, op.getX(), 0);
  GroupBounds bounds(b, op, rows);
  SmallVector<Value> results = emitLoop(
      b, bounds.getFirstGroup(), bounds.getEndGroup(), carried,
      [&](ImplicitLocOpBuilder &body, Value group, ValueRange arguments) {
        GroupParameters parameters = getParameters(body, group);
        Value begin = bounds.emitBegin(body, group);
        Value end = bounds.emitEnd(body, group);
        return emitLoop(
            body, begin, end, arguments,
            [&](ImplicitLocOpBuilder &inner, Value row, ValueRange nested) {
              return emitRow(inner, row, nested, parameters);
            });
      });
  Value end = bounds.emitEndOfAll(b);
  for (unsigned i : {kY, kYScale})
    if (i != kY || !hasEmptyRows())
      results[i] = emitZeroRows(b, results[i], end);
  return results;
}

SmallVector<Value> FusedLoops::emit(ImplicitLocOpBuilder &b) {
  SmallVector<Value> results = createDestinations(b);
  SmallVector<Value> indices;
  if (op.getGroupIndex())
    results = emitGroupLoops(b, results);
  else
    results = emitLeadingLoops(b, indices, results, getParameters(b, {}));
  results.resize(op->getNumResults());
  for (auto [result, type] : llvm::zip_equal(results, op->getResultTypes()))
    if (result.getType() != type)
      result = tensor::CastOp::create(b, type, result);
  return results;
}

SmallVector<Value> quantir::emitFusedLoops(ImplicitLocOpBuilder &b,
                                           DequantSituQuantOp op,
                                           const NumericPolicy &policy,
                                           EmitForms forms) {
  return FusedLoops(b, op, policy, forms).emit(b);
}
