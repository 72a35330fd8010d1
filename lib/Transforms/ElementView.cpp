//===- ElementView.cpp - What one element of a tensor is ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace quantir;
using linalg::LinalgOp;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Element ElementView::get(Value tensor, ArrayRef<Position> at) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getRank() != static_cast<int64_t>(at.size()))
    return {};
  Element element{tensor, Positions(at)};
  for (auto [position, size] : llvm::zip_equal(element.at, type.getShape()))
    if (size == 1)
      position = Position::number(0);
  return element;
}

/// The positions of the loops in which `op` writes to `at` of the result; those
/// of loops that it doesn't tell stay unset.
static std::optional<SmallVector<std::optional<Position>>>
getLoops(LinalgOp op, OpResult result, ArrayRef<Position> at) {
  SmallVector<std::optional<Position>> loops(op.getNumLoops());
  AffineMap map = op.getIndexingMapMatchingResult(result);
  for (auto [expr, position] : llvm::zip_equal(map.getResults(), at)) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      // Other positions are not written to.
      if (position != Position::number(constant.getValue()))
        return std::nullopt;
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || loops[dim.getPosition()])
      return std::nullopt;
    loops[dim.getPosition()] = position;
  }
  return loops;
}

static std::optional<Positions> getAllLoops(LinalgOp op, OpResult result,
                                            ArrayRef<Position> at) {
  auto loops = getLoops(op, result, at);
  if (!loops || !llvm::all_of(*loops, [](auto &loop) { return !!loop; }))
    return std::nullopt;
  return llvm::to_vector<3>(llvm::map_range(
      *loops, [](const std::optional<Position> &loop) { return *loop; }));
}

//===----------------------------------------------------------------------===//
// Linalg
//===----------------------------------------------------------------------===//

/// The linalg op in whose body the scalar is.
static LinalgOp getOpAround(Value scalar) {
  return dyn_cast_or_null<LinalgOp>(scalar.getParentBlock()->getParentOp());
}

static LinalgOp getParallelOp(Value tensor) {
  auto op = tensor.getDefiningOp<LinalgOp>();
  return op && op.isAllParallelLoops() ? op : LinalgOp();
}

static Value getYielded(LinalgOp op, OpResult result) {
  return op.getBlock()->getTerminator()->getOperand(result.getResultNumber());
}

Element ElementView::getOperand(LinalgOp op, unsigned number,
                                ArrayRef<Position> loops) {
  if (number >= op->getNumOperands())
    return {};
  OpOperand &operand = op->getOpOperand(number);
  if (!isa<ShapedType>(operand.get().getType()))
    return getScalar(operand.get());
  Positions at;
  for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
    int64_t offset = 0;
    if (sum && sum.getKind() == AffineExprKind::Add &&
        isa<AffineConstantExpr>(sum.getRHS())) {
      offset = cast<AffineConstantExpr>(sum.getRHS()).getValue();
      expr = sum.getLHS();
    }
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      at.push_back(Position::number(constant.getValue() + offset));
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(expr);
    std::optional<Position> position;
    if (dim)
      position = loops[dim.getPosition()].shifted(
          IntegerAttr::get(IndexType::get(op.getContext()), offset));
    if (!position)
      return {};
    at.push_back(*position);
  }
  return get(operand.get(), at);
}

/// A value used in the body of `op`.
static Element getInBody(LinalgOp op, Value scalar, ArrayRef<Position> loops) {
  LinalgOp around = getOpAround(scalar);
  if (!around)
    return ElementView::getScalar(scalar);
  // Bodies in bodies are more than this can tell.
  return around == op ? Element{scalar, Positions(loops)} : Element();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// The position that an index says, in the body of `around` if that isn't null:
/// a number, the index of a loop, or that plus an index from outside.
static std::optional<Position> getIndexPosition(Value index, LinalgOp around,
                                                ArrayRef<Position> loops) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return Position::number(*number);
  auto getLoop = [&](Value value) {
    auto op = value.getDefiningOp<linalg::IndexOp>();
    return op && getOpAround(value) == around ? &loops[op.getDim()] : nullptr;
  };
  if (!around)
    return std::nullopt;
  if (const Position *loop = getLoop(index))
    return *loop;
  auto sum = index.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return std::nullopt;
  Value operands[] = {sum.getLhs(), sum.getRhs()};
  for (unsigned i : {0, 1}) {
    const Position *loop = getLoop(operands[i]);
    Value other = operands[1 - i];
    if (loop && (getConstantIntValue(other) || !getOpAround(other)))
      return loop->shifted(other);
  }
  return std::nullopt;
}

