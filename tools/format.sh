#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# format.sh          formats all C++ files by clang-format
# format.sh --check  only says which ones aren't formatted, and fails if any

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

mode=(-i)
if [ "${1:-}" = --check ]; then
  mode=(--dry-run --Werror)
fi

cd "$QUANTIR_ROOT"
mapfile -d '' files < <(
  find include lib tools test -name '*.cpp' -print0 -o -name '*.h' -print0 \
    -o -name '*.c' -print0
)
[ ${#files[@]} -gt 0 ] || die "expected C++ files below $QUANTIR_ROOT"
"clang-format-$QUANTIR_LLVM" "${mode[@]}" "${files[@]}"
echo "${#files[@]} files formatted"
