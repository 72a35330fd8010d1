//===- SituMatcher.cpp - Finds the unfused form of the fused op -----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SituMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace quantir;

SituMatcher::SituMatcher(Value codes) : codes(codes) {
  int64_t rank = cast<RankedTensorType>(codes.getType()).getRank();
  Positions at;
  for (int64_t axis = 0; axis < rank; ++axis)
    at.push_back({static_cast<int>(axis), 0, {}});
  code = ElementView::get(codes, at);
  column = code.at.back();
  rows = ArrayRef(code.at).drop_back();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

bool SituMatcher::isNumber(const Element &element, double number) {
  std::optional<APFloat> value = view.getFloat(element);
  return value && value->convertToDouble() == number;
}

bool SituMatcher::matchReciprocal(const Element &element, Element &divisor) {
  auto quotient = getStepOf<arith::DivFOp>(element);
  if (!quotient || !isNumber(quotient->operands[0], 1))
    return false;
  divisor = quotient->operands[1];
  return true;
}

bool SituMatcher::matchZeroTest(const Element &condition, Element &tested,
                                bool &isTrueForZero) {
  auto compare = getStepOf<arith::CmpFOp>(condition);
  if (!compare)
    return false;
  bool swapped = isNumber(compare->operands[0], 0);
  if (!swapped && !isNumber(compare->operands[1], 0))
    return false;
  tested = compare->operands[swapped ? 1 : 0];
  switch (cast<arith::CmpFOp>(compare->op).getPredicate()) {
  case arith::CmpFPredicate::OEQ:
  case arith::CmpFPredicate::UEQ:
    isTrueForZero = true;
    return true;
  case arith::CmpFPredicate::ONE:
  case arith::CmpFPredicate::UNE:
    isTrueForZero = false;
    return true;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::UGT:
    isTrueForZero = false;
    return !swapped;
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULE:
    isTrueForZero = true;
    return !swapped;
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::ULT:
    isTrueForZero = false;
    return swapped;
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGE:
    isTrueForZero = true;
    return swapped;
  default:
    return false;
  }
}

bool SituMatcher::matchZeroGuard(const Element &element, Element &tested,
                                 Element &forZero, Element &value) {
  auto select = getStepOf<arith::SelectOp>(element);
  bool isTrueForZero = false;
  if (!select || !matchZeroTest(select->operands[0], tested, isTrueForZero))
    return false;
  forZero = select->operands[isTrueForZero ? 1 : 2];
  value = select->operands[isTrueForZero ? 2 : 1];
  return true;
}

//===----------------------------------------------------------------------===//
// Activation
//===----------------------------------------------------------------------===//

/// `element` is a step on f32, or the same in f64, rounded to f32: then
/// `element` becomes the latter.
static bool isWide(ElementView &view, Element &element) {
  Step step = view.getStep(element);
  if (!isa_and_nonnull<arith::TruncFOp>(step.op) ||
      !step.operands.front().getType().isF64() || !element.getType().isF32())
    return false;
  element = step.operands.front();
  return true;
}

/// The f32 that `element`, an f64, was.
static bool narrow(ElementView &view, Element &element) {
  if (element.getType().isF32())
    return true;
  Step step = view.getStep(element);
  if (!isa_and_nonnull<arith::ExtFOp>(step.op))
    return false;
  element = step.operands.front();
  return element.getType().isF32();
}

bool SituMatcher::matchTanh(const Element &element, Element &argument) {
  Element result = element;
  bool wide = isWide(view, result);
  auto tanh = getStepOf<math::TanhOp>(result);
  if (!tanh)
    return false;
  argument = tanh->operands.front();
  (wide ? hasWideFunctions : hasNarrowFunctions) = true;
  return (wide || element.getType().isF32()) && narrow(view, argument);
}

bool SituMatcher::matchNegated(const Element &element, Element &argument) {
  if (auto negated = getStepOf<arith::NegFOp>(element)) {
    argument = negated->operands.front();
    return true;
  }
  if (auto extended = getStepOf<arith::ExtFOp>(element))
    return matchNegated(extended->operands.front(), argument);
  if (auto difference = getStepOf<arith::SubFOp>(element)) {
    argument = difference->operands[1];
    return isNumber(difference->operands[0], 0);
  }
  return matchEitherWay<arith::MulFOp>(
      element, [&](const Element &left, const Element &right) {
        argument = left;
        return isNumber(right, -1);
      });
}

/// 1 / (1 + exp(-x)).
bool SituMatcher::matchSigmoidByExp(const Element &element, Element &argument) {
  auto quotient = getStepOf<arith::DivFOp>(element);
  return quotient && isNumber(quotient->operands[0], 1) &&
         matchEitherWay<arith::AddFOp>(
             quotient->operands[1],
             [&](const Element &left, const Element &right) {
               auto exp = getStepOf<math::ExpOp>(right);
               return isNumber(left, 1) && exp &&
                      matchNegated(exp->operands.front(), argument);
             });
}

/// (1 + tanh(x / 2)) / 2, or tanh(x / 2) / 2 + 1 / 2.
bool SituMatcher::matchSigmoidByTanh(const Element &element,
                                     Element &argument) {
  auto matchHalf = [&](const Element &whole, auto matchRest) {
    if (auto quotient = getStepOf<arith::DivFOp>(whole))
      return isNumber(quotient->operands[1], 2) &&
             matchRest(quotient->operands[0]);
    return matchEitherWay<arith::MulFOp>(
        whole, [&](const Element &left, const Element &right) {
          return isNumber(left, 0.5) && matchRest(right);
        });
  };
  auto matchTanhOfHalf = [&](const Element &tanh) {
    Element halved;
    return matchTanh(tanh, halved) && matchHalf(halved, [&](const Element &x) {
             argument = x;
             return true;
           });
  };
  auto matchSum = [&](const Element &sum, double number, auto matchRest) {
    return matchEitherWay<arith::AddFOp>(
        sum, [&](const Element &left, const Element &right) {
          return isNumber(left, number) && matchRest(right);
        });
  };
  return matchHalf(element,
                   [&](const Element &sum) {
                     return matchSum(sum, 1, matchTanhOfHalf);
                   }) ||
         matchSum(element, 0.5, [&](const Element &half) {
           return matchHalf(half, matchTanhOfHalf);
         });
}

bool SituMatcher::matchSigmoid(const Element &element, Element &argument) {
  Element result = element;
  if (!isWide(view, result)) {
    hasNarrowFunctions = true;
    return element.getType().isF32() && (matchSigmoidByExp(element, argument) ||
                                         matchSigmoidByTanh(element, argument));
  }
  hasWideFunctions = true;
  return matchSigmoidByExp(result, argument) && narrow(view, argument);
}

/// bound * tanh(argument / bound); without factors, of bound 1.
bool SituMatcher::matchBounded(const Element &element, float &bound,
                               Element &argument) {
  Element inner;
  bound = 1;
  bool hasFactor = matchEitherWay<arith::MulFOp>(
      element, [&](const Element &left, const Element &right) {
        std::optional<APFloat> number = view.getFloat(left);
        if (!number || !left.getType().isF32() || !matchTanh(right, inner))
          return false;
        bound = number->convertToFloat();
        return true;
      });
  if (!hasFactor && !matchTanh(element, inner))
    return false;
  if (!std::isfinite(bound) || bound == 0)
    return false;
  if (auto quotient = getStepOf<arith::DivFOp>(inner);
      quotient && isNumber(quotient->operands[1], bound)) {
    argument = quotient->operands[0];
    return true;
  }
  // To multiply by the reciprocal is to divide where that is exact.
  APFloat reciprocal(bound);
  bool isDivided = APFloat(bound).getExactInverse(&reciprocal) &&
                   matchEitherWay<arith::MulFOp>(
                       inner, [&](const Element &left, const Element &right) {
                         argument = left;
                         return isNumber(right, reciprocal.convertToFloat());
                       });
  if (!isDivided)
    argument = inner;
  return isDivided || bound == 1;
}

/// The activation of the gate, which isn't bounded before the sigmoid.
bool SituMatcher::matchGate(const Element &element, Element &gate) {
  return matchEitherWay<arith::MulFOp>(
      element, [&](const Element &left, const Element &right) {
        Element argument;
        return matchBounded(left, found.beta, gate) &&
               matchSigmoid(right, argument) && view.isSame(gate, argument);
      });
}

bool SituMatcher::matchActivation(const Element &element) {
  return matchEitherWay<arith::MulFOp>(
      element, [&](const Element &left, const Element &right) {
        Element gate, up;
        if (!element.getType().isF32() || !matchGate(left, gate))
          return false;
        if (matchBounded(right, found.linearBeta, up)) {
          found.linearBeta = std::fabs(found.linearBeta);
        } else {
          found.linearBeta = 0;
          up = right;
        }
        return matchHalves(gate, up);
      });
}

bool SituMatcher::matchScaledActivation(const Element &element) {
  found.quantScale = {};
  if (matchActivation(element))
    return true;
  return matchEitherWay<arith::MulFOp>(
             element,
             [&](const Element &left, const Element &right) {
               return findCodeColumns(right, found.quantScale) &&
                      matchActivation(left);
             }) &&
         getElementTypeOrSelf(found.x).isInteger(8);
}

//===----------------------------------------------------------------------===//
// Dequantization
//===----------------------------------------------------------------------===//

bool SituMatcher::matchProduct(const Element &element, Dequantized &result,
                               unsigned maxFactors) {
  Step step = view.getStep(element);
  if (isa_and_nonnull<arith::SIToFPOp, arith::ExtFOp>(step.op)) {
    result.x = step.operands.front();
    result.factors.clear();
    // Wider integers of the same value.
    if (auto extended = getStepOf<arith::ExtSIOp>(result.x);
        extended && extended->operands.front().getType().isInteger(8))
      result.x = extended->operands.front();
    return true;
  }
  return maxFactors > 0 &&
         matchEitherWay<arith::MulFOp>(
             element, [&](const Element &left, const Element &right) {
               if (!matchProduct(left, result, maxFactors - 1))
                 return false;
               result.factors.push_back(right);
               return true;
             });
}

/// Those of i32.
static constexpr unsigned kMaxFactors = 2;

bool SituMatcher::matchDequantized(const Element &element,
                                   Dequantized &result) {
  if (!element.getType().isF32())
    return false;
  if (matchProduct(element, result, kMaxFactors))
    return true;
  return matchEitherWay<arith::AddFOp>(
      element, [&](const Element &left, const Element &right) {
        result.bias = right;
        return matchProduct(left, result, kMaxFactors);
      });
}

bool SituMatcher::matchHalves(const Element &gate, const Element &up) {
  Dequantized gateTerms, upTerms;
  return matchDequantized(gate, gateTerms) && matchDequantized(up, upTerms) &&
         matchInput(gateTerms, upTerms) && matchFactors(gateTerms, upTerms);
}

bool SituMatcher::matchInput(const Dequantized &gate, const Dequantized &up) {
  auto isInput = [&](const Element &left, const Element &right) {
    auto type = dyn_cast<RankedTensorType>(left.value.getType());
    if (!type || type.getRank() != static_cast<int64_t>(code.at.size()) ||
        type.getEncoding())
      return false;
    Value x = left.value;
    int64_t axis = type.getRank() - 1;
    auto isSplit = [&](const Element &lower, const Element &upper) {
      return isLowerHalf(lower.at.back()) &&
             isUpperHalf(upper.at.back(), x, axis);
    };
    bool activateLeft = isSplit(left, right);
    if ((!activateLeft && !isSplit(right, left)) ||
        !isWholeRow(x, axis, (activateLeft ? right : left).at.back()) ||
        !areRows(x, ArrayRef(left.at).drop_back()) ||
        !areRows(x, ArrayRef(right.at).drop_back()))
      return false;
    found.activateLeft = activateLeft;
    found.x = x;
    return true;
  };
  return findPair(view.trace(gate.x), view.trace(up.x), isInput);
}

bool SituMatcher::matchFactors(const Dequantized &gate, const Dequantized &up) {
  auto type = cast<RankedTensorType>(found.x.getType());
  Type element = type.getElementType();
  bool isI8 = element.isInteger(8), isI32 = element.isInteger(32);
  unsigned count = gate.factors.size();
  bool hasBias = static_cast<bool>(gate.bias);
  if (count != up.factors.size() || hasBias != static_cast<bool>(up.bias) ||
      (!isI8 && type.getRank() != 2))
    return false;
  found.weightScale = found.activationScale = found.bias = {};
  if (hasBias && !findColumns(gate.bias, up.bias, found.bias))
    return false;
  if (element.isBF16() || element.isF16())
    return count == 0 && !hasBias;
  // Scales that are missing are 1, which multiplies exactly.
  if (isI32 && count > 0) {
    const Element &last = gate.factors.back(), &lastOfUp = up.factors.back();
    if (findRows(last, lastOfUp, found.activationScale) ||
        (count == 2 && findSingle(last, lastOfUp, found.activationScale)))
      --count;
  }
  if (!isI8 && !isI32)
    return false;
  return count == 0 ||
         (count == 1 && findColumns(gate.factors.front(), up.factors.front(),
                                    found.weightScale));
}
