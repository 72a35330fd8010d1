//===- SituMatcherPositions.cpp - Where the unfused form reads ------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SituMatcher.h"

using namespace mlir;
using namespace quantir;

static int64_t getLastAxis(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank() - 1;
}

bool SituMatcher::isHalfRowSize(SizeClasses::Key size) {
  return view.getSizes().same(size,
                              SizeClasses::ofAxis(codes, getLastAxis(codes)));
}

/// The position of the column in the second half of a row, which `axis` of
/// `tensor` has.
bool SituMatcher::isUpperHalf(const Position &position, Value tensor,
                              int64_t axis) {
  SizeClasses &sizes = view.getSizes();
  if (position.variable != column.variable)
    return false;
  if (!position.dynamicOffset)
    return isHalfRowSize(SizeClasses::ofNumber(position.offset));
  return position.offset == 0 &&
         isHalfRowSize(sizes.ofSize(position.dynamicOffset)) &&
         sizes.isHalf(position.dynamicOffset,
                      SizeClasses::ofAxis(tensor, axis));
}

/// Whether the size is 2H. Where it is dynamic, the position in the upper half
/// has to say so.
bool SituMatcher::isWholeRow(Value tensor, int64_t axis,
                             const Position &upper) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t size = type.getDimSize(axis);
  if (ShapedType::isDynamic(size))
    return static_cast<bool>(upper.dynamicOffset);
  return size % 2 == 0 && isHalfRowSize(SizeClasses::ofNumber(size / 2));
}

/// The leading axes of `tensor` are those of the codes.
bool SituMatcher::areRows(Value tensor, ArrayRef<Position> at) {
  for (auto [axis, position] : llvm::enumerate(at))
    if (position != rows[axis] ||
        !view.getSizes().same(SizeClasses::ofAxis(tensor, axis),
                              SizeClasses::ofAxis(codes, axis)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// One number for all: a constant, a scalar, or the only element of a tensor.
bool SituMatcher::isSingle(const Element &element) {
  if (!element.getType().isF32())
    return false;
  if (view.getFloat(element))
    return true;
  if (element.isTensor())
    return cast<RankedTensorType>(element.value.getType()).getEncoding() ==
               nullptr &&
           llvm::all_of(
               cast<RankedTensorType>(element.value.getType()).getShape(),
               [](int64_t size) { return size == 1; });
  return element.at.empty() && element.value.getType().isF32();
}

/// The only axis of a tensor of f32 that isn't of size 1.
static std::optional<int64_t> getOnlyAxis(const Element &element) {
  auto type = dyn_cast<RankedTensorType>(element.value.getType());
  if (!type || !type.getElementType().isF32() || type.getEncoding())
    return std::nullopt;
  std::optional<int64_t> only;
  for (auto [axis, size] : llvm::enumerate(type.getShape())) {
    if (size == 1)
      continue;
    if (only)
      return std::nullopt;
    only = axis;
  }
  return only;
}

bool SituMatcher::findCodeColumns(const Element &element, Element &result) {
  SmallVector<Element> trace = view.trace(element);
  for (const Element &origin : llvm::reverse(trace)) {
    if (!origin)
      return false;
    bool isFound = isSingle(origin);
    if (std::optional<int64_t> axis = getOnlyAxis(origin))
      isFound = origin.at[*axis] == column &&
                isHalfRowSize(SizeClasses::ofAxis(origin.value, *axis));
    if (!isFound)
      continue;
    result = origin;
    return true;
  }
  return false;
}

bool quantir::findPair(
    ArrayRef<Element> first, ArrayRef<Element> second,
    function_ref<bool(const Element &, const Element &)> fn) {
  for (const Element &left : llvm::reverse(first))
    for (const Element &right : llvm::reverse(second))
      if (left && right && left.value == right.value && fn(left, right))
        return true;
  return false;
}

bool SituMatcher::findSingle(const Element &gate, const Element &up,
                             Element &result) {
  result = view.getOrigin(gate);
  return isSingle(result) && view.isSame(result, up);
}

bool SituMatcher::findColumns(const Element &gate, const Element &up,
                              Element &result) {
  if (findSingle(gate, up, result))
    return true;
  return findPair(view.trace(gate), view.trace(up),
                  [&](const Element &left, const Element &right) {
                    bool isFound = false;
                    if (std::optional<int64_t> axis = getOnlyAxis(left)) {
                      const Element &lower = found.activateLeft ? left : right;
                      const Element &upper = found.activateLeft ? right : left;
                      SizeClasses::Key whole =
                          SizeClasses::ofAxis(found.x, getLastAxis(found.x));
                      isFound =
                          isLowerHalf(lower.at[*axis]) &&
                          isUpperHalf(upper.at[*axis], found.x,
                                      getLastAxis(found.x)) &&
                          view.getSizes().same(
                              SizeClasses::ofAxis(left.value, *axis), whole);
                    }
                    if (isFound)
                      result = left;
                    return isFound;
                  });
}

bool SituMatcher::findRows(const Element &gate, const Element &up,
                           Element &result) {
  return findPair(view.trace(gate), view.trace(up),
                  [&](const Element &left, const Element &right) {
                    if (!left.isTensor())
                      return false;
                    // Of one row there is one scale, whatever the tensor's
                    // shape.
                    bool isFound = isSingle(left) && rows.front().isNumber();
                    if (std::optional<int64_t> axis = getOnlyAxis(left))
                      isFound = left.at[*axis] == rows.front() &&
                                right.at[*axis] == rows.front() &&
                                view.getSizes().same(
                                    SizeClasses::ofAxis(left.value, *axis),
                                    SizeClasses::ofAxis(found.x, 0));
                    if (isFound)
                      result = left;
                    return isFound;
                  });
}
