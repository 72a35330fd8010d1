//===- LaneInterpreter.cpp - Scalar arith and math ops on numbers ---------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quantir;
using llvm::APFloat;
using llvm::APInt;

static constexpr APFloat::roundingMode kNearest = APFloat::rmNearestTiesToEven;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

Lanes Lanes::fromBits(Type type, ArrayRef<uint64_t> patterns) {
  Lanes lanes;
  for (uint64_t bits : patterns) {
    APInt integer(type.getIntOrFloatBitWidth(), bits);
    if (auto format = dyn_cast<FloatType>(type))
      lanes.floats.emplace_back(format.getFloatSemantics(), integer);
    else
      lanes.integers.push_back(integer);
  }
  return lanes;
}

uint64_t Lanes::getBits(size_t lane) const {
  APInt bits = floats.empty() ? integers[lane] : floats[lane].bitcastToAPInt();
  return bits.getZExtValue();
}

//===----------------------------------------------------------------------===//
// One op, one lane
//===----------------------------------------------------------------------===//

namespace {

/// Computes an op in every lane.
class OpRunner {
public:
  OpRunner(Operation *op, ArrayRef<const Lanes *> operands, size_t count)
      : op(op), operands(operands), count(count) {}

  /// Null with `error` set where the op isn't known or a result is poison.
  std::optional<Lanes> run();

  std::string error;

private:
  template <typename Compute>
  Lanes floats(Compute compute) {
    Lanes result;
    result.floats.reserve(count);
    for (size_t i = 0; i < count; ++i)
      result.floats.push_back(compute(i));
    return result;
  }
  template <typename Compute>
  Lanes integers(Compute compute) {
    Lanes result;
    result.integers.reserve(count);
    for (size_t i = 0; i < count; ++i)
      result.integers.push_back(compute(i));
    return result;
  }

  const APFloat &f(unsigned operand, size_t lane) const {
    return operands[operand]->floats[lane];
  }
  const APInt &n(unsigned operand, size_t lane) const {
    return operands[operand]->integers[lane];
  }

  const llvm::fltSemantics &resultFormat() const {
    return cast<FloatType>(op->getResult(0).getType()).getFloatSemantics();
  }
  unsigned resultWidth() const {
    return op->getResult(0).getType().getIntOrFloatBitWidth();
  }

  /// lhs op rhs, rounded once.
  Lanes binary(APFloat::opStatus (APFloat::*compute)(const APFloat &,
                                                     APFloat::roundingMode)) {
    return floats([&](size_t i) {
      APFloat value = f(0, i);
      (value.*compute)(f(1, i), kNearest);
      return value;
    });
  }
  Lanes roundToIntegral(APFloat::roundingMode mode) {
    return floats([&](size_t i) {
      APFloat value = f(0, i);
      value.roundToIntegral(mode);
      return value;
    });
  }
  Lanes convertFloat();
  Lanes convertToInteger(bool isSigned);
  Lanes convertFromInteger(bool isSigned);
  Lanes shift(APInt (APInt::*compute)(const APInt &) const);
  Lanes compareFloats(arith::CmpFPredicate predicate);
  Lanes compareIntegers(arith::CmpIPredicate predicate);
  Lanes select();
  Lanes bitcast();

  Operation *op;
  ArrayRef<const Lanes *> operands;
  size_t count;
};

} // namespace

Lanes OpRunner::convertFloat() {
  return floats([&](size_t i) {
    APFloat value = f(0, i);
    bool losesInfo;
    value.convert(resultFormat(), kNearest, &losesInfo);
    return value;
  });
}

Lanes OpRunner::convertToInteger(bool isSigned) {
  return integers([&](size_t i) {
    llvm::APSInt integer(resultWidth(), /*isUnsigned=*/!isSigned);
    bool isExact;
    if (f(0, i).convertToInteger(integer, APFloat::rmTowardZero, &isExact) &
        APFloat::opInvalidOp)
      error = "a float outside of the integers is poison";
    return APInt(integer);
  });
}

Lanes OpRunner::convertFromInteger(bool isSigned) {
  return floats([&](size_t i) {
    APFloat value(resultFormat());
    value.convertFromAPInt(n(0, i), isSigned, kNearest);
    return value;
  });
}

Lanes OpRunner::shift(APInt (APInt::*compute)(const APInt &) const) {
  return integers([&](size_t i) {
    if (n(1, i).uge(n(1, i).getBitWidth()))
      error = "a shift by the width or more is poison";
    return (n(0, i).*compute)(n(1, i));
  });
}

