//===- acme-opt.cpp - A compiler with all of MLIR's dialects --------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It has MLIR's own `quant` dialect, so QuantIR joins by the extension.
//
//===----------------------------------------------------------------------===//

#include "AcmePasses.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "quantir/BuiltinQuant/BuiltinQuant.h"
#include "quantir/Pipelines/Pipelines.h"
#include "quantir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  quantir::registerBuiltinQuantExtension(registry);

  mlir::registerAllPasses();
  quantir::registerQuantPasses();
  quantir::registerPipelines();
  acme::registerPassesBesideBuiltinQuant();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Acme's compiler\n", registry));
}
