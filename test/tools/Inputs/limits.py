# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every pass of quant-opt on modules at the limits of what it may be given.

usage: limits.py QUANT_OPT DIRECTORY [--complete] [CASE ...]

The passes and pipelines are those whose names quant-opt lists under `quant-`. Each
runs on each module of limit_cases.py, which succeeds or fails with the message
that is named there, and in a time far below what it would take if that were
quadratic. After that all run once more in a row, on buffers and on loops.

Small modules share a process, a large one (in the tests at a part of its size) goes
through its passes in a row. With --complete, every pass is alone with each module,
and all of them are as large as they get.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import sys

from limit_cases import CASES, SECONDS, SIZES

# Further options of passes, beside none.
OPTIONS = {
    "quant-fuse-requantize": ["runtime-checks=true integer-clamp=true"],
    "quant-lower-casts": ["runtime-checks=true integer-clamp=true"],
    "quant-lower-fused-ops": ["runtime-checks=true threads=4"],
    "quant-parallelize-loops": ["threads=4"],
    "quant-to-linalg": ["runtime-checks=true"],
    "quant-to-llvm": ["runtime-checks=true parallel=4 out-params=true target=x86-64-v4"],
}
# These come last in a row, in this order: they leave nothing to the others.
LAST = ["quant-lower-fused-ops", "quant-strip-types", "quant-fold-constants", "quant-fuse-requantize",
        "quant-lower-casts"]
BUFFERS = ["--quant-to-linalg",
           "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"]


def list_passes(quant_opt):
    """The names of the passes and of the pipelines."""
    text = subprocess.run([quant_opt, "--help"], capture_output=True, text=True, check=True).stdout
    passes, pipelines = text.split("Pass Pipelines:")
    find = lambda part: re.findall(r"^ +--(quant-[\w-]+) ", part, re.M)
    return find(passes), find(pipelines)


class Outcome:
    def __init__(self, code, stderr, seconds):
        self.code, self.stderr, self.seconds = code, stderr, seconds


class Runner:
    def __init__(self, quant_opt, directory):
        self.quant_opt, self.directory, self.seconds = quant_opt, pathlib.Path(directory), 0

    def run(self, file, passes):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [self.quant_opt, file, "--split-input-file", *passes, "-o", "/dev/null"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=600)
            code, stderr = done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            code, stderr = "no end", ""
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.seconds += seconds
        return Outcome(code, stderr, seconds)

    def write(self, names, complete):
        """The file with the modules of these cases, and the line that each begins at."""
        file, starts, parts, line = self.directory / ("-".join(names[:1]) + ".mlir"), [], [], 1
        for name in names:
            function, size = CASES[name][0], SIZES.get(name)
            text = function(size[complete]) if size else function()
            starts.append(line)
            parts.append(text.rstrip("\n") + "\n// -----\n")
            line += parts[-1].count("\n")
        file.write_text("".join(parts).removesuffix("// -----\n"))
        return file, starts


def name_of(flag):
    return flag.lstrip("-").partition("=")[0]


def expected_message(name, passes):
    """A part of the message of the first of these passes in which a case fails, or None."""
    _, refused, fails = CASES[name]
    names = [name_of(p) for p in passes]
    return refused or next((fails[p] for p in names if p in fails), None)


