//===- StripTypes.cpp - Quantized types to storage types ------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/StripTypes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "quantir/IR/Casts.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTSTRIPTYPES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

LogicalResult quantir::stripQuantizedTypes(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](QuantizedTypeInterface type) -> Type {
    return type.getQuantizedStorageType();
  });
  SmallVector<Operation *> storageCasts;
  root->walk([&](Operation *op) {
    if (isStorageCast(op))
      storageCasts.push_back(op);
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  for (Operation *op : storageCasts) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  }
  return success();
}

namespace {
struct StripTypesPass : quantir::impl::QuantStripTypesBase<StripTypesPass> {
  void runOnOperation() override {
    if (failed(stripQuantizedTypes(getOperation())))
      signalPassFailure();
  }
};
} // namespace
