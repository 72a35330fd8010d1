#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the modules that quant-bench measures, compiles them by the product's
own pipeline, and lists their functions for bench.cpp.

usage: kernels.py OUT --quant-opt=PATH --llvm-bin=DIR [--sizes=S,...] [--no-upstream]
                  [--parallel]

OUT gets NAME.mlir, NAME.ll and NAME.o; kernels.inc and fused.inc, the functions;
and kernels.txt and fused.txt, the lists of objects.
"""

import argparse
import concurrent.futures
import os
import struct
import subprocess
import sys

# Also in bench.h: what every implementation computes with.
SCALE, ZERO_POINT = "0.037", 3
COLUMNS = 1024
SIZES = {"8K": 8 << 10, "256K": 256 << 10, "64M": 64 << 20}
REQUANTIZE_FROM, REQUANTIZE_TO = "0.051:-4", "0.037:3"
REQUANTIZE32_FROM, REQUANTIZE32_TO = "0.0001147", "0.037:3"
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../../test/examples")
# The types of blocked kernels name each scale; at 64M that is too much text.
BLOCK_SIZES = ("8K", "256K")

ORDERS = {"before": "zero-point=before-rounding", "after": "zero-point=after-rounding"}
TARGETS = {"quantir": "native", "quantir-generic": "generic"}


def f32(number):
    """The f32 nearest to a number, as text that reads back exactly."""
    return repr(struct.unpack("f", struct.pack("f", number))[0])


def parameter(index):
    """Scale and zero point `index`; bench.h computes the same."""
    scale = f32(0.01 + 0.0001 * (index % 613))
    return f"{scale}:{index * 7 % 31 - 15}"


def per_axis(axis, channels):
    scales = ",".join(parameter(i) for i in range(channels))
    return f"!quant.uniform<i8:f32:{axis}, {{{scales}}}>"


def blocked(rows, block):
    count = COLUMNS // block
    grid = ",".join(
        "{" + ",".join(parameter(row * count + i) for i in range(count)) + "}"
        for row in range(rows)
    )
    return f"!quant.uniform<i8:f32:{{0:1, 1:{block}}}, {{{grid}}}>"


class Kernel:
    """A function @NAME and how it is compiled.

    `rank` is that of operand and result; None for the rows that are quantized by
    their own largest value, which have two results.
    """

    def __init__(self, op, impl, size, rank, types, body, options=None):
        self.op, self.impl, self.size, self.rank = op, impl, size, rank
        self.types, self.body, self.options = types, body, options
        words = [op, impl] + ([size] if size else [])
        self.name = "_".join(words).replace("-", "_").replace("/", "_")

    def text(self):
        body = self.body.replace("@NAME", "@" + self.name)
        return f"{self.types}\n{body}"


def quantize(shape):
    return f"""func.func @NAME(%x: tensor<{shape}xf32>) -> tensor<{shape}xi8>
    attributes {{llvm.emit_c_interface}} {{
  %q = quant.qcast %x : tensor<{shape}xf32> to tensor<{shape}x!q>
  %s = quant.scast %q : tensor<{shape}x!q> to tensor<{shape}xi8>
  return %s : tensor<{shape}xi8>
}}
"""


def dequantize(shape):
    return f"""func.func @NAME(%s: tensor<{shape}xi8>) -> tensor<{shape}xf32>
    attributes {{llvm.emit_c_interface}} {{
  %q = quant.scast %s : tensor<{shape}xi8> to tensor<{shape}x!q>
  %x = quant.dcast %q : tensor<{shape}x!q> to tensor<{shape}xf32>
  return %x : tensor<{shape}xf32>
}}
"""


def requantize(shape, stored):
    return f"""func.func @NAME(%s: tensor<{shape}x{stored}>) -> tensor<{shape}xi8>
    attributes {{llvm.emit_c_interface}} {{
  %q = quant.scast %s : tensor<{shape}x{stored}> to tensor<{shape}x!p>
  %x = quant.dcast %q : tensor<{shape}x!p> to tensor<{shape}xf32>
  %r = quant.qcast %x : tensor<{shape}xf32> to tensor<{shape}x!q>
  %y = quant.scast %r : tensor<{shape}x!q> to tensor<{shape}xi8>
  return %y : tensor<{shape}xi8>
}}
"""


def layouts(sizes):
    """Name, size (or None for any), rank, shape and type of each granularity."""
    per_tensor = f"!quant.uniform<i8:f32, {SCALE}:{ZERO_POINT}>"
    yield "tensor", None, 1, "?", per_tensor
    yield "last", None, 2, f"?x{COLUMNS}", per_axis(1, COLUMNS)
    for size in sizes:
        rows = SIZES[size] // COLUMNS
        yield "first", size, 2, f"{rows}x{COLUMNS}", per_axis(0, rows)
        if size in BLOCK_SIZES:
            for block in (32, 128):
                yield (f"block{block}", size, 2, f"{rows}x{COLUMNS}",
                       blocked(rows, block))
    # Convolution weights: small sizes last.
    yield "weights4x4", None, 4, "?x64x4x4", per_tensor


def dynamic_rows():
    with open(os.path.join(EXAMPLES, "dynamic_rows.mlir")) as file:
        return file.read().replace("@dynamic_rows", "@NAME")


def kernels(sizes, parallel):
    def add(op, size, rank, types, body, options=""):
        for impl, target in TARGETS.items():
            yield Kernel(op, impl, size, rank, types, body,
                         f"target={target} out-params {options}")
        if parallel:
            yield Kernel(op, "quantir-parallel", size, rank, types, body,
                         f"target=native out-params parallel=2 {options}")

    for layout, size, rank, shape, element in layouts(sizes):
        alias = f"!q = {element}"
        for order, option in ORDERS.items():
            yield from add(f"quantize/{layout}/{order}", size, rank, alias,
                           quantize(shape), option)
        yield from add(f"dequantize/{layout}", size, rank, alias, dequantize(shape))
    for order, option in ORDERS.items():
        yield from add(
            f"requantize/i8/{order}", None, 1,
            f"!p = !quant.uniform<i8:f32, {REQUANTIZE_FROM}>\n"
            f"!q = !quant.uniform<i8:f32, {REQUANTIZE_TO}>",
            requantize("?", "i8"), option)
        yield from add(
            f"requantize/i32/{order}", None, 1,
            f"!p = !quant.uniform<i32:f32, {REQUANTIZE32_FROM}>\n"
            f"!q = !quant.uniform<i8:f32, {REQUANTIZE32_TO}>",
            requantize("?", "i32"), option + " requantize=float-multiplier")


    yield from add("quantize/dynamic-rows", None, None, "", dynamic_rows())


FUSED_HALVES = (2048, 4096)
GROUPS = 8


def fused_text(kind, half):
    """quant.dequant_situ_quant with H = half."""
    width = 2 * half
    weight, row = f"tensor<{width}xf32>", "tensor<?xf32>"
    y = f"tensor<?x{half}xi8>"
    if kind == "i32groups":
        weight = f"tensor<{GROUPS}x{width}xf32>"
    arguments = {
        "i32": [("x", f"tensor<?x{width}xi32>"), ("weight_scale", weight),
                ("activation_scale", row), ("bias", weight)],
        "i32groups": [("x", f"tensor<?x{width}xi32>"), ("weight_scale", weight),
                      ("activation_scale", row), ("bias", weight),
                      ("group_index", f"tensor<{GROUPS}xi64>")],
        "i8static": [("x", f"tensor<?x{width}xi8>"), ("weight_scale", weight),
                     ("bias", weight), ("quant_scale", f"tensor<{half}xf32>")],
        "bf16": [("x", f"tensor<?x{width}xbf16>")],
    }[kind]
    results = [y] if kind == "i8static" else [y, row]
    attributes = '{quant_type = "static"}' if kind == "i8static" else ""
    names = ["%y", "%y_scale"][:len(results)]
    given = " ".join(f"{name}(%{name} : {type})" for name, type in arguments[1:])
    return f"""func.func @NAME({", ".join(f"%{n}: {t}" for n, t in arguments)}) -> ({", ".join(results)})
    attributes {{llvm.emit_c_interface}} {{
  {", ".join(names)} = quant.dequant_situ_quant %x {given} {attributes}
      : {arguments[0][1]} -> {", ".join(results)}
  return {", ".join(names)} : {", ".join(results)}
}}
"""


def fused_kernels(parallel):
    for kind in ("i32", "i32groups", "i8static", "bf16"):
        for half in FUSED_HALVES:
            for threads in (1, 2) if parallel else (1,):
                name = "quantir" if threads == 1 else "quantir-parallel"
                option = "" if threads == 1 else f" parallel={threads}"
                kernel = Kernel(f"fused/{kind}", name, f"H{half}", 2, "",
                                fused_text(kind, half),
                                f"target=native out-params{option}")
                kernel.fused = kind, threads, half
                yield kernel


def upstream_kernels():
    """LLVM's own lowering of the same casts; its results aren't compared."""
    alias = f"!q = !quant.uniform<i8:f32, {SCALE}:{ZERO_POINT}>"
    yield Kernel("quantize/tensor/before", "upstream", None, 1, alias, quantize("?"))
    yield Kernel("dequantize/tensor", "upstream", None, 1, alias, dequantize("?"))


UPSTREAM_PIPELINE = ",".join([
    "func.func(lower-quant-ops)", "strip-func-quant-types", "canonicalize",
    "convert-elementwise-to-linalg",
    "one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map}",
    "canonicalize", "cse",
    "buffer-results-to-out-params{hoist-dynamic-allocs=1 modify-public-functions=1}",
    "buffer-deallocation-pipeline", "convert-bufferization-to-memref",
    "convert-linalg-to-loops", "canonicalize", "cse", "convert-scf-to-cf",
    "expand-strided-metadata", "lower-affine", "convert-arith-to-llvm",
    "finalize-memref-to-llvm", "convert-index-to-llvm", "convert-cf-to-llvm",
    "convert-func-to-llvm", "reconcile-unrealized-casts",
])


class Compiler:
    def __init__(self, out, quant_opt, llvm_bin):
        self.out, self.quant_opt, self.llvm_bin = out, quant_opt, llvm_bin

    def tool(self, name):
        return os.path.join(self.llvm_bin, name)

    def compile(self, kernel):
        """NAME.o, or an error message."""
        base = os.path.join(self.out, kernel.name)
        with open(base + ".mlir", "w") as file:
            file.write(kernel.text())
        if kernel.options is None:
            lower = [self.tool("mlir-opt"),
                     f"--pass-pipeline=builtin.module({UPSTREAM_PIPELINE})"]
        else:
            lower = [self.quant_opt, f"--quant-to-llvm={kernel.options}"]
        steps = [
            lower + [base + ".mlir", "-o", base + ".llvm.mlir"],
            [self.tool("mlir-translate"), "--mlir-to-llvmir", base + ".llvm.mlir",
             "-o", base + ".ll"],
            [self.tool("clang"), "-O3", "-march=native", "-ffp-contract=off",
             "-Wno-override-module", "-c", base + ".ll", "-o", base + ".o"],
        ]
        for step in steps:
            done = subprocess.run(step, capture_output=True, text=True)
            if done.returncode != 0:
                return f"{kernel.name}: {step[0]}: {done.stderr.strip()[:2000]}"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--quant-opt", required=True)
    parser.add_argument("--llvm-bin", required=True)
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--no-upstream", action="store_true")
    parser.add_argument("--parallel", action="store_true")
    options = parser.parse_args()

    os.makedirs(options.out, exist_ok=True)
    todo = list(kernels(options.sizes.split(","), options.parallel))
    if not options.no_upstream:
        todo += upstream_kernels()
    fused = list(fused_kernels(options.parallel))
    compiler = Compiler(options.out, options.quant_opt, options.llvm_bin)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        errors = [error for error in pool.map(compiler.compile, todo + fused) if error]
    if errors:
        sys.exit("error: " + "\nerror: ".join(errors))

    with open(os.path.join(options.out, "kernels.inc"), "w") as file:
        for kernel in todo:
            if kernel.rank is None:
                file.write(f'ROWS_KERNEL("{kernel.op}", "{kernel.impl}", '
                           f"{kernel.name})\n")
                continue
            file.write(f'KERNEL("{kernel.op}", "{kernel.impl}", '
                       f'{SIZES[kernel.size] if kernel.size else 0}, '
                       f"{kernel.rank}, {kernel.name})\n")
    with open(os.path.join(options.out, "kernels.txt"), "w") as file:
        for kernel in todo:
            file.write(os.path.join(options.out, kernel.name + ".o") + "\n")
    with open(os.path.join(options.out, "fused.inc"), "w") as file:
        for kernel in fused:
            kind, threads, half = kernel.fused
            file.write(f'FUSED("{kind}", "quantir", {threads}, {half}, {kernel.name})\n')
    with open(os.path.join(options.out, "fused.txt"), "w") as file:
        for kernel in fused:
            file.write(os.path.join(options.out, kernel.name + ".o") + "\n")


if __name__ == "__main__":
    main()
