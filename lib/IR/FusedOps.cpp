//===- FusedOps.cpp - Fused ops on quantized values -----------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/FusedOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quantir;

#include "quantir/IR/FusedOpsEnums.cpp.inc"

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

ArrayRef<llvm::StringLiteral> DequantSituQuantOp::getOptionalOperandNames() {
  static constexpr llvm::StringLiteral kNames[] = {
      "weight_scale", "activation_scale", "bias",      "quant_scale",
      "quant_offset", "group_index",      "row_offset"};
  return kNames;
}

using OptionalOperand = std::optional<OpAsmParser::UnresolvedOperand>;

/// `%x`, and `name(%operand : type)` for each operand that is there, in any
/// order.
static ParseResult
parseFusedOperands(OpAsmParser &parser, OpAsmParser::UnresolvedOperand &x,
                   OptionalOperand &weightScale, Type &weightScaleType,
                   OptionalOperand &activationScale, Type &activationScaleType,
                   OptionalOperand &bias, Type &biasType,
                   OptionalOperand &quantScale, Type &quantScaleType,
                   OptionalOperand &quantOffset, Type &quantOffsetType,
                   OptionalOperand &groupIndex, Type &groupIndexType,
                   OptionalOperand &rowOffset, Type &rowOffsetType) {
  ArrayRef<llvm::StringLiteral> names =
      DequantSituQuantOp::getOptionalOperandNames();
  std::pair<OptionalOperand *, Type *> slots[] = {
      {&weightScale, &weightScaleType},
      {&activationScale, &activationScaleType},
      {&bias, &biasType},
      {&quantScale, &quantScaleType},
      {&quantOffset, &quantOffsetType},
      {&groupIndex, &groupIndexType},
      {&rowOffset, &rowOffsetType}};
  if (parser.parseOperand(x))
    return failure();
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  while (succeeded(parser.parseOptionalKeyword(&name))) {
    const auto *found = llvm::find(names, name);
    if (found == names.end())
      return parser.emitError(loc, "expected the name of an operand, one of ")
             << llvm::join(names, ", ") << ", but got '" << name << "'";
    auto [operand, type] = slots[found - names.begin()];
    if (*operand)
      return parser.emitError(loc, "expected each operand once, but got '")
             << name << "' twice";
    operand->emplace();
    if (parser.parseLParen() || parser.parseOperand(**operand) ||
        parser.parseColonType(*type) || parser.parseRParen())
      return failure();
    loc = parser.getCurrentLocation();
  }
  return success();
}

static void printFusedOperands(OpAsmPrinter &printer, DequantSituQuantOp op,
                               Value x, Value weightScale, Type,
                               Value activationScale, Type, Value bias, Type,
                               Value quantScale, Type, Value quantOffset, Type,
                               Value groupIndex, Type, Value rowOffset, Type) {
  Value operands[] = {weightScale, activationScale, bias,     quantScale,
                      quantOffset, groupIndex,      rowOffset};
  printer << x;
  for (auto [name, operand] :
       llvm::zip_equal(op.getOptionalOperandNames(), operands))
    if (operand)
      printer << " " << name << "(" << operand << " : " << operand.getType()
              << ")";
}

#define GET_OP_CLASSES
#include "quantir/IR/FusedOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Building and result types
//===----------------------------------------------------------------------===//

void DequantSituQuantOp::build(OpBuilder &builder, OperationState &state,
                               Value x, Value weightScale,
                               Value activationScale, Value bias,
                               Value quantScale, Value quantOffset,
                               Value groupIndex, QuantType quantType) {
  build(builder, state, x, weightScale, activationScale, bias, quantScale,
        quantOffset, groupIndex, /*row_offset=*/Value(), llvm::APFloat(4.0f),
        llvm::APFloat(25.0f), /*activate_left=*/true,
        stringifyQuantType(quantType));
}

static int64_t half(int64_t size) {
  return ShapedType::isDynamic(size) ? size : size / 2;
}

LogicalResult DequantSituQuantOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  // The operands may be wrong still: what remains open here, the verifier says.
  auto x = dyn_cast<RankedTensorType>(adaptor.getX().getType());
  if (!x || x.getRank() == 0)
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expected x to be a tensor of rank 2 or "
                             "above, but got ",
                             adaptor.getX().getType());
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = half(shape.back());
  inferred.push_back(
      RankedTensorType::get(shape, IntegerType::get(context, 8)));
  if (adaptor.getQuantType() == stringifyQuantType(QuantType::Dynamic))
    inferred.push_back(RankedTensorType::get(ArrayRef(shape).drop_back(),
                                             Float32Type::get(context)));
  return success();
}

bool DequantSituQuantOp::isCompatibleReturnTypes(TypeRange inferred,
                                                 TypeRange actual) {
  return inferred.size() == actual.size() &&
         llvm::all_of(llvm::zip(inferred, actual), [](auto pair) {
           auto [left, right] = pair;
           return getElementTypeOrSelf(left) == getElementTypeOrSelf(right) &&
                  succeeded(verifyCompatibleShape(left, right));
         });
}

int64_t DequantSituQuantOp::getWidth() {
  int64_t width = getXType().getShape().back();
  // The verifier asks before it knows the rank of the result.
  ArrayRef<int64_t> y = getYType().getShape();
  int64_t result = y.empty() ? ShapedType::kDynamic : y.back();
  if (!ShapedType::isDynamic(width) || ShapedType::isDynamic(result))
    return width;
  return 2 * result;
}

bool DequantSituQuantOp::hasKnownShapes() {
  auto isStatic = [](Value value) {
    auto type =
        dyn_cast_if_present<RankedTensorType>(value ? value.getType() : Type());
    return !type || type.hasStaticShape();
  };
  RankedTensorType x = getXType();
  if (x.isDynamicDim(x.getRank() - 1))
    return false;
  for (Value operand : {getWeightScale(), getBias(), getQuantScale(),
                        getQuantOffset(), getGroupIndex()})
    if (!isStatic(operand))
      return false;
  if (getActivationScale() &&
      (!isStatic(getActivationScale()) || x.isDynamicDim(0)))
    return false;
  // A result may promise more than `x` does.
  for (Type type : getOperation()->getResultTypes())
    for (auto [dim, size] :
         llvm::enumerate(cast<RankedTensorType>(type).getShape()))
      if (!ShapedType::isDynamic(size) && x.isDynamicDim(dim))
        return false;
  return true;
}

Speculation::Speculatability DequantSituQuantOp::getSpeculatability() {
  // Where sizes must fit at run time the op may be guarded by what makes them.
  return hasKnownShapes() ? Speculation::Speculatable
                          : Speculation::NotSpeculatable;
}
