//===- CastLoops.cpp - Scalar casts over tensors --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastLoops.h"

#include "CastChecks.h"
#include "GridLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "quantir/IR/QuantTypes.h"

using namespace mlir;
using namespace quantir;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value GridConstants::get(ImplicitLocOpBuilder &b, TypedAttr value) {
  Region *region = b.getInsertionBlock()->getParent();
  while (!region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
    region = region->getParentOp()->getParentRegion();
  Value &constant = constants[{region, value}];
  if (!constant) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&region->front());
    constant = arith::ConstantOp::create(b, value);
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

/// A tensor to write the results to, as large as `input`.
static Value emitDestination(ImplicitLocOpBuilder &b, Value input,
                             ArrayRef<int64_t> shape, Type element,
                             const CastLoopOptions &options,
                             Attribute encoding = {}) {
  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      dynamicSizes.push_back(emitDim(b, input, dim, options));
  auto type = RankedTensorType::get(shape, element, encoding);
  return tensor::EmptyOp::create(b, type, dynamicSizes);
}

/// The generic over `loops`; `input` and `destination` have one dimension a
/// loop.
static Value emitGeneric(ImplicitLocOpBuilder &b, Value input,
                         Value destination, const GridLoops &loops,
                         const CastEmitter &emitter,
                         const CastLoopOptions &options) {
  unsigned rank = loops.loopSizes.size();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  SmallVector<Value> inputs = {input};
  SmallVector<AffineMap> maps = {identity};
  for (auto [index, parameter] : llvm::enumerate(emitter.getParameters())) {
    if (parameter.isSplat())
      continue;
    size_t grid = emitter.getGrid(index);
    auto type = RankedTensorType::get(loops.getParameterShape(grid),
                                      parameter.getElementType());
    DenseElementsAttr values = DenseElementsAttr(parameter).reshape(type);
    inputs.push_back(options.constants
                         ? options.constants->get(b, values)
                         : arith::ConstantOp::create(b, values).getResult());
    SmallVector<AffineExpr> projected;
    for (unsigned loop : loops.parameterLoops[grid])
      projected.push_back(b.getAffineDimExpr(loop));
    maps.push_back(AffineMap::get(rank, 0, projected, b.getContext()));
  }
  maps.push_back(identity);

  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, destination.getType(), inputs, destination, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder body(loc, nested);
        Value result = emitScalar(body, emitter, arguments.front(),
                                  arguments.drop_front().drop_back());
        linalg::YieldOp::create(body, result);
      });
  return generic.getResult(0);
}

/// True if `value` is known to have a shape that doesn't fit `type`.
static bool isKnownToDiffer(Value value, Type type) {
  auto cast = value.getDefiningOp<tensor::CastOp>();
  return cast && isa<RankedTensorType>(type) &&
         isa<RankedTensorType>(cast.getSource().getType()) &&
         failed(verifyCompatibleShape(cast.getSource().getType(), type));
}

static Value emitTensorCast(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (!isKnownToDiffer(value, type))
    return tensor::CastOp::create(b, type, value);
  // A check stands before it, so nothing computes with the result. Of casts
  // that contradict each other, canonicalization would make invalid ops.
  auto ranked = cast<RankedTensorType>(type);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), value);
  for (auto [size, known] : llvm::zip(sizes, ranked.getShape()))
    if (!ShapedType::isDynamic(known))
      size = b.getIndexAttr(known);
  Value empty = tensor::EmptyOp::create(b, sizes, ranked.getElementType());
  return empty.getType() == type ? empty
                                 : tensor::CastOp::create(b, type, empty);
}

