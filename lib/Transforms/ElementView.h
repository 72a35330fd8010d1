//===- ElementView.h - What one element of a tensor is ----------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A computation on tensors, seen from one element of its result: which scalar
// op gives it, and from which elements of which tensors. It makes no difference
// whether a step is a named linalg op, a part of the body of a linalg.generic,
// or an arith or math op on whole tensors, nor which slices, reshapes and
// broadcasts lie between two steps.
//
// Nothing is built in advance: a step is looked at when somebody asks for it.
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_LIB_TRANSFORMS_ELEMENTVIEW_H
#define QUANTIR_LIB_TRANSFORMS_ELEMENTVIEW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace quantir {

/// A position along one axis: a variable plus a number plus an SSA value, each
/// of which may be missing. Axes of static size 1 only have the position 0.
struct Position {
  static constexpr int kNoVariable = -1;

  int variable = kNoVariable;
  int64_t offset = 0;
  mlir::Value dynamicOffset;

  static Position number(int64_t offset) { return {kNoVariable, offset, {}}; }

  /// Moved by `amount`; nothing where that can't be said.
  std::optional<Position> shifted(mlir::OpFoldResult amount) const;

  bool isNumber() const { return variable == kNoVariable && !dynamicOffset; }
  bool operator==(const Position &other) const {
    return variable == other.variable && offset == other.offset &&
           dynamicOffset == other.dynamicOffset;
  }
  bool operator!=(const Position &other) const { return !(*this == other); }
};

using Positions = llvm::SmallVector<Position, 3>;

/// An element of a tensor, at one position an axis; or a scalar. For a scalar
/// in the body of a linalg op the positions are those of the op's loops; other
/// scalars have none.
struct Element {
  mlir::Value value;
  Positions at;

  explicit operator bool() const { return static_cast<bool>(value); }
  mlir::Type getType() const { return mlir::getElementTypeOrSelf(value); }
  bool isTensor() const {
    return llvm::isa<mlir::RankedTensorType>(value.getType());
  }
};

/// The scalar op that gives an element, and where its operands are.
struct Step {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<Element, 3> operands;
  /// The op on tensors that it belongs to: `op`, or the linalg op around it.
  mlir::Operation *owner = nullptr;
};

/// A reduction along one axis: the result is that of `combiner`, one of whose
/// operands is the running value and the other one `reduced`.
struct ReductionStep {
  mlir::Operation *combiner = nullptr;
  Element reduced, init;
  /// The op and its loop that is reduced.
  mlir::linalg::LinalgOp op;
  unsigned loop = 0;
};

/// Sizes, and which of them are known to be the same because of the ops that
/// were looked at.
class SizeClasses {
public:
  /// The size of an axis, of a loop of a linalg op, a number, an SSA value.
  using Key = std::pair<const void *, int64_t>;

  static Key ofAxis(mlir::Value tensor, int64_t axis);
  static Key ofLoop(mlir::Operation *op, unsigned loop) { return {op, loop}; }
  static Key ofNumber(int64_t size) { return {nullptr, size}; }

  bool same(Key a, Key b) { return find(a) == find(b); }
  /// True if `size` is known to be half of the size `whole`.
  bool isHalf(mlir::Value size, Key whole);

  /// Learns what `op` says of the sizes of its operands and results.
  void learn(mlir::Operation *op);
  Key ofSize(mlir::OpFoldResult size);

private:
  Key find(Key key);
  void unite(Key a, Key b) {
    Key root = find(b);
    parents[find(a)] = root;
  }
  void learnLoops(mlir::linalg::LinalgOp op);
  void learnReshape(mlir::Value expanded, mlir::Value collapsed,
                    llvm::ArrayRef<llvm::SmallVector<int64_t, 2>> groups);

  llvm::DenseMap<Key, Key> parents;
  llvm::DenseSet<mlir::Operation *> known;
};

class ElementView {
public:
  /// After so many steps the view stays where it is, so that the time for one
  /// question is bounded whatever the module is.
  static constexpr unsigned kMaxSteps = 4096;

  static Element get(mlir::Value tensor, mlir::ArrayRef<Position> at);
  static Element getScalar(mlir::Value scalar) { return {scalar, {}}; }

  /// The same element in all tensors that it comes from unchanged: `element`
  /// itself first, the origin last.
  llvm::SmallVector<Element, 4> trace(Element element);
  Element getOrigin(const Element &element) { return trace(element).back(); }

  /// The arith or math op that gives the element; none if there is none, or it
  /// has flags that allow other results.
  Step getStep(const Element &element);

  /// The reduction along one axis that gives the element. The running position
  /// is called `position`, which must not occur in the element's own.
  ReductionStep getReduction(const Element &element, Position position);

  /// The number, if the element is a constant, and of no more digits than f64.
  std::optional<llvm::APFloat> getFloat(const Element &element);
  std::optional<llvm::APInt> getInteger(const Element &element);

  /// True if both are computed by the same steps from the same elements.
  bool isSame(const Element &a, const Element &b, unsigned maxDepth = 32);

  SizeClasses &getSizes() { return sizes; }

private:
  Element moveOnce(const Element &element);
  /// Where an op of the tensor dialect takes the element from.
  static Element moveThrough(mlir::Operation *op, mlir::ArrayRef<Position> at);
  Element getOperand(mlir::linalg::LinalgOp op, unsigned number,
                     mlir::ArrayRef<Position> loops);

  /// False once there are no steps left.
  bool spend() {
    if (steps == kMaxSteps)
      return false;
    ++steps;
    return true;
  }

  unsigned steps = 0;
  SizeClasses sizes;
};

} // namespace quantir

#endif // QUANTIR_LIB_TRANSFORMS_ELEMENTVIEW_H
