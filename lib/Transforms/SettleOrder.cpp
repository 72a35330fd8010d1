//===- SettleOrder.cpp - What bufferization leaves, in order ------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "quantir/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTSETTLEORDER
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

/// The name without the number that made it one of a kind.
static StringRef getBaseName(StringRef name) {
  StringRef base = name.rtrim("0123456789");
  return base.size() < name.size() && base.consume_back("_") ? base : name;
}

/// Orders what bufferization has made of the constants in `module`.
static void orderConstants(ModuleOp module) {
  constexpr StringRef kPrefix = "__constant_";
  DenseMap<StringAttr, memref::GlobalOp> globals;
  for (auto global : module.getOps<memref::GlobalOp>())
    if (global.isPrivate() && global.getConstant() &&
        global.getSymName().starts_with(kPrefix))
      globals[global.getSymNameAttr()] = global;
  llvm::MapVector<Operation *, SmallVector<memref::GetGlobalOp>> uses;
  module.walk([&](memref::GetGlobalOp use) {
    auto found = globals.find(use.getNameAttr().getRootReference());
    if (found != globals.end())
      uses[found->second].push_back(use);
  });

  SymbolTable table(module);
  for (auto &[global, users] : uses)
    table.remove(global);
  Block::iterator place = module.getBody()->begin();
  for (auto &[operation, users] : uses) {
    auto global = cast<memref::GlobalOp>(operation);
    global.setSymName(getBaseName(global.getSymName()));
    // That of one of them, whichever came first.
    global->setLoc(users.front().getLoc());
    if (place != module.getBody()->end() && &*place == operation)
      ++place;
    operation->remove();
    StringAttr name = table.insert(operation, place);
    for (memref::GetGlobalOp use : users)
      use.setNameAttr(FlatSymbolRefAttr::get(name));
  }
}

/// Puts the uses of each value in the order in which a parser would: the last
/// of the module first.
static void orderUses(Operation *root) {
  root->walk<WalkOrder::PreOrder>([](Operation *op) {
    // Whatever is set goes to the front.
    for (OpOperand &operand : op->getOpOperands())
      operand.set(operand.get());
    for (BlockOperand &successor : op->getBlockOperands())
      successor.set(successor.get());
  });
}

namespace {

struct SettleOrderPass : quantir::impl::QuantSettleOrderBase<SettleOrderPass> {
  void runOnOperation() override {
    getOperation()->walk([](ModuleOp module) { orderConstants(module); });
    orderUses(getOperation());
  }
};

} // namespace
