//===- FusedChecks.cpp - Run-time checks of the fused op ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the verifier checks of static sizes (C8, C16 to C19 and C21 of the op),
// for dynamic ones.
//
//===----------------------------------------------------------------------===//

#include "FusedLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace quantir;

namespace {

/// One dimension of a tensor, or a constant.
struct Size {
  Value tensor;
  int64_t dim = 0;
  int64_t constant = ShapedType::kDynamic;

  static Size of(Value tensor, int64_t dim) {
    return {tensor, dim,
            cast<RankedTensorType>(tensor.getType()).getDimSize(dim)};
  }
  static Size of(int64_t constant) { return {{}, 0, constant}; }

  bool isConstant() const { return !ShapedType::isDynamic(constant); }
  Value emit(ImplicitLocOpBuilder &b) const {
    if (isConstant())
      return arith::ConstantIndexOp::create(b, constant);
    return tensor::DimOp::create(b, tensor, dim);
  }
};

class Checks {
public:
  Checks(ImplicitLocOpBuilder &b, DequantSituQuantOp op) : b(b), op(op) {}

  void emit();

private:
  void emitAssert(Value holds, const Twine &what) {
    cf::AssertOp::create(b, holds, (op->getName().getStringRef() + what).str());
  }
  Value emitIsEqual(Value left, Value right) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, left, right);
  }
  void emitEqual(Size found, Size expected, const Twine &what);
  void emitColumns(StringRef name, Value tensor, Value columns,
                   int64_t staticColumns);
  void emitRows();
  void emitResults();

  ImplicitLocOpBuilder &b;
  DequantSituQuantOp op;
};

} // namespace

/// True if both are known to be the same.
static bool areEqual(const Size &left, const Size &right) {
  if (left.isConstant() && right.isConstant())
    return left.constant == right.constant;
  if (left.isConstant() || right.isConstant())
    return false;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      {left.tensor, left.dim}, {right.tensor, right.dim});
  return succeeded(equal) && *equal;
}

void Checks::emitEqual(Size found, Size expected, const Twine &what) {
  if (areEqual(found, expected))
    return;
  Value foundSize = found.emit(b), expectedSize = expected.emit(b);
  emitAssert(emitIsEqual(foundSize, expectedSize), what);
}

/// `tensor` has `columns` columns or one; `staticColumns` is their number if
/// known.
void Checks::emitColumns(StringRef name, Value tensor, Value columns,
                         int64_t staticColumns) {
  if (!tensor)
    return;
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t last = type.getRank() - 1;
  if (last == 1) {
    Size expected =
        op.getGroupIndex() ? Size::of(op.getGroupIndex(), 0) : Size::of(1);
    emitEqual(Size::of(tensor, 0), expected,
              Twine(": expected ") + name +
                  (op.getGroupIndex() ? " to have as many rows as there are "
                                        "groups"
                                      : " to have one row"));
  }
  int64_t size = type.getDimSize(last);
  if (size == 1 || (!ShapedType::isDynamic(size) && size == staticColumns))
    return;
  Value found = Size::of(tensor, last).emit(b);
  Value holds = emitIsEqual(found, columns);
  if (ShapedType::isDynamic(size)) {
    Value one = arith::ConstantIndexOp::create(b, 1);
    holds = arith::OrIOp::create(b, holds, emitIsEqual(found, one));
  }
  emitAssert(holds, Twine(": expected ") + name +
                        " to have one column, or as many as it is applied to");
}

/// One scale for each row.
void Checks::emitRows() {
  Value scales = op.getActivationScale();
  if (!scales)
    return;
  emitEqual(Size::of(scales, 0), Size::of(op.getX(), 0),
            ": expected activation_scale to have as many rows as x");
  if (cast<RankedTensorType>(scales.getType()).getRank() == 2)
    emitEqual(Size::of(scales, 1), Size::of(1),
              ": expected activation_scale to have one column");
}

/// Where the type of a result says more than that of `x`.
void Checks::emitResults() {
  for (Type type : op->getResultTypes())
    for (auto [dim, size] :
         llvm::enumerate(cast<RankedTensorType>(type).getShape()))
      if (static_cast<int64_t>(dim) < op.getNumLeadingDims() &&
          !ShapedType::isDynamic(size))
        emitEqual(Size::of(op.getX(), dim), Size::of(size),
                  Twine(": expected dimension ") + Twine(dim) +
                      " of x to have the size " + Twine(size) +
                      " of the result");
}

void Checks::emit() {
  Value x = op.getX();
  int64_t last = op.getNumLeadingDims();
  int64_t width = op.getWidth();
  Size xWidth = Size::of(x, last);
  Value columns = xWidth.emit(b);
  Value one = arith::ConstantIndexOp::create(b, 1);
  if (!ShapedType::isDynamic(width)) {
    emitEqual(xWidth, Size::of(width),
              ": expected rows of x to have the size " + Twine(width) +
                  ", twice that of the result");
  } else {
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value odd = arith::AndIOp::create(b, columns, one);
    emitAssert(emitIsEqual(odd, zero),
               ": expected the last dimension of x to be even");
  }
  int64_t half = ShapedType::isDynamic(width) ? width : width / 2;
  Value codes = arith::ShRUIOp::create(b, columns, one);
  emitColumns("weight_scale", op.getWeightScale(), columns, width);
  emitColumns("bias", op.getBias(), columns, width);
  emitColumns("quant_scale", op.getQuantScale(), codes, half);
  emitColumns("quant_offset", op.getQuantOffset(), codes, half);
  emitRows();
  emitResults();
}

void quantir::emitFusedOpChecks(ImplicitLocOpBuilder &b,
                                DequantSituQuantOp op) {
  if (!op.hasKnownShapes())
    Checks(b, op).emit();
}