/// For each predicate the outcomes of a comparison that make it true.
static bool compare(arith::CmpFPredicate predicate, const APFloat &lhs,
                    const APFloat &rhs) {
  APFloat::cmpResult outcome = lhs.compare(rhs);
  bool isEqual = outcome == APFloat::cmpEqual,
       isGreater = outcome == APFloat::cmpGreaterThan,
       isLess = outcome == APFloat::cmpLessThan,
       isUnordered = outcome == APFloat::cmpUnordered;
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return isEqual;
  case arith::CmpFPredicate::OGT:
    return isGreater;
  case arith::CmpFPredicate::OGE:
    return isGreater || isEqual;
  case arith::CmpFPredicate::OLT:
    return isLess;
  case arith::CmpFPredicate::OLE:
    return isLess || isEqual;
  case arith::CmpFPredicate::ONE:
    return isLess || isGreater;
  case arith::CmpFPredicate::ORD:
    return !isUnordered;
  case arith::CmpFPredicate::UEQ:
    return isUnordered || isEqual;
  case arith::CmpFPredicate::UGT:
    return isUnordered || isGreater;
  case arith::CmpFPredicate::UGE:
    return !isLess;
  case arith::CmpFPredicate::ULT:
    return isUnordered || isLess;
  case arith::CmpFPredicate::ULE:
    return !isGreater;
  case arith::CmpFPredicate::UNE:
    return !isEqual;
  case arith::CmpFPredicate::UNO:
    return isUnordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("unknown predicate");
}

Lanes OpRunner::compareFloats(arith::CmpFPredicate predicate) {
  return integers(
      [&](size_t i) { return APInt(1, compare(predicate, f(0, i), f(1, i))); });
}

static bool compare(arith::CmpIPredicate predicate, const APInt &lhs,
                    const APInt &rhs) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return lhs == rhs;
  case arith::CmpIPredicate::ne:
    return lhs != rhs;
  case arith::CmpIPredicate::slt:
    return lhs.slt(rhs);
  case arith::CmpIPredicate::sle:
    return lhs.sle(rhs);
  case arith::CmpIPredicate::sgt:
    return lhs.sgt(rhs);
  case arith::CmpIPredicate::sge:
    return lhs.sge(rhs);
  case arith::CmpIPredicate::ult:
    return lhs.ult(rhs);
  case arith::CmpIPredicate::ule:
    return lhs.ule(rhs);
  case arith::CmpIPredicate::ugt:
    return lhs.ugt(rhs);
  case arith::CmpIPredicate::uge:
    return lhs.uge(rhs);
  }
  llvm_unreachable("unknown predicate");
}

Lanes OpRunner::compareIntegers(arith::CmpIPredicate predicate) {
  return integers(
      [&](size_t i) { return APInt(1, compare(predicate, n(0, i), n(1, i))); });
}

Lanes OpRunner::select() {
  auto chosen = [&](size_t i) { return n(0, i).isZero() ? 2 : 1; };
  if (isa<FloatType>(op->getResult(0).getType()))
    return floats([&](size_t i) { return f(chosen(i), i); });
  return integers([&](size_t i) { return n(chosen(i), i); });
}

Lanes OpRunner::bitcast() {
  auto bits = [&](size_t i) {
    return operands[0]->floats.empty() ? n(0, i) : f(0, i).bitcastToAPInt();
  };
  if (isa<FloatType>(op->getResult(0).getType()))
    return floats([&](size_t i) { return APFloat(resultFormat(), bits(i)); });
  return integers(bits);
}

/// Whether the op promises something that makes its result poison if broken.
static bool hasPromises(Operation *op) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto flags = fast.getFastMathFlagsAttr();
        flags && flags.getValue() != arith::FastMathFlags::none)
      return true;
  if (auto integer = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (integer.hasNoSignedWrap() || integer.hasNoUnsignedWrap())
      return true;
  return llvm::any_of(op->getAttrs(), [](NamedAttribute attribute) {
    return isa<UnitAttr>(attribute.getValue());
  });
}

