//===- Pipelines.cpp - The passes in order --------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Pipelines/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "quantir/Transforms/Passes.h"
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

void quantir::buildQuantToLinalg(OpPassManager &manager,
                                 const PipelineOptions &options) {
  // From here on each op has its policy with it, wherever it is moved.
  manager.addPass(
      createQuantPinPolicy(withPolicy<QuantPinPolicyOptions>(options)));
  manager.addPass(createQuantFoldConstants());
  // The exact form changes no bits, so this is right for every policy.
  QuantFuseRequantizeOptions fuseRequantize;
  fuseRequantize.runtimeChecks = options.runtimeChecks;
  manager.addPass(createQuantFuseRequantize(fuseRequantize));
  QuantLowerCastsOptions lowerCasts;
  lowerCasts.runtimeChecks = options.runtimeChecks;
  manager.addPass(createQuantLowerCasts(lowerCasts));
  manager.addPass(createQuantStripTypes());
}

void quantir::buildQuantToLLVM(OpPassManager &manager,
                               const PipelineOptions &options) {
  buildQuantToLinalg(manager, options);
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createConvertElementwiseToLinalgPass());

  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createConvertLinalgToLoopsPass());
  bufferization::BufferDeallocationPipelineOptions deallocation;
  bufferization::buildBufferDeallocationPipeline(manager, deallocation);
  manager.addPass(createConvertBufferizationToMemRefPass());

  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  // Before the conversion to library calls: fma and the like have instructions.
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void quantir::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "quant-to-linalg",
      "Lower quantized casts to arith and linalg and quantized types to "
      "integers",
      buildQuantToLinalg);
  PassPipelineRegistration<PipelineOptions>(
      "quant-to-llvm",
      "Lower quantized casts and types all the way to the LLVM dialect",
      buildQuantToLLVM);
}
