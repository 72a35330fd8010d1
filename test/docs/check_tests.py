#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the names of the tests that ctest has with the table in docs/testing.md.

A name of the table may end in `*`. With --all each of them has to be a test, too:
some builds leave tests out. Tests of the second host are those of the first with
`.builtin` at the end.
"""

import argparse
import fnmatch
import json
import pathlib
import re
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ctest", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--table", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()

    shown = subprocess.run([args.ctest, "--test-dir", args.build, "--show-only=json-v1"],
                           capture_output=True, text=True, check=True)
    names = {test["name"] for test in json.loads(shown.stdout)["tests"]}
    table = args.table.read_text().partition("| ctest name |")[2].partition("\n\n")[0]
    patterns = [name for line in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", line.split("|")[1])]
    errors = []
    matches = lambda name, pattern: fnmatch.fnmatchcase(name.removesuffix(".builtin"), pattern)
    for name in sorted(names):
        if not any(matches(name, pattern) for pattern in patterns):
            errors.append(f"expected a row for the test {name}")
    for pattern in patterns if args.all else []:
        if not any(matches(name, pattern) for name in names):
            errors.append(f"expected a test for the row {pattern}")
    print("\n".join(f"{args.table}: {error}" for error in errors))
    print(f"{len(names)} tests, {len(patterns)} names in the table, {len(errors)} errors")
    return 1 if errors or not names else 0


if __name__ == "__main__":
    sys.exit(main())
