# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the functions of a file raised and unraised, and compares every bit.

usage: run_raised.py QUANT_OPT LLVM_PREFIX TEST_PASSES FILE SUITE [PASS ...]

Suites:
accurate: raised under math=accurate; unraised with tanh and the sigmoid computed in
          f64 and rounded once, everything else as it is written
libm:     raised under math=libm; unraised as it is written. Only functions that
          compute the sigmoid by exp, in f32
PASS are passes over the LLVM dialect's input for the raised form alone, to see that
differences are found.

Rows of zeros are among the inputs where the unfused form has a guard for them. Prints
a line; exits with 1 on a difference.
"""

import ctypes
import math
import pathlib
import random
import re
import struct
import sys

import fused_reference as reference
from fused_runner import Tools, descriptor_type, from_memref, to_memref

# What a `?` is: of rows so many, of a row's halves so many.
ROWS, HALF = 29, 19
CALLS = 40
HAS_ZERO_ROWS = {"kimi_k3", "gate_right", "wide_functions", "both_scales", "scalar_scale"}
NOT_BY_EXP = {"whole_tensors", "gate_right", "wide_functions"}


class Function:
    """The name, arguments and result types of a function, one line of text."""

    def __init__(self, line):
        self.name, arguments, results = re.match(r"func\.func @(\w+)\((.*)\) -> (.*) {$", line).groups()
        self.arguments = re.findall(r"%(\w+): (f32|tensor<[^>]*>)", arguments)
        self.results = re.findall(r"tensor<[^>]*>", results)
        self.is_wide = "tensor<?x?" in arguments

    def shape(self, name, type):
        """(shape, element type); f32 is no tensor and has no shape."""
        *sizes, element = type.removeprefix("tensor<").removesuffix(">").split("x")
        shape = []
        for i, size in enumerate(sizes):
            if size != "?":
                shape.append(int(size))
            elif name == "ws" or (i == 1 and name == "x"):
                shape.append(2 * HALF)
            else:
                shape.append(ROWS if i == 0 else HALF)
        return shape, element

    def numbers(self, generator, name, count, element):
        has_weights = any(argument == "ws" for argument, _ in self.arguments)
        uniform = lambda low, high: [reference.f32_bits(generator.uniform(low, high)) for _ in range(count)]
        if element == "i8":
            return [generator.randint(-128, 127) for _ in range(count)]
        if element == "i32":
            return [generator.randint(-20000, 20000) for _ in range(count)]
        if element == "bf16":
            return [reference.f32_bits(generator.gauss(0, 8)) >> 16 for _ in range(count)]
        if element == "f16":
            return [struct.unpack("<H", struct.pack("<e", generator.gauss(0, 8)))[0] for _ in range(count)]
        if name == "ws":
            is_i32 = self.arguments[0][1].endswith("i32>")
            return uniform(0.0001, 0.001) if is_i32 else uniform(0.01, 0.1)
        if name == "as" and not has_weights:
            return uniform(0.0001, 0.001)
        ranges = {"as": (0.5, 2.0), "bias": (-1.0, 1.0), "qs": (0.05, 2.0), "offset": (-20.0, 20.0),
                  "smooth": (0.2, 3.0)}
        return uniform(*ranges[name])

    def inputs(self, generator):
        """(numbers as bits, shape, element type) of each argument."""
        for name, type in self.arguments:
            shape, element = self.shape(name, type)
            numbers = self.numbers(generator, name, math.prod(shape), element)
            if name == "x" and self.name in HAS_ZERO_ROWS:
                row = generator.randrange(math.prod(shape[:-1])) * shape[-1]
                numbers[row:row + shape[-1]] = [0] * shape[-1]
            yield numbers, shape, element

    def call(self, library, inputs):
        """The bits of all results."""
        arguments, results = [], [self.shape("result", type) for type in self.results]
        for numbers, shape, element in inputs:
            if shape:
                memref = to_memref(numbers, shape, element)
                arguments.append(ctypes.byref(memref))
            else:
                arguments.append(ctypes.c_float(reference.from_f32_bits(numbers[0])))
        fields = [(f"r{i}", descriptor_type(len(shape))) for i, (shape, _) in enumerate(results)]
        returned = type("Returned", (ctypes.Structure,), {"_fields_": fields})()
        getattr(library, f"_mlir_ciface_{self.name}")(ctypes.byref(returned), *arguments)
        return [from_memref(getattr(returned, f"r{i}"), *result) for i, result in enumerate(results)]


# To one linalg.generic for each chain of ops: formulas end up in one body.
TO_GENERICS = ["convert-elementwise-to-linalg", "linalg-generalize-named-ops", "linalg-fuse-elementwise-ops"]


def main(quant_opt, llvm, test_passes, file, suite, *passes):
    text = re.sub(r"^(func\.func .*) {$", r"\1 attributes {llvm.emit_c_interface} {",
                  pathlib.Path(file).read_text(), flags=re.M)
    functions = [Function(line) for line in pathlib.Path(file).read_text().splitlines()
                 if line.startswith("func.func @")]
    assert functions and NOT_BY_EXP | HAS_ZERO_ROWS <= {function.name for function in functions}
    if suite == "libm":
        functions = [function for function in functions if function.name not in NOT_BY_EXP]
    tools = Tools(quant_opt, llvm)
    load = lambda *steps: tools.load(text, [f"--load-pass-plugin={test_passes}",
                                            f"--pass-pipeline=builtin.module({','.join(steps)},quant-to-llvm)"])
    unraised = load(*TO_GENERICS, *(["quant-test-accurate-functions"] if suite == "accurate" else []))
    raised = load("quant-raise-fused-ops", f"quant-lower-fused-ops{{math={suite}}}", *passes)
    generator = random.Random(3)
    count = wrong = 0
    for function in functions:
        worst = 0
        for _ in range(2 if function.name == "kimi_k3" else CALLS):
            inputs = list(function.inputs(generator))
            pairs = zip(function.call(unraised, inputs), function.call(raised, inputs))
            for expected, got in pairs:
                count += len(expected)
                worst += sum(a != b for a, b in zip(expected, got))
        if worst:
            print(f"{function.name}: {worst} differ")
        wrong += worst
    print(f"{suite}: {len(functions)} functions, {count} values, {wrong} wrong")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
