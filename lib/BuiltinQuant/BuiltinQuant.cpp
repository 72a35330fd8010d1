//===- BuiltinQuant.cpp - Beside MLIR's own quant dialect -----------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/BuiltinQuant/BuiltinQuant.h"

#include "BuiltinTypeModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "quantir/IR/FusedOps.h"
#include "quantir/IR/QuantirDialect.h"
#include "quantir/Transforms/CastBufferization.h"
#include "quantir/Transforms/StorageTransparentModels.h"

using namespace mlir;
using namespace quantir;
namespace mq = mlir::quant;

namespace {

/// Number of scales of one of MLIR's types.
int64_t countParameters(Type type) {
  if (auto perAxis = dyn_cast<mq::UniformQuantizedPerAxisType>(type))
    return perAxis.getScales().size();
  if (auto blocked = dyn_cast<mq::UniformQuantizedSubChannelType>(type))
    return blocked.getScales().getNumElements();
  return 1;
}

/// Prints a type with many parameters once, through an alias.
struct BuiltinAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  static constexpr int64_t kMaxParametersInPlace = 16;

  AliasResult getAlias(Type type, raw_ostream &os) const override {
    if (countParameters(type) <= kMaxParametersInPlace)
      return AliasResult::NoAlias;
    os << "quant_uniform";
    return AliasResult::FinalAlias;
  }
};

} // namespace

template <typename CastOp>
static void attachToCast(MLIRContext *context) {
  CastOp::template attachInterface<CastBufferizationModel<CastOp>>(*context);
}

static void extendQuantDialect(MLIRContext *context,
                               mq::QuantDialect *dialect) {
  context->getOrLoadDialect<QuantirDialect>();
  // What tiling the op creates.
  context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                       tensor::TensorDialect>();
  RegisteredOperationName::insert<DequantSituQuantOp>(*dialect);
  quantir::detail::addViewCache(dialect);
  quantir::detail::attachTypeModels(context);
  dialect->addInterfaces<BuiltinAsmInterface>();
  attachToCast<mq::QuantizeCastOp>(context);
  attachToCast<mq::DequantizeCastOp>(context);
  attachToCast<mq::StorageCastOp>(context);
}

void quantir::registerBuiltinQuantExtension(DialectRegistry &registry) {
  registry.insert<QuantirDialect, mq::QuantDialect, affine::AffineDialect,
                  arith::ArithDialect, tensor::TensorDialect>();
  registry.addExtension(extendQuantDialect);
  registerStorageTransparentModels(registry);
}
