#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Casts as runtimes did, by compiled code; compares every element.

Each quantize, dequantize and fake_quantize case of test/Numerics/vectors becomes
a function. quant-opt lowers it under the preset of the runtime, clang compiles
it, and it runs in this process. deviations.txt lists by case how many elements
differ, and why: a case that isn't listed has to match in every element, of any
class, a listed one to differ in exactly so many. Prints a table; exits with 1 if
a case is wrong. The cases that requantize follow in a table of their own.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import json
import math
import os
import pathlib
import struct
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "Inputs"))
import requantize_vectors
from requantize_vectors import VECTORS, read_deviations

import compiled
from compiled import descriptor_type, run

# By runtime, operation, policy and path: the options of the lowering.
GROUPS = {
    ("onnx", "quantize", "onnx", ""): "policy=onnx",
    ("onnx", "dequantize", "int_sub", ""): "policy=onnx",
    ("onnxruntime", "quantize", "onnx", ""): "policy=onnx",
    ("onnxruntime", "quantize", "onnx_cast", ""): "policy=onnx",
    ("onnxruntime", "dequantize", "int_sub", ""): "policy=onnx",
    ("pytorch", "quantize", "pytorch", ""): "policy=pytorch",
    ("pytorch", "quantize", "pytorch_float_zp", "float_qparams"):
        "policy=pytorch zero-point=before-rounding",
    ("pytorch", "fake_quantize", "pytorch", ""): "policy=pytorch",
    ("pytorch", "dequantize", "int_sub", ""): "policy=pytorch",
    ("pytorch", "dequantize", "int_sub", "float_qparams"): "policy=pytorch",
    ("pytorch", "dequantize", "i32_sub", ""): "policy=pytorch",
    ("pytorch", "dequantize", "f_sub", ""):
        "policy=pytorch dequantize=subtract-multiply",
    ("xnnpack", "quantize", "xnnpack", ""): "policy=xnnpack",
    ("xnnpack", "dequantize", "int_sub", ""): "policy=xnnpack",
    ("onednn", "quantize", "onednn", ""): "policy=onednn",
    ("onednn", "quantize", "onednn_unit", ""): "policy=onednn",
    ("onednn", "dequantize", "f_sub", ""): "policy=onednn",
}
# What no cast computes, and what the other table has.
OTHERS = {
    "requantize": "see below",
    "rescale": "see below",
    "requantize_int": "no cast: a multiplier that isn't normalized",
    "doubling_high_mul": "no cast: unit test of the fixed-point product",
    "rounding_divide_by_pot": "no cast: a division alone",
    "saturating_multiply_by_pot": "no cast: a shift alone",
}
EXACT_CLASSES = {"finite", "extreme_scale"}
# Functions of a module.
BATCH = 64
ROW = "{:<12} {:<14} {:<31} {:<44} {:>5} {:>8} {:>10} {:>10} {:>8} {:>6}"
FLOAT_WIDTHS = {"f16": 16, "bf16": 16, "f32": 32}


def read_cases():
    for file in sorted(VECTORS.glob("*.jsonl.zlib")):
        # The fused op has a test of its own: lower-fused-ops-vectors.
        if file.name.startswith("situ."):
            continue
        for line in zlib.decompress(file.read_bytes()).decode().splitlines():
            yield json.loads(line)


def read_cases_without_type():
    """The reasons, by case."""
    lines = (VECTORS / "deviations.txt").read_text().splitlines()
    words = [line.split() for line in lines if line.startswith("type ")]
    return {id: reason for _, id, reason in words}


def get_key(case):
    return (case["runtime"].split()[0], case["op"], case["policy"],
            case.get("path", ""))


#===------------------------------------------------------------------------===#
# Types
#===------------------------------------------------------------------------===#

def float_text(bits, format):
    """The number that a bit pattern stands for, as MLIR reads it."""
    pattern = int(bits, 16)
    if format == "f16":
        number, = struct.unpack("<e", struct.pack("<H", pattern))
    else:
        pattern <<= 16 if format == "bf16" else 0
        number, = struct.unpack("<f", struct.pack("<I", pattern))
    text = repr(number)
    return text if "." in text else text.replace("e", ".0e")


def nested(items, shape):
    """The items as nested lists of a shape."""
    if not shape:
        return items[0]
    size = len(items) // shape[0]
    parts = [nested(items[i * size:(i + 1) * size], shape[1:])
             for i in range(shape[0])]
    return "{" + ", ".join(parts) + "}"