static Value emitRanked(ImplicitLocOpBuilder &b, Value input,
                        RankedTensorType resultType,
                        ArrayRef<Quantization> types,
                        const CastEmitter &emitter,
                        const CastLoopOptions &options) {
  auto inputType = cast<RankedTensorType>(input.getType());
  GridLoops loops = *getGridLoops(types, inputType.getShape());
  for (auto [axis, grid] : llvm::enumerate(loops.askedBy))
    if (grid)
      emitSizeCheck(b, input, axis, loops.shape[axis], *grid, options);
  // From here on the sizes are those that the parameters ask for.
  input = emitTensorCast(b, input, inputType.clone(loops.shape));
  if (!loops.splitsAxes()) {
    Value destination =
        emitDestination(b, input, loops.shape, emitter.getResultType(), options,
                        resultType.getEncoding());
    Value result = emitGeneric(b, input, destination, loops, emitter, options);
    return emitTensorCast(b, result, resultType);
  }
  SmallVector<OpFoldResult> sizes;
  for (auto [loop, size] : llvm::enumerate(loops.loopSizes))
    sizes.push_back(b.getIndexAttr(size));
  for (auto [axis, axisLoops] : llvm::enumerate(loops.loopsOfAxis))
    if (ShapedType::isDynamic(loops.loopSizes[axisLoops.front()]))
      sizes[axisLoops.front()] = emitDim(b, input, axis, options);
  auto expand = [&](Value tensor) -> Value {
    auto type = cast<RankedTensorType>(tensor.getType());
    return tensor::ExpandShapeOp::create(b, type.clone(loops.loopSizes), tensor,
                                         loops.loopsOfAxis, sizes);
  };
  // The destination is reshaped rather than made in this shape: then it may
  // become a buffer of the caller's.
  Value destination =
      emitDestination(b, input, loops.shape, emitter.getResultType(), options);
  Value expandedInput = expand(input);
  Value expandedDestination = expand(destination);
  Value result = emitGeneric(b, expandedInput, expandedDestination, loops,
                             emitter, options);
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
                         Value to, const CastLoopOptions &options) {
  Value one = emitIndex(b, 1, options);
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

/// The axes that per-axis types name, in order.
static SmallVector<int64_t> getChannelAxes(ArrayRef<Quantization> types) {
  SmallVector<int64_t> axes;
  for (const Quantization &type : types)
    if (type.granularity == Granularity::PerAxis)
      axes.push_back(type.getAxis());
  llvm::sort(axes);
  axes.erase(llvm::unique(axes), axes.end());
  return axes;
}

/// `types` on a tensor where everything between two of `channelAxes` is one
/// axis, and everything before and behind them. `places` has 0, 1, 2, ...
static SmallVector<Quantization> flatten(ArrayRef<Quantization> types,
                                         ArrayRef<int64_t> channelAxes,
                                         ArrayRef<int64_t> places) {
  SmallVector<Quantization> result(types);
  for (Quantization &type : result)
    if (type.granularity == Granularity::PerAxis) {
      size_t channel =
          llvm::find(channelAxes, type.getAxis()) - channelAxes.begin();
      type.axes = places.slice(2 * channel + 1, 1);
    }
  return result;
}

/// An unranked tensor is cast as one of rank 1, or, per axis, of rank 3: what
/// lies before, on and behind the axis; of rank 5, if there are two axes.
static Value emitUnranked(ImplicitLocOpBuilder &b, Value input,
                          UnrankedTensorType resultType,
                          ArrayRef<Quantization> types,
                          const CastEmitter &emitter,
                          const CastLoopOptions &options) {
  Value rank = tensor::RankOp::create(b, input);
  emitChannelChecks(b, input, rank, types, options);
  SmallVector<int64_t> channelAxes = getChannelAxes(types);
  auto places = llvm::to_vector(llvm::seq<int64_t>(2 * channelAxes.size() + 1));
  SmallVector<Quantization> flatTypes = flatten(types, channelAxes, places);
  SmallVector<int64_t> flatShape(places.size(), ShapedType::kDynamic);
  for (const Quantization &type : flatTypes)
    if (type.granularity == Granularity::PerAxis)
      flatShape[type.getAxis()] = type.scales.size();

  SmallVector<Value> sizes;
  int64_t from = 0;
  for (auto [channel, axis] : llvm::enumerate(channelAxes)) {
    Value begin = emitIndex(b, from, options);
    Value end = emitIndex(b, axis, options);
    sizes.push_back(emitProduct(b, input, begin, end, options));
    sizes.push_back(emitIndex(b, flatShape[2 * channel + 1], options));
    from = axis + 1;
  }
  sizes.push_back(
      emitProduct(b, input, emitIndex(b, from, options), rank, options));

  Value flatSizes = tensor::FromElementsOp::create(b, sizes);
  Type element = getElementTypeOrSelf(input.getType());
  Value flat = tensor::ReshapeOp::create(
      b, RankedTensorType::get(flatShape, element), input, flatSizes);
  Value result = emitRanked(
      b, flat, RankedTensorType::get(flatShape, emitter.getResultType()),
      flatTypes, emitter, options);
  return tensor::ReshapeOp::create(b, resultType, result,
                                   emitShape(b, input, rank));
}

//===----------------------------------------------------------------------===//
// Any tensor
//===----------------------------------------------------------------------===//

bool quantir::hasCommonLoop(ArrayRef<Quantization> types, Type tensor) {
  if (auto ranked = dyn_cast<RankedTensorType>(tensor)) {
    std::optional<GridLoops> loops = getGridLoops(types, ranked.getShape());
    // A tensor with an encoding isn't reshaped.
    return loops && !(loops->splitsAxes() && ranked.getEncoding());
  }
  if (!isa<UnrankedTensorType>(tensor))
    return true;
  // Two types may name the same axis, and then the same size of it.
  const Quantization *perAxis = nullptr;
  for (const Quantization &type : types) {
    if (type.granularity == Granularity::PerTensor)
      continue;
    if (type.granularity == Granularity::Blocked)
      return false;
    if (perAxis && type.getAxis() == perAxis->getAxis() &&
        type.scales.size() != perAxis->scales.size())
      return false;
    perAxis = &type;
  }
  return true;
}

/// The ranked tensor that `input` is a cast of, if the parameters fit its type.
static Value getRankedSource(Value input, ArrayRef<Quantization> types) {
  auto cast = input.getDefiningOp<tensor::CastOp>();
  if (!cast)
    return {};
  auto ranked = dyn_cast<RankedTensorType>(cast.getSource().getType());
  if (!ranked || !hasCommonLoop(types, ranked))
    return {};
  bool hasAxes = llvm::all_of(types, [&](const Quantization &type) {
    return type.granularity != Granularity::PerAxis ||
           type.getAxis() < ranked.getRank();
  });
  return hasAxes ? cast.getSource() : Value();
}

Value quantir::emitCastLoop(ImplicitLocOpBuilder &b, Value input,
                            Type resultType, ArrayRef<Quantization> types,
                            const CastEmitter &emitter,
                            const CastLoopOptions &options) {
  Type converted = withElementType(resultType, emitter.getResultType());
  if (auto ranked = dyn_cast<RankedTensorType>(converted))
    return emitRanked(b, input, ranked, types, emitter, options);
  auto unranked = dyn_cast<UnrankedTensorType>(converted);
  if (!unranked)
    return emitScalar(b, emitter, input, {});
  // Not only faster: a canonicalizer sees through the cast as well, and makes
  // invalid ops of those that ask an unranked tensor for the size of a
  // dimension, if there is none.
  if (Value source = getRankedSource(input, types)) {
    auto type = cast<RankedTensorType>(
        withElementType(source.getType(), emitter.getResultType()));
    return emitTensorCast(
        b, emitRanked(b, source, type, types, emitter, options), unranked);
  }
  return emitUnranked(b, input, unranked, types, emitter, options);
}
