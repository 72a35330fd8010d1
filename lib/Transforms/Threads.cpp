//===- Threads.cpp - Work spread over threads -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

using namespace mlir;
using namespace quantir;

LogicalResult quantir::verifyThreads(const Pass &pass, MLIRContext *context,
                                     int64_t threads) {
  constexpr int64_t kMaxThreads = 1024;
  if (threads >= 1 && threads <= kMaxThreads)
    return success();
  return emitError(UnknownLoc::get(context))
         << pass.getArgument() << ": expected threads to be between 1 and "
         << kMaxThreads << ", but got " << threads;
}

FailureOr<scf::SCFTilingResult>
quantir::spreadOverThreads(RewriterBase &rewriter, TilingInterface op,
                           int64_t loop, int64_t threads) {
  SmallVector<OpFoldResult> parts(op.getLoopIteratorTypes().size(),
                                  rewriter.getIndexAttr(0));
  parts[loop] = rewriter.getIndexAttr(threads);
  scf::SCFTilingOptions options;
  options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  options.setNumThreads(parts);
  FailureOr<scf::SCFTilingResult> tiled =
      scf::tileUsingSCF(rewriter, op, options);
  if (failed(tiled))
    op->emitOpError("can't be spread over threads");
  return tiled;
}
