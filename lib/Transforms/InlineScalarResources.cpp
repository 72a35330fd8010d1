//===- InlineScalarResources.cpp - Numbers out of resources ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTINLINESCALARRESOURCES
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

static LogicalResult inlineResource(memref::GlobalOp global,
                                    DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  ShapedType type = resource.getType();
  StringRef key = resource.getRawHandle().getKey();
  if (!blob)
    return global.emitError("expected the module to have resource '")
           << key << "', but got none";
  if (!type.getElementType().isIntOrIndexOrFloat())
    return global.emitError("expected resource '")
           << key << "' to hold an integer, an index or a float, but got "
           << type.getElementType();
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(type, blob->getData(), isSplat))
    return global.emitError("expected resource '")
           << key << "' to hold one element of " << type.getElementType()
           << ", but got " << blob->getData().size() << " bytes";
  global.setInitialValueAttr(
      DenseElementsAttr::getFromRawBuffer(type, blob->getData()));
  return success();
}

namespace {

struct InlineScalarResourcesPass
    : quantir::impl::QuantInlineScalarResourcesBase<InlineScalarResourcesPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](memref::GlobalOp global) {
      auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(
          global.getInitialValueAttr());
      bool isScalar = resource && resource.getType().getRank() == 0;
      if (isScalar && failed(inlineResource(global, resource)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
