//===- KeepShortLoops.cpp - Loops to be vectorized, not unrolled ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "quantir/Transforms/Passes.h"

using namespace mlir;
using namespace quantir;

namespace quantir {
#define GEN_PASS_DEF_QUANTKEEPSHORTLOOPS
#include "quantir/Transforms/Passes.h.inc"
} // namespace quantir

namespace {

struct KeepShortLoopsPass
    : quantir::impl::QuantKeepShortLoopsBase<KeepShortLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    auto yes = BoolAttr::get(context, true);
    auto unroll = LLVM::LoopUnrollAttr::get(context, /*disable=*/yes, {}, {},
                                            {}, {}, {}, {});
    auto annotation =
        LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {},
                                      {}, {}, {}, {}, {}, {}, {}, {});
    getOperation()->walk([&](scf::ForOp loop) {
      if (isShort(loop) && isInnermost(loop) && !loop->hasAttr(kName))
        loop->setAttr(kName, annotation);
    });
    getOperation()->walk([](LLVM::BrOp branch) { moveMark(branch); });
    getOperation()->walk([](LLVM::CondBrOp branch) { moveMark(branch); });
  }

private:
  static constexpr StringLiteral kName = "llvm.loop_annotation";
  static constexpr int64_t kMinRounds = 8, kMaxRounds = 256;

  template <typename Branch>
  static void moveMark(Branch branch) {
    if (auto mark =
            branch->template getAttrOfType<LLVM::LoopAnnotationAttr>(kName)) {
      branch.setLoopAnnotationAttr(mark);
      branch->removeAttr(kName);
    }
  }

  static bool isShort(scf::ForOp loop) {
    std::optional<APInt> rounds = loop.getStaticTripCount();
    return rounds && rounds->uge(kMinRounds) && rounds->ule(kMaxRounds);
  }
  static bool isInnermost(scf::ForOp loop) {
    return !loop.getBody()
                ->walk(
                    [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
                .wasInterrupted();
  }
};

} // namespace
