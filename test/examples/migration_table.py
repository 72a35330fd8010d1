#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What LLVM's lower-quant-ops computes and what QuantIR does, side by side.

Lowers the same modules by mlir-opt's lower-quant-ops and by quant-opt, compiles
both, runs them, and prints the tables of docs/migration.md: one of real weights
(silero_lstm_ih.mlir), one of single values. --check compares them with the
document, --update writes them into it.
"""

import argparse
import array
import ctypes
import math
import pathlib
import struct
import sys
import tempfile

from run_silero import (HERE, Module, compile_llvm, contents, floats,
                        parse_scales, run, with_c_interface)

TENSOR = "lstm_ih"
UPSTREAM = "`lower-quant-ops` of LLVM 22.1"
POLICIES = {
    "QuantIR, default": "spec",
    "QuantIR, `policy=mlir`": "mlir",
    "QuantIR, `policy=onnx`": "onnx",
    "QuantIR, `policy=pytorch`": "pytorch",
    "QuantIR, `policy=tflite`": "tflite",
}
NEAREST = "QuantIR, default"
MARK = "<!-- {}: written by test/examples/migration_table.py -->"

# Quantized type and f32 inputs.
QUANTIZED = [
    ("i8:f32, 1.0", [2.6, -2.6, 2.5, 3.5, 127.6, 200.0, -1e10, math.inf,
                     math.nan]),
    ("i8:f32, 0.5:3", [0.75, -0.75, math.nan]),
    ("u8:f32, 1.0", [-0.7, -3.0, 255.9]),
    ("i8<-127:127>:f32, 1.0", [-127.9, -129.5]),
    ("i32:f32, 1.0", [2147483648.0]),
]
# Quantized type and stored values.
DEQUANTIZED = [
    ("u8:f32, 0.5:3", [255]),
    ("i32:f32, 1.0:16777216", [16777217]),
]


def lower(source, policy, args):
    """The module in the LLVM dialect: by QuantIR, or by LLVM's own pass."""
    options = ""
    if policy is None:
        source = run([
            pathlib.Path(args.llvm) / "bin/mlir-opt", "-",
            "--pass-pipeline=builtin.module(func.func(lower-quant-ops),"
            "canonicalize)",
        ], source)
        if "quant." in source.replace("!quant.", ""):
            sys.exit("error: lower-quant-ops left something of quant")
    else:
        options = f"=policy={policy}"
    return run([args.quant_opt, "-", f"--quant-to-llvm{options}"], source)


def in_order():
    """The name of each lowering and its policy, LLVM's own first."""
    return [(UPSTREAM, None), *POLICIES.items()]


#===------------------------------------------------------------------------===#
# Real weights
#===------------------------------------------------------------------------===#

def quantize_tensor(source, policy, args):
    """Weights, stored values and what they stand for, as numbers."""
    with tempfile.TemporaryDirectory() as directory:
        llvm = lower(with_c_interface(source), policy, args)
        module = Module(compile_llvm(llvm, args, pathlib.Path(directory)), 2)
    weights = module.call("weights")
    stored = module.call("quantize", weights)
    reals = module.call("dequantize", stored)
    return (floats(contents(weights, 4)), array.array("b", contents(stored, 1)),
            floats(contents(reals, 4)))


