//===- CastLoops.cpp - Scalar casts over tensors --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "quantir/IR/QuantTypes.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Where an element finds its parameters
//===----------------------------------------------------------------------===//

namespace {

/// How the axes of a tensor meet the axes of the parameter grid. An axis that
/// is several blocks of several elements becomes two loops, the block and the
/// place in it; then every parameter is found by a projection of the loops,
/// which is all that later lowerings can take.
struct GridLoops {
  /// Static sizes that the parameters ask for, by axis of the tensor.
  SmallVector<int64_t> shape;
  /// The loops: sizes, and the tensor axis each comes from.
  SmallVector<int64_t> loopSizes;
  SmallVector<ReassociationIndices> loopsOfAxis;
  /// The loops that choose the parameter, and the shape of the grid without
  /// axes of one block.
  SmallVector<unsigned> parameterLoops;
  SmallVector<int64_t> parameterShape;

  bool splitsAxes() const { return loopSizes.size() != shape.size(); }
};

} // namespace

static GridLoops getGridLoops(const Quantization &type,
                              ArrayRef<int64_t> shape) {
  GridLoops loops;
  loops.shape.assign(shape.begin(), shape.end());
  auto addLoop = [&](ReassociationIndices &axisLoops, int64_t size) {
    axisLoops.push_back(loops.loopSizes.size());
    loops.loopSizes.push_back(size);
  };
  for (int64_t axis = 0, rank = shape.size(); axis < rank; ++axis) {
    ReassociationIndices &axisLoops = loops.loopsOfAxis.emplace_back();
    bool isChannel =
        type.granularity == Granularity::PerAxis && axis == type.getAxis();
    bool isBlocked = type.granularity == Granularity::Blocked;
    int64_t blocks = isChannel   ? type.gridShape.front()
                     : isBlocked ? type.gridShape[axis]
                                 : 1;
    std::optional<int64_t> blockSize = isChannel ? 1 : type.getBlockSize(axis);
    if (blockSize)
      loops.shape[axis] = blocks * *blockSize;
    if (blocks == 1) {
      addLoop(axisLoops, loops.shape[axis]);
      continue;
    }
    loops.parameterLoops.push_back(loops.loopSizes.size());
    loops.parameterShape.push_back(blocks);
    addLoop(axisLoops, blocks);
    if (*blockSize != 1)
      addLoop(axisLoops, *blockSize);
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Run-time checks
//===----------------------------------------------------------------------===//

static Value emitIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static void emitAssert(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                       Value found, int64_t expected, const Twine &message) {
  Value holds =
      arith::CmpIOp::create(b, predicate, found, emitIndex(b, expected));
  cf::AssertOp::create(b, holds, message.str());
}

static void emitSizeCheck(ImplicitLocOpBuilder &b, Value tensor, int64_t axis,
                          int64_t size, const CastLoopOptions &options) {
  if (!options.runtimeChecks)
    return;
  Value found = tensor::DimOp::create(b, tensor, axis);
  emitAssert(b, arith::CmpIPredicate::eq, found, size,
             options.opName + ": expected dimension " + Twine(axis) +
                 " to have the " + Twine(size) +
                 " elements that the scales of its type describe");
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value GridConstants::get(ImplicitLocOpBuilder &b, DenseElementsAttr values) {
  Region *region = b.getInsertionBlock()->getParent();
  while (!region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
    region = region->getParentOp()->getParentRegion();
  Value &constant = constants[{region, values}];
  if (!constant) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&region->front());
    constant = arith::ConstantOp::create(b, values);
  }
  return constant;
}

//===----------------------------------------------------------------------===//
// Ranked tensors
//===----------------------------------------------------------------------===//

/// Emits the scalar code with one value for each parameter: from `values` where
/// it differs between elements, else as a constant.
static Value emitScalar(ImplicitLocOpBuilder &b, const CastEmitter &emitter,
                        Value input, ValueRange values) {
  SmallVector<Value> parameters;
  for (DenseElementsAttr parameter : emitter.getParameters()) {
    if (parameter.isSplat()) {
      parameters.push_back(arith::ConstantOp::create(
          b, cast<TypedAttr>(parameter.getSplatValue<Attribute>())));
      continue;
    }
    parameters.push_back(values.front());
    values = values.drop_front();
  }
  return emitter.emit(b, input, parameters);
}

/// The generic over `loops`; `input` has one dimension a loop.
static Value emitGeneric(ImplicitLocOpBuilder &b, Value input,
                         const GridLoops &loops, Attribute encoding,
                         const CastEmitter &emitter,
                         const CastLoopOptions &options) {
  MLIRContext *context = b.getContext();
  unsigned rank = loops.loopSizes.size();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  SmallVector<AffineExpr> projected;
  for (unsigned loop : loops.parameterLoops)
    projected.push_back(b.getAffineDimExpr(loop));
  AffineMap projection = AffineMap::get(rank, 0, projected, context);

  SmallVector<Value> inputs = {input};
  SmallVector<AffineMap> maps = {identity};
  for (DenseElementsAttr parameter : emitter.getParameters()) {
    if (parameter.isSplat())
      continue;
    auto type =
        RankedTensorType::get(loops.parameterShape, parameter.getElementType());
    DenseElementsAttr values = parameter.reshape(type);
    inputs.push_back(options.constants
                         ? options.constants->get(b, values)
                         : arith::ConstantOp::create(b, values).getResult());
    maps.push_back(projection);
  }
  maps.push_back(identity);

  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(loops.loopSizes))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(tensor::DimOp::create(b, input, dim));
  auto type =
      RankedTensorType::get(loops.loopSizes, emitter.getResultType(), encoding);
  Value empty = tensor::EmptyOp::create(b, type, dynamicSizes);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, type, inputs, empty, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, nested);
        Value result = emitScalar(body, emitter, arguments.front(),
                                  arguments.drop_front().drop_back());
        linalg::YieldOp::create(body, result);
      });
  return generic.getResult(0);
}

