//===- FusedRows.cpp - Rows of the fused op -------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace quantir;

static Value toValue(ImplicitLocOpBuilder &b, OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return value;
  return arith::ConstantIndexOp::create(
      b, cast<IntegerAttr>(cast<Attribute>(size)).getInt());
}

static int64_t toStaticSize(OpFoldResult size) {
  if (isa<Value>(size))
    return ShapedType::kDynamic;
  return cast<IntegerAttr>(cast<Attribute>(size)).getInt();
}

Value quantir::getRowPart(ImplicitLocOpBuilder &b, Value tensor,
                          ValueRange indices, OpFoldResult offset,
                          OpFoldResult size) {
  SmallVector<OpFoldResult> offsets(indices.begin(), indices.end());
  offsets.push_back(offset);
  SmallVector<OpFoldResult> sizes(indices.size(), b.getIndexAttr(1));
  sizes.push_back(size);
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  auto type = cast<RankedTensorType>(tensor.getType());
  return tensor::ExtractSliceOp::create(
      b, RankedTensorType::get({toStaticSize(size)}, type.getElementType()),
      tensor, offsets, sizes, strides);
}

Value quantir::emitElementwise(ImplicitLocOpBuilder &b,
                               ArrayRef<Value> operands, Value output,
                               ScalarBody body) {
  auto isTensor = [](Value value) {
    return value && isa<RankedTensorType>(value.getType());
  };
  SmallVector<Value> inputs(llvm::make_filter_range(operands, isTensor));
  SmallVector<AffineMap> maps(inputs.size() + 1, b.getMultiDimIdentityMap(1));
  auto generic = linalg::GenericOp::create(
      b, output.getType(), inputs, output, maps,
      ArrayRef(utils::IteratorType::parallel),
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder inner(loc, nested);
        SmallVector<Value> scalars;
        for (Value operand : operands) {
          if (!isTensor(operand)) {
            scalars.push_back(operand);
            continue;
          }
          scalars.push_back(arguments.front());
          arguments = arguments.drop_front();
        }
        linalg::YieldOp::create(inner, body(inner, scalars));
      });
  return generic.getResult(0);
}

Value quantir::emitLargest(ImplicitLocOpBuilder &b, const FusedEmitter &emitter,
                           Value row, Value scratch) {
  Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  Value start = tensor::InsertOp::create(b, zero, scratch, ValueRange());
  AffineMap toScalar = AffineMap::get(1, 0, b.getContext());
  auto reduction = linalg::GenericOp::create(
      b, start.getType(), row, start,
      ArrayRef<AffineMap>{b.getMultiDimIdentityMap(1), toScalar},
      ArrayRef(utils::IteratorType::reduction),
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, nested);
        Value magnitude = emitter.emitMagnitude(body, arguments[0]);
        Value largest = arith::MaxSIOp::create(body, arguments[1], magnitude);
        linalg::YieldOp::create(body, largest);
      });
  return reduction.getResult(0);
}

Value quantir::emitSpread(ImplicitLocOpBuilder &b, Value tensor,
                          ValueRange leading, OpFoldResult offset,
                          OpFoldResult size) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value length = tensor::DimOp::create(b, tensor, type.getRank() - 1);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value isSingle =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, length, one);
  Value first = toValue(b, offset);
  Value empty = tensor::EmptyOp::create(b, ArrayRef<OpFoldResult>{size},
                                        type.getElementType());
  return emitElementwise(
      b, ArrayRef<Value>(), empty,
      [&](ImplicitLocOpBuilder &body, ArrayRef<Value>) -> Value {
        Value column = linalg::IndexOp::create(body, 0);
        column = arith::AddIOp::create(body, column, first);
        column = arith::SelectOp::create(body, isSingle, zero, column);
        SmallVector<Value> indices(leading.begin(), leading.end());
        indices.push_back(column);
        return tensor::ExtractOp::create(body, tensor, indices);
      });
}

Value quantir::emitZeroRows(ImplicitLocOpBuilder &b, Value tensor,
                            Value first) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), tensor);
  offsets.front() = first;
  sizes.front() =
      arith::SubIOp::create(b, toValue(b, sizes.front()), first).getResult();
  Value part =
      tensor::ExtractSliceOp::create(b, tensor, offsets, sizes, strides);
  Value zero = arith::ConstantOp::create(
      b, cast<TypedAttr>(b.getZeroAttr(type.getElementType())));
  Value filled = linalg::FillOp::create(b, zero, part).getResult(0);
  return tensor::InsertSliceOp::create(b, filled, tensor, offsets, sizes,
                                       strides);
}
