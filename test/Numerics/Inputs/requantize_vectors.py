#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Requantizes as runtimes did, by compiled code; compares every element.

usage: requantize_vectors.py QUANT_OPT LLVM

Each case of test/Numerics/vectors that turns integers into integers becomes a
function of a dcast and a qcast. quant-opt fuses and lowers them under the
runtime's preset, clang compiles them, and they run in this process. Where the
form is exact, the two casts are compiled and run one by one as well. Prints a
table, and exits with 1 on a mismatch that deviations.txt doesn't list.
"""

import array
import collections
import ctypes
import json
import math
import pathlib
import struct
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import compiled
from compiled import descriptor_type, run

VECTORS = pathlib.Path(__file__).resolve().parents[1] / "vectors"
OPERATIONS = {"requantize", "rescale"}
# By runtime, policy and path: the options of the pass.
FLOAT = " requantize=float-multiplier"
GROUPS = {
    ("onnxruntime", "f32_multiplier_even", ""): "policy=onnx" + FLOAT,
    ("pytorch", "f32_multiplier_even", "qnnpack"): "policy=pytorch" + FLOAT,
    ("pytorch", "f32_multiplier_even_zp_before", "onednn"):
        "policy=onednn" + FLOAT,
    ("pytorch", "rescale_int_sub", "concat"): "policy=pytorch",
    ("pytorch", "rescale_int_sub", "concat_channels_last_base"):
        "policy=pytorch",
    ("pytorch", "rescale_fma", "concat_channels_last"):
        "policy=pytorch dequantize=fma",
    ("pytorch", "rescale_fma", "add_zero"): "policy=pytorch dequantize=fma",
    ("xnnpack", "f32_multiplier_even", "conv_qc8"): "policy=xnnpack" + FLOAT,
    ("xnnpack", "f32_multiplier_even", "fc_qs8"): "policy=xnnpack" + FLOAT,
    ("xnnpack", "f32_multiplier_even", "fc_qu8"): "policy=xnnpack" + FLOAT,
    ("onednn", "f32_multiplier_even_zp_before", ""): "policy=onednn" + FLOAT,
    ("gemmlowp", "gemmlowp", ""):
        "policy=tflite requantize=fixed-double-round",
}
ARRAY_TYPES = {8: "b", 16: "h", 32: "i"}
ROW = "{:<12} {:<46} {:<43} {:<9} {:>5} {:>8} {:>10} {:>10}"


def read_cases():
    """The cases, by the key of their group."""
    groups = collections.defaultdict(list)
    for file in sorted(VECTORS.glob("*.jsonl.zlib")):
        for line in zlib.decompress(file.read_bytes()).decode().splitlines():
            case = json.loads(line)
            if case["op"] not in OPERATIONS:
                continue
            runtime = case["runtime"].split()[0]
            groups[runtime, case["policy"], case.get("path", "")].append(case)
    return groups


def read_deviations():
    """How many elements differ, by case."""
    deviations = {}
    for line in (VECTORS / "deviations.txt").read_text().splitlines():
        words = line.split()
        if len(words) == 3 and words[1].isdigit():
            deviations[words[0]] = int(words[1])
    return deviations


def f32(bits):
    return struct.unpack("<f", struct.pack("<I", int(bits, 16)))[0]


def to_f32(number):
    # A product of two f32 numbers is exact in f64, so this rounds once.
    return struct.unpack("<f", struct.pack("<f", number))[0]


def scale_text(number):
    text = repr(number)
    return text if "." in text else text.replace("e", ".0e")


def quantized_type(storage, expressed, scales, zero_point, axis):
    parameters = [f"{scale_text(scale)}:{zero_point}" for scale in scales]
    if axis is None:
        return f"!quant.uniform<{storage}:{expressed}, {parameters[0]}>"
    listed = ", ".join(parameters)
    return f"!quant.uniform<{storage}:{expressed}:{axis}, {{{listed}}}>"


def get_types(case):
    """Storage name and quantized type of input and output."""
    output = case["storage"]
    input = case.get("accumulator", output)
    input_zero_point = case.get("input_zero_point", 0)
    axis = case.get("axis")
    if "fixed_multiplier" in case:
        # The multiplier itself is the quotient of the scales, in f64.
        scales = [math.ldexp(case["fixed_multiplier"], case["exponent"] - 31)]
        output_scale, expressed = 1.0, "f64"
    else:
        weights = map(f32, case.get("weight_scales_bits", ["3f800000"]))
        input_scale = f32(case["input_scale_bits"][0])
        scales = [to_f32(input_scale * weight) for weight in weights]
        output_scale, expressed = f32(case["output_scale_bits"][0]), "f32"
    return (
        input,
        quantized_type(input, expressed, scales, input_zero_point, axis),
        output,
        quantized_type(output, expressed, [output_scale],
                       case["zero_points"][0], None),
        expressed,
    )


def get_function(index, case):
    """A function that requantizes in place of the case."""
    input, input_type, output, output_type, expressed = get_types(case)
    dims = "".join(f"{size}x" for size in case["shape"])
    stored = f"tensor<{dims}i{input[1:]}>"
    quantized = f"tensor<{dims}{input_type}>"
    real = f"tensor<{dims}{expressed}>"
    requantized = f"tensor<{dims}{output_type}>"
    result = f"tensor<{dims}i{output[1:]}>"
    return f"""