static Value emitTensorCast(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, type, value);
}

static Value emitRanked(ImplicitLocOpBuilder &b, Value input,
                        RankedTensorType resultType, const Quantization &type,
                        const CastEmitter &emitter,
                        const CastLoopOptions &options) {
  auto inputType = cast<RankedTensorType>(input.getType());
  GridLoops loops = getGridLoops(type, inputType.getShape());
  for (auto [axis, size] : llvm::enumerate(loops.shape))
    if (size != inputType.getDimSize(axis))
      emitSizeCheck(b, input, axis, size, options);
  // From here on the sizes are those that the parameters ask for.
  input = emitTensorCast(b, input, inputType.clone(loops.shape));
  if (!loops.splitsAxes()) {
    Value result = emitGeneric(b, input, loops, resultType.getEncoding(),
                               emitter, options);
    return emitTensorCast(b, result, resultType);
  }
  SmallVector<OpFoldResult> sizes;
  for (auto [loop, size] : llvm::enumerate(loops.loopSizes))
    sizes.push_back(b.getIndexAttr(size));
  for (auto [axis, axisLoops] : llvm::enumerate(loops.loopsOfAxis))
    if (ShapedType::isDynamic(loops.loopSizes[axisLoops.front()]))
      sizes[axisLoops.front()] =
          tensor::DimOp::create(b, input, axis).getResult();
  auto expandedType =
      RankedTensorType::get(loops.loopSizes, inputType.getElementType());
  Value expanded = tensor::ExpandShapeOp::create(b, expandedType, input,
                                                 loops.loopsOfAxis, sizes);
  Value result = emitGeneric(b, expanded, loops, {}, emitter, options);
  Value collapsed = tensor::CollapseShapeOp::create(
      b, RankedTensorType::get(loops.shape, emitter.getResultType()), result,
      loops.loopsOfAxis);
  return emitTensorCast(b, collapsed, resultType);
}

