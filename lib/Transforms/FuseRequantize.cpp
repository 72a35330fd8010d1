//===- FuseRequantize.cpp - dcast -> qcast pairs in one loop --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/FuseRequantize.h"

#include "CastLoops.h"
#include "ShapeOnlyOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Numerics/RequantizeEmitter.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTFUSEREQUANTIZE
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

namespace {

/// Where the numbers of a float value come from: a dequantization, whose result
/// it is or holds in other places.
struct Source {
  Operation *dequantizeCast = nullptr;
  /// The axis that the parameters are spread over, if they are per axis.
  int64_t axis = 0;
  /// The same elements as stored integers, once somebody needs them.
  Value stored;
};

/// Finds sources, each once however many casts and shape-only ops share it.
class Sources {
public:
  /// The source of `value`, or null.
  Source *get(Value value);
  /// The stored integers of `value`, which has a source.
  Value getStored(RewriterBase &rewriter, Value value);
  /// What `type` says, read once.
  const Quantization &getQuantization(Type type);
  /// True if a dequantization breaks a rule; that was an error.
  bool hasError() const { return foundError; }

private:
  /// The source of the result of `dequantizeCast`.
  Source begin(Operation *dequantizeCast);
  /// The source of a result of `op`, whose operand has the source `operand`.
  Source follow(Operation *op, const Source &operand);
  void setStored(RewriterBase &rewriter, Value value, Value stored);

  DenseMap<Value, Source> sources;
  DenseMap<Type, std::unique_ptr<Quantization>> quantizations;
  bool foundError = false;
};

} // namespace

const Quantization &Sources::getQuantization(Type type) {
  QuantizedTypeInterface element = getQuantizedElementType(type);
  std::unique_ptr<Quantization> &known = quantizations[element];
  if (!known)
    known = std::make_unique<Quantization>(*element.getQuantization());
  return *known;
}

/// True if a tensor of `type` may have `channels` elements along `axis`.
static bool mayHaveChannels(Type type, int64_t axis, int64_t channels) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return true;
  return axis < ranked.getRank() &&
         (ranked.isDynamicDim(axis) || ranked.getDimSize(axis) == channels);
}

Source Sources::begin(Operation *dequantizeCast) {
  // MLIR's own op keeps fewer rules than ours.
  if (failed(verifyValueCast(dequantizeCast))) {
    foundError = true;
    return {};
  }
  const Quantization &type = getQuantization(getQuantizedSide(dequantizeCast));
  bool isPerAxis = type.granularity == Granularity::PerAxis;
  return {dequantizeCast, isPerAxis ? type.getAxis() : 0, {}};
}

Source Sources::follow(Operation *op, const Source &operand) {
  if (!operand.dequantizeCast)
    return {};
  const Quantization &type =
      getQuantization(getQuantizedSide(operand.dequantizeCast));
  Source source{operand.dequantizeCast, operand.axis, {}};
  Type resultType = op->getResult(0).getType();
  switch (type.granularity) {
  case Granularity::PerTensor:
    return source;
  case Granularity::PerAxis: {
    std::optional<int64_t> axis = followAxis(op, operand.axis);
    int64_t channels = type.scales.size();
    if (!axis || !mayHaveChannels(resultType, *axis, channels))
      return {};
    source.axis = *axis;
    return source;
  }
  case Granularity::Blocked:
    return isShapeCast(op) && isa<RankedTensorType>(resultType) ? source
                                                                : Source();
  }
  llvm_unreachable("unknown granularity");
}

Source *Sources::get(Value value) {
  // Up to a value that is known, then down again. A value is known, as one
  // without a source, as soon as it is met: ops may stand in a circle.
  SmallVector<Operation *> moves;
  Value origin = value;
  while (sources.try_emplace(origin).second) {
    Operation *op = origin.getDefiningOp();
    if (!op)
      break;
    if (isDequantizeCast(op)) {
      sources[origin] = begin(op);
      break;
    }
    Value moved = getMovedTensor(op);
    if (!moved)
      break;
    moves.push_back(op);
    origin = moved;
  }
  for (Operation *op : llvm::reverse(moves)) {
    Source source = follow(op, sources[op->getOperand(0)]);
    sources[op->getResult(0)] = source;
  }
  Source &source = sources[value];
  return source.dequantizeCast ? &source : nullptr;
}