def get_storage(case):
    # The limits of fake quantization may lie outside of the named storage.
    storage = "i32" if case["op"] == "fake_quantize" else case["storage"]
    if case.get("clamp"):
        storage += "<{}:{}>".format(*case["clamp"])
    return storage


def get_type(case):
    """The quantized type of a case that has one."""
    format = case.get("scale_format", case["expressed"])
    parameters = [
        f"{float_text(bits, format)}:{zero_point}"
        for bits, zero_point in zip(case["scales_bits"], case["zero_points"])
    ]
    head = f"!quant.uniform<{get_storage(case)}:{case['expressed']}"
    axis = case.get("axis")
    if axis is None:
        return f"{head}, {parameters[0]}>"
    if "block" not in case:
        return f"{head}:{axis}, {{{', '.join(parameters)}}}>"
    shape = case["shape"]
    sizes = [case["block"] if i == axis else 1 for i in range(len(shape))]
    blocks = ", ".join(f"{i}:{size}" for i, size in enumerate(sizes))
    grid = [size // block for size, block in zip(shape, sizes)]
    return f"{head}:{{{blocks}}}, {nested(parameters, grid)}>"


#===------------------------------------------------------------------------===#
# Code
#===------------------------------------------------------------------------===#

def get_widths(case):
    """Bits of an element of the input and of the output."""
    stored = int(case["storage"][1:])
    real = FLOAT_WIDTHS[case["expressed"]]
    if case["op"] == "fake_quantize":
        return real, real
    return (real, stored) if case["op"] == "quantize" else (stored, real)


def get_function(index, case):
    dims = "".join(f"{size}x" for size in case["shape"])
    real = f"tensor<{dims}{case['expressed']}>"
    stored = f"tensor<{dims}i{case['storage'][1:]}>"
    quantized = f"tensor<{dims}{get_type(case)}>"
    steps = {
        "quantize": [("qcast", real, quantized), ("scast", quantized, stored)],
        "dequantize": [("scast", stored, quantized), ("dcast", quantized, real)],
        "fake_quantize": [("qcast", real, quantized), ("dcast", quantized, real)],
    }[case["op"]]
    body = "".join(
        f"  %{i + 1} = quant.{op} %{i} : {source} to {target}\n"
        for i, (op, source, target) in enumerate(steps)
    ).replace("%0", "%x")
    result = steps[-1][2]
    return (f"func.func @case{index}(%x: {steps[0][1]}) -> {result} attributes "
            f"{{llvm.emit_c_interface}} {{\n{body}  return %2 : {result}\n}}\n")


def compile_cases(cases, options, args, directory):
    """The loaded shared library of the functions of the cases."""
    source = "".join(get_function(i, case) for i, case in enumerate(cases))
    module = run([args.quant_opt, "-", f"--quant-to-llvm={options}"], source)
    return compiled.load(module, args.llvm, pathlib.Path(directory) / "module")


def element_bytes(width):
    return 1 if width <= 8 else 2 if width <= 16 else 4


def call(function, case):
    """The patterns that the function gives for the inputs of the case."""
    in_width, out_width = get_widths(case)
    if case["op"] == "dequantize":
        inputs = [value & ((1 << in_width) - 1) for value in case["in"]]
    else:
        inputs = [int(bits, 16) for bits in case["in_bits"]]
    size = element_bytes(in_width)
    data = ctypes.create_string_buffer(
        b"".join(bits.to_bytes(size, "little") for bits in inputs))
    shape = case["shape"]
    Descriptor = descriptor_type(len(shape))
    strides = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
    sizes = type(Descriptor().sizes)
    address = ctypes.addressof(data)
    operand = Descriptor(address, address, 0, sizes(*shape), sizes(*strides))
    result = Descriptor()
    function.restype = None
    function(ctypes.byref(result), ctypes.byref(operand))
    size = element_bytes(out_width)
    start = result.aligned + result.offset * size
    got = ctypes.string_at(start, len(inputs) * size)
    mask = (1 << out_width) - 1
    return [int.from_bytes(got[i:i + size], "little") & mask
            for i in range(0, len(got), size)]


def expected_patterns(case):
    if case["op"] == "quantize":
        mask = (1 << get_widths(case)[1]) - 1
        return [value & mask for value in case["out"]]
    return [int(bits, 16) for bits in case["out_bits"]]


def is_nan(pattern, format):
    infinity = {"f16": 0x7C00, "bf16": 0x7F80, "f32": 0x7F800000}[format]
    return (pattern & ((1 << FLOAT_WIDTHS[format]) // 2 - 1)) > infinity


def count_mismatches(case, got):
    """How many elements differ; any NaN equals any NaN."""
    expected = expected_patterns(case)
    if len(got) != len(expected):
        sys.exit(f"error: {case['id']}: expected {len(expected)} elements, but "
                 f"got {len(got)}")
    differ = [pair for pair in zip(got, expected) if pair[0] != pair[1]]
    if case["op"] == "quantize":
        return len(differ)
    format = case["expressed"]
    return sum(not (is_nan(a, format) and is_nan(b, format)) for a, b in differ)


#===------------------------------------------------------------------------===#
# Groups
#===------------------------------------------------------------------------===#

def run_batch(cases, options, args):
    """The number of elements that differ, for each case."""
    with tempfile.TemporaryDirectory() as directory:
        library = compile_cases(cases, options, args, directory)
        return [
            count_mismatches(case, call(getattr(library, f"_mlir_ciface_case{i}"),
                                        case))
            for i, case in enumerate(cases)
        ]


def report_group(key, all_cases, results, without_type, deviations):
    """Prints a row; returns how many cases are wrong, and the row's counts."""
    elements = listed = exact = wrong = 0
    for case in all_cases:
        if case["id"] in without_type:
            continue
        bad, expected = results[case["id"]], deviations.get(case["id"], 0)
        elements += math.prod(case["shape"])
        listed += expected
        if case["class"] in EXACT_CLASSES:
            exact += expected
        if bad != expected:
            wrong += 1
            print(f"{case['id']} ({case['class']}): expected {expected} elements "
                  f"to differ, but got {bad}")
    runtime, op, policy, path = key
    untyped = sum(case["id"] in without_type for case in all_cases)
    print(ROW.format(runtime, op, f"{policy} {path}", GROUPS[key],
                     len(all_cases) - untyped, elements, listed, exact, untyped,
                     wrong))
    return wrong, (len(all_cases) - untyped, elements, listed, exact, untyped)


def run_casts(args):
    """Prints the table; returns how many cases are wrong."""
    groups, others = collections.defaultdict(list), collections.Counter()
    for case in read_cases():
        key = get_key(case)
        if key in GROUPS:
            groups[key].append(case)
        elif case["op"] in OTHERS:
            others[case["runtime"].split()[0], case["op"]] += 1
        else:
            sys.exit(f"error: {case['id']} is in no group: {key}")
    if set(groups) != set(GROUPS):
        sys.exit(f"error: no cases of {set(GROUPS) - set(groups)}")
    without_type, deviations = read_cases_without_type(), read_deviations()

    batches = []
    for key, cases in groups.items():
        typed = [case for case in cases if case["id"] not in without_type]
        batches += [(typed[i:i + BATCH], GROUPS[key])
                    for i in range(0, len(typed), BATCH)]
    results = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda batch: run_batch(*batch, args), batches)
        for (cases, _), bad in zip(batches, counts):
            results.update(zip([case["id"] for case in cases], bad))

    print(ROW.format("runtime", "operation", "how it computes", "policy", "cases",
                     "elements", "deviations", "of finite", "no type", "wrong"))
    wrong, sums = 0, [0] * 5
    for key in GROUPS:
        bad, row = report_group(key, groups[key], results, without_type,
                                deviations)
        wrong += bad
        sums = [a + b for a, b in zip(sums, row)]
    print(ROW.format("all", "", "", "", *sums, wrong))
    for (runtime, op), count in sorted(others.items()):
        print(f"not in this table: {runtime} {op}, {count} cases: {OTHERS[op]}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    build = HERE.parents[1] / "build"
    parser.add_argument("--quant-opt", default=build / "bin/quant-opt",
                        help="the driver to run (default: %(default)s)")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22",
                        help="prefix of LLVM (default: %(default)s)")
    parser.add_argument("--only-casts", action="store_true",
                        help="leave out the table of those that requantize")
    args = parser.parse_args()

    wrong = run_casts(args)
    if not args.only_casts:
        print()
        sys.argv[1:] = [args.quant_opt, args.llvm]
        wrong += requantize_vectors.main()
    print(f"{wrong} cases with unlisted mismatches")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
