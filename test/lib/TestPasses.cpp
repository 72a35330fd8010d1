//===- TestPasses.cpp - The plugin of passes for tests --------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" mlir::PassPluginLibraryInfo LLVM_ATTRIBUTE_VISIBILITY_DEFAULT
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "QuantTestPasses", "1", [] {
            mlir::registerPass(quantir::test::createAccurateFunctionsPass);
            mlir::registerPass(quantir::test::createAssertDefinedPass);
            mlir::registerPass(quantir::test::createBreakRoundingPass);
          }};
}
