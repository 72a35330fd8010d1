"""Compares what quant-opt makes of all test inputs from run to run.

Usage: determinism.py <quant-opt> <directory of tests> <scratch file>

All parts of all tests stand in one file, one behind the other, and each pass runs on
every one of them: what it refuses is compared as well, by its messages. Addresses
differ between processes, so what follows their order differs, too.
"""

import pathlib
import re
import subprocess
import sys

PASSES = [
    [],
    ["--quant-lower-casts"],
    ["--quant-fold-constants", "--quant-fuse-requantize"],
    ["--quant-normalize-types", "--quant-strip-types"],
    ["--quant-pin-policy", "--quant-lower-fused-ops"],
    ["--quant-to-linalg"],
    ["--quant-to-llvm=target=x86-64-v3 parallel=4"],
]
WAYS = {
    "with threads": [],
    "with threads once more": [],
    "without threads": ["--mlir-disable-threading"],
}
FORMS = {"text": [], "bytecode": ["--emit-bytecode"]}


def main(quant_opt, tests, scratch):
    parts = []
    for path in sorted(pathlib.Path(tests).rglob("*.mlir")):
        for part in re.split(r"^// -----.*$", path.read_text(errors="replace"), flags=re.M):
            # Expected messages would be about other passes.
            parts.append("\n".join(line for line in part.splitlines() if not line.lstrip().startswith("//")))
    with open(scratch, "w") as file:
        file.write("\n// -----\n".join(parts))
    errors = []
    for passes in PASSES:
        sizes = []
        for form, how in FORMS.items():
            results = {}
            # The writer of bytecode sees no threads: once with them is enough.
            ways = dict(list(WAYS.items())[form == "bytecode":])
            for way, options in ways.items():
                command = [quant_opt, scratch, "--split-input-file", "--allow-unregistered-dialect", *passes, *how, *options]
                done = subprocess.run(command, capture_output=True, timeout=600)
                if done.returncode not in (0, 1):
                    errors.append(f"{passes}, {form}, {way}: exited with {done.returncode}: {done.stderr[-1000:]}")
                results[way] = done.stdout, done.stderr
            (first, (output, messages)), *others = results.items()
            sizes.append(len(output))
            # Guards against a comparison of nothing.
            if len(output) < 10000:
                errors.append(f"{passes}, {form}: expected more than {len(output)} bytes")
            for way, result in others:
                if result != (output, messages):
                    errors.append(f"{passes}, {form}: expected the same bytes and messages {first} and {way}")
        print(f"{len(parts)} inputs, {' '.join(passes) or 'no pass'}: {sizes[0]} characters, {sizes[1]} bytes")
    print("\n".join(errors))
    return 1 if errors else 0


sys.exit(main(*sys.argv[1:]))