/// Where the element comes from unchanged, one step back; null if it is
/// computed, or nobody knows.
Element ElementView::moveOnce(const Element &element) {
  if (auto argument = dyn_cast<BlockArgument>(element.value)) {
    LinalgOp op = element.isTensor() ? LinalgOp() : getOpAround(element.value);
    // The running value of a reduction is no element.
    bool isElement = op && (op.isAllParallelLoops() ||
                            static_cast<int64_t>(argument.getArgNumber()) <
                                op.getNumDpsInputs());
    if (!isElement)
      return {};
    sizes.learn(op);
    return getOperand(op, argument.getArgNumber(), element.at);
  }
  Operation *op = element.value.getDefiningOp();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    LinalgOp around = getOpAround(element.value);
    if (around)
      sizes.learn(around);
    Positions at;
    for (Value index : extract.getIndices()) {
      std::optional<Position> position =
          getIndexPosition(index, around, element.at);
      if (!position)
        return {};
      at.push_back(*position);
    }
    return get(extract.getTensor(), at);
  }
  if (!element.isTensor())
    return {};
  LinalgOp linalgOp = getParallelOp(element.value);
  if (!linalgOp) {
    sizes.learn(op);
    return moveThrough(op, element.at);
  }
  auto result = cast<OpResult>(element.value);
  Value yielded = getYielded(linalgOp, result);
  bool isComputed = yielded.getDefiningOp() && getOpAround(yielded) == linalgOp;
  std::optional<Positions> loops = getAllLoops(linalgOp, result, element.at);
  if (isComputed || !loops)
    return {};
  sizes.learn(linalgOp);
  return getInBody(linalgOp, yielded, *loops);
}

