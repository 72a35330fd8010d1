//===- SituMatcherCodes.cpp - Codes and scales of the unfused form --------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SituMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace quantir;

static constexpr int kLow = -128, kHigh = 127;

//===----------------------------------------------------------------------===//
// From the code to the quotient
//===----------------------------------------------------------------------===//

/// True if `predicate` holds where the first number is less than the second,
/// false if where it is greater; nothing for those that don't order.
static std::optional<bool> isLess(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    return true;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    return false;
  default:
    return std::nullopt;
  }
}

static bool isTrueForNan(arith::CmpFPredicate predicate) {
  return predicate >= arith::CmpFPredicate::UEQ;
}

/// A bound as a comparison and a selection.
bool SituMatcher::matchSelectedBound(const Step &select, Element &inner,
                                     bool &isLow) {
  bool ifTrue = view.getFloat(select.operands[1]).has_value();
  const Element &bound = select.operands[ifTrue ? 1 : 2];
  inner = select.operands[ifTrue ? 2 : 1];
  std::optional<Step> compare =
      getStepOf<arith::CmpFOp>(select.operands.front());
  if (!compare)
    return false;
  auto predicate = cast<arith::CmpFOp>(compare->op).getPredicate();
  std::optional<bool> less = isLess(predicate);
  if (!less)
    return false;
  const Element &left = compare->operands[0], &right = compare->operands[1];
  if (!(view.isSame(left, inner) && view.isSame(right, bound))) {
    if (!(view.isSame(right, inner) && view.isSame(left, bound)))
      return false;
    less = !*less;
  }
  isLow = *less == ifTrue;
  if (!isNumber(bound, isLow ? kLow : kHigh))
    return false;
  hasCodeForNan |= isTrueForNan(predicate) == ifTrue;
  return true;
}

/// A bound in float.
bool SituMatcher::matchBound(const Element &element, Element &inner,
                             bool &isLow) {
  Step step = view.getStep(element);
  if (!step.op)
    return false;
  if (isa<arith::SelectOp>(step.op))
    return matchSelectedBound(step, inner, isLow);
  isLow = isa<arith::MaximumFOp, arith::MaxNumFOp>(step.op);
  if (!isLow && !isa<arith::MinimumFOp, arith::MinNumFOp>(step.op))
    return false;
  bool isFirst = isNumber(step.operands[0], isLow ? kLow : kHigh);
  if (!isFirst && !isNumber(step.operands[1], isLow ? kLow : kHigh))
    return false;
  inner = step.operands[isFirst ? 1 : 0];
  hasCodeForNan |= isa<arith::MaxNumFOp, arith::MinNumFOp>(step.op);
  return true;
}

bool SituMatcher::matchRounding(const Element &element, Element &inner) {
  Step step = view.getStep(element);
  std::optional<Rounding> rounding;
  if (isa_and_nonnull<math::RoundEvenOp>(step.op))
    rounding = Rounding::NearestEven;
  else if (isa_and_nonnull<math::RoundOp>(step.op))
    rounding = Rounding::NearestAway;
  else if (isa_and_nonnull<math::TruncOp>(step.op))
    rounding = Rounding::TowardZero;
  else if (isa_and_nonnull<math::FloorOp>(step.op))
    rounding = Rounding::Down;
  else if (isa_and_nonnull<math::CeilOp>(step.op))
    rounding = Rounding::Up;
  if (!rounding || found.knobs.rounding)
    return false;
  found.knobs.rounding = rounding;
  inner = step.operands.front();
  return true;
}

