#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the time of quant-lower-casts a cast, as functions grow.

usage: compile-time.py QUANT_OPT [MLIR_OPT] [--quick]

With MLIR_OPT, LLVM's own lower-quant-ops beside it. Prints a Markdown table: the
time of the pass (by --mlir-timing; the least of some runs), of parsing and of
printing. MLIR's pass manager verifies the module after each pass and counts that
to the pass: the last column includes it, the others are without.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile

CHANNELS = 4096


def scale(i):
    """A scale of its own for each of some thousands, exact in f32."""
    number = 0.01 + 1e-6 * (i % 100_000)
    return repr(struct.unpack("f", struct.pack("f", number))[0])


def chained(count):
    """Each dequantized value is quantized next."""
    yield "func.func @f(%x0: tensor<64xf32>) -> tensor<64xf32> {\n"
    for i in range(count // 2):
        q = f"!quant.uniform<i8:f32, {scale(i)}:3>"
        yield f"  %q{i} = quant.qcast %x{i} : tensor<64xf32> to tensor<64x{q}>\n"
        yield f"  %x{i + 1} = quant.dcast %q{i} : tensor<64x{q}> to tensor<64xf32>\n"
    yield f"  return %x{count // 2} : tensor<64xf32>\n}}\n"


def separate(count):
    """An op stands between a dequantized value and the next quantization."""
    yield "func.func @f(%x0: tensor<64xf32>) -> tensor<64xf32> {\n"
    for i in range(count // 2):
        q = f"!quant.uniform<i8:f32, {scale(i)}:3>"
        yield f"  %q{i} = quant.qcast %x{i} : tensor<64xf32> to tensor<64x{q}>\n"
        yield f"  %d{i} = quant.dcast %q{i} : tensor<64x{q}> to tensor<64xf32>\n"
        yield f"  %x{i + 1} = arith.negf %d{i} : tensor<64xf32>\n"
    yield f"  return %x{count // 2} : tensor<64xf32>\n}}\n"


def per_axis(count):
    """One type of many channels."""
    scales = ",".join(scale(i) for i in range(CHANNELS))
    shape = f"8x{CHANNELS}"
    yield f"!q = !quant.uniform<i8:f32:1, {{{scales}}}>\n"
    yield f"func.func @f(%x0: tensor<{shape}xf32>) -> tensor<{shape}xf32> {{\n"
    for i in range(count // 2):
        yield f"  %q{i} = quant.qcast %x{i} : tensor<{shape}xf32> to tensor<{shape}x!q>\n"
        yield f"  %d{i} = quant.dcast %q{i} : tensor<{shape}x!q> to tensor<{shape}xf32>\n"
        yield f"  %x{i + 1} = arith.negf %d{i} : tensor<{shape}xf32>\n"
    yield f"  return %x{count // 2} : tensor<{shape}xf32>\n}}\n"


def per_axis_distinct(count):
    """A type of many channels for each pair of casts."""
    shape = f"8x{CHANNELS}"
    for i in range(count // 2):
        scales = ",".join(scale(i * 37 + c) for c in range(CHANNELS))
        yield f"!q{i} = !quant.uniform<i8:f32:1, {{{scales}}}>\n"
    yield f"func.func @f(%x0: tensor<{shape}xf32>) -> tensor<{shape}xf32> {{\n"
    for i in range(count // 2):
        yield f"  %q{i} = quant.qcast %x{i} : tensor<{shape}xf32> to tensor<{shape}x!q{i}>\n"
        yield f"  %d{i} = quant.dcast %q{i} : tensor<{shape}x!q{i}> to tensor<{shape}xf32>\n"
        yield f"  %x{i + 1} = arith.negf %d{i} : tensor<{shape}xf32>\n"
    yield f"  return %x{count // 2} : tensor<{shape}xf32>\n}}\n"


# Generator, sizes, and the largest size that upstream's quadratic time allows.
CASES = [
    ("per tensor, chained", chained, (1_000, 10_000, 100_000), 10_000),
    ("per tensor, an op between", separate, (1_000, 10_000, 100_000), 100_000),
    (f"per axis, {CHANNELS} channels, one type", per_axis, (1_000, 10_000), 0),
    (f"per axis, {CHANNELS} channels, distinct types", per_axis_distinct, (100, 1_000), 0),
]


def timings(tool, options, path):
    """Seconds by name, of one run."""
    done = subprocess.run(
        [tool, path, *options, "--mlir-timing", "--mlir-timing-display=list",
         "-o", os.devnull],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"error: {tool}: {done.stderr[:500]}")
    found = {}
    for line in done.stderr.splitlines():
        match = re.match(r"\s*([\d.]+) \(\s*[\d.]+%\)\s+(.*)", line)
        if match:
            found[match[2].strip()] = float(match[1])
    return found


def main():
    arguments = [a for a in sys.argv[1:] if a != "--quick"]
    quick = "--quick" in sys.argv
    if not arguments:
        sys.exit(__doc__)
    tools = [("quant-lower-casts", arguments[0],
              ["--quant-lower-casts", "--mlir-disable-threading"], "LowerCasts")]
    if len(arguments) > 1:
        tools.append(("lower-quant-ops", arguments[1],
                      ["--pass-pipeline=builtin.module(func.func(lower-quant-ops))",
                       "--mlir-disable-threading"], "LowerQuantOps"))
    print("| module | casts | pass | parse s | pass s | print s | us a cast | us, verified |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "module.mlir")
        for title, generate, sizes, upstream_limit in CASES:
            for count in sizes[:2] if quick else sizes:
                with open(path, "w") as file:
                    file.writelines(generate(count))
                for name, tool, options, word in tools:
                    if word == "LowerQuantOps" and count > upstream_limit:
                        continue
                    def of_pass(run):
                        return next(t for n, t in run.items() if word in n)

                    def least(*more):
                        return min((timings(tool, [*options, *more], path)
                                    for _ in range(1 if quick else 3)), key=of_pass)

                    best = least("--verify-each=false")
                    print(f"| {title} | {count} | {name} | {best.get('Parser', 0):.3f} "
                          f"| {of_pass(best):.4f} | {best.get('Output', 0):.3f} "
                          f"| {of_pass(best) / count * 1e6:.2f} "
                          f"| {of_pass(least()) / count * 1e6:.2f} |", flush=True)


if __name__ == "__main__":
    main()
