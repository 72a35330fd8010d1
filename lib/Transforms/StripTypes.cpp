//===- StripTypes.cpp - Quantized types to storage types ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are replaced in place: every op that is let through means the same on
// integers, so nothing has to be rebuilt. What makes that safe is the check
// beforehand.
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/StripTypes.h"

#include "TypeScan.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "quantir/IR/Casts.h"
#include "quantir/IR/QuantHost.h"
#include "quantir/IR/QuantOpInterfaces.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/IR/TypeText.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/StorageTransparentModels.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTSTRIPTYPES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

static void addStorageReplacement(AttrTypeReplacer &replacer) {
  replacer.addReplacement([](QuantizedTypeInterface type) -> Type {
    return type.getQuantizedStorageType();
  });
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// Control flow passes values on as they are.
static bool isControlFlow(Operation *op) {
  return isa<FunctionOpInterface, CallOpInterface, BranchOpInterface,
             RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op) ||
         op->hasTrait<OpTrait::ReturnLike>();
}

namespace {

/// Strips the types below one op.
class Stripper {
public:
  explicit Stripper(ArrayRef<std::string> transparentOps)
      : transparentOps(transparentOps) {
    addStorageReplacement(replacer);
  }

  /// Reports what can't be stripped and collects what there is.
  LogicalResult check(Operation *root);
  void strip();

private:
  LogicalResult checkOp(Operation *op);
  LogicalResult checkTransparent(Operation *op, Type quantized);
  bool isNamedTransparent(Operation *op) const;
  bool isIdentityWhenStripped(UnrealizedConversionCastOp op);
  LogicalResult checkIdentities();
  void keepOperand(Operation *dequantize, Type type);
  void keepResult(Operation *quantize);

  ArrayRef<std::string> transparentOps;
  TypeScan scan{TypeScan::Purpose::Strip};
  AttrTypeReplacer replacer;
  /// Ops with quantized types, save the casts that stay.
  SmallVector<Operation *> others;
  /// Those of them that are nothing without quantized types.
  SmallVector<Operation *> identities;
  /// Casts that stay, for the lowering, with their operand type.
  SmallVector<std::pair<Operation *, Type>> dequantizeCasts;
  SmallVector<Operation *> quantizeCasts;
};

} // namespace

bool Stripper::isNamedTransparent(Operation *op) const {
  StringRef name = op->getName().getStringRef();
  return llvm::any_of(transparentOps, [&](StringRef pattern) {
    return pattern.consume_back("*") ? name.starts_with(pattern)
                                     : name == pattern;
  });
}

/// Between two quantized types it would be a conversion of some kind.
bool Stripper::isIdentityWhenStripped(UnrealizedConversionCastOp op) {
  if (op->getNumOperands() != op->getNumResults())
    return false;
  return llvm::all_of(
      llvm::zip(op->getOperandTypes(), op->getResultTypes()), [&](auto types) {
        auto [input, result] = types;
        Type stored = replacer.replace(input);
        return stored == replacer.replace(result) &&
               (input == result || stored == input || stored == result);
      });
}

LogicalResult Stripper::checkTransparent(Operation *op, Type quantized) {
  if (isControlFlow(op) || isNamedTransparent(op))
    return success();
  auto transparent = dyn_cast<StorageTransparent>(op);
  if (transparent && transparent.isStorageTransparent())
    return success();
  return op->emitError()
         << "expected only ops that move quantized values, but got '"
         << op->getName() << "' with " << shortTypeText(quantized)
         << "; lower it to integers first, or name it in transparent-ops if "
            "it means the same on the stored integers";
}

LogicalResult Stripper::checkOp(Operation *op) {
  FailureOr<TypeScan::OpTypes> types = scan.find(op);
  if (failed(types))
    return failure();
  if (!types->any)
    return success();
  if (isDequantizeCast(op)) {
    dequantizeCasts.emplace_back(op, op->getOperand(0).getType());
    return verifyValueCast(op);
  }
  if (isQuantizeCast(op)) {
    quantizeCasts.push_back(op);
    return verifyValueCast(op);
  }
  others.push_back(op);
  if (!types->held)
    return success();
  auto conversion = dyn_cast<UnrealizedConversionCastOp>(op);
  if (isStorageCast(op) || (conversion && isIdentityWhenStripped(conversion))) {
    identities.push_back(op);
    return success();
  }
  return checkTransparent(op, types->held);
}