/// Rounding, clamping, conversion. The bounds are integers, so that clamping
/// before and after rounding gives the same. A conversion to i8 without a clamp
/// has no result beyond the bounds, and any will do; one to a wider type must
/// be clamped, since what is cut off there wraps.
bool SituMatcher::matchCodes(const Element &codes, Element &quotient) {
  Element integer = codes;
  bool isCut = false, hasLow = false, hasHigh = false;
  if (auto cut = getStepOf<arith::TruncIOp>(integer)) {
    isCut = true;
    integer = cut->operands.front();
    while (true) {
      Step step = view.getStep(integer);
      bool isLow = isa_and_nonnull<arith::MaxSIOp>(step.op);
      if (!isLow && !isa_and_nonnull<arith::MinSIOp>(step.op))
        break;
      auto isBound = [&](const Element &element) {
        std::optional<APInt> number = view.getInteger(element);
        return number && number->trySExtValue() == (isLow ? kLow : kHigh);
      };
      bool isFirst = isBound(step.operands[0]);
      if (!isFirst && !isBound(step.operands[1]))
        return false;
      integer = step.operands[isFirst ? 1 : 0];
      (isLow ? hasLow : hasHigh) = true;
    }
  }
  auto convert = getStepOf<arith::FPToSIOp>(integer);
  if (!convert || !convert->operands.front().getType().isF32())
    return false;
  quotient = convert->operands.front();
  Element inner;
  bool isLow = false;
  while (true) {
    if (matchBound(quotient, inner, isLow))
      (isLow ? hasLow : hasHigh) = true;
    else if (!matchRounding(quotient, inner))
      break;
    quotient = inner;
  }
  if (!found.knobs.rounding)
    found.knobs.rounding = Rounding::TowardZero;
  return !isCut || (hasLow && hasHigh);
}

//===----------------------------------------------------------------------===//
// Static
//===----------------------------------------------------------------------===//

bool SituMatcher::matchDivision(const Element &quotient, Element &numerator,
                                Element &divisor) {
  if (auto division = getStepOf<arith::DivFOp>(quotient)) {
    found.knobs.scaling = Scaling::Divide;
    numerator = division->operands[0];
    divisor = division->operands[1];
    return true;
  }
  found.knobs.scaling = Scaling::Reciprocal;
  return matchEitherWay<arith::MulFOp>(
      quotient, [&](const Element &left, const Element &right) {
        numerator = left;
        return matchReciprocal(right, divisor);
      });
}

bool SituMatcher::matchStatic(const Element &quotient) {
  auto matchScaled = [&](const Element &element) {
    Element numerator, divisor;
    return matchDivision(element, numerator, divisor) &&
           findCodeColumns(divisor, found.quantScale) &&
           matchActivation(numerator) &&
           getElementTypeOrSelf(found.x).isInteger(8);
  };
  found.quantOffset = {};
  if (matchScaled(quotient))
    return true;
  return matchEitherWay<arith::AddFOp>(
      quotient, [&](const Element &left, const Element &right) {
        return findCodeColumns(right, found.quantOffset) && matchScaled(left);
      });
}

//===----------------------------------------------------------------------===//
// Dynamic
//===----------------------------------------------------------------------===//

/// The largest magnitude of a row. Without columns it is the start, which must
/// be the 0 of the fused op then.
bool SituMatcher::matchLargest(const Element &element) {
  ReductionStep step = view.getReduction(element, column);
  if (!isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(step.combiner) ||
      (reduction && reduction != step.op))
    return false;
  auto magnitude = getStepOf<math::AbsFOp>(step.reduced);
  std::optional<APFloat> init = view.getFloat(step.init);
  if (!magnitude || !init || init->isNaN() || !step.reduced.getType().isF32())
    return false;
  int64_t axis = cast<RankedTensorType>(codes.getType()).getRank() - 1;
  bool hasColumns =
      cast<RankedTensorType>(codes.getType()).getDimSize(axis) > 0;
  bool isLeast = init->isPosZero() || (hasColumns && init->isNegative());
  SizeClasses::Key loop = SizeClasses::ofLoop(step.op, step.loop);
  if (!isLeast || !isHalfRowSize(loop))
    return false;
  if (measured && !view.isSame(measured, magnitude->operands.front()))
    return false;
  measured = magnitude->operands.front();
  reduction = step.op;
  return true;
}