void Sources::setStored(RewriterBase &rewriter, Value value, Value stored) {
  sources[value].stored = stored;
  // Who asks for sizes only may ask the integers.
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses()))
    if (isa<tensor::DimOp>(use.getOwner()))
      rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(stored); });
}

Value Sources::getStored(RewriterBase &rewriter, Value value) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Operation *> moves;
  Value stored;
  for (Value from = value; !(stored = sources[from].stored);) {
    Operation *op = from.getDefiningOp();
    if (isDequantizeCast(op)) {
      rewriter.setInsertionPoint(op);
      Value input = op->getOperand(0);
      Type type = withElementType(
          input.getType(), getQuantization(input.getType()).getStorageType());
      stored = createStorageCast(rewriter, op->getLoc(), input, type);
      setStored(rewriter, from, stored);
      break;
    }
    moves.push_back(op);
    from = op->getOperand(0);
  }
  for (Operation *op : llvm::reverse(moves)) {
    rewriter.setInsertionPoint(op);
    stored = createMoved(rewriter, op, stored);
    setStored(rewriter, op->getResult(0), stored);
  }
  return stored;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

namespace {

/// A quantization of dequantized numbers.
struct Pair {
  Operation *dequantizeCast, *quantizeCast;
  /// The axis that the input's parameters have where the quantization is.
  int64_t axis;
  const CastEmitter *emitter = nullptr;
};

class Fusion {
public:
  explicit Fusion(const FuseRequantizeConfig &config) : config(config) {}

  /// Finds the pairs. Failure after an error.
  LogicalResult collect(Operation *root);
  void rewrite(MLIRContext *context);

private:
  LogicalResult addPair(Operation *quantizeCast);
  /// The types of input and output, as they are spread over the tensor that is
  /// quantized. They refer to `pair`.
  SmallVector<Quantization, 2> getTypes(const Pair &pair);
  const CastEmitter *getEmitter(Operation *dequantizeCast,
                                Operation *quantizeCast);

  FuseRequantizeConfig config;
  Sources sources;
  SmallVector<Pair> pairs;
  /// By input and output type and the policies of both casts.
  DenseMap<std::tuple<Type, Type, Attribute, Attribute>,
           std::unique_ptr<CastEmitter>>
      emitters;
};

} // namespace

const CastEmitter *Fusion::getEmitter(Operation *dequantizeCast,
                                      Operation *quantizeCast) {
  Type inputType = getQuantizedSide(dequantizeCast);
  Type outputType = getQuantizedSide(quantizeCast);
  PolicyKnobs dequantizeKnobs = getPolicyInScope(dequantizeCast, config.policy);
  PolicyKnobs quantizeKnobs = getPolicyInScope(quantizeCast, config.policy);
  MLIRContext *context = quantizeCast->getContext();
  std::unique_ptr<CastEmitter> &emitter = emitters[{
      getElementTypeOrSelf(inputType), getElementTypeOrSelf(outputType),
      PolicyAttr::get(context, dequantizeKnobs),
      PolicyAttr::get(context, quantizeKnobs)}];
  if (!emitter)
    emitter = getRequantizeEmitter(
        NumericPolicy::resolve(dequantizeKnobs),
        sources.getQuantization(inputType),
        NumericPolicy::resolve(quantizeKnobs),
        sources.getQuantization(outputType),
        [&] { return quantizeCast->emitOpError(); }, config.forms);
  return emitter.get();
}

/// True if the parameters of both types, which are lists, meet pair by pair.
static bool areAlike(const Quantization &input, const Quantization &output) {
  return input.granularity == output.granularity && input.axes == output.axes &&
         input.blockSizes == output.blockSizes &&
         input.gridShape == output.gridShape;
}

