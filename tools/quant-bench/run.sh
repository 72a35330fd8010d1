#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds quant-bench, checks the results of every implementation and measures
# them in one run: tables, JSON and a picture in build-bench/results.
#
# usage: run.sh [--quick] [--filter=REGEX] [--out=DIRECTORY] [--build=DIRECTORY]
#   --quick    the sizes in cache, few repetitions: for shaping code, not for
#              figures
#   --filter   only the benchmarks that match, as in quantize/tensor
#   --out      where everything goes
#   --build    a build directory with bin/quant-opt

set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../lib/setup.sh
source "$here/../lib/setup.sh"

quick=0 filter=. out=$QUANTIR_ROOT/build-bench build_dir=$QUANTIR_ROOT/build
for argument in "$@"; do
  case $argument in
    --quick) quick=1 ;;
    --filter=*) filter=${argument#*=} ;;
    --out=*) out=${argument#*=} ;;
    --build=*) build_dir=${argument#*=} ;;
    *) die "expected --quick, --filter=, --out= or --build=, but got $argument" ;;
  esac
done
llvm=/usr/lib/llvm-$QUANTIR_LLVM/bin
quant_opt=$build_dir/bin/quant-opt
if [ ! -x "$quant_opt" ]; then
  say "Building quant-opt"
  install_packages "${QUANTIR_PACKAGES[@]}"
  configure default build
  build build quant-opt
  quant_opt=$QUANTIR_ROOT/build/bin/quant-opt
fi
is_installed libbenchmark-dev || install_packages libbenchmark-dev

say "Compiling the kernels by quant-to-llvm"
mkdir -p "$out/results"
sizes=8K,256K,64M
[ "$quick" = 0 ] || sizes=8K,256K
kernel_options=(--quant-opt="$quant_opt" --llvm-bin="$llvm" --sizes="$sizes")
libraries=(-lbenchmark -lpthread)
# The runtime that LLVM's OpenMP code calls.
openmp=$(find "/usr/lib/llvm-$QUANTIR_LLVM/lib" /usr/lib/llvm-*/lib \
  -maxdepth 1 -name libomp.so.5 2>/dev/null | head -n 1)
if [ -z "$openmp" ]; then
  echo "skipped: quant-to-llvm=parallel: there is no libomp" \
    "(package libomp-$QUANTIR_LLVM-dev)"
elif "$quant_opt" --quant-to-llvm=parallel=2 </dev/null >/dev/null 2>&1; then
  kernel_options+=(--parallel)
fi
python3 "$here/kernels.py" "$out/kernels" "${kernel_options[@]}"

say "Compiling the bench"
sources=(bench.cpp loops.cpp) flags=(-std=c++17 -O3 -march=native
  -ffp-contract=off -Wall -Wextra -Werror -I"$out/kernels" -I"$here")
if [ -f /usr/include/xnnpack.h ] && [ -f /usr/include/pthreadpool.h ]; then
  sources+=(xnnpack.cpp) flags+=(-DQUANTBENCH_XNNPACK)
  libraries+=(-lXNNPACK -lpthreadpool)
else
  echo "skipped: XNNPACK (packages libxnnpack-dev libpthreadpool-dev)"
fi
if [ -f /usr/include/dnnl.hpp ]; then
  sources+=(onednn.cpp) flags+=(-DQUANTBENCH_ONEDNN)
  libraries+=(-ldnnl)
  # Linked to GCC's OpenMP runtime, which libomp stands in for.
  [ -n "$openmp" ] || libraries+=(-l:libgomp.so.1)
else
  echo "skipped: oneDNN (package libdnnl-dev)"
fi
[ -z "$openmp" ] || libraries+=("$openmp" "-Wl,-rpath,$(dirname "$openmp")")
objects=()
for source in "${sources[@]}"; do
  object=$out/${source%.cpp}.o
  "$llvm/clang++" "${flags[@]}" -c "$here/$source" -o "$object"
  objects+=("$object")
done
"$llvm/clang++" "${objects[@]}" @"$out/kernels/kernels.txt" -o "$out/quant-bench" \
  "${libraries[@]}"
fused_flags=(-std=c++17 -O3 -march=native -I"$out/kernels" -I"$here")
"$llvm/clang++" "${fused_flags[@]}" -ffp-contract=off -DFUSED_SUFFIX=clang \
  -c "$here/fused.cpp" -o "$out/fused_clang.o"
fused_objects=("$out/fused_clang.o")
if command -v g++ >/dev/null; then
  g++ "${fused_flags[@]}" -ffast-math -DFUSED_SUFFIX=gcc \
    -c "$here/fused.cpp" -o "$out/fused_gcc.o"
  fused_objects+=("$out/fused_gcc.o")
  fused_flags+=(-DQUANTBENCH_GCC)
else
  echo "skipped: GCC with libmvec (package g++)"
fi
"$llvm/clang++" "${fused_flags[@]}" "$here/fused_bench.cpp" "${fused_objects[@]}" \
  @"$out/kernels/fused.txt" -o "$out/quant-bench-fused" "${libraries[@]}" -lmvec -lm

say "Measuring"
# Short ones: most of them run between two interruptions.
repetitions=40 min_time=0.002
[ "$quick" = 0 ] || repetitions=12
# Results of what a filter leaves out may stay.
[ "$filter" != . ] || rm -f "$out"/results/*.json
IFS=,
for size in $sizes; do
  [ "$size" != 64M ] || repetitions=10
  elements=$(($(echo "$size" | sed 's/K/*1024/; s/M/*1048576/')))
  OMP_WAIT_POLICY=passive "$out/quant-bench" "$elements" \
    --benchmark_filter="$filter" \
    --benchmark_enable_random_interleaving=true \
    --benchmark_repetitions="$repetitions" --benchmark_min_time="$min_time" \
    --benchmark_out="$out/results/$size.json" --benchmark_out_format=json \
    --benchmark_format=console >"$out/results/$size.log"
done
for size in 16x2048 1024x4096; do
  [ "$quick" = 0 ] || [ "$size" = 16x2048 ] || break
  OMP_WAIT_POLICY=passive "$out/quant-bench-fused" "${size%x*}" "${size#*x}" \
    --benchmark_filter="$filter" \
    --benchmark_enable_random_interleaving=true \
    --benchmark_repetitions=10 --benchmark_min_time=0.002 \
    --benchmark_out="$out/results/$size.json" --benchmark_out_format=json \
    --benchmark_format=console >"$out/results/$size.log"
done
python3 "$here/report.py" "$out/results"