//===----------------------------------------------------------------------===//
// Unranked tensors
//===----------------------------------------------------------------------===//

/// The product of the sizes of `tensor` in the dimensions [from, to).
static Value emitProduct(ImplicitLocOpBuilder &b, Value tensor, Value from,
                         Value to) {
  Value one = emitIndex(b, 1);
  auto loop = scf::ForOp::create(
      b, from, to, one, one,
      [&](OpBuilder &nested, Location loc, Value dim, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, nested);
        Value size = tensor::DimOp::create(body, tensor, dim);
        Value product = arith::MulIOp::create(body, carried.front(), size);
        scf::YieldOp::create(body, product);
      });
  return loop.getResult(0);
}

/// The sizes of `tensor` as a tensor.
static Value emitShape(ImplicitLocOpBuilder &b, Value tensor, Value rank) {
  auto type = RankedTensorType::get({ShapedType::kDynamic}, b.getIndexType());
  return tensor::GenerateOp::create(
      b, type, rank, [&](OpBuilder &nested, Location loc, ValueRange indices) {
        ImplicitLocOpBuilder body(loc, nested);
        Value size = tensor::DimOp::create(body, tensor, indices.front());
        tensor::YieldOp::create(body, size);
      });
}

/// An unranked tensor is cast as one of rank 1, or, per axis, of rank 3: what
/// lies before, on and behind the axis.
static Value emitUnranked(ImplicitLocOpBuilder &b, Value input,
                          UnrankedTensorType resultType,
                          const Quantization &type, const CastEmitter &emitter,
                          const CastLoopOptions &options) {
  Type element = getElementTypeOrSelf(input.getType());
  Value rank = tensor::RankOp::create(b, input);
  Value zero = emitIndex(b, 0);
  Quantization flatType = type;
  SmallVector<Value> sizes;
  SmallVector<int64_t> flatShape = {ShapedType::kDynamic};
  static constexpr int64_t kMiddle = 1;
  if (type.granularity == Granularity::PerAxis) {
    int64_t axis = type.getAxis(), channels = type.scales.size();
    if (options.runtimeChecks)
      emitAssert(b, arith::CmpIPredicate::sgt, rank, axis,
                 options.opName +
                     ": expected a tensor of rank above the "
                     "quantized axis " +
                     Twine(axis));
    emitSizeCheck(b, input, axis, channels, options);
    sizes = {emitProduct(b, input, zero, emitIndex(b, axis)),
             emitIndex(b, channels),
             emitProduct(b, input, emitIndex(b, axis + 1), rank)};
    flatShape = {ShapedType::kDynamic, channels, ShapedType::kDynamic};
    flatType.axes = kMiddle;
  } else {
    sizes = {emitProduct(b, input, zero, rank)};
  }
  Value flatSizes = tensor::FromElementsOp::create(b, sizes);
  Value flat = tensor::ReshapeOp::create(
      b, RankedTensorType::get(flatShape, element), input, flatSizes);
  Value result = emitRanked(
      b, flat, RankedTensorType::get(flatShape, emitter.getResultType()),
      flatType, emitter, options);
  return tensor::ReshapeOp::create(b, resultType, result,
                                   emitShape(b, input, rank));
}

Value quantir::emitCastLoop(ImplicitLocOpBuilder &b, Value input,
                            Type resultType, const Quantization &type,
                            const CastEmitter &emitter,
                            const CastLoopOptions &options) {
  Type converted = withElementType(resultType, emitter.getResultType());
  if (auto ranked = dyn_cast<RankedTensorType>(converted))
    return emitRanked(b, input, ranked, type, emitter, options);
  if (auto unranked = dyn_cast<UnrankedTensorType>(converted))
    return emitUnranked(b, input, unranked, type, emitter, options);
  return emitScalar(b, emitter, input, {});
}
