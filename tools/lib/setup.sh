# shellcheck shell=bash
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts in tools/ share: packages, configuration, build. To be sourced
# by a script that has set -euo pipefail. Works as root or as a user with sudo.

QUANTIR_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly QUANTIR_ROOT

# The toolchain and its version are named here and in CMakePresets.json only.
readonly QUANTIR_LLVM=22
# What every build needs, then what the checks need beside it.
# shellcheck disable=SC2034 # for the scripts that source this file
QUANTIR_PACKAGES=(
  "libmlir-$QUANTIR_LLVM-dev" "mlir-$QUANTIR_LLVM-tools"
  "llvm-$QUANTIR_LLVM-dev" "llvm-$QUANTIR_LLVM-tools"
  "clang-$QUANTIR_LLVM" "lld-$QUANTIR_LLVM"
  cmake ninja-build libgtest-dev python3
)
# shellcheck disable=SC2034
QUANTIR_CHECK_PACKAGES=("clang-format-$QUANTIR_LLVM")

say() { printf '\n==> %s\n' "$*"; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs a command as root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "expected to run as root or to find sudo, for: $*"
  fi
}

is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

has_candidate() {
  # No `grep -q`: it would end the pipe early, which pipefail takes for a failure.
  [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]
}

# install_packages <name>...: installs by apt those that are missing.
install_packages() {
  local name missing=() unknown=()
  command -v apt-get >/dev/null ||
    die "expected Debian's apt-get, to install: $*"
  for name in "$@"; do
    is_installed "$name" || missing+=("$name")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    echo "all packages are there"
    return
  fi

  echo "installing ${missing[*]}"
  as_root apt-get update -q ||
    echo "warning: apt-get update failed, going on with the known packages" >&2
  for name in "${missing[@]}"; do
    has_candidate "$name" || unknown+=("$name")
  done
  if [ ${#unknown[@]} -ne 0 ]; then
    die "apt knows no package ${unknown[*]}; LLVM $QUANTIR_LLVM comes with" \
      "Debian 12 (bookworm) and 13 (trixie), from the security archive:" \
      "expected \"<release>-security main\" among the sources of apt"
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
    --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
}

# Compilers beside clang may need a gigabyte a file.
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemTotal:/ { print int($2 / 1500000) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# configure <preset> <directory>: safe to repeat, also in a tree that was moved.
configure() {
  local preset=$1 directory=$QUANTIR_ROOT/$2 options=()
  local cache=$directory/CMakeCache.txt
  if [ -f "$cache" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$QUANTIR_ROOT" "$cache"; then
    options+=(--fresh)
  fi
  if command -v ccache >/dev/null; then
    options+=(-DCMAKE_{C,CXX}_COMPILER_LAUNCHER=ccache)
    # Hits across checkouts: paths below the parent of this one are relative.
    export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$(dirname "$QUANTIR_ROOT")}"
    export CCACHE_NOHASHDIR=1
    # What a precompiled header asks for.
    export CCACHE_SLOPPINESS=pch_defines,time_macros
  else
    options+=(-DCMAKE_{C,CXX}_COMPILER_LAUNCHER=)
  fi
  (cd "$QUANTIR_ROOT" && cmake --preset "$preset" "${options[@]}")
}

# build <directory> [<target>...]
build() {
  local directory=$QUANTIR_ROOT/$1
  shift
  cmake --build "$directory" --parallel "$(build_jobs)" ${1:+--target "$@"}
}

# run_tests <directory>: the last output is ctest's own summary.
run_tests() {
  ctest --test-dir "$QUANTIR_ROOT/$1" --output-on-failure \
    --parallel "$(build_jobs)" --no-tests=error
}
