//===- AccurateFunctions.cpp - tanh and sigmoid of f32 in f64 -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

static bool isNumber(Value value, double number) {
  FloatAttr attribute;
  SplatElementsAttr splat;
  if (matchPattern(value, m_Constant(&attribute)))
    return attribute.getValueAsDouble() == number;
  return matchPattern(value, m_Constant(&splat)) &&
         splat.getSplatValue<APFloat>().convertToDouble() == number;
}

/// The other operand of `OpTy` where one is this number; null if none is.
template <typename OpTy>
static Value getBeside(Value value, double number) {
  auto op = value.getDefiningOp<OpTy>();
  for (unsigned i : {0, 1})
    if (op && isNumber(op->getOperand(i), number))
      return op->getOperand(1 - i);
  return {};
}

/// What is negated in `value`.
static Value getNegated(Value value) {
  if (auto op = value.getDefiningOp<arith::NegFOp>())
    return op.getOperand();
  if (auto op = value.getDefiningOp<arith::SubFOp>())
    return isNumber(op.getLhs(), 0) ? op.getRhs() : Value();
  return getBeside<arith::MulFOp>(value, -1);
}

/// x where `value` is tanh(x / 2).
static Value getTanhOfHalf(Value value) {
  auto tanh = value ? value.getDefiningOp<math::TanhOp>() : math::TanhOp();
  return tanh ? getBeside<arith::MulFOp>(tanh.getOperand(), 0.5) : Value();
}

/// x where `value` is one of the formulas for sigmoid(x).
static Value getArgumentOfSigmoid(Value value) {
  auto quotient = value.getDefiningOp<arith::DivFOp>();
  if (quotient && isNumber(quotient.getLhs(), 1)) {
    Value power = getBeside<arith::AddFOp>(quotient.getRhs(), 1);
    auto exp = power ? power.getDefiningOp<math::ExpOp>() : math::ExpOp();
    return exp ? getNegated(exp.getOperand()) : Value();
  }
  if (Value sum = getBeside<arith::MulFOp>(value, 0.5))
    return getTanhOfHalf(getBeside<arith::AddFOp>(sum, 1));
  Value half = getBeside<arith::AddFOp>(value, 0.5);
  return half ? getTanhOfHalf(getBeside<arith::MulFOp>(half, 0.5)) : Value();
}

static Value createNumber(ImplicitLocOpBuilder &b, Type type, double number) {
  TypedAttr attribute = b.getFloatAttr(getElementTypeOrSelf(type), number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attribute = DenseElementsAttr::get(shaped, Attribute(attribute));
  return arith::ConstantOp::create(b, attribute);
}

template <typename Compute>
static void replaceInF64(IRRewriter &rewriter, Operation *op, Value argument,
                         Compute compute) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Type type = op->getResult(0).getType(), wide = b.getF64Type();
  if (auto shaped = dyn_cast<ShapedType>(type))
    wide = shaped.clone(wide);
  Value result =
      compute(b, wide, arith::ExtFOp::create(b, wide, argument).getResult());
  rewriter.replaceAllUsesWith(op->getResult(0),
                              arith::TruncFOp::create(b, type, result));
}

static void eraseUnused(IRRewriter &rewriter, ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

namespace {

class AccurateFunctions
    : public PassWrapper<AccurateFunctions, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AccurateFunctions)

  StringRef getArgument() const override {
    return "quant-test-accurate-functions";
  }
  StringRef getDescription() const override {
    return "Compute tanh and formulas for the sigmoid in f64, rounded once";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect>();
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (Operation *op : getOps())
      if (Value argument = getArgumentOfSigmoid(op->getResult(0)))
        replaceInF64(rewriter, op, argument,
                     [](ImplicitLocOpBuilder &b, Type wide, Value x) -> Value {
                       Value one = createNumber(b, wide, 1);
                       Value power = math::ExpOp::create(
                           b, arith::NegFOp::create(b, x).getResult());
                       return arith::DivFOp::create(
                           b, one,
                           arith::AddFOp::create(b, one, power).getResult());
                     });
    eraseUnused(rewriter, getOps());
    for (Operation *op : getOps())
      if (isa<math::TanhOp>(op))
        replaceInF64(rewriter, op, op->getOperand(0),
                     [](ImplicitLocOpBuilder &b, Type, Value x) -> Value {
                       return math::TanhOp::create(b, x);
                     });
    eraseUnused(rewriter, getOps());
    for (Operation *op : getOps())
      if (isa<math::ExpOp, math::TanhOp>(op)) {
        op->emitError("expected to belong to tanh or a known formula for the "
                      "sigmoid");
        signalPassFailure();
      }
  }

private:
  /// The ops of arithmetic on f32.
  SmallVector<Operation *> getOps() {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (op->getNumResults() == 1 &&
          isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
          getElementTypeOrSelf(op->getResult(0)).isF32())
        ops.push_back(op);
    });
    return ops;
  }
};

} // namespace

std::unique_ptr<Pass> quantir::test::createAccurateFunctionsPass() {
  return std::make_unique<AccurateFunctions>();
}
