//===- FusedOpsVerify.cpp - The rules of the fused ops --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The labels are those of the op's description (quantir/IR/FusedOps.td); C1 is
// what ODS says.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "quantir/IR/FusedOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace mlir;
using namespace quantir;

static std::string sizeText(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

static std::string shapeText(ArrayRef<int64_t> shape) {
  return "[" + llvm::join(llvm::map_range(shape, sizeText), ",") + "]";
}

static bool isCompatible(int64_t size, int64_t expected) {
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(expected) ||
         size == expected;
}

static bool isCompatible(ArrayRef<int64_t> shape, ArrayRef<int64_t> expected) {
  return shape.size() == expected.size() &&
         llvm::all_of(llvm::zip(shape, expected), [](auto sizes) {
           return isCompatible(std::get<0>(sizes), std::get<1>(sizes));
         });
}

/// Checks that `value`, if there is one, has one of `shapes`.
static LogicalResult verifyShape(DequantSituQuantOp op, StringRef name,
                                 Value value,
                                 ArrayRef<SmallVector<int64_t>> shapes) {
  if (!value)
    return success();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  if (llvm::any_of(shapes, [&](ArrayRef<int64_t> expected) {
        return isCompatible(shape, expected);
      }))
    return success();
  return op.emitOpError("expected ")
         << name << " to have the shape "
         << llvm::join(llvm::map_range(shapes.drop_back(), shapeText), ", ")
         << (shapes.size() > 1 ? " or " : "") << shapeText(shapes.back())
         << ", but got " << shapeText(shape);
}

/// dequant_situ_quant C2: no encodings.
static LogicalResult verifyNoEncoding(DequantSituQuantOp op) {
  Operation *operation = op;
  auto hasEncoding = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  for (TypeRange types : {TypeRange(operation->getOperandTypes()),
                          TypeRange(operation->getResultTypes())})
    for (Type type : types)
      if (hasEncoding(type))
        return op.emitOpError("expected tensors without encoding, but got ")
               << type;
  return success();
}

static LogicalResult verifyAttributes(DequantSituQuantOp op) {
  // dequant_situ_quant C3: the mode.
  if (!symbolizeQuantType(op.getQuantType()))
    return op.emitOpError("expected quant_type to be \"static\" or "
                          "\"dynamic\", but got \"")
           << op.getQuantType() << "\"";
  // dequant_situ_quant C4: a beta to divide by.
  if (!op.getBeta().isFinite() || op.getBeta().isZero())
    return op.emitOpError("expected beta to be finite and not 0, but got ")
           << op.getBetaAttr().getValue().convertToFloat();
  // dequant_situ_quant C5: linear_beta is a number.
  if (!op.getLinearBeta().isFinite())
    return op.emitOpError("expected linear_beta to be finite, but got ")
           << op.getLinearBetaAttr().getValue().convertToFloat();
  return success();
}

static LogicalResult verifyInput(DequantSituQuantOp op) {
  RankedTensorType x = op.getXType();
  Type element = x.getElementType();
  bool isI8 = element.isInteger(8);
  // dequant_situ_quant C6: static needs quant_scale, which only i8 may have.
  if (!isI8 && !op.isDynamic())
    return op.emitOpError(
               "expected quant_type to be \"dynamic\" where x is of ")
           << element
           << ", but got \"static\", which needs the quant_scale that only i8 "
              "may have";
  // dequant_situ_quant C7: the rank.
  if (x.getRank() < 2 || (!isI8 && x.getRank() != 2))
    return op.emitOpError("expected x of ")
           << element << " to have rank 2" << (isI8 ? " or above" : "")
           << ", but got " << x.getRank() << " in " << x;
  // dequant_situ_quant C8: two halves.
  int64_t width = x.getShape().back();
  if (!ShapedType::isDynamic(width) && width % 2 != 0)
    return op.emitOpError("expected the last dimension of x to be even, but "
                          "got ")
           << width << " in " << x;
  // dequant_situ_quant C19: a row of y, of which one of x has two.
  constexpr int64_t kMaxCodes = std::numeric_limits<int64_t>::max() / 2;
  ArrayRef<int64_t> y = op.getYType().getShape();
  int64_t codes = y.empty() ? 0 : y.back();
  if (!ShapedType::isDynamic(codes) && codes > kMaxCodes)
    return op.emitOpError("expected the last dimension of y to be at most ")
           << kMaxCodes << ", half of what x may have, but got " << codes;
  return success();
}

/// Checks that `value` is given if and only if the two conditions say so; `why`
/// names them.
static LogicalResult verifyPresence(DequantSituQuantOp op, StringRef name,
                                    Value value, bool required, bool allowed,
                                    const Twine &why) {
  if (required && !value)
    return op.emitOpError("expected ")
           << name << " where " << why << ", but got none";
  if (!allowed && value)
    return op.emitOpError("expected no ")
           << name << " where " << why << ", but got one of "
           << value.getType();
  return success();
}

static LogicalResult verifyCombination(DequantSituQuantOp op) {
  Type element = op.getXType().getElementType();
  bool isI8 = element.isInteger(8), isI32 = element.isInteger(32);
  bool isStatic = !op.isDynamic();
  std::string text;
  llvm::raw_string_ostream(text) << "x is of '" << element << "'";
  std::string mode = "quant_type is \"" + op.getQuantType().str() + "\"";
  bool isInteger = isI8 || isI32;
  // dequant_situ_quant C9: weight_scale.
  if (failed(verifyPresence(op, "weight_scale", op.getWeightScale(), isInteger,
                            isInteger, text)))
    return failure();
  // dequant_situ_quant C10: activation_scale.
  if (failed(verifyPresence(op, "activation_scale", op.getActivationScale(),
                            isI32, isI32, text)))
    return failure();
  // dequant_situ_quant C11: bias.
  if (failed(verifyPresence(op, "bias", op.getBias(), false, isInteger, text)))
    return failure();
  // dequant_situ_quant C12: quant_scale.
  if (failed(verifyPresence(op, "quant_scale", op.getQuantScale(), false, isI8,
                            text)) ||
      failed(verifyPresence(op, "quant_scale", op.getQuantScale(), isStatic,
                            true, mode)))
    return failure();
  // dequant_situ_quant C13: quant_offset.
  if (failed(verifyPresence(op, "quant_offset", op.getQuantOffset(), false,
                            isStatic, mode)))
    return failure();
  // dequant_situ_quant C14: group_index.
  if (failed(verifyPresence(op, "group_index", op.getGroupIndex(), false, isI32,
                            text)))
    return failure();
  // dequant_situ_quant C15: row_offset.
  return verifyPresence(op, "row_offset", op.getRowOffset(), false,
                        static_cast<bool>(op.getGroupIndex()),
                        "there is no group_index");
}

/// The shapes of an operand with one number, or one for each of `columns`.
static SmallVector<SmallVector<int64_t>> getColumnShapes(int64_t columns) {
  return {{1}, {columns}, {1, columns}};
}

static LogicalResult verifyOperandShapes(DequantSituQuantOp op) {
  int64_t width = op.getWidth();
  // dequant_situ_quant C16: weight_scale and bias.
  SmallVector<SmallVector<int64_t>> perColumn = getColumnShapes(width);
  if (Value groups = op.getGroupIndex()) {
    int64_t count = cast<RankedTensorType>(groups.getType()).getDimSize(0);
    perColumn = {{count, width}, {count, 1}};
  }
  if (failed(verifyShape(op, "weight_scale", op.getWeightScale(), perColumn)) ||
      failed(verifyShape(op, "bias", op.getBias(), perColumn)))
    return failure();
  // dequant_situ_quant C17: activation_scale, one a row.
  int64_t rows = op.getXType().getDimSize(0);
  if (failed(verifyShape(op, "activation_scale", op.getActivationScale(),
                         {{rows}, {rows, 1}})))
    return failure();
  // dequant_situ_quant C18: quant_scale and quant_offset.
  SmallVector<SmallVector<int64_t>> perCode =
      getColumnShapes(ShapedType::isDynamic(width) ? width : width / 2);
  return success(
      succeeded(verifyShape(op, "quant_scale", op.getQuantScale(), perCode)) &&
      succeeded(verifyShape(op, "quant_offset", op.getQuantOffset(), perCode)));
}

static LogicalResult verifyResults(DequantSituQuantOp op) {
  SmallVector<int64_t> shape(op.getXType().getShape());
  if (!ShapedType::isDynamic(shape.back()))
    shape.back() /= 2;
  // dequant_situ_quant C19: y.
  if (failed(verifyShape(op, "y", op.getY(), {shape})))
    return failure();
  // dequant_situ_quant C20: y_scale is there.
  std::string mode = "quant_type is \"" + op.getQuantType().str() + "\"";
  if (failed(verifyPresence(op, "y_scale", op.getYScale(), op.isDynamic(),
                            op.isDynamic(), mode)))
    return failure();
  // dequant_situ_quant C21: y_scale, one a row.
  shape.pop_back();
  return verifyShape(op, "y_scale", op.getYScale(), {shape});
}

LogicalResult DequantSituQuantOp::verify() {
  return success(
      succeeded(verifyNoEncoding(*this)) &&
      succeeded(verifyAttributes(*this)) && succeeded(verifyInput(*this)) &&
      succeeded(verifyCombination(*this)) &&
      succeeded(verifyOperandShapes(*this)) && succeeded(verifyResults(*this)));
}
