//===- VerifyTarget.cpp - Device limits of the fused op -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/FusedOps.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTVERIFYTARGET
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct Product {
  StringRef name;
  bool isSupported;
};
} // namespace

/// The table of the operator's page.
static const Product kProducts[] = {
    {"ascend-950", false},      {"atlas-a3", true},
    {"atlas-a2", true},         {"atlas-200i-500-a2", false},
    {"atlas-inference", false}, {"atlas-training", false},
};

static std::string getProductNames(bool onlySupported) {
  SmallVector<StringRef> names;
  for (const Product &product : kProducts)
    if (product.isSupported || !onlySupported)
      names.push_back(product.name);
  return llvm::join(names, ", ");
}

//===----------------------------------------------------------------------===//
// The page's formula
//===----------------------------------------------------------------------===//

namespace {

/// A size that may be known only from below.
struct Bytes {
  int64_t atLeast = 0;
  bool isExact = true;

  static Bytes ofShape(ArrayRef<int64_t> shape, Type element) {
    if (ShapedType::isDynamicShape(shape))
      return {0, /*isExact=*/false};
    if (llvm::is_contained(shape, 0))
      return {};
    std::optional<int64_t> bytes =
        multiplySizes(shape, element.getIntOrFloatBitWidth() / 8);
    if (!bytes || *bytes >= kTooLarge)
      return {kTooLarge, /*isExact=*/false};
    return {*bytes};
  }
  static Bytes of(Value value) {
    if (!value)
      return {};
    auto type = cast<RankedTensorType>(value.getType());
    return ofShape(type.getShape(), type.getElementType());
  }

  std::string toString() const {
    return (isExact ? "" : "at least ") + std::to_string(atLeast);
  }

  /// Far above every limit, far below overflow.
  static constexpr int64_t kTooLarge = int64_t(1) << 48;
};

/// One term of a sum.
struct Term {
  StringRef name;
  Bytes bytes;
};

} // namespace

static constexpr int64_t kPageLimit = int64_t(192) * 1024;
/// The sum is kept in fortieths of a byte, so that it is an integer.
static constexpr int64_t kRowTensorDivisor = 40;
static constexpr int64_t kRowFactor = 10;

/// `total` fortieths as a decimal number; three digits always do.
static std::string fortiethsToString(int64_t total) {
  std::string text = std::to_string(total / kRowTensorDivisor);
  int64_t thousandths = total % kRowTensorDivisor * 1000 / kRowTensorDivisor;
  if (thousandths == 0)
    return text;
  std::string digits = std::to_string(1000 + thousandths).substr(1);
  return text + "." + StringRef(digits).rtrim('0').str();
}

static LogicalResult checkPageFormula(DequantSituQuantOp op) {
  RankedTensorType x = op.getXType();
  Term whole[] = {{"weight_scale", Bytes::of(op.getWeightScale())},
                  {"bias", Bytes::of(op.getBias())},
                  {"quant_scale", Bytes::of(op.getQuantScale())},
                  {"quant_offset", Bytes::of(op.getQuantOffset())}};
  Term perRow[] = {{"activation_scale", Bytes::of(op.getActivationScale())},
                   {"y_scale", Bytes::of(op.getYScale())}};
  Bytes row = Bytes::ofShape(x.getShape().take_back(), x.getElementType());

  int64_t total = row.atLeast * kRowFactor * kRowTensorDivisor;
  bool isExact = row.isExact;
  std::string text;
  auto add = [&](const Term &term, int64_t weight) {
    total += term.bytes.atLeast * weight;
    isExact &= term.bytes.isExact;
    text += (text.empty() || text.back() == '(' ? "" : " + ") +
            term.name.str() + " " + term.bytes.toString();
  };
  for (const Term &term : whole)
    add(term, kRowTensorDivisor);
  text += " + (";
  for (const Term &term : perRow)
    add(term, 1);
  text += ") / " + std::to_string(kRowTensorDivisor) + " + row of x " +
          row.toString() + " * " + std::to_string(kRowFactor);
  std::string sum = (isExact ? "" : "at least ") + fortiethsToString(total) +
                    " (" + text + ")";
  if (total >= kPageLimit * kRowTensorDivisor)
    return op.emitOpError("expected less than ")
           << kPageLimit << " bytes by the page's formula, but got " << sum;
  if (!isExact)
    op.emitWarning("whether it takes less than ")
        << kPageLimit << " bytes by the page's formula depends on dynamic "
        << "sizes: it takes " << sum;
  return success();
}

//===----------------------------------------------------------------------===//
// The checks of the host code
//===----------------------------------------------------------------------===//

static LogicalResult checkHostLimit(DequantSituQuantOp op) {
  Type element = op.getXType().getElementType();
  if (element.isInteger(8))
    return success();
  bool isI32 = element.isInteger(32), hasBias = static_cast<bool>(op.getBias());
  int64_t limit = !isI32 ? 15040 : hasBias ? 9310 : 11501;
  int64_t width = op.getWidth();
  auto describe = [&](Diagnostic &message) {
    message << " of at most " << limit << " elements where x is of " << element
            << (!isI32    ? ""
                : hasBias ? " and there is a bias"
                          : " and there is no bias");
  };
  if (ShapedType::isDynamic(width)) {
    InFlightDiagnostic warning = op.emitWarning("expected rows");
    describe(*warning.getUnderlyingDiagnostic());
    warning << ", but their size is dynamic";
    return success();
  }
  if (width <= limit)
    return success();
  InFlightDiagnostic error = op.emitOpError("expected rows");
  describe(*error.getUnderlyingDiagnostic());
  return error << ", but got " << width;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct VerifyTargetPass
    : quantir::impl::QuantVerifyTargetBase<VerifyTargetPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    auto fail = [&] {
      return emitError(UnknownLoc::get(context)) << getArgument() << ": ";
    };
    product = llvm::find_if(kProducts, [&](const Product &candidate) {
      return candidate.name == target;
    });
    if (product == std::end(kProducts))
      return fail() << "expected target to be one of "
                    << getProductNames(/*onlySupported=*/false) << ", but got '"
                    << target << "'";
    if (rule != "page" && rule != "host")
      return fail() << "expected rule to be page or host, but got '" << rule
                    << "'";
    return success();
  }

  void runOnOperation() override {
    getOperation()->walk([&](DequantSituQuantOp op) {
      if (failed(check(op)))
        signalPassFailure();
    });
  }

  LogicalResult check(DequantSituQuantOp op) {
    if (!product->isSupported)
      return op.emitOpError("expected a target that has the op, one of ")
             << getProductNames(/*onlySupported=*/true) << ", but got "
             << product->name;
    return rule == "page" ? checkPageFormula(op) : checkHostLimit(op);
  }

  const Product *product = nullptr;
};

} // namespace
