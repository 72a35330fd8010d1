//===- StorageTransparentTest.cpp - Upstream's value movers ---------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/Transforms/StorageTransparentModels.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "quantir/IR/QuantOpInterfaces.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quantir;

// The models are attached by name; a name that upstream doesn't know would be
// left out without a word.
TEST(StorageTransparent, EachNameIsAnOpOfUpstream) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerStorageTransparentModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::vector<std::string> names = getStorageTransparentOpNames();
  EXPECT_FALSE(names.empty());
  for (const std::string &name : names) {
    std::optional<RegisteredOperationName> op =
        RegisteredOperationName::lookup(name, &context);
    ASSERT_TRUE(op) << name;
    EXPECT_TRUE(op->hasInterface<StorageTransparent>()) << name;
  }
}

// Ops that compute with their values.
TEST(StorageTransparent, ArithmeticIsNot) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerStorageTransparentModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  for (StringRef name :
       {"arith.addi", "tosa.add", "tosa.rescale", "tosa.clamp", "tosa.table",
        "linalg.matmul", "linalg.add", "tensor.bitcast", "arith.bitcast",
        "memref.atomic_rmw", "vector.reduction"}) {
    std::optional<RegisteredOperationName> op =
        RegisteredOperationName::lookup(name, &context);
    ASSERT_TRUE(op) << name.str();
    EXPECT_FALSE(op->hasInterface<StorageTransparent>()) << name.str();
  }
}
