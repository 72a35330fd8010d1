"""Writes each part of the lit tests as a file of its own: seeds for fuzzers.

Usage: split_tests.py <target> <directory of tests> <directory to write>

For the target `passes` each seed has passes, too, which differ from part to part.
"""

import hashlib
import pathlib
import re
import sys


def main(target, tests, out):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(pathlib.Path(tests).rglob("*.mlir")):
        for part in re.split(r"^// -----.*$", path.read_text(errors="replace"), flags=re.M):
            # Comments say nothing to a parser, and would be changed in vain.
            lines = [line for line in part.splitlines() if line.strip() and not line.lstrip().startswith("//")]
            seed = ("\n".join(lines) + "\n").encode()
            digest = hashlib.sha256(seed)
            if target == "passes":
                seed = b"T" + seed + b"\0" + digest.digest()
            if 1 < len(seed) <= 6144:
                (out / digest.hexdigest()[:16]).write_bytes(seed)


main(*sys.argv[1:])
