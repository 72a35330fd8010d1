# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs quant.dequant_situ_quant: functions of it, compiled and loaded."""

import ctypes
import math
import pathlib
import sys
import tempfile

import fused_reference as reference

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import compiled
from compiled import descriptor_type, run

# Name of an element type: code of struct and ctypes type.
ELEMENTS = {
    "i8": ctypes.c_int8, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
    "bf16": ctypes.c_uint16, "f16": ctypes.c_uint16, "f32": ctypes.c_uint32,
}
OPERANDS = ["weight_scale", "activation_scale", "bias", "quant_scale", "quant_offset"]


class Case:
    """One op and its operands. f32 operands are (values, shape) or None."""

    def __init__(self, name, element, x_shape, x, *, weight_scale=None, activation_scale=None, bias=None,
                 quant_scale=None, quant_offset=None, group_index=None, beta=4.0, linear_beta=25.0,
                 activate_left=True, quant_type="dynamic", x_bits=None, dynamic_shape=False):
        self.name, self.element, self.x_shape, self.x = name, element, list(x_shape), x
        self.weight_scale, self.activation_scale, self.bias = weight_scale, activation_scale, bias
        self.quant_scale, self.quant_offset, self.group_index = quant_scale, quant_offset, group_index
        self.beta, self.linear_beta, self.activate_left = beta, linear_beta, activate_left
        self.quant_type, self.dynamic_shape = quant_type, dynamic_shape
        for operand in OPERANDS:
            if getattr(self, operand):
                values, shape = getattr(self, operand)
                setattr(self, operand, ([reference.f32(v) for v in values], list(shape)))
        self.beta, self.linear_beta = reference.f32(beta), reference.f32(linear_beta)
        # bf16 and f16: the numbers as bit patterns.
        self.x_bits = x_bits

    def type(self, shape, element):
        sizes = ["?" if self.dynamic_shape else str(size) for size in shape]
        return f"tensor<{'x'.join(sizes + [element])}>"

    def operands(self):
        """(name, values as integers, shape, element) of all operands."""
        yield "x", self.x_bits if self.x_bits is not None else self.x, self.x_shape, self.element
        for name in OPERANDS:
            if getattr(self, name):
                values, shape = getattr(self, name)
                yield name, [reference.f32_bits(v) for v in values], shape, "f32"
        if self.group_index is not None:
            yield "group_index", self.group_index, [len(self.group_index)], "i64"

    def y_shape(self):
        return self.x_shape[:-1] + [self.x_shape[-1] // 2]

    def function(self, name):
        operands = list(self.operands())
        arguments = ", ".join(f"%{n}: {self.type(s, e)}" for n, _, s, e in operands)
        listed = " ".join(f"{n}(%{n} : {self.type(s, e)})" for n, _, s, e in operands[1:])
        attributes = (f"beta = 0x{reference.f32_bits(self.beta):08X} : f32, "
                      f"linear_beta = 0x{reference.f32_bits(self.linear_beta):08X} : f32, "
                      f"activate_left = {'true' if self.activate_left else 'false'}, "
                      f'quant_type = "{self.quant_type}"')
        y = self.type(self.y_shape(), "i8")
        results = ["%y"], [y]
        if self.quant_type == "dynamic":
            results[0].append("%s")
            results[1].append(self.type(self.x_shape[:-1], "f32"))
        names, types = map(", ".join, results)
        return (f"func.func @{name}({arguments}) -> ({types}) attributes {{llvm.emit_c_interface}} {{\n"
                f"  {names} = quant.dequant_situ_quant %x {listed} {{{attributes}}}"
                f" : {self.type(self.x_shape, self.element)} -> {types}\n"
                f"  return {names} : {types}\n}}\n")


class Tools:
    """The programs, and where what they write goes."""

    def __init__(self, quant_opt, llvm):
        self.quant_opt, self.llvm = quant_opt, pathlib.Path(llvm)
        self.directory = tempfile.TemporaryDirectory()
        self.count = 0

    def load(self, text, passes):
        """The module compiled, as a loaded library. `passes` end in the LLVM dialect."""
        module = run([self.quant_opt, *passes, "-"], text)
        self.count += 1
        return compiled.load(module, self.llvm, pathlib.Path(self.directory.name) / f"module{self.count}",
                             flags=("-O1",))


def to_memref(values, shape, element):
    array = (ELEMENTS[element] * max(1, len(values)))(*values)
    strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    memref = descriptor_type(len(shape))(ctypes.addressof(array), ctypes.addressof(array), 0,
                                    tuple(shape), tuple(strides))
    memref.array = array
    return memref


def from_memref(memref, shape, element):
    assert list(memref.sizes) == list(shape), (list(memref.sizes), shape)
    count = math.prod(shape)
    address = memref.aligned + memref.offset * ctypes.sizeof(ELEMENTS[element])
    return list((ELEMENTS[element] * count).from_address(address)) if count else []


def call(library, name, operands, results):
    """Results as lists; `operands` are (values, shape, element), `results` (shape, element)."""
    memrefs = [to_memref(*operand) for operand in operands]
    fields = [(f"r{i}", descriptor_type(len(shape))) for i, (shape, _) in enumerate(results)]
    returned = type("Returned", (ctypes.Structure,), {"_fields_": fields})()
    getattr(library, f"_mlir_ciface_{name}")(ctypes.byref(returned), *map(ctypes.byref, memrefs))
    return [from_memref(getattr(returned, f"r{i}"), *result) for i, result in enumerate(results)]


def call_case(library, name, case):
    results = [(case.y_shape(), "i8")]
    if case.quant_type == "dynamic":
        results.append((case.x_shape[:-1], "f32"))
    out = call(library, name, [(v, s, e) for _, v, s, e in case.operands()], results)
    return out[0], out[1] if len(out) > 1 else None


def run_cases(tools, cases, options, passes=None):
    """(codes, scale bits) of each case."""
    text = "".join(case.function(f"f{i}") for i, case in enumerate(cases))
    library = tools.load(text, passes or [f"--quant-to-llvm={options}"])
    return [call_case(library, f"f{i}", case) for i, case in enumerate(cases)]
