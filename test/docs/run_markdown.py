#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples in the documentation, and follows its links.

The words behind the language of a fenced block say what it is:

  ```mlir file=NAME   is written to NAME, for the commands that follow
  ```sh run           is run in a directory of its own, with `build` and `test`
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
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)\s]*\)")


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
    pattern = "".join(
        r"(.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r" *\n"
        for line in expected.strip("\n").split("\n")
    )
    return re.fullmatch(pattern, actual.strip("\n") + "\n") is not None


def run_examples(blocks, source, build):
    """Yields (block, message, what was printed) for each one that is wrong."""
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / "build").symlink_to(build)
        (directory / "test").symlink_to(source / "test")
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
                        yield block, (
                            f"expected success, but got {result.returncode}\n"
                            + result.stderr
                        ), None
                    printed = result.stdout
                elif word == "output":
                    if printed is None:
                        yield block, "expected commands before their output", None
                    elif not matches(block.text, printed):
                        yield block, (
                            f"expected this, but got (see --update)\n{printed}"
                        ), printed
                else:
                    yield block, (
                        f"expected file=, run or output, but got '{word}'"
                    ), None


def update(path, problems):
    """Puts what was printed into the blocks; returns the problems that remain."""
    lines = path.read_text().splitlines()
    remain = []
    for block, message, printed in reversed(problems):
        if printed is None or "..." in (line.strip() for line in block.lines):
            remain.append((block, message, printed))
        else:
            indent = " " * block.indent
            lines[block.line:block.line + len(block.lines)] = [
                (indent + line).rstrip() for line in printed.strip("\n").split("\n")
            ]
    path.write_text("\n".join(lines) + "\n")
    return remain


def broken_links(path, prose):
    for target in LINK.findall("\n".join(prose)):
        if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
            yield target


def follow_links(directory):
    """Nothing outside of the directory is linked to: it isn't installed with it."""
    paths, wrong, links = sorted(directory.rglob("*.md")), 0, 0
    for path in paths:
        prose = read_blocks(path.read_text())[1]
        for target in LINK.findall("\n".join(prose)):
            links += not re.match(r"[a-z]+:", target)
        for target in broken_links(path, prose):
            print(f"{path}: expected an installed file behind the link {target}")
            wrong += 1
    print(f"{len(paths)} documents, {links} links, {wrong} errors")
    return 1 if wrong or not links else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--installed", type=pathlib.Path,
                        help="only follow the links of the documents in this directory")
    parser.add_argument("--update", action="store_true",
                        help="write what is printed into the documents")
    args = parser.parse_args()
    if args.installed:
        return follow_links(args.installed)
    if not args.source or not args.build:
        parser.error("expected --source and --build, or --installed")

    paths = [args.source / "README.md", args.source / "CHANGELOG.md"]
    for folder in ("docs", "test"):
        paths += sorted((args.source / folder).rglob("*.md"))
    wrong = run = 0
    for path in paths:
        blocks, prose = read_blocks(path.read_text())
        problems = []
        if "reference" not in path.parts:
            run += sum("run" in block.words for block in blocks)
            problems = list(run_examples(blocks, args.source.resolve(),
                                         args.build.resolve()))
        if args.update and problems:
            problems = update(path, problems)
        for block, message, _ in problems:
            print(f"{path}:{block.line}: {message}")
        links = list(broken_links(path, prose))
        for target in links:
            print(f"{path}: expected a file behind the link {target}")
        wrong += len(problems) + len(links)
    print(f"{len(paths)} documents, {run} examples run, {wrong} errors")
    return 1 if wrong or not run else 0


if __name__ == "__main__":
    sys.exit(main())
