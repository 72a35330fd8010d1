#!/bin/sh
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For mlir-reduce: exits with 1 while the module in file $1 is interesting.
! grep -q quant.qcast "$1"
