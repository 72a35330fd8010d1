//===- AssertDefined.cpp - Assertions before partial ops ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace {

class AssertDefined : public PassWrapper<AssertDefined, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AssertDefined)

  StringRef getArgument() const override { return "quant-test-assert-defined"; }
  StringRef getDescription() const override {
    return "Assert before every partial op that its result is defined";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect>();
  }

  void runOnOperation() override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static Value integer(ImplicitLocOpBuilder &b, Type type, const APInt &value) {
  return arith::ConstantOp::create(b, IntegerAttr::get(type, value));
}

static Value compare(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                     Value lhs, const APInt &rhs) {
  return arith::CmpIOp::create(b, predicate, lhs,
                               integer(b, lhs.getType(), rhs));
}

/// The truncated value lies between two integers. Ordered comparisons: NaN
/// doesn't.
static Value isInRange(ImplicitLocOpBuilder &b, Value value, const APInt &min,
                       const APInt &max) {
  auto type = cast<FloatType>(value.getType());
  auto limit = [&](const APInt &number, APFloat::roundingMode mode) {
    APFloat result(type.getFloatSemantics());
    result.convertFromAPInt(number, /*IsSigned=*/true, mode);
    return result;
  };
  auto check = [&](arith::CmpFPredicate predicate, const APFloat &bound) {
    Value constant = arith::ConstantOp::create(b, FloatAttr::get(type, bound));
    return arith::CmpFOp::create(b, predicate, value, constant);
  };
  // Strictly above min - 1 and below max + 1, as far as the format tells them
  // from min and max: for a number that it doesn't hold, the next one outside.
  unsigned width = min.getBitWidth() + 1;
  APInt below = min.sext(width) - 1, above = max.sext(width) + 1;
  Value isAbove =
      check(arith::CmpFPredicate::OGT, limit(below, APFloat::rmTowardNegative));
  Value isBelow =
      check(arith::CmpFPredicate::OLT, limit(above, APFloat::rmTowardPositive));
  return arith::AndIOp::create(b, isAbove, isBelow);
}

/// Signed division: no zero, and no quotient beyond the type.
static Value isSignedDivision(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  unsigned width = lhs.getType().getIntOrFloatBitWidth();
  Value isNotZero = compare(b, arith::CmpIPredicate::ne, rhs, APInt(width, 0));
  Value isNotLeast = compare(b, arith::CmpIPredicate::ne, lhs,
                             APInt::getSignedMinValue(width));
  Value isNotMinusOne =
      compare(b, arith::CmpIPredicate::ne, rhs, APInt::getAllOnes(width));
  Value fits = arith::OrIOp::create(b, isNotLeast, isNotMinusOne);
  return arith::AndIOp::create(b, isNotZero, fits);
}

/// The condition under which the result of `op` is defined; null for an op
/// that isn't partial.
static Value getCondition(ImplicitLocOpBuilder &b, Operation *op) {
  Value first = op->getOperand(0);
  if (isa<arith::FPToSIOp>(op)) {
    unsigned width = op->getResult(0).getType().getIntOrFloatBitWidth();
    return isInRange(b, first, APInt::getSignedMinValue(width).sext(width + 1),
                     APInt::getSignedMaxValue(width).sext(width + 1));
  }
  if (isa<arith::FPToUIOp>(op)) {
    unsigned width = op->getResult(0).getType().getIntOrFloatBitWidth();
    return isInRange(b, first, APInt(width + 1, 0),
                     APInt::getMaxValue(width).zext(width + 1));
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    unsigned width = first.getType().getIntOrFloatBitWidth();
    // A width of w takes less than w bits from 2 on; 1 bit may not be shifted.
    if (width == 1)
      return compare(b, arith::CmpIPredicate::eq, op->getOperand(1),
                     APInt(1, 0));
    return compare(b, arith::CmpIPredicate::ult, op->getOperand(1),
                   APInt(width, width));
  }
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
    return compare(b, arith::CmpIPredicate::ne, op->getOperand(1),
                   APInt(first.getType().getIntOrFloatBitWidth(), 0));
  if (isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
          arith::FloorDivSIOp>(op))
    return isSignedDivision(b, first, op->getOperand(1));
  return {};
}

//===----------------------------------------------------------------------===//
// What is known of an op
//===----------------------------------------------------------------------===//

static bool isPartial(Operation *op) {
  return isa<arith::FPToSIOp, arith::FPToUIOp, arith::ShLIOp, arith::ShRSIOp,
             arith::ShRUIOp, arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp,
             arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
             arith::FloorDivSIOp>(op);
}

/// Ops that are defined for all operands, as long as they carry no flags.
static bool isTotal(Operation *op) {
  return isa<arith::ConstantOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
             arith::DivFOp, arith::NegFOp, arith::CmpFOp, arith::CmpIOp,
             arith::SelectOp, arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp,
             arith::BitcastOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
             arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::MulSIExtendedOp, arith::MaxSIOp, arith::MinSIOp,
             arith::MaxUIOp, arith::MinUIOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::IndexCastOp, arith::IndexCastUIOp, math::RoundEvenOp,
             math::RoundOp, math::TruncOp, math::FloorOp, math::CeilOp,
             math::FmaOp, math::AbsFOp, math::CopySignOp>(op);
}

/// A promise of the op that makes a result poison where it is broken.
static StringRef getPromise(Operation *op) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto flags = fast.getFastMathFlagsAttr();
        flags && flags.getValue() != arith::FastMathFlags::none)
      return "fastmath";
  if (auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (integer.hasNoSignedWrap() || integer.hasNoUnsignedWrap())
      return "overflow";
  for (NamedAttribute attribute : op->getAttrs())
    if (isa<UnitAttr>(attribute.getValue()))
      return attribute.getName().strref();
  return "";
}

void AssertDefined::runOnOperation() {
  SmallVector<Operation *> partial;
  WalkResult result = getOperation()->walk([&](Operation *op) -> WalkResult {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op->getDialect()))
      return WalkResult::advance();
    if (StringRef promise = getPromise(op); !promise.empty())
      return op->emitOpError("expected no flags, but got ") << promise;
    if (isTotal(op))
      return WalkResult::advance();
    if (!isPartial(op))
      return op->emitOpError("expected an op that is known to this test pass");
    if (isa<ShapedType>(op->getResult(0).getType()))
      return op->emitOpError("expected scalars");
    partial.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  for (Operation *op : partial) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    std::string message = op->getName().getStringRef().str() + " is undefined";
    cf::AssertOp::create(b, getCondition(b, op), message);
  }
}

std::unique_ptr<Pass> quantir::test::createAssertDefinedPass() {
  return std::make_unique<AssertDefined>();
}
