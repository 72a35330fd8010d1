//===- Pipelines.cpp - The passes in order --------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Pipelines/Pipelines.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "quantir/Numerics/Emitter.h"
#include "quantir/Pipelines/Target.h"
#include "quantir/Transforms/Passes.h"
#include "quantir/Transforms/PolicyOptions.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>

using namespace mlir;
using namespace quantir;

StringRef PipelineOptions::getOptionName(StringRef knob) {
  // Options keep a reference to their name.
  static llvm::BumpPtrAllocator allocator;
  static llvm::UniqueStringSaver saver(allocator);
  std::string name = knob.str();
  std::replace(name.begin(), name.end(), '_', '-');
  return saver.save(name);
}

/// The policy of the pipeline as options of one of its passes.
template <typename PassOptions>
static PassOptions withPolicy(const PipelineOptions &from) {
  PassOptions to;
  to.policy = from.policy;
#define QUANTIR_KNOB(field, text, Enum) to.field = from.field;
  QUANTIR_POLICY_KNOBS(QUANTIR_KNOB)
#undef QUANTIR_KNOB
  return to;
}

/// The options of a pass that makes loops; its policy is on the ops by then.
template <typename PassOptions>
static PassOptions withLoopOptions(const PipelineOptions &from,
                                   EmitForms forms) {
  PassOptions to;
  to.runtimeChecks = from.runtimeChecks;
  to.magicRounding = forms.magicRounding;
  to.integerClamp = forms.integerClamp;
  to.correctedQuotient = forms.correctedQuotient;
  return to;
}

/// Casts and types away, in forms that any target takes or in those of a CPU.
static void buildToLinalg(OpPassManager &manager,
                          const PipelineOptions &options, EmitForms forms,
                          int64_t threads) {
  // From here on each op has its policy with it, wherever it is moved.
  manager.addPass(
      createQuantPinPolicy(withPolicy<QuantPinPolicyOptions>(options)));
  manager.addPass(createQuantFoldConstants());
  // The exact form changes no bits, so this is right for every policy.
  manager.addPass(createQuantFuseRequantize(
      withLoopOptions<QuantFuseRequantizeOptions>(options, forms)));
  manager.addPass(createQuantLowerCasts(
      withLoopOptions<QuantLowerCastsOptions>(options, forms)));
  QuantLowerFusedOpsOptions lowerFusedOps;
  lowerFusedOps.runtimeChecks = options.runtimeChecks;
  lowerFusedOps.magicRounding = forms.magicRounding;
  lowerFusedOps.threads = threads;
  // Where the policy leaves it to the target.
  lowerFusedOps.polynomialFma = forms.correctedQuotient ? "true" : "false";
  manager.addPass(createQuantLowerFusedOps(lowerFusedOps));
  manager.addPass(createQuantStripTypes());
}

void quantir::buildQuantToLinalg(OpPassManager &manager,
                                 const PipelineOptions &options) {
  buildToLinalg(manager, options, {}, /*threads=*/1);
}

/// Tensors to buffers, all of them freed or the caller's.
static void buildBufferize(OpPassManager &manager,
                           const ToLLVMOptions &options) {
  // MLIR's pass that eliminates empty tensors would spare some copies, but
  // doesn't see what `bufferization.materialize_in_destination` writes to a
  // buffer that it has chosen, and chooses by addresses in memory.
  manager.addPass(createQuantLimitSharing());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // A loop may give back a tensor other than the one that it got.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createQuantSettleOrder());
  // Only where two views of a buffer are one value is a copy between them seen
  // to be none.
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (options.outParams) {
    manager.addPass(createQuantSeparateResults());
    bufferization::BufferResultsToOutParamsPassOptions outParams;
    outParams.hoistStaticAllocs = true;
    outParams.hoistDynamicAllocs = true;
    outParams.modifyPublicFunctions = true;
    manager.addPass(
        bufferization::createBufferResultsToOutParamsPass(outParams));
    manager.addPass(createCanonicalizerPass());
  }
  manager.addNestedPass<func::FuncOp>(
      bufferization::createBufferLoopHoistingPass());
  bufferization::BufferDeallocationPipelineOptions deallocation;
  bufferization::buildBufferDeallocationPipeline(manager, deallocation);
  manager.addPass(createConvertBufferizationToMemRefPass());
}