SmallVector<Quantization, 2> Fusion::getTypes(const Pair &pair) {
  SmallVector<Quantization, 2> types;
  for (Operation *op : {pair.dequantizeCast, pair.quantizeCast})
    types.push_back(sources.getQuantization(getQuantizedSide(op)));
  if (types.front().granularity == Granularity::PerAxis)
    types.front().axes = pair.axis;
  return types;
}

LogicalResult Fusion::addPair(Operation *quantizeCast) {
  Value expressed = quantizeCast->getOperand(0);
  const Source *source = sources.get(expressed);
  if (!source)
    return success(!sources.hasError());
  if (failed(verifyValueCast(quantizeCast)))
    return failure();
  Pair pair{source->dequantizeCast, quantizeCast, source->axis};
  SmallVector<Quantization, 2> types = getTypes(pair);
  RequantizeForm form =
      NumericPolicy::resolve(getPolicyInScope(quantizeCast, config.policy))
          .requantize;
  if (!hasCommonLoop(types, expressed.getType()) ||
      (needsAlikeGrids(form, types[0], types[1]) &&
       !areAlike(types[0], types[1])))
    return success();
  pair.emitter = getEmitter(pair.dequantizeCast, quantizeCast);
  if (!pair.emitter)
    return failure();
  pairs.push_back(pair);
  return success();
}

LogicalResult Fusion::collect(Operation *root) {
  bool ok = true;
  root->walk([&](Operation *op) {
    if (isQuantizeCast(op))
      ok &= succeeded(addPair(op));
  });
  return success(ok);
}

/// Erases those of `ops` that nothing reads any more, and what only they read.
static void eraseUnused(RewriterBase &rewriter, SetVector<Operation *> ops) {
  while (!ops.empty()) {
    Operation *op = ops.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    rewriter.eraseOp(op);
    for (Value operand : operands)
      if (Operation *definition = operand.getDefiningOp())
        ops.insert(definition);
  }
}

void Fusion::rewrite(MLIRContext *context) {
  IRRewriter rewriter(context);
  GridConstants constants;
  // Erased at the end: until then the sources hold the values.
  SetVector<Operation *> expressed;
  for (const Pair &pair : pairs) {
    Operation *op = pair.quantizeCast;
    Value input = op->getOperand(0);
    Value stored = sources.getStored(rewriter, input);
    rewriter.setInsertionPoint(op);
    CastLoopOptions options{{kDequantizeCastName, kQuantizeCastName},
                            config.runtimeChecks,
                            &constants,
                            config.printFound};
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    Type resultType = op->getResult(0).getType();
    Value result = emitCastLoop(b, stored, resultType, getTypes(pair),
                                *pair.emitter, options);
    rewriter.replaceOp(op,
                       createStorageCast(b, op->getLoc(), result, resultType));
    expressed.insert(input.getDefiningOp());
  }
  eraseUnused(rewriter, std::move(expressed));
}

LogicalResult quantir::fuseRequantize(Operation *root,
                                      const FuseRequantizeConfig &config) {
  Fusion fusion(config);
  if (failed(fusion.collect(root)))
    return failure();
  fusion.rewrite(root->getContext());
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct FuseRequantizePass
    : quantir::impl::QuantFuseRequantizeBase<FuseRequantizePass> {
  using Base::Base;
  QUANTIR_READS_POLICY_OPTIONS

  LogicalResult initialize(MLIRContext *context) override {
    config.runtimeChecks = runtimeChecks;
    config.forms = {magicRounding, integerClamp, correctedQuotient};
    config.printFound = printFound;
    return readPolicyOptionsOf(*this, context, config.policy);
  }

  void runOnOperation() override {
    if (failed(fuseRequantize(getOperation(), config)))
      signalPassFailure();
  }

  FuseRequantizeConfig config;
};

} // namespace
