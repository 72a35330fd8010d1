#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles moe.mlir and moe.c into one program and runs it.
#
# usage: run_moe.sh QUANT_OPT [POLICY-OPTIONS [TOKENS [DIFFERENT]]]
#   as in: run_moe.sh build/bin/quant-opt "math=accurate" 64 0
# LLVM_BIN: where LLVM's tools are, if not in /usr/lib/llvm-22/bin.

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
quant_opt=${1:?usage: run_moe.sh QUANT_OPT [POLICY-OPTIONS [TOKENS [DIFFERENT]]]}
policy=${2:-}
shift $(($# > 2 ? 2 : $#))
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$quant_opt" "$here/moe.mlir" --quant-to-llvm="target=native out-params $policy" |
  "$llvm/mlir-translate" --mlir-to-llvmir -o "$scratch/moe.ll"
"$llvm/clang" -std=c11 -O3 -march=native -ffp-contract=off -Wno-override-module \
  "$here/moe.c" "$scratch/moe.ll" -lm -o "$scratch/moe"
"$scratch/moe" "$@"