/// Loops over buffers: few and long, and over threads.
static void buildLoops(OpPassManager &manager, const ToLLVMOptions &options) {
  manager.addPass(createQuantFlattenLoops());
  if (options.parallel > 1) {
    QuantParallelizeLoopsOptions parallelize;
    parallelize.threads = options.parallel;
    manager.addPass(createQuantParallelizeLoops(parallelize));
    manager.addPass(createForallToParallelLoopPass());
    ConvertSCFToOpenMPPassOptions openMP;
    openMP.numThreads = options.parallel;
    manager.addPass(createConvertSCFToOpenMPPass(openMP));
    // Removes scopes of allocations, which may have one block only. It must be
    // sure that nothing allocates in them; of intrinsics it isn't.
    manager.addPass(createCanonicalizerPass());
  }
  if (hasBytePermutations(options.target))
    manager.addPass(createQuantTabulateBytes());
  manager.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createQuantKeepShortLoops());
}

/// All that is left to the LLVM dialect.
static void buildToLLVMDialect(OpPassManager &manager,
                               const ToLLVMOptions &options) {
  // Keeping what it would need to undo a conversion takes time in proportion to
  // the square of the number of loops.
  SCFToControlFlowPassOptions toControlFlow;
  toControlFlow.allowPatternRollback = false;
  manager.addPass(createSCFToControlFlowPass(toControlFlow));
  manager.addPass(createQuantExpandDynamicShapes());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  // Before the conversion to library calls: fma and the like have instructions.
  if (hasBytePermutations(options.target))
    manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createQuantInlineScalarResources());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  if (options.parallel > 1)
    manager.addPass(createConvertOpenMPToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createQuantKeepShortLoops());
  // Once more: the last conversions leave uses in an order of addresses, too.
  manager.addPass(createQuantSettleOrder());
}

void quantir::buildQuantToLLVM(OpPassManager &manager,
                               const ToLLVMOptions &options) {
  EmitForms forms;
  forms.magicRounding = true;
  forms.integerClamp = hasIntegerMinMax(options.target);
  forms.correctedQuotient = hasFusedMultiplyAdd(options.target);
  // Before anything else looks at slices of buffers.
  manager.addPass(createQuantSplitSlices());
  buildToLinalg(manager, options, forms, options.parallel);
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createConvertElementwiseToLinalgPass());
  buildBufferize(manager, options);
  buildLoops(manager, options);
  buildToLLVMDialect(manager, options);
}

/// Registers a pipeline whose options `check` may refuse: it gives an empty
/// string or what is wrong.
template <typename Options>
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &, const Options &),
                             std::string (*check)(const Options &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &manager, StringRef text,
          function_ref<LogicalResult(const Twine &)> errorHandler) {
        Options options;
        std::string why;
        llvm::raw_string_ostream os(why);
        if (failed(options.parseFromString(text, os))) {
          StringRef reason = StringRef(why).trim();
          reason.consume_front("<Pass-Options-Parser>: ");
          // Values that aren't of an option's type are named by LLVM.
          if (reason.empty())
            return errorHandler(name + ": expected other options than '" +
                                text + "'");
          return errorHandler(name + ": " + reason);
        }
        if (std::string error = check(options); !error.empty())
          return errorHandler(name + ": " + error);
        build(manager, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(Options());
      });
}

static std::string checkPolicyOptions(const PipelineOptions &options) {
  PolicyKnobs knobs;
  return readPolicyOptions(options, knobs);
}

static std::string checkToLLVMOptions(const ToLLVMOptions &options) {
  if (!isKnownTarget(options.target))
    return "expected target to be generic, native or an x86 processor or "
           "level such as x86-64-v3, but got '" +
           options.target + "'";
  if (options.parallel < 1 || options.parallel > 1024)
    return "expected parallel to be between 1 and 1024, but got " +
           std::to_string(options.parallel);
  return checkPolicyOptions(options);
}

void quantir::registerPipelines() {
  registerPipeline<PipelineOptions>(
      "quant-to-linalg",
      "Lower quantized casts to arith and linalg and quantized types to "
      "integers",
      buildQuantToLinalg, checkPolicyOptions);
  registerPipeline<ToLLVMOptions>(
      "quant-to-llvm",
      "Lower quantized casts and types all the way to the LLVM dialect",
      buildQuantToLLVM, checkToLLVMOptions);
}
