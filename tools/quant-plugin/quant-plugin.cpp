//===- quant-plugin.cpp - The plugin for a stock mlir-opt -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This project's passes for MLIR's own `quant` dialect, in a tool that doesn't
// know of them:
//
//   mlir-opt --load-dialect-plugin=QuantPlugin.so
//            --load-pass-plugin=QuantPlugin.so
//            --pass-pipeline='builtin.module(quant-to-linalg)' input.mlir
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "quantir/BuiltinQuant/BuiltinQuant.h"
#include "quantir/Pipelines/Pipelines.h"
#include "quantir/Transforms/Passes.h"

static constexpr const char *kName = "QuantIR";
static constexpr const char *kVersion = QUANTIR_VERSION;

extern "C" mlir::DialectPluginLibraryInfo LLVM_ATTRIBUTE_VISIBILITY_DEFAULT
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, kVersion,
          [](mlir::DialectRegistry *registry) {
            quantir::registerBuiltinQuantExtension(*registry);
          }};
}

extern "C" mlir::PassPluginLibraryInfo LLVM_ATTRIBUTE_VISIBILITY_DEFAULT
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, kVersion, [] {
            quantir::registerQuantPasses();
            quantir::registerPipelines();
          }};
}