std::optional<Lanes> OpRunner::run() {
  if (hasPromises(op)) {
    error = "expected no flags";
    return std::nullopt;
  }
  using Result = std::optional<Lanes>;
  auto result =
      llvm::TypeSwitch<Operation *, Result>(op)
          .Case<arith::ConstantOp>([&](auto constant) -> Result {
            if (auto value = dyn_cast<FloatAttr>(constant.getValue()))
              return floats([&](size_t) { return value.getValue(); });
            if (auto value = dyn_cast<IntegerAttr>(constant.getValue()))
              return integers([&](size_t) { return value.getValue(); });
            return std::nullopt;
          })
          .Case<arith::AddFOp>([&](auto) { return binary(&APFloat::add); })
          .Case<arith::SubFOp>([&](auto) { return binary(&APFloat::subtract); })
          .Case<arith::MulFOp>([&](auto) { return binary(&APFloat::multiply); })
          .Case<arith::DivFOp>([&](auto) { return binary(&APFloat::divide); })
          .Case<arith::NegFOp>([&](auto) {
            return floats([&](size_t i) { return neg(f(0, i)); });
          })
          .Case<math::AbsFOp>([&](auto) {
            return floats([&](size_t i) { return abs(f(0, i)); });
          })
          .Case<math::FmaOp>([&](auto) {
            return floats([&](size_t i) {
              APFloat value = f(0, i);
              value.fusedMultiplyAdd(f(1, i), f(2, i), kNearest);
              return value;
            });
          })
          .Case<math::RoundEvenOp>(
              [&](auto) { return roundToIntegral(kNearest); })
          .Case<math::RoundOp>([&](auto) {
            return roundToIntegral(APFloat::rmNearestTiesToAway);
          })
          .Case<math::TruncOp>(
              [&](auto) { return roundToIntegral(APFloat::rmTowardZero); })
          .Case<math::FloorOp>(
              [&](auto) { return roundToIntegral(APFloat::rmTowardNegative); })
          .Case<math::CeilOp>(
              [&](auto) { return roundToIntegral(APFloat::rmTowardPositive); })
          .Case<arith::ExtFOp, arith::TruncFOp>(
              [&](auto) { return convertFloat(); })
          .Case<arith::FPToSIOp>([&](auto) { return convertToInteger(true); })
          .Case<arith::FPToUIOp>([&](auto) { return convertToInteger(false); })
          .Case<arith::SIToFPOp>([&](auto) { return convertFromInteger(true); })
          .Case<arith::UIToFPOp>(
              [&](auto) { return convertFromInteger(false); })
          .Case<arith::ExtSIOp>([&](auto) {
            return integers(
                [&](size_t i) { return n(0, i).sext(resultWidth()); });
          })
          .Case<arith::ExtUIOp>([&](auto) {
            return integers(
                [&](size_t i) { return n(0, i).zext(resultWidth()); });
          })
          .Case<arith::TruncIOp>([&](auto) {
            return integers(
                [&](size_t i) { return n(0, i).trunc(resultWidth()); });
          })
          .Case<arith::AddIOp>([&](auto) {
            return integers([&](size_t i) { return n(0, i) + n(1, i); });
          })
          .Case<arith::SubIOp>([&](auto) {
            return integers([&](size_t i) { return n(0, i) - n(1, i); });
          })
          .Case<arith::AndIOp>([&](auto) {
            return integers([&](size_t i) { return n(0, i) & n(1, i); });
          })
          .Case<arith::OrIOp>([&](auto) {
            return integers([&](size_t i) { return n(0, i) | n(1, i); });
          })
          .Case<arith::MaxSIOp>([&](auto) {
            return integers([&](size_t i) {
              return n(0, i).sgt(n(1, i)) ? n(0, i) : n(1, i);
            });
          })
          .Case<arith::MinSIOp>([&](auto) {
            return integers([&](size_t i) {
              return n(0, i).slt(n(1, i)) ? n(0, i) : n(1, i);
            });
          })
          .Case<arith::ShLIOp>([&](auto) { return shift(&APInt::shl); })
          .Case<arith::ShRUIOp>([&](auto) { return shift(&APInt::lshr); })
          .Case<arith::ShRSIOp>([&](auto) { return shift(&APInt::ashr); })
          .Case<arith::CmpFOp>(
              [&](auto cmp) { return compareFloats(cmp.getPredicate()); })
          .Case<arith::CmpIOp>(
              [&](auto cmp) { return compareIntegers(cmp.getPredicate()); })
          .Case<arith::SelectOp>([&](auto) { return select(); })
          .Case<arith::BitcastOp>([&](auto) { return bitcast(); })
          .Default([](Operation *) { return Result(); });
  if (!result)
    error = "expected an op that is known";
  return result;
}

//===----------------------------------------------------------------------===//
// A function
//===----------------------------------------------------------------------===//

bool LaneInterpreter::runBlock(ArrayRef<uint64_t> inputs,
                               std::vector<uint64_t> &results) {
  DenseMap<Value, Lanes> values;
  Value argument = function.getArgument(0);
  values.try_emplace(argument, Lanes::fromBits(argument.getType(), inputs));
  for (Operation &op : function.getBody().front()) {
    SmallVector<const Lanes *> operands;
    for (Value operand : op.getOperands())
      operands.push_back(&values.find(operand)->second);
    if (isa<func::ReturnOp>(op)) {
      for (size_t i = 0; i < inputs.size(); ++i)
        results.push_back(operands[0]->getBits(i));
      return true;
    }
    OpRunner runner(&op, operands, inputs.size());
    std::optional<Lanes> result = runner.run();
    if (!result || !runner.error.empty()) {
      error = op.getName().getStringRef().str() + ": " + runner.error;
      return false;
    }
    values.try_emplace(op.getResult(0), std::move(*result));
  }
  error = "expected a return";
  return false;
}

std::vector<uint64_t> LaneInterpreter::run(ArrayRef<uint64_t> inputs) {
  // So many at a time stay in the cache.
  constexpr size_t kLanes = 512;
  std::vector<uint64_t> results;
  for (; !inputs.empty();
       inputs = inputs.drop_front(std::min(kLanes, inputs.size())))
    if (!runBlock(inputs.take_front(kLanes), results))
      return {};
  return results;
}