func.func @case{index}(%x: {stored}) -> {result}
    attributes {{llvm.emit_c_interface}} {{
  %0 = quant.scast %x : {stored} to {quantized}
  %1 = quant.dcast %0 : {quantized} to {real}
  %2 = quant.qcast %1 : {real} to {requantized}
  %3 = quant.scast %2 : {requantized} to {result}
  return %3 : {result}
}}
"""


def compile_module(source, passes, tools, directory):
    """The loaded shared library of an MLIR module with casts."""
    quant_opt, llvm = tools
    module = run([quant_opt, "-", *passes], source)
    if "quant." in module:
        sys.exit("error: casts are left after " + " ".join(passes))
    return compiled.load(module, llvm, directory / "module",
                         flags=("-O2", "-march=native"))


def call(function, case):
    """The integers that the function gives for the inputs of the case."""
    def element(storage):
        code = ARRAY_TYPES[int(storage[1:])]
        return code if storage[0] == "i" else code.upper()

    shape = case["shape"]
    data = array.array(element(case.get("accumulator", case["storage"])),
                       case["in"])
    address, count = data.buffer_info()
    strides = [math.prod(shape[axis + 1:]) for axis in range(len(shape))]
    Descriptor = descriptor_type(len(shape))
    sizes = type(Descriptor().sizes)
    operand = Descriptor(address, address, 0, sizes(*shape), sizes(*strides))
    result = Descriptor()
    function.restype = None
    function(ctypes.byref(result), ctypes.byref(operand))
    got = array.array(element(case["storage"]))
    start = result.aligned + result.offset * got.itemsize
    got.frombytes(ctypes.string_at(start, count * got.itemsize))
    return got.tolist()


def check_group(key, cases, options, is_fused, tools, deviations):
    """Prints a row of the table; returns how many cases are wrong."""
    passes = ["--quant-to-llvm=" + options]
    if not is_fused:
        passes = ["--quant-lower-casts=" + options, "--quant-to-llvm"]
    source = "".join(get_function(i, case) for i, case in enumerate(cases))
    with tempfile.TemporaryDirectory() as directory:
        library = compile_module(source, passes, tools, pathlib.Path(directory))
    elements = listed = wrong = 0
    for index, case in enumerate(cases):
        got = call(getattr(library, f"_mlir_ciface_case{index}"), case)
        bad = [i for i, pair in enumerate(zip(got, case["out"]))
               if pair[0] != pair[1]]
        elements += len(case["out"])
        expected = deviations.get(case["id"], 0)
        if len(got) != len(case["out"]) or len(bad) != expected:
            wrong += 1
            print(f"{case['id']}: expected {expected} elements to differ, but "
                  f"got {len(bad)}, the first at {bad[:1]}")
        listed += expected
    runtime, policy, path = key
    print(ROW.format(runtime, f"{policy} {path}", options,
                     "fused" if is_fused else "two loops", len(cases), elements,
                     listed, wrong))
    return wrong


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tools = sys.argv[1:]
    groups, deviations = read_cases(), read_deviations()
    if set(groups) != set(GROUPS):
        sys.exit(f"error: expected the groups {sorted(GROUPS)}, but got "
                 f"{sorted(groups)}")
    print(ROW.format("runtime", "how it computes", "policy", "loops", "cases",
                     "elements", "deviations", "mismatches"))
    wrong = 0
    for key, options in GROUPS.items():
        is_exact = "requantize=" not in options
        for is_fused in [True, False] if is_exact else [True]:
            wrong += check_group(key, groups[key], options, is_fused, tools,
                                 deviations)
    print(f"{wrong} cases with unlisted mismatches")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