/// Checks that the ops that disappear lead to a value: where the order of ops
/// doesn't count they may stand in a circle.
LogicalResult Stripper::checkIdentities() {
  SmallPtrSet<Operation *, 16> removed(identities.begin(), identities.end());
  // By the round in which a value was met.
  DenseMap<Value, unsigned> met;
  for (auto [round, op] : llvm::enumerate(identities)) {
    for (Value value : op->getResults()) {
      while (Operation *definition = value.getDefiningOp()) {
        if (!removed.contains(definition))
          break;
        auto [it, isNew] = met.try_emplace(value, round);
        if (!isNew && it->second == round)
          return definition->emitOpError(
              "expected a cast of a value, but got one of its own result");
        if (!isNew)
          break;
        value = definition->getOperand(cast<OpResult>(value).getResultNumber());
      }
    }
  }
  return success();
}

LogicalResult Stripper::check(Operation *root) {
  WalkResult result = root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { return WalkResult(checkOp(op)); });
  return success(!result.wasInterrupted() && succeeded(checkIdentities()));
}

//===----------------------------------------------------------------------===//
// The replacement
//===----------------------------------------------------------------------===//

/// Gives a cast to floats its quantized operand back.
void Stripper::keepOperand(Operation *dequantize, Type type) {
  OpBuilder builder(dequantize);
  dequantize->setOperand(0, createStorageCast(builder, dequantize->getLoc(),
                                              dequantize->getOperand(0), type));
}

/// Gives the users of a cast to a quantized type its stored integers.
void Stripper::keepResult(Operation *quantize) {
  OpBuilder builder(quantize->getContext());
  builder.setInsertionPointAfter(quantize);
  Value result = quantize->getResult(0);
  Value stored = createStorageCast(builder, quantize->getLoc(), result,
                                   replacer.replace(result.getType()));
  result.replaceAllUsesExcept(stored, stored.getDefiningOp());
}

void Stripper::strip() {
  for (Operation *op : others)
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
  for (Operation *op : identities) {
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  }
  for (Operation *op : quantizeCasts)
    keepResult(op);
  for (auto [op, type] : dequantizeCasts)
    keepOperand(op, type);
}

LogicalResult
quantir::stripQuantizedTypes(Operation *root,
                             ArrayRef<std::string> transparentOps) {
  Stripper stripper(transparentOps);
  if (failed(stripper.check(root)))
    return failure();
  stripper.strip();
  return success();
}

//===----------------------------------------------------------------------===//
// As a type converter
//===----------------------------------------------------------------------===//

/// True if `stored` is `quantized` with its storage type, and storage casts
/// take both: scalars and tensors, not buffers.
static bool isStorageOf(Type stored, Type quantized) {
  QuantizedTypeInterface element = getQuantizedElementType(quantized);
  if (!element || isa<BaseMemRefType>(quantized))
    return false;
  IntegerType storage = element.getQuantizedStorageType();
  return storage && withElementType(quantized, storage) == stored;
}

/// A storage cast if that is all that lies between both types.
static Value materializeStorageCast(OpBuilder &builder, Type type,
                                    ValueRange inputs, Location loc) {
  if (inputs.size() != 1)
    return {};
  Type input = inputs.front().getType();
  if (!isStorageOf(input, type) && !isStorageOf(type, input))
    return {};
  return createStorageCast(builder, loc, inputs.front(), type);
}

void quantir::populateStripTypesConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) -> std::optional<Type> {
    AttrTypeReplacer replacer;
    addStorageReplacement(replacer);
    Type stripped = replacer.replace(type);
    // Other types are for other conversions; null, for a type without storage,
    // is a failure.
    if (stripped == type)
      return std::nullopt;
    return stripped;
  });
  converter.addSourceMaterialization(materializeStorageCast);
  converter.addTargetMaterialization(materializeStorageCast);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct StripTypesPass : quantir::impl::QuantStripTypesBase<StripTypesPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerStorageTransparentModels(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    for (StringRef pattern : transparentOps)
      if (!pattern.contains('.'))
        return emitError(UnknownLoc::get(context))
               << getArgument()
               << ": expected ops as dialect.op or dialect.* in "
                  "transparent-ops, but got '"
               << pattern << "'";
    return verifyLoadedQuantHost(context, getArgument());
  }

  void runOnOperation() override {
    if (failed(stripQuantizedTypes(
            getOperation(), SmallVector<std::string>(transparentOps.begin(),
                                                     transparentOps.end()))))
      return signalPassFailure();
    // With the last op that a policy is for, the policies have done their work:
    // what comes next may not know the attribute.
    WalkResult found = getOperation()->walk([](Operation *op) {
      return dependsOnPolicy(op) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      discardPolicies(getOperation());
  }
};
} // namespace