SmallVector<Element, 4> ElementView::trace(Element element) {
  SmallVector<Element, 4> elements{element};
  while (elements.back() && spend()) {
    Element origin = moveOnce(elements.back());
    if (!origin)
      break;
    elements.push_back(origin);
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// True if `op` computes one thing only.
static bool isStrict(Operation *op) {
  if (auto math = dyn_cast<arith::ArithFastMathInterface>(op))
    if (arith::FastMathFlagsAttr flags = math.getFastMathFlagsAttr())
      if (flags.getValue() != arith::FastMathFlags::none)
        return false;
  return op->getDialect() && !op->hasAttr("roundingmode") &&
         isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         op->getNumResults() == 1;
}

Step ElementView::getStep(const Element &element) {
  Element origin = element ? getOrigin(element) : Element();
  if (!origin || !spend())
    return {};
  LinalgOp around;
  Positions loops = origin.at;
  Value value = origin.value;
  if (!origin.isTensor()) {
    around = getOpAround(value);
  } else if ((around = getParallelOp(value))) {
    auto result = cast<OpResult>(value);
    std::optional<Positions> all = getAllLoops(around, result, origin.at);
    if (!all)
      return {};
    loops = *all;
    value = getYielded(around, result);
  }
  Operation *op = value.getDefiningOp();
  if (!op || !isStrict(op))
    return {};
  Step step{op, {}, around ? around.getOperation() : op};
  sizes.learn(step.owner);
  for (Value operand : op->getOperands()) {
    if (around)
      step.operands.push_back(getInBody(around, operand, loops));
    else if (isa<ShapedType>(operand.getType()))
      step.operands.push_back(get(operand, loops));
    else
      step.operands.push_back(getScalar(operand));
  }
  return step;
}

ReductionStep ElementView::getReduction(const Element &element,
                                        Position position) {
  Element origin = element ? getOrigin(element) : Element();
  auto op = origin && origin.isTensor() ? origin.value.getDefiningOp<LinalgOp>()
                                        : LinalgOp();
  if (!op || op.getNumReductionLoops() != 1 || op.getNumDpsInits() != 1 ||
      llvm::any_of(origin.at, [&](const Position &p) {
        return p.variable != Position::kNoVariable &&
               p.variable == position.variable;
      }))
    return {};
  auto result = cast<OpResult>(origin.value);
  auto loops = getLoops(op, result, origin.at);
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (!loops || (*loops)[reduced.front()])
    return {};
  ReductionStep step;
  step.op = op;
  step.loop = reduced.front();
  int64_t size = op.getStaticLoopRanges()[step.loop];
  (*loops)[step.loop] = size == 1 ? Position::number(0) : position;
  if (!llvm::all_of(*loops, [](auto &loop) { return !!loop; }))
    return {};
  Positions all = llvm::to_vector<3>(llvm::map_range(
      *loops, [](const std::optional<Position> &loop) { return *loop; }));
  Operation *combiner = getYielded(op, result).getDefiningOp();
  if (!combiner || combiner->getBlock() != op.getBlock() ||
      !isStrict(combiner) || combiner->getNumOperands() != 2)
    return {};
  Value running = op.getRegionOutputArgs().front();
  unsigned other = combiner->getOperand(0) == running ? 1 : 0;
  if (combiner->getOperand(1 - other) != running ||
      combiner->getOperand(other) == running)
    return {};
  step.combiner = combiner;
  step.reduced = getInBody(op, combiner->getOperand(other), all);
  step.init = getOrigin(get(op.getDpsInits().front(), origin.at));
  sizes.learn(op);
  return step;
}

//===----------------------------------------------------------------------===//
// Constants, equality
//===----------------------------------------------------------------------===//

static Attribute getConstant(ElementView &view, const Element &element) {
  if (!element)
    return {};
  Attribute attribute;
  if (!matchPattern(view.getOrigin(element).value, m_Constant(&attribute)))
    return {};
  if (auto elements = dyn_cast<SplatElementsAttr>(attribute))
    return elements.getSplatValue<Attribute>();
  return attribute;
}

std::optional<llvm::APFloat> ElementView::getFloat(const Element &element) {
  auto number = dyn_cast_or_null<FloatAttr>(getConstant(*this, element));
  if (!number || APFloat::semanticsPrecision(number.getValue().getSemantics()) >
                     APFloat::semanticsPrecision(APFloat::IEEEdouble()))
    return std::nullopt;
  return number.getValue();
}

std::optional<llvm::APInt> ElementView::getInteger(const Element &element) {
  auto number = dyn_cast_or_null<IntegerAttr>(getConstant(*this, element));
  return number ? std::optional(number.getValue()) : std::nullopt;
}

bool ElementView::isSame(const Element &a, const Element &b,
                         unsigned maxDepth) {
  if (!a || !b || !maxDepth || !spend() || a.getType() != b.getType())
    return false;
  Element left = getOrigin(a), right = getOrigin(b);
  if (left.value == right.value && left.at == right.at)
    return true;
  if (Attribute constant = getConstant(*this, left))
    if (isa<FloatAttr, IntegerAttr>(constant))
      return constant == getConstant(*this, right);
  Step first = getStep(left), second = getStep(right);
  if (!first.op || !second.op || first.operands.empty() ||
      first.op->getName() != second.op->getName() ||
      first.op->getAttrDictionary() != second.op->getAttrDictionary() ||
      first.operands.size() != second.operands.size())
    return false;
  auto areSame = [&](bool swapped) {
    for (auto [i, operand] : llvm::enumerate(first.operands))
      if (!isSame(operand, second.operands[swapped ? 1 - i : i], maxDepth - 1))
        return false;
    return true;
  };
  return areSame(false) ||
         (first.operands.size() == 2 &&
          first.op->hasTrait<OpTrait::IsCommutative>() && areSame(true));
}
