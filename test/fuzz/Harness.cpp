//===- Harness.cpp - What the fuzz targets share --------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OperationSupport.h"
#include "quantir/BuiltinQuant/BuiltinQuant.h"
#include "quantir/IR/QuantDialect.h"
#include "quantir/Pipelines/RegisterAll.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace quantir;
using namespace quantir::fuzz;

// MLIR's libraries have no AddressSanitizer in them: containers of theirs that
// grow in our code, and the other way round, look wrong to it, and memory of
// their allocators isn't marked. What leaks is for the tests under `asan`.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}

/// A host with MLIR's own `quant` dialect, and what modules are made of.
static void registerBuiltinHost(DialectRegistry &registry) {
  registerBuiltinQuantExtension(registry);
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              bufferization::BufferizationDialect, cf::ControlFlowDialect,
              func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
              memref::MemRefDialect, ml_program::MLProgramDialect,
              scf::SCFDialect, tensor::TensorDialect, vector::VectorDialect>();
}

void Host::renew() {
  DialectRegistry registry;
  switch (kind) {
  case OwnText:
    registerQuantDialect(registry);
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    memref::MemRefDialect, tensor::TensorDialect>();
    break;
  case Standalone:
    registerStandaloneDialects(registry);
    break;
  case BesideBuiltin:
    registerBuiltinHost(registry);
    break;
  }
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  context->printOpOnDiagnostic(false);
  // All messages are made, and none is printed.
  context->getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    std::string text = diagnostic.str() + "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      text += note.str() + "\n";
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += text;
    return success();
  });
  uses = 0;
}

MLIRContext *Host::next() {
  if (!context || ++uses > kMaxUses)
    renew();
  errors.clear();
  return context.get();
}

std::string quantir::fuzz::print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

void quantir::fuzz::fail(const char *promise, StringRef details) {
  llvm::errs() << "broken promise: " << promise << "\n" << details << "\n";
  llvm::errs().flush();
  std::abort();
}

bool quantir::fuzz::isTooDeep(StringRef text) {
  constexpr unsigned kMaxDepth = 200;
  unsigned depth = 0, signs = 0;
  for (char c : text) {
    if (StringRef("<({[").contains(c) && ++depth > kMaxDepth)
      return true;
    if (StringRef(">)}]").contains(c) && depth > 0)
      --depth;
    // A chain of minus signs is another nesting, in affine maps.
    signs = c == '-' ? signs + 1 : signs;
    if (signs > 4 * kMaxDepth)
      return true;
  }
  return false;
}

bool quantir::fuzz::isOfKnownOps(StringRef text) {
  static constexpr StringRef kDialects[] = {
      "arith", "builtin", "cf",     "func", "math",   "memref",
      "quant", "quantir", "linalg", "scf",  "tensor", "unknown"};
  static constexpr StringRef kOps[] = {"linalg.broadcast"};
  auto isInWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t dot = text.find('.'); dot != StringRef::npos;
       dot = text.find('.', dot + 1)) {
    StringRef dialect = text.take_front(dot);
    dialect = dialect.substr(
        dialect.find_last_not_of("abcdefghijklmnopqrstuvwxyz_") + 1);
    StringRef op = text.drop_front(dot + 1).take_while(isInWord);
    if (!dialect.empty() && !op.empty() &&
        (!llvm::is_contained(kDialects, dialect) ||
         llvm::is_contained(kOps, (dialect + "." + op).str())))
      return false;
  }
  return true;
}
