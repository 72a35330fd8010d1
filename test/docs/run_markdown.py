#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in README.md, CHANGELOG.md and docs/, and follows their links.

The words behind the language of a fenced block say what it is:

  ```mlir file=NAME   is written to NAME, for the commands that follow
  ```sh run           is run in a directory of its own, with `build` in it
  ```mlir output      is what the commands before it print; a line `...` stands
                      for any lines, space at the ends of lines doesn't matter

Other blocks are left alone. Every file starts in an empty directory.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^( *)```+ *(.*?) *$")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)\s]*)?\)")


class Block:
    def __init__(self, line, info, indent):
        self.line = line
        self.words = info.split()[1:]
        self.indent = indent
        self.lines = []

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def read_blocks(text):
    """The fenced blocks of a document, and its lines outside of them."""
    blocks, prose, block = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if fence and block is None:
            block = Block(number, fence.group(2), len(fence.group(1)))
        elif fence and not fence.group(2):
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line[block.indent:])
        else:
            prose.append(line)
    return blocks, prose


def matches(expected, actual):
    """Whether `actual` is `expected`, where a line `...` stands for any lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(
            matches(expected[1:], actual[start:])
            for start in range(len(actual) + 1)
        )
    return (
        bool(actual)
        and expected[0].rstrip() == actual[0].rstrip()
        and matches(expected[1:], actual[1:])
    )


def check_examples(blocks, build):
    """Yields what is wrong, as (line, message)."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / "build").symlink_to(build)
        printed = None
        for block in blocks:
            for word in block.words:
                if word.startswith("file="):
                    (directory / word[5:]).write_text(block.text)
                elif word == "run":
                    result = subprocess.run(
                        ["bash", "-euo", "pipefail", "-c", block.text],
                        cwd=directory, capture_output=True, text=True,
                    )
                    if result.returncode != 0:
                        yield block.line, (
                            f"expected success, but got {result.returncode}\n"
                            + result.stderr
                        )
                    printed = result.stdout
                elif word == "output":
                    if printed is None:
                        yield block.line, "expected commands before their output"
                    elif not matches(
                        block.text.strip("\n").split("\n"),
                        printed.strip("\n").split("\n"),
                    ):
                        yield block.line, f"expected this, but got\n{printed}"
                else:
                    yield block.line, (
                        f"expected file=, run or output, but got '{word}'"
                    )


def check_links(path, prose):
    for target, _ in LINK.findall("\n".join(prose)):
        if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
            yield 1, f"expected a file behind the link {target}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    args = parser.parse_args()

    paths = [args.source / "README.md", args.source / "CHANGELOG.md"]
    paths += sorted((args.source / "docs").rglob("*.md"))
    wrong = run = 0
    for path in paths:
        blocks, prose = read_blocks(path.read_text())
        if "reference" not in path.parts:
            run += sum("run" in block.words for block in blocks)
            problems = list(check_examples(blocks, args.build.resolve()))
        else:
            problems = []
        for line, message in problems + list(check_links(path, prose)):
            print(f"{path.relative_to(args.source)}:{line}: {message}")
            wrong += 1
    print(f"{len(paths)} documents, {run} examples run, {wrong} errors")
    return 1 if wrong or not run else 0


if __name__ == "__main__":
    sys.exit(main())
