//===- QuantHost.cpp - Whichever quant dialect there is -------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantHost.h"

#include "mlir/IR/Diagnostics.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/IR/QuantirDialect.h"

using namespace mlir;
using namespace quantir;

/// Both hosts know the companion dialect: it brings in the one that has the
/// ops, by its name.
static void loadQuantHost(MLIRContext *context, QuantirDialect *) {
  context->getOrLoadDialect("quant");
}

void quantir::addDependentQuantHost(DialectRegistry &registry) {
  registry.insert<QuantirDialect>();
  registry.addExtension(loadQuantHost);
}

LogicalResult quantir::verifyLoadedQuantHost(MLIRContext *context,
                                             StringRef pass) {
  if (!context->getLoadedDialect("quant") ||
      RegisteredOperationName::lookup(DequantSituQuantOp::getOperationName(),
                                      context))
    return success();
  return emitError(UnknownLoc::get(context))
         << pass
         << ": expected MLIR's own quant dialect to be extended, but got it as "
            "it is; load QuantPlugin by --load-dialect-plugin, too, or call "
            "registerBuiltinQuantExtension";
}

LogicalResult quantir::verifyQuantHost(MLIRContext *context, StringRef pass) {
  StringRef name = DequantSituQuantOp::getOperationName();
  if (RegisteredOperationName::lookup(name, context))
    return success();
  return emitError(UnknownLoc::get(context))
         << pass << ": expected a dialect `quant` with the op '" << name
         << "', but got none; register it with registerQuantDialect or "
            "registerBuiltinQuantExtension";
}