def tensor_table(args):
    source = (HERE / f"silero_{TENSOR}.mlir").read_text()
    scales = parse_scales(source)
    results = {name: quantize_tensor(source, policy, args)
               for name, policy in in_order()}
    upstream, nearest = results[UPSTREAM][1], results[NEAREST][1]
    yield ("| lowering | stored values unlike LLVM's | unlike the nearest | "
           "largest error | root mean square error | mean change of magnitude |")
    yield "|---|---|---|---|---|---|"
    for name, (weights, stored, reals) in results.items():
        channel = len(weights) // len(scales)
        errors = [(real - weight) / scales[i // channel]
                  for i, (real, weight) in enumerate(zip(reals, weights))]
        shrinks = [error if weight > 0 else -error
                   for error, weight in zip(errors, weights)]
        rms = math.sqrt(math.fsum(e * e for e in errors) / len(errors))
        row = [
            name,
            f"{sum(a != b for a, b in zip(stored, upstream)):,}",
            f"{sum(a != b for a, b in zip(stored, nearest)):,}",
            f"{max(map(abs, errors)):.3f}",
            f"{rms:.3f}",
            f"{math.fsum(shrinks) / len(shrinks):+.3f}",
        ]
        yield "| " + " | ".join(row) + " |"


#===------------------------------------------------------------------------===#
# Single values
#===------------------------------------------------------------------------===#

def get_storage(type):
    """Signedness and width of the storage of a type."""
    storage = type.split(":f32")[0].split("<")[0]
    return storage[0] == "i", int(storage[1:])


def get_function(name, type, quantizes):
    """A function of scalars that a C caller can call."""
    is_signed, width = get_storage(type)
    quantized = f"!quant.uniform<{type}>"
    extend = "" if width == 32 else (
        f"  %e = arith.ext{'s' if is_signed else 'u'}i %s : i{width} to i32\n")
    if quantizes:
        return (f"func.func @{name}(%x: f32) -> i32 {{\n"
                f"  %q = quant.qcast %x : f32 to {quantized}\n"
                f"  %s = quant.scast %q : {quantized} to i{width}\n{extend}"
                f"  return %{'e' if extend else 's'} : i32\n}}\n")
    narrow = "" if width == 32 else f"  %n = arith.trunci %x : i32 to i{width}\n"
    return (f"func.func @{name}(%x: i32) -> f32 {{\n{narrow}"
            f"  %q = quant.scast %{'n' if narrow else 'x'} : i{width} to "
            f"{quantized}\n"
            f"  %f = quant.dcast %q : {quantized} to f32\n"
            f"  return %f : f32\n}}\n")


def to_f32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def is_defined_upstream(type, x):
    """Whether LLVM's lowering defines the result: (x / s) + z has to truncate to
    an integer of the storage type, whatever the bounds."""
    parameters = type.split(", ")[1].split(":")
    zero_point = int(parameters[1]) if len(parameters) > 1 else 0
    value = to_f32(to_f32(x / float(parameters[0])) + zero_point)
    if not math.isfinite(value):
        return False
    is_signed, width = get_storage(type)
    low = -(1 << (width - 1)) if is_signed else 0
    return low <= math.trunc(value) < low + (1 << width)


def number_text(number):
    if isinstance(number, int) or not math.isfinite(number):
        return str(number).replace("nan", "NaN").replace("inf", "infinity")
    return f"{number:g}" if abs(number) < 1e6 else f"{number:.10g}"


def value_table(args):
    cases = [(type, x, True) for type, inputs in QUANTIZED for x in inputs]
    cases += [(type, q, False) for type, inputs in DEQUANTIZED for q in inputs]
    source = "".join(get_function(f"case{i}", type, quantizes)
                     for i, (type, _, quantizes) in enumerate(cases))
    columns = {}
    for name, policy in in_order():
        with tempfile.TemporaryDirectory() as directory:
            library = compile_llvm(lower(source, policy, args), args,
                                   pathlib.Path(directory))
        column = columns[name] = []
        for i, (type, x, quantizes) in enumerate(cases):
            function = getattr(library, f"case{i}")
            types = (ctypes.c_float, ctypes.c_int32)
            argument, function.restype = types if quantizes else types[::-1]
            function.argtypes = [argument]
            if policy is None and quantizes and not is_defined_upstream(type, x):
                column.append("undefined")
            else:
                column.append(number_text(function(x)))
    names = [name.removeprefix("QuantIR, ") for name in columns]
    names[0] = "LLVM 22.1"
    yield "| cast | input | " + " | ".join(names) + " |"
    yield "|---" * (len(names) + 2) + "|"
    for i, (type, x, quantizes) in enumerate(cases):
        row = [f"{'to' if quantizes else 'from'} `{type}`", number_text(x)]
        yield "| " + " | ".join(row + [c[i] for c in columns.values()]) + " |"


#===------------------------------------------------------------------------===#
# The document
#===------------------------------------------------------------------------===#

def replace_table(text, name, table):
    """The document with another table behind the mark of that name."""
    mark = MARK.format(name)
    if text.count(mark) != 1:
        sys.exit(f"error: expected one line '{mark}'")
    head, tail = text.split(mark)
    rest = tail.lstrip("\n").split("\n\n", 1)[1]
    return f"{head}{mark}\n\n" + "\n".join(table) + "\n\n" + rest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quant-opt", required=True, help="the driver to run")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22",
                        help="prefix of LLVM (default: %(default)s)")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", type=pathlib.Path, metavar="FILE",
                       help="compare with the tables in FILE")
    group.add_argument("--update", type=pathlib.Path, metavar="FILE",
                       help="write the tables into FILE")
    args = parser.parse_args()

    tables = {"tensor": list(tensor_table(args)),
              "values": list(value_table(args))}
    path = args.check or args.update
    if not path:
        print("\n\n".join("\n".join(table) for table in tables.values()))
        return 0
    old = new = path.read_text()
    for name, table in tables.items():
        new = replace_table(new, name, table)
    if args.update:
        path.write_text(new)
        return 0
    if new == old:
        print(f"the tables in {path} are up to date")
        return 0
    for before, after in zip(old.splitlines(), new.splitlines()):
        if before != after:
            print(f"expected\n{after}\nbut got\n{before}")
    print(f"the tables in {path} differ; write them with --update")
    return 1


if __name__ == "__main__":
    sys.exit(main())
