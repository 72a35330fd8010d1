//===- PackSubByte.cpp - Small integers side by side in a byte ------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's emulation of narrow types does the work on loads and stores. Here are
// the types that take part, the globals, which it leaves out, and what passes
// buffers on.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/NarrowTypeEmulationConverter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "quantir/IR/Sizes.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTPACKSUBBYTE
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

static constexpr unsigned kByte = 8;

/// True for a buffer whose elements are packed. Booleans are left alone, as are
/// widths that don't divide a byte.
static bool isPacked(Type type) {
  auto buffer = dyn_cast<BaseMemRefType>(type);
  return buffer && (buffer.getElementType().isInteger(2) ||
                    buffer.getElementType().isInteger(4));
}

/// True if the number of elements and of their bits is one of 63 bits, as the
/// emulation takes for granted.
static bool isCountable(MemRefType type) {
  return multiplySizes(type.getShape(), kByte).has_value();
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// The elements in bytes, the first in the lowest bits.
static DenseElementsAttr packElements(DenseElementsAttr elements,
                                      RankedTensorType type) {
  unsigned width = elements.getElementType().getIntOrFloatBitWidth();
  // However many there are. Nobody reads the bits behind the last one.
  if (elements.isSplat())
    return DenseElementsAttr::get(
        type, APInt::getSplat(kByte, elements.getSplatValue<APInt>()));
  SmallVector<APInt> bytes(type.getNumElements(), APInt(kByte, 0));
  for (auto [index, element] : llvm::enumerate(elements.getValues<APInt>())) {
    size_t bit = index * width;
    bytes[bit / kByte].insertBits(element, bit % kByte);
  }
  return DenseElementsAttr::get(type, bytes);
}

namespace {

struct PackGlobal : OpConversionPattern<memref::GlobalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<MemRefType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "the layout can't be packed");
    Attribute value = op.getInitialValueAttr();
    if (value && !isa<UnitAttr>(value)) {
      auto elements = dyn_cast<DenseElementsAttr>(value);
      if (!elements)
        return rewriter.notifyMatchFailure(op, "expected dense elements");
      value =
          packElements(elements, RankedTensorType::get(type.getShape(),
                                                       type.getElementType()));
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.setType(type);
      op.setInitialValueAttr(value);
    });
    return success();
  }
};

struct PackGetGlobal : OpConversionPattern<memref::GetGlobalOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "the layout can't be packed");
    rewriter.replaceOpWithNewOp<memref::GetGlobalOp>(op, type, op.getName());
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The types of buffers that `op` works on or declares.
static SmallVector<Type> getTypes(Operation *op) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return llvm::to_vector(llvm::concat<const Type>(function.getArgumentTypes(),
                                                    function.getResultTypes()));
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return {global.getType()};
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  return types;
}

/// Checks that `op` is one that is known to work on a packed buffer of `type`.
static LogicalResult checkOp(Operation *op, Type type,
                             const TypeConverter &converter) {
  if (!isa<memref::MemRefDialect, func::FuncDialect, scf::SCFDialect,
           cf::ControlFlowDialect>(op->getDialect()))
    return op->emitOpError("expected only ops of memref, func, scf and cf on "
                           "buffers of i2 and i4, but got one on ")
           << type
           << "; run convert-linalg-to-loops and the like before "
              "quant-pack-sub-byte";
  if (!converter.convertType(type))
    return op->emitOpError(
               "expected buffers of i2 and i4 to have a rank, less than "
               "2^63 elements, and a contiguous last dimension, but got ")
           << type;
  if (isa<memref::DimOp>(op))
    return op->emitOpError("expected no op that asks for a size of a buffer of "
                           "i2 or i4, which is not known once it is packed, "
                           "but got one on ")
           << type;
  auto global = dyn_cast<memref::GlobalOp>(op);
  Attribute value = global ? global.getInitialValueAttr() : Attribute();
  if (value && !isa<UnitAttr, DenseElementsAttr>(value))
    return op->emitOpError("expected dense elements as the value of a global "
                           "of i2 or i4, but got another attribute for ")
           << type;
  return success();
}

/// Checks that nothing but loads, stores and the like touches packed buffers.
static LogicalResult checkOps(Operation *root, const TypeConverter &converter) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    for (Type type : getTypes(op))
      if (isPacked(type) && failed(checkOp(op, type, converter)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// True for an op that the emulation asks for sizes it then reads off the type.
static bool isUnreadMetadata(Operation *op) {
  auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op);
  if (!metadata)
    return false;
  auto type = cast<MemRefType>(metadata.getSource().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.hasStaticShape() &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         ShapedType::isStatic(offset) && ShapedType::isStaticShape(strides);
}

static void setUpConverter(arith::NarrowTypeEmulationConverter &converter) {
  memref::populateMemRefNarrowTypeEmulationConversions(converter);
  // Asked first.
  converter.addConversion([](MemRefType type) -> std::optional<Type> {
    if (isPacked(type))
      return isCountable(type) ? std::nullopt : std::optional<Type>(Type());
    return type;
  });
  // No conversion finds the elements of a buffer of unknown rank.
  converter.addConversion([](UnrankedMemRefType type) -> std::optional<Type> {
    return isPacked(type) ? Type() : type;
  });
  // For the ops of isUnreadMetadata.
  converter.addSourceMaterialization(
      [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) {
        return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
            .getResult(0);
      });
}

/// Erases the ops of isUnreadMetadata, and the casts to the old types that they
/// read.
static void eraseUnread(Operation *root) {
  SmallVector<Operation *> dead;
  root->walk([&](Operation *op) {
    if (isUnreadMetadata(op) && op->use_empty())
      dead.push_back(op);
  });
  for (Operation *op : dead) {
    Operation *source = op->getOperand(0).getDefiningOp();
    op->erase();
    if (isa_and_present<UnrealizedConversionCastOp>(source) &&
        source->use_empty())
      source->erase();
  }
}

namespace {
struct PackSubBytePass : quantir::impl::QuantPackSubByteBase<PackSubBytePass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    arith::NarrowTypeEmulationConverter converter(kByte);
    setUpConverter(converter);
    if (failed(checkOps(getOperation(), converter)))
      return signalPassFailure();

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        return converter.isLegal(function.getArgumentTypes()) &&
               converter.isLegal(function.getResultTypes());
      if (auto global = dyn_cast<memref::GlobalOp>(op))
        return converter.isLegal(global.getType());
      return isUnreadMetadata(op) || isa<UnrealizedConversionCastOp>(op) ||
             converter.isLegal(op);
    });

    RewritePatternSet patterns(context);
    memref::populateMemRefNarrowTypeEmulationPatterns(converter, patterns);
    memref::populateResolveExtractStridedMetadataPatterns(patterns);
    patterns.add<PackGlobal, PackGetGlobal>(converter, context);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    cf::populateCFStructuralTypeConversions(converter, patterns);
    scf::populateSCFStructuralTypeConversions(converter, patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    eraseUnread(getOperation());
  }
};
} // namespace
