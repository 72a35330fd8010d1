//===- QuantDialect.cpp - The quant dialect -------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/InliningUtils.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/IR/QuantOps.h"
#include "quantir/IR/QuantirDialect.h"

using namespace mlir;
using namespace quantir;

#include "quantir/IR/QuantDialect.cpp.inc"

namespace {

/// Prints a type with many parameters once, through an alias.
struct QuantAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  static constexpr size_t kMaxParametersInPlace = 16;

  AliasResult getAlias(Type type, raw_ostream &os) const override {
    auto uniform = dyn_cast<UniformType>(type);
    if (!uniform || uniform.getView().scales.size() <= kMaxParametersInPlace)
      return AliasResult::NoAlias;
    os << "quant_uniform";
    return AliasResult::FinalAlias;
  }
};

/// The casts are pure: they may be inlined anywhere.
struct QuantInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};

} // namespace

void QuantDialect::initialize() {
  // Whoever has ops of this dialect can ask for the policy in force.
  getContext()->loadDialect<QuantirDialect>();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "quantir/IR/QuantOps.cpp.inc"
      >();
  addOperations<DequantSituQuantOp>();
  addInterfaces<QuantAsmInterface, QuantInlinerInterface>();
  detail::addBytecodeInterface(this);
}

void quantir::registerQuantDialect(DialectRegistry &registry) {
  registry.insert<QuantDialect, QuantirDialect>();
}