def check(names, starts, passes, outcome, complete):
    """What is wrong with the outcome of modules in one file."""
    what = " ".join(passes)
    where = f"{' '.join(names)}: {what}"
    if outcome.code not in (0, 1):
        return [f"{where}: expected to exit with 0 or 1, but got {outcome.code}: {outcome.stderr[:2000]}"]
    errors = []
    limit = min(SECONDS[name] for name in names)
    if complete and names[0] in SIZES:
        limit *= SIZES[names[0]][1] / SIZES[names[0]][0]
    if outcome.seconds > limit:
        errors.append(f"{where}: expected to take less than {limit:.0f} s, but got {outcome.seconds:.1f} s")
    messages = {name: [] for name in names}
    for line, message in re.findall(r"^[^\n]*\.mlir:(\d+):\d+: error: ([^\n]*)", outcome.stderr, re.M):
        index = max(i for i, start in enumerate(starts) if start <= int(line))
        messages[names[index]].append(message)
    for name, got in messages.items():
        expected = expected_message(name, passes)
        if bool(expected) != bool(got) or (expected and not any(expected in message for message in got)):
            errors.append(f"{name}: {what}: expected {repr(expected) if expected else 'no error'}, but got {got}")
    if len(outcome.stderr) > 10000 * len(names):
        errors.append(f"{where}: expected short messages, but got {len(outcome.stderr)} characters")
    code = int(any(messages.values()))
    if outcome.code != code:
        errors.append(f"{where}: expected to exit with {code}, but got {outcome.code}: {outcome.stderr[:2000]}")
    return errors


def lists_of_passes(passes, pipelines, names, alone):
    """What goes through one process after the other."""
    flag = lambda name, options="": f"--{name}" + (f"={options}" if options else "")
    every = [[flag(name, options)] for name in passes + pipelines for options in ["", *OPTIONS.get(name, [])]]
    row = [flag(name, OPTIONS.get(name, [""])[0]) for name in passes]
    # A case may fail in a pass: in a row the passes behind it would see nothing.
    fragile = any(CASES[name][2] for name in names)
    if not alone and not fragile:
        ordered = sorted(row, key=lambda p: LAST.index(name_of(p)) if name_of(p) in LAST else -1)
        every = [ordered] + [[flag(name, OPTIONS.get(name, [""])[0])] for name in pipelines]
    # What refuses a case would hide it from the others, and packing refuses views of a part.
    refusing = {"quant-pack-sub-byte"}.union(*(CASES[name][2] for name in names))
    calm = [p for p in row if name_of(p) not in refusing]
    return every + [[*BUFFERS, *calm, "--convert-linalg-to-loops", *calm], ["--canonicalize"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("quant_opt")
    parser.add_argument("directory")
    parser.add_argument("--complete", action="store_true")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_intermixed_args()
    pathlib.Path(options.directory).mkdir(parents=True, exist_ok=True)
    runner = Runner(options.quant_opt, options.directory)
    passes, pipelines = list_passes(options.quant_opt)
    unknown = (set(OPTIONS) | set(LAST)) - set(passes + pipelines)
    if set(options.cases) - set(CASES):
        parser.error(f"expected cases of {', '.join(CASES)}")
    if unknown or not pipelines:
        sys.exit(f"error: expected quant-opt to list {sorted(unknown)} among {passes + pipelines}")
    chosen = options.cases or list(CASES)
    small = [name for name in chosen if name not in SIZES]
    groups = [[name] for name in chosen if name in SIZES]
    together = [[name for name in small if bool(CASES[name][2]) == fails] for fails in (False, True)]
    groups = ([[name] for name in small] if options.complete else [group for group in together if group]) + groups
    errors = []
    for names in groups:
        file, starts = runner.write(names, options.complete)
        runs = lists_of_passes(passes, pipelines, names, options.complete or names[0] in small)
        slowest, before = Outcome(0, "", 0), runner.seconds
        for list_ in runs:
            outcome = runner.run(file, list_)
            found = check(names, starts, list_, outcome, options.complete)
            if outcome.code not in (0, 1) and len(names) > 1:
                # Which one is it?
                for name in names:
                    alone, start = runner.write([name], options.complete)
                    found += check([name], start, list_, runner.run(alone, list_), options.complete)
            errors += found
            slowest = max(slowest, outcome, key=lambda o: o.seconds)
        print(f"{' '.join(names)}: {len(runs)} runs, {runner.seconds - before:.1f} s, "
              f"the longest {slowest.seconds:.1f} s", flush=True)
        file.unlink()
    print("\n".join(errors))
    print(f"{len(passes)} passes, {len(pipelines)} pipelines, {len(chosen)} modules, "
          f"{runner.seconds:.0f} s, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
