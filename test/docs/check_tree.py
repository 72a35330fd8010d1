#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for files in a checkout that somebody tried something with, and left.

usage: check_tree.py DIRECTORY

At the top level git has the names below and no others: nothing that a test or a
command writes belongs there. Nor do bytecode of Python or outputs belong anywhere in
git. What isn't in git is up to whoever tries something.
"""

import subprocess
import sys

TOP_LEVEL = {
    ".ci", ".clang-format", ".clang-tidy", ".gitignore", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json",
    "LICENSE", "README.md", "cmake", "docs", "include", "lib", "test", "tools",
}
OUTPUTS = (".pyc", ".o", ".so", ".a", ".ll", ".orig", ".rej", ".swp", "~", ".log", ".tmp")


def list_files(directory):
    git = ["git", "-C", directory, "ls-files", "-z"]
    done = subprocess.run(git, capture_output=True, text=True)
    return None if done.returncode else [name for name in done.stdout.split("\0") if name]


def main(directory):
    try:
        top = subprocess.run(["git", "-C", directory, "rev-parse", "--show-prefix"], capture_output=True, text=True)
    except FileNotFoundError:
        print("left out: there is no git")
        return 0
    if top.returncode or top.stdout.strip():
        # Sources without history, or inside of another project.
        print("left out: the sources are no git checkout")
        return 0
    known = list_files(directory)
    strange = {file.partition("/")[0] for file in known} - TOP_LEVEL
    errors = [f"expected no {name} at the top level" for name in sorted(strange)]
    errors += [f"expected no {name} in git" for name in known if name.endswith(OUTPUTS)]
    if not known:
        errors.append("expected files in git")
    print("\n".join(errors))
    print(f"{len(known)} files, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
