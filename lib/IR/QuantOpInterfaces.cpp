//===- QuantOpInterfaces.cpp - Op interfaces ------------------------------===//
//
// Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quantir/IR/QuantOpInterfaces.h"

#include "quantir/IR/QuantOpInterfaces.cpp.inc"
