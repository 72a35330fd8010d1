#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantizes and dequantizes real weights by compiled code; compares every byte.

For each silero_NAME.mlir beside this script: quant-opt lowers it to the LLVM
dialect, clang makes a shared library of it, and its functions run in this
process. The results must be the bytes of silero_NAME.stored.i8.bin and
silero_NAME.expressed.f32.bin. Prints a table; exits with 1 on any mismatch.
"""

import argparse
import array
import ctypes
import pathlib
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
import compiled
from compiled import descriptor_type, run

TENSORS = {
    "conv2": "encoder.2.reparam_conv.weight",
    "lstm_ih": "decoder.rnn.weight_ih",
}
# Each job runs this often; the fastest run is reported.
RUNS = 20
ROW = "{:<30} {:<10} {:>8} {:>10} {:>17} {:>10}"


def with_c_interface(source):
    """Without this a tensor is passed as a list of scalars, not a descriptor."""
    return re.sub(
        r"^(func\.func @\w+\(.*\) -> \S+) \{$",
        r"\1 attributes {llvm.emit_c_interface} {",
        source,
        flags=re.MULTILINE,
    )


def compile_module(source, args, directory):
    """The loaded shared library of an MLIR module with a quant dialect."""
    options = f"=policy={args.policy}" if args.policy else ""
    module = run([args.quant_opt, f"--quant-to-llvm{options}", "-"],
                 with_c_interface(source))
    return compile_llvm(module, args, directory)


def compile_llvm(module, args, directory):
    """The loaded shared library of a module in the LLVM dialect."""
    return compiled.load(module, args.llvm, directory / "module",
                         flags=("-O3", "-march=native"))


def contents(descriptor, element_bytes):
    """The bytes of a memref, which must be contiguous."""
    count = 1
    for size, stride in reversed(list(zip(descriptor.sizes, descriptor.strides))):
        if stride != count:
            sys.exit(f"error: expected stride {count}, but got {stride}")
        count *= size
    start = descriptor.aligned + descriptor.offset * element_bytes
    return ctypes.string_at(start, count * element_bytes)


class Module:
    """The three functions of a compiled silero_NAME.mlir."""

    def __init__(self, library, rank):
        self.library = library
        self.descriptor = descriptor_type(rank)
        self.free = ctypes.CDLL(None).free
        self.free.argtypes = [ctypes.c_void_p]
        self.free.restype = None

    def call(self, name, *operands):
        function = getattr(self.library, f"_mlir_ciface_{name}")
        function.restype = None
        result = self.descriptor()
        function(ctypes.byref(result), *map(ctypes.byref, operands))
        return result

    def call_timed(self, name, operand):
        """The result of a call, and the seconds of the fastest of many."""
        fastest = float("inf")
        for count in range(RUNS):
            start = time.perf_counter()
            result = self.call(name, operand)
            fastest = min(fastest, time.perf_counter() - start)
            if count + 1 < RUNS:
                self.free(result.allocated)
        return result, fastest


def parse_scales(source):
    """The scales of the only quantized type, rounded to f32."""
    listed = re.search(r"!quant\.uniform<i8<-127:127>:f32:0, \{(.*?)\}>", source)
    return array.array("f", (float(s) for s in listed.group(1).split(",")))


def max_error(reals, steps, scales):
    """The largest |real / scale - step| where nothing was clamped."""
    worst = 0.0
    channel = len(reals) // len(scales)
    for index, (real, step) in enumerate(zip(reals, steps)):
        exact = real / scales[index // channel]
        if -127 <= exact <= 127:
            worst = max(worst, abs(exact - step))
    return worst


def count_mismatches(actual, expected, element_bytes):
    """How many elements differ in any bit; missing ones count too."""
    length = max(len(actual), len(expected))
    return sum(
        actual[i:i + element_bytes] != expected[i:i + element_bytes]
        for i in range(0, length, element_bytes)
    )


def floats(data):
    return array.array("f", data)


def check_tensor(name, title, args):
    """Prints two rows of the table; returns the number of mismatches."""
    source = (HERE / f"silero_{name}.mlir").read_text()
    stored = (HERE / f"silero_{name}.stored.i8.bin").read_bytes()
    expressed = (HERE / f"silero_{name}.expressed.f32.bin").read_bytes()
    scales = parse_scales(source)
    rank = source.split("-> tensor<", 1)[1].split("xf32", 1)[0].count("x") + 1

    with tempfile.TemporaryDirectory() as directory:
        library = compile_module(source, args, pathlib.Path(directory))
    module = Module(library, rank)
    weights = module.call("weights")
    quantized, quantize_time = module.call_timed("quantize", weights)
    reals, dequantize_time = module.call_timed("dequantize", quantized)

    weights = floats(contents(weights, 4))
    got_stored, got_reals = contents(quantized, 1), contents(reals, 4)
    steps = array.array("b", got_stored)
    channel = len(weights) // len(scales)
    back = [r / scales[i // channel] for i, r in enumerate(floats(got_reals))]
    bad_stored = count_mismatches(got_stored, stored, 1)
    bad_reals = count_mismatches(got_reals, expressed, 4)
    for job, bad, error, seconds in (
        ("quantize", bad_stored, max_error(weights, steps, scales), quantize_time),
        ("dequantize", bad_reals, max_error(weights, back, scales), dequantize_time),
    ):
        print(ROW.format(title, job, len(weights), bad, f"{error:.6f}",
                         f"{seconds * 1e6:.1f} us"))
    return bad_stored + bad_reals


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quant-opt", required=True, help="the driver to run")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22",
                        help="prefix of LLVM (default: %(default)s)")
    parser.add_argument("--policy", default="",
                        help="preset of the numeric policy (default: none)")
    args = parser.parse_args()

    print(ROW.format("tensor", "job", "elements", "mismatches",
                     "max error (steps)", "time"))
    bad = sum(check_tensor(name, title, args) for name, title in TENSORS.items())
    print(f"{bad} mismatches" if bad else "every byte equals its reference")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
