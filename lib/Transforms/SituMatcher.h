//===- SituMatcher.h - Finds the unfused form of the fused op ---*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the computation of i8 codes backwards, from the codes to what is
// dequantized. A step is accepted in every form that gives the same bits as the
// fused op under some policy, and in no other.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_SITUMATCHER_H
#define QUANTIR_LIB_TRANSFORMS_SITUMATCHER_H

#include "ElementView.h"
#include "quantir/IR/PolicyKnobs.h"

namespace quantir {

/// The fused op that computes what was found.
struct FoundSitu {
  mlir::Value x;
  /// Null where there is none. Elements of f32 tensors that are read at their
  /// only position or along one axis, scalars, or constants. Scales that the op
  /// demands and that are null are 1.
  Element weightScale, activationScale, bias, quantScale, quantOffset;
  float beta = 0, linearBeta = 0;
  bool activateLeft = true;
  bool isDynamic = false;
  /// What the unfused form computes.
  PolicyKnobs knobs;
};

/// Calls `fn` with the elements of both traces that are of the same tensor or
/// scalar, from the origins on, until it succeeds.
bool findPair(llvm::ArrayRef<Element> first, llvm::ArrayRef<Element> second,
              llvm::function_ref<bool(const Element &, const Element &)> fn);

/// What a tensor with one number a row is.
enum class RowValue { Other, Largest, Scale, GuardedScale };

class SituMatcher {
public:
  /// `codes` is a tensor of i8 of rank 2 or above.
  explicit SituMatcher(mlir::Value codes);
  SituMatcher(const SituMatcher &) = delete;
  SituMatcher &operator=(const SituMatcher &) = delete;

  std::optional<FoundSitu> match();

  ElementView &getView() { return view; }

  //===--------------------------------------------------------------------===//
  // After a match
  //===--------------------------------------------------------------------===//

  /// In dynamic mode the op that finds the largest magnitudes.
  mlir::Operation *getReduction() const { return reduction; }
  /// What `tensor` is, if it has one number a row and belongs to this match.
  RowValue classifyRows(mlir::Value tensor);

private:
  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  template <typename OpTy>
  std::optional<Step> getStepOf(const Element &element) {
    Step step = view.getStep(element);
    return llvm::isa_and_nonnull<OpTy>(step.op) ? std::optional(step)
                                                : std::nullopt;
  }
  /// Calls `fn` with the operands of `OpTy` in either order until it succeeds.
  template <typename OpTy>
  bool matchEitherWay(
      const Element &element,
      llvm::function_ref<bool(const Element &, const Element &)> fn) {
    auto step = getStepOf<OpTy>(element);
    return step && (fn(step->operands[0], step->operands[1]) ||
                    fn(step->operands[1], step->operands[0]));
  }
  bool isNumber(const Element &element, double number);
  /// `element` is 1 / `divisor`.
  bool matchReciprocal(const Element &element, Element &divisor);
  /// `condition` compares `tested`, which isn't negative, with 0.
  bool matchZeroTest(const Element &condition, Element &tested,
                     bool &isTrueForZero);
  /// `element` is `forZero` where `tested` is 0 and otherwise `value`.
  bool matchZeroGuard(const Element &element, Element &tested, Element &forZero,
                      Element &value);

  //===--------------------------------------------------------------------===//
  // Codes and scales: SituMatcherCodes.cpp
  //===--------------------------------------------------------------------===//

  bool matchCodes(const Element &codes, Element &quotient);
  bool matchBound(const Element &element, Element &inner, bool &isLow);
  bool matchSelectedBound(const Step &select, Element &inner, bool &isLow);
  bool matchRounding(const Element &element, Element &inner);
  bool matchDynamic(const Element &quotient);
  bool matchDivision(const Element &quotient, Element &numerator,
                     Element &divisor);
  bool matchRowDivision(const Element &quotient, Element &numerator,
                        bool &isGuarded);
  RowValue classify(const Element &element);
  RowValue classifyUnguarded(const Element &element);
  bool matchLargest(const Element &element);
  /// Of functions met on the way to no match a few may be counted, too.
  void setMath();
  bool matchStatic(const Element &quotient);

  //===--------------------------------------------------------------------===//
  // Activation and dequantization: SituMatcher.cpp
  //===--------------------------------------------------------------------===//

  /// Factors from the inside out.
  struct Dequantized {
    Element x, bias;
    llvm::SmallVector<Element, 2> factors;
  };

  bool matchScaledActivation(const Element &element);
  bool matchActivation(const Element &element);
  bool matchGate(const Element &element, Element &gate);
  bool matchBounded(const Element &element, float &bound, Element &argument);
  bool matchTanh(const Element &element, Element &argument);
  bool matchSigmoid(const Element &element, Element &argument);
  bool matchSigmoidByExp(const Element &element, Element &argument);
  bool matchSigmoidByTanh(const Element &element, Element &argument);
  bool matchNegated(const Element &element, Element &argument);
  bool matchDequantized(const Element &element, Dequantized &result);
  bool matchProduct(const Element &element, Dequantized &result,
                    unsigned maxFactors);
  bool matchHalves(const Element &gate, const Element &up);
  bool matchInput(const Dequantized &gate, const Dequantized &up);
  bool matchFactors(const Dequantized &gate, const Dequantized &up);

  //===--------------------------------------------------------------------===//
  // Positions
  //===--------------------------------------------------------------------===//

  bool isLowerHalf(const Position &position) { return position == column; }
  bool isUpperHalf(const Position &position, mlir::Value tensor, int64_t axis);
  bool isHalfRowSize(SizeClasses::Key size);
  bool isWholeRow(mlir::Value tensor, int64_t axis, const Position &upper);
  bool areRows(mlir::Value tensor, mlir::ArrayRef<Position> at);
  /// A parameter that is the same for both halves of a row.
  bool findColumns(const Element &gate, const Element &up, Element &result);
  bool findCodeColumns(const Element &element, Element &result);
  bool findRows(const Element &gate, const Element &up, Element &result);
  bool isSingle(const Element &element);
  /// One number for all, the same for both halves of a row.
  bool findSingle(const Element &gate, const Element &up, Element &result);

  ElementView view;
  mlir::Value codes;
  Element code;
  Position column;
  llvm::ArrayRef<Position> rows;

  FoundSitu found;
  mlir::Operation *reduction = nullptr;
  /// What the largest magnitude is taken of.
  Element measured;
  /// NaN has a code.
  bool hasCodeForNan = false;
  /// Tanh or the sigmoid were met in f64, or in f32.
  bool hasWideFunctions = false, hasNarrowFunctions = false;
};

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_SITUMATCHER_H
