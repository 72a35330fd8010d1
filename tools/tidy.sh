#!/usr/bin/env bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# tidy.sh [<file.cpp>...]: clang-tidy on these files, or on all of lib/ and tools/,
# as .clang-tidy says. Some ten seconds a file, so no part of check.sh. Needs the
# build in build/.

set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/setup.sh"

say "packages"
install_packages "clang-tidy-$QUANTIR_LLVM"

database=$QUANTIR_ROOT/build/compile_commands.json
[ -f "$database" ] || die "expected $database; run tools/quickstart.sh first"

if [ $# -eq 0 ]; then
  mapfile -t files < <(find "$QUANTIR_ROOT/lib" "$QUANTIR_ROOT/tools" \
    -name '*.cpp' | sort)
  set -- "${files[@]}"
fi

say "$# files"
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(build_jobs)" \
  "clang-tidy-$QUANTIR_LLVM" --quiet -p "$QUANTIR_ROOT/build"
echo "nothing found"
