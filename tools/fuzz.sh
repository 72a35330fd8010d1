#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   tools/fuzz.sh <text|bytecode|passes> [<seconds>] [<option of libFuzzer>...]
#
# Builds a fuzz target with libFuzzer in build-fuzz/ and runs it for some time (ten
# minutes if not said), from the tests as seeds. What it
# finds, and a corpus that grows from run to run, is left in
# build-fuzz/fuzz/<target>/.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

target=${1:-}
seconds=${2:-600}
shift $(($# < 2 ? $# : 2))
case $target in
text | bytecode | passes) ;;
*) die "expected a target, one of text, bytecode, passes, but got '$target'" ;;
esac

install_packages "${QUANTIR_PACKAGES[@]}" "libclang-rt-$QUANTIR_LLVM-dev"
configure fuzz build-fuzz
build build-fuzz "quant-fuzz-$target"

sources=$QUANTIR_ROOT/test/fuzz
work=$QUANTIR_ROOT/build-fuzz/fuzz/$target
mkdir -p "$work/corpus" "$work/found"
seeds=("$work/corpus")
# To the target bytecode no text is an input.
if [ "$target" != bytecode ]; then
  rm -rf "$work/seeds"
  python3 "$sources/split_tests.py" "$target" "$QUANTIR_ROOT/test" "$work/seeds"
  seeds+=("$work/seeds")
fi
if [ -d "$sources/corpus/$target" ]; then
  seeds+=("$sources/corpus/$target")
fi

say "fuzz $target for $seconds s"
symbolizer=/usr/lib/llvm-$QUANTIR_LLVM/bin/llvm-symbolizer
ASAN_SYMBOLIZER_PATH=$symbolizer UBSAN_OPTIONS=print_stacktrace=1 \
  nice "$QUANTIR_ROOT/build-fuzz/test/fuzz/quant-fuzz-$target" \
  -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=8192 \
  -dict="$sources/quant.dict" -artifact_prefix="$work/found/" \
  -print_final_stats=1 "$@" "${seeds[@]}"
