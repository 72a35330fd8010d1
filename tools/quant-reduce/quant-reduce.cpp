//===- quant-reduce.cpp - Smaller modules for bug reports -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's test case reducer for modules with this project's `quant` dialect:
//
//   quant-reduce --reduction-tree='traversal-mode=0 test=interesting.sh'
//   in.mlir
//
// `interesting.sh FILE` exits with 1 while FILE still shows the problem.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "quantir/Pipelines/RegisterAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  quantir::registerStandaloneDialects(registry);
  quantir::registerStandalonePasses();
  quantir::hideCodeGeneratorOptions();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