RowValue SituMatcher::classifyUnguarded(const Element &element) {
  auto isScale = [&](const Element &largest, DynamicScale form) {
    if (found.knobs.dynamicScale.value_or(form) != form ||
        !matchLargest(largest))
      return false;
    found.knobs.dynamicScale = form;
    return true;
  };
  if (matchLargest(element))
    return RowValue::Largest;
  auto quotient = getStepOf<arith::DivFOp>(element);
  bool isDivided = quotient && isNumber(quotient->operands[1], 127) &&
                   isScale(quotient->operands[0], DynamicScale::Divide);
  bool isMultiplied = matchEitherWay<arith::MulFOp>(
      element, [&](const Element &left, const Element &right) {
        return isNumber(right, 1.0f / 127.0f) &&
               isScale(left, DynamicScale::Multiply);
      });
  return isDivided || isMultiplied ? RowValue::Scale : RowValue::Other;
}

RowValue SituMatcher::classify(const Element &element) {
  Element tested, forZero, value;
  if (!matchZeroGuard(element, tested, forZero, value))
    return classifyUnguarded(element);
  return isNumber(forZero, 1) && classifyUnguarded(value) == RowValue::Scale &&
                 classifyUnguarded(tested) != RowValue::Other
             ? RowValue::GuardedScale
             : RowValue::Other;
}

/// `quotient` is `numerator` divided by the scale of the row; `isGuarded` if
/// that is a number in a row of zeros.
bool SituMatcher::matchRowDivision(const Element &quotient, Element &numerator,
                                   bool &isGuarded) {
  Element divisor;
  RowValue kind = RowValue::Other;
  if (matchDivision(quotient, numerator, divisor)) {
    kind = classify(divisor);
  } else {
    // A reciprocal that is 0 where the scale is.
    matchEitherWay<arith::MulFOp>(
        quotient, [&](const Element &left, const Element &right) {
          Element tested, forZero, value;
          if (!matchZeroGuard(right, tested, forZero, value) ||
              !isNumber(forZero, 0) || !matchReciprocal(value, divisor) ||
              classifyUnguarded(divisor) != RowValue::Scale ||
              classifyUnguarded(tested) == RowValue::Other)
            return false;
          numerator = left;
          kind = RowValue::GuardedScale;
          return true;
        });
  }
  isGuarded = kind == RowValue::GuardedScale;
  return isGuarded || kind == RowValue::Scale;
}

bool SituMatcher::matchDynamic(const Element &quotient) {
  Element numerator, tested, forZero, value;
  bool isGuarded = false;
  if (matchZeroGuard(quotient, tested, forZero, value)) {
    if (!isNumber(forZero, 0) ||
        !matchRowDivision(value, numerator, isGuarded) ||
        classifyUnguarded(tested) == RowValue::Other)
      return false;
    isGuarded = true;
  } else if (!matchRowDivision(quotient, numerator, isGuarded)) {
    return false;
  }
  // In a row of zeros 0 / 0 is NaN: where that has a code, it isn't 0.
  if (!isGuarded && hasCodeForNan)
    return false;
  return view.isSame(numerator, measured) && matchScaledActivation(numerator);
}

void SituMatcher::setMath() {
  if (hasWideFunctions && !hasNarrowFunctions)
    found.knobs.math = MathForm::Accurate;
}

std::optional<FoundSitu> SituMatcher::match() {
  Element quotient;
  if (!matchCodes(code, quotient))
    return std::nullopt;
  PolicyKnobs knobs = found.knobs;
  found.isDynamic = matchDynamic(quotient);
  if (found.isDynamic) {
    found.knobs.zeroRowScale = ZeroRowScale::Zero;
    setMath();
    return found;
  }
  // Nothing of the other mode may be left.
  found = FoundSitu();
  found.knobs = knobs;
  reduction = nullptr;
  measured = {};
  if (!matchStatic(quotient))
    return std::nullopt;
  setMath();
  return found;
}

RowValue SituMatcher::classifyRows(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  int64_t numRowAxes = rows.size();
  if (!type || !type.getElementType().isF32() || type.getEncoding())
    return RowValue::Other;
  Positions at(rows);
  if (type.getRank() == numRowAxes + 1 && type.getShape().back() == 1)
    at.push_back(Position::number(0));
  Element element = ElementView::get(tensor, at);
  if (!element)
    return RowValue::Other;
  // Some of the rows, or more, are something else.
  RowValue kind = classify(element);
  return areRows(tensor, ArrayRef(at).take_front(numRowAxes)) ? kind
                                                              : RowValue::Other;
}
