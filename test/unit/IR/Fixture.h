//===- Fixture.h - A context for unit tests ---------------------*- C++ -*-===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUANTIR_UNITTEST_IR_FIXTURE_H
#define QUANTIR_UNITTEST_IR_FIXTURE_H

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "quantir/IR/QuantOps.h"
#include "quantir/IR/QuantirDialect.h"

#include <gtest/gtest.h>

namespace quantir {

/// A context with the dialects loaded. Diagnostics are collected, not printed.
class IRTest : public ::testing::Test {
protected:
  IRTest()
      : handler(&context, [this](mlir::Diagnostic &diagnostic) {
          diagnostics += diagnostic.str() + "\n";
          return mlir::success();
        }) {
    context
        .loadDialect<QuantDialect, QuantirDialect, mlir::func::FuncDialect>();
  }

  mlir::Type parse(llvm::StringRef text) {
    return mlir::parseType(text, &context);
  }

  UniformType parseUniform(llvm::StringRef text) {
    return mlir::dyn_cast_or_null<UniformType>(parse(text));
  }

  mlir::OwningOpRef<mlir::ModuleOp> parseModule(llvm::StringRef text) {
    return mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  }

  static std::string print(mlir::Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  auto emitError() {
    return [this] { return mlir::emitError(mlir::UnknownLoc::get(&context)); };
  }

  /// What was reported since the last call.
  std::string takeDiagnostics() { return std::exchange(diagnostics, ""); }

  mlir::MLIRContext context;
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace quantir

#endif // QUANTIR_UNITTEST_IR_FIXTURE_H
