//===- acme-opt-standalone.cpp - A compiler with chosen dialects ----------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It has no `quant` dialect but QuantIR's.
//
//===----------------------------------------------------------------------===//

#include "AcmePasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "quantir/IR/QuantDialect.h"
#include "quantir/Pipelines/Pipelines.h"
#include "quantir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::LLVM::LLVMDialect>();
  quantir::registerQuantDialect(registry);

  quantir::registerQuantPasses();
  quantir::registerPipelines();
  acme::registerPassesWithQuantIR();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Acme's compiler, standalone\n", registry));
}
