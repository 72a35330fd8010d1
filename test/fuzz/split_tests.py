"""Writes each part of the lit tests as a file of its own: seeds for fuzzers.

Usage: split_tests.py <directory of tests> <directory to write>
"""

import hashlib
import pathlib
import re
import sys


def main(tests, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(pathlib.Path(tests).rglob("*.mlir")):
        for part in re.split(r"^// -----.*$", path.read_text(errors="replace"), flags=re.M):
            # Comments say nothing to a parser, and would be changed in vain.
            lines = [line for line in part.splitlines() if line.strip() and not line.lstrip().startswith("//")]
            text = "\n".join(lines) + "\n"
            if 1 < len(text) <= 4096:
                (out / hashlib.sha256(text.encode()).hexdigest()[:16]).write_text(text)


main(*sys.argv[1:])
