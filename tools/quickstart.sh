#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a fresh Debian 12 or 13 machine to the main job on real data: installs what
# is missing, builds quant-opt in build/, quantizes and dequantizes two weights of
# Silero VAD by compiled code and compares every byte with the stored references.
# Safe to repeat.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

say "1/4 packages"
install_packages "${QUANTIR_PACKAGES[@]}"

say "2/4 configure"
configure default build

say "3/4 build quant-opt and quant-policy"
build build quant-opt quant-policy

say "4/4 real weights: quant-opt, clang, run, compare"
python3 "$QUANTIR_ROOT/test/examples/run_silero.py" \
  --quant-opt "$QUANTIR_ROOT/build/bin/quant-opt"
