//===- StorageTransparentModels.cpp - Upstream's value movers -------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/StorageTransparentModels.h"

#include "mlir/IR/MLIRContext.h"
#include "quantir/IR/QuantOpInterfaces.h"
#include "quantir/IR/QuantTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quantir;

namespace {

struct TransparentModel : StorageTransparent::FallbackModel<TransparentModel> {
  bool isStorageTransparent(Operation *) const { return true; }
};

/// For ops that move values of one type. Their verifiers may let others pass,
/// and then they would have to convert between several quantized types, or
/// between those and floats.
struct OneTypeModel : StorageTransparent::FallbackModel<OneTypeModel> {
  bool isStorageTransparent(Operation *op) const {
    QuantizedTypeInterface common;
    bool hasFloats = false;
    auto isCommon = [&](Type type) {
      QuantizedTypeInterface quantized = getQuantizedElementType(type);
      if (quantized && !common)
        common = quantized;
      hasFloats |= isa<FloatType>(getElementTypeOrSelf(type));
      return !quantized || quantized == common;
    };
    return llvm::all_of(op->getOperandTypes(), isCommon) &&
           llvm::all_of(op->getResultTypes(), isCommon) &&
           !(common && hasFloats);
  }
};

/// Ops of one dialect, named without it, separated by blanks.
struct DialectTable {
  StringRef dialect;
  StringRef ops;
};

} // namespace

/// By name, so that no dialect has to be linked or loaded for it. An op with
/// regions stands here if it does nothing but feed them: their ops are looked
/// at one by one. Control flow isn't listed where MLIR's interfaces tell.
/// These hand on any number of values, each with a type of its own, or none.
static constexpr DialectTable kTransparentOps[] = {
    {"arith", "constant"},
    {"bufferization", "dealloc"},
    {"async", "await execute runtime.load runtime.store yield"},
    {"func", "constant"},
    {"gpu", "dealloc launch launch_func return yield"},
    {"linalg", "generic map reduce"},
    {"memref", "atomic_yield dealloc distinct_objects global"},
    {"ml_program", "global"},
    {"scf", "reduce reduce.return"},
    {"tosa", "cond_if const variable while_loop yield"},
};

static constexpr DialectTable kOneTypeOps[] = {
    {"affine", "load prefetch store"},
    {"arith", "select"},
    {"bufferization", "alloc_tensor clone dealloc_tensor "
                      "materialize_in_destination to_buffer to_tensor"},
    {"gpu", "alloc host_register host_unregister memcpy"},
    {"linalg", "broadcast copy fill pack select transpose unpack"},
    {"memref",
     "alloc alloca assume_alignment cast collapse_shape copy dim "
     "dma_start dma_wait expand_shape extract_aligned_pointer_as_index "
     "extract_strided_metadata generic_atomic_rmw get_global load "
     "memory_space_cast prefetch rank realloc reinterpret_cast reshape "
     "store subview transpose view"},
    {"ml_program", "global_load global_load_const global_load_graph "
                   "global_store global_store_graph"},
    {"shape", "shape_of"},
    {"tensor", "cast collapse_shape concat dim empty expand_shape extract "
               "extract_slice from_elements gather generate insert "
               "insert_slice pad parallel_insert_slice rank reshape scatter "
               "splat"},
    {"tosa", "concat gather identity pad reshape reverse scatter select slice "
             "tile transpose variable_read variable_write"},
    {"ub", "poison"},
};

static std::vector<std::string> getNames(const DialectTable &table) {
  SmallVector<StringRef> ops;
  llvm::SplitString(table.ops, ops);
  std::vector<std::string> names;
  for (StringRef op : ops)
    names.push_back((table.dialect + "." + op).str());
  return names;
}

template <typename Model>
static void attachModels(MLIRContext *context, StringRef dialect,
                         ArrayRef<DialectTable> tables) {
  for (const DialectTable &table : tables) {
    if (table.dialect != dialect)
      continue;
    for (const std::string &name : getNames(table))
      if (std::optional<RegisteredOperationName> op =
              RegisteredOperationName::lookup(name, context))
        op->attachInterface<Model>();
  }
}

std::vector<std::string> quantir::getStorageTransparentOpNames() {
  std::vector<std::string> result;
  for (ArrayRef<DialectTable> tables :
       {ArrayRef(kTransparentOps), ArrayRef(kOneTypeOps)})
    for (const DialectTable &table : tables)
      llvm::append_range(result, getNames(table));
  return result;
}

namespace {
struct StorageTransparentExtension : DialectExtensionBase {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StorageTransparentExtension)

  // No dialect named: called for each one.
  StorageTransparentExtension() : DialectExtensionBase({}) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const override {
    for (Dialect *dialect : dialects) {
      StringRef name = dialect->getNamespace();
      attachModels<TransparentModel>(context, name, kTransparentOps);
      attachModels<OneTypeModel>(context, name, kOneTypeOps);
    }
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<StorageTransparentExtension>(*this);
  }
};
} // namespace

void quantir::registerStorageTransparentModels(DialectRegistry &registry) {
  registry.addExtensions<StorageTransparentExtension>();
}
