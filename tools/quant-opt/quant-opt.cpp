//===- quant-opt.cpp - The driver -----------------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mlir-opt with this project's `quant` dialect, its passes and pipelines,
// and the upstream dialects and passes that lead from there to the LLVM
// dialect.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "quantir/Pipelines/RegisterAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  quantir::registerStandaloneDialects(registry);
  quantir::registerStandalonePasses();
  quantir::hideCodeGeneratorOptions();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, quantir::getDriverOverview(), registry));
}
