#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles dynamic_rows.mlir, runs it on rows of every kind and compares each code
and scale with a reference that shares nothing with it.

The reference divides in Python's doubles and rounds the quotient to f32, which is
the f32 quotient (53 >= 2 * 24 + 2 digits); it rounds to integers by Python's own
round, to nearest even. Exits with 1 on any mismatch.
"""

import argparse
import ctypes
import math
import pathlib
import random
import struct
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import compiled

COLUMNS = (1, 7, 16, 2048)
SMALLEST, LARGEST = 2.0**-149, (2 - 2.0**-23) * 2.0**127


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def rows(columns):
    """Rows of f32 numbers, by the name of their kind."""
    draw = random.Random(columns)

    def row(number):
        return [f32(number()) for _ in range(columns)]

    yield "normal", row(lambda: draw.gauss(0, 3))
    yield "zeros", [0.0] * columns
    yield "negative zeros", [-0.0] * columns
    yield "subnormal", row(lambda: draw.randint(-500, 500) * SMALLEST)
    yield "the smallest", [SMALLEST] * columns
    yield "the largest", row(lambda: draw.choice([-1, 1]) * LARGEST)
    # Scale 0.5: quotients half-way between two codes, to either side.
    yield "ties", [63.5] + [f32((i % 253 - 126) * 0.25) for i in range(columns - 1)]
    yield "infinity", row(lambda: draw.gauss(0, 1))[1:] + [-math.inf]
    yield "NaN", [math.nan] + row(lambda: draw.gauss(0, 1))[1:]


def reference(row):
    """Codes and scale of a row. NaN is the largest of all, and its code is 0."""
    if any(math.isnan(x) for x in row):
        return [0] * len(row), math.nan
    scale = f32(max(abs(x) for x in row) / 127.0)
    codes = []
    for x in row:
        if scale == 0 or (math.isinf(x) and math.isinf(scale)):
            codes.append(0)
            continue
        quotient = f32(x / scale)
        codes.append(max(-128, min(127, round(quotient))))
    return codes, scale


def descriptor(data, *sizes):
    """Of a contiguous buffer."""
    result = compiled.descriptor_type(len(sizes))()
    result.allocated = result.aligned = ctypes.addressof(data)
    stride = 1
    for i in reversed(range(len(sizes))):
        result.sizes[i], result.strides[i] = sizes[i], stride
        stride *= sizes[i]
    return result


def check(function, columns):
    """The number of mismatches among rows of that length, each printed."""
    names, values = zip(*rows(columns))
    x = (ctypes.c_float * (len(values) * columns))(*[v for row in values for v in row])
    y = (ctypes.c_int8 * len(x))(*[85] * len(x))
    scales = (ctypes.c_float * len(values))(*[-1] * len(values))
    arguments = [descriptor(x, len(values), columns), descriptor(y, len(values), columns),
                 descriptor(scales, len(values))]
    function(*map(ctypes.byref, arguments))
    wrong = 0
    for i, (name, row) in enumerate(zip(names, values)):
        codes, scale = reference(row)
        got = list(y[i * columns:(i + 1) * columns])
        same = scales[i] == scale or (math.isnan(scale) and math.isnan(scales[i]))
        if got != codes or not same:
            wrong += 1
            print(f"mismatch: {columns} columns, {name}: expected scale {scale!r} and "
                  f"codes {codes[:8]}, but got {scales[i]!r} and {got[:8]}")
    return wrong, len(values)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quant-opt", required=True)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22", help="LLVM's prefix")
    parser.add_argument("--options", default="target=native", help="of quant-to-llvm")
    args = parser.parse_args()
    module = compiled.run([args.quant_opt, str(HERE / "dynamic_rows.mlir"),
                           f"--quant-to-llvm=out-params {args.options}"])
    # A row that is copied onto itself.
    if "memrefCopy" in module:
        sys.exit("error: expected rows to be written in place, but got copies of them")
    with tempfile.TemporaryDirectory() as directory:
        library = compiled.load(module, args.llvm, pathlib.Path(directory) / "module",
                                flags=("-O3", "-march=native"))
        counts = [check(library._mlir_ciface_dynamic_rows, n) for n in COLUMNS]
    wrong, all_rows = map(sum, zip(*counts))
    print(f"{all_rows - wrong} of {all_rows} rows as expected")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
