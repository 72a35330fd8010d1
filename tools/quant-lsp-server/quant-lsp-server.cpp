//===- quant-lsp-server.cpp - Language server -----------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The MLIR language server for modules with this project's `quant` dialect.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "quantir/Pipelines/RegisterAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  quantir::registerStandaloneDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
