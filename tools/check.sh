#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Everything that has to hold: installs what is missing, builds all of it in build/
# with warnings as errors, and runs all tests through ctest; formatting, the
# reference documentation and the examples are tests too. The last output is the
# summary of ctest, the exit code is that of ctest. Safe to repeat.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

say "1/4 packages"
install_packages "${QUANTIR_PACKAGES[@]}" "${QUANTIR_CHECK_PACKAGES[@]}"

say "2/4 configure"
configure default build

say "3/4 build"
build build

say "4/4 tests"
run_tests build
