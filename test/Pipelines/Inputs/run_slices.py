# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random slices of quantized tensors, lowered, compiled, run and compared with lists.

usage: run_slices.py QUANT_OPT LLVM_PREFIX

Each function takes one or two slices of its operand, some with fewer dimensions and
with strides that mean something or nothing, and puts the last one into a slice of a
tensor of zeros. Offsets, sizes and strides are constants in one third of the
functions, operands in another, and both in the last: canonicalized to constants on the way.
Prints how many elements agreed, and exits with 1 if one didn't.
"""

import ctypes
import itertools
import math
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import compiled
from compiled import descriptor_type, run

COUNT = 240
QUANTIZED = "!quant.uniform<i8:f32, 0.5:3>"
KINDS = ["constants", "operands", "constant operands"]


class Numbers:
    """Offsets, sizes and strides in a function, constants or operands of it."""

    def __init__(self, generator, kind):
        self.generator, self.kind, self.operands, self.constants = generator, kind, [], []

    def text(self, value):
        """(how an op has the number, whether its type doesn't)"""
        if self.kind == "constants" or self.generator.random() < 0.5:
            return str(value), False
        if self.kind == "operands":
            self.operands.append(value)
            return f"%n{len(self.operands) - 1}", True
        self.constants.append(value)
        return f"%c{len(self.constants) - 1}", True


class Slice:
    """Offsets, sizes and strides within a shape, and the dimensions that are left."""

    def __init__(self, generator, shape, numbers):
        self.sizes = [min(generator.choice([1, 1, 2, 3]), size) for size in shape]
        # A dimension of size 1 may have any stride.
        limits = [3 if n == 1 else (size - 1) // (n - 1) for n, size in zip(self.sizes, shape)]
        self.strides = [generator.randint(1, min(3, limit)) for limit in limits]
        self.offsets = [generator.randint(0, size - 1 - (n - 1) * stride)
                        for size, n, stride in zip(shape, self.sizes, self.strides)]
        texts = [[numbers.text(value) for value in values] for values in (self.offsets, self.sizes, self.strides)]
        self.text = " ".join("[" + ", ".join(text for text, _ in part) + "]" for part in texts)
        ones = [i for i, n in enumerate(self.sizes) if n == 1 and not texts[1][i][1]]
        dropped = {i for i in ones if generator.random() < 0.6}
        self.kept = [i for i in range(len(shape)) if i not in dropped]
        self.types = ["?" if dynamic else text for text, dynamic in texts[1]]

    def shape(self):
        return [self.sizes[i] for i in self.kept]

    def type(self, element):
        return f"tensor<{''.join(self.types[i] + 'x' for i in self.kept)}{element}>"

    def places(self, shape):
        """Where its elements lie in a list of the elements of the whole."""
        pitches = [math.prod(shape[i + 1:]) for i in range(len(shape))]
        for index in itertools.product(*map(range, self.sizes)):
            yield sum(pitch * (offset + i * stride)
                      for pitch, offset, i, stride in zip(pitches, self.offsets, index, self.strides))


def static_type(shape, element):
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


class Function:
    def __init__(self, seed):
        generator = random.Random(seed)
        self.name, self.numbers = f"f{seed}", Numbers(generator, KINDS[seed % 3])
        self.shape = [generator.choice([1, 2, 4, 5, 7]) for _ in range(generator.choice([2, 3, 3]))]
        x = static_type(self.shape, QUANTIZED)
        lines, value, self.type, shape, self.slices = [], "%q", x, self.shape, []
        for step in range(generator.choice([1, 2])):
            part = Slice(generator, shape, self.numbers)
            lines.append(f"%{step} = tensor.extract_slice {value}{part.text} : {self.type} to {part.type(QUANTIZED)}")
            value, self.type, shape = f"%{step}", part.type(QUANTIZED), part.shape()
            self.slices.append(part)
        # The last slice once more, as a part of another tensor of the shape that it was taken of.
        self.whole = self.slices[-2].shape() if len(self.slices) == 2 else self.shape
        whole = static_type(self.whole, QUANTIZED)
        lines.append(f"%i = tensor.insert_slice {value} into %z{part.text} : {self.type} into {whole}")
        stored = [part.type("i8"), static_type(self.whole, "i8")]
        operands = [f"%x: {static_type(self.shape, 'i8')}", f"%y: {stored[1]}"]
        operands += [f"%n{i}: index" for i in range(len(self.numbers.operands))]
        constants = [f"%c{i} = arith.constant {n} : index" for i, n in enumerate(self.numbers.constants)]
        lines = [*constants, f"%q = quant.scast %x : {static_type(self.shape, 'i8')} to {x}",
                 f"%z = quant.scast %y : {stored[1]} to {whole}", *lines,
                 f"%r = quant.scast {value} : {self.type} to {stored[0]}", f"%s = quant.scast %i : {whole} to {stored[1]}",
                 f"return %r, %s : {', '.join(stored)}"]
        self.text = (f"func.func @{self.name}({', '.join(operands)}) -> ({', '.join(stored)}) "
                     "attributes {llvm.emit_c_interface} {\n  " + "\n  ".join(lines) + "\n}\n")

    def expected(self, values):
        shape = self.shape
        for part in self.slices:
            values, within, shape = [values[i] for i in part.places(shape)], shape, part.shape()
        inserted = [0] * math.prod(within)
        for place, value in zip(self.slices[-1].places(within), values):
            inserted[place] = value
        return [values, inserted]

    def call(self, library, values):
        zeros = [0] * math.prod(self.whole)
        buffers = [(ctypes.c_int8 * max(1, len(v)))(*v) for v in (values, zeros)]
        operands = [to_memref(b, shape) for b, shape in zip(buffers, (self.shape, self.whole))]
        shapes = [self.slices[-1].shape(), self.whole]
        fields = [(f"r{i}", descriptor_type(len(shape))) for i, shape in enumerate(shapes)]
        results = type("Results", (ctypes.Structure,), {"_fields_": fields})()
        getattr(library, f"_mlir_ciface_{self.name}")(
            ctypes.byref(results), *map(ctypes.byref, operands), *map(ctypes.c_int64, self.numbers.operands))
        return [read(getattr(results, f"r{i}"), shape) for i, shape in enumerate(shapes)]


def to_memref(buffer, shape):
    address = ctypes.addressof(buffer)
    strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    return descriptor_type(len(shape))(address, address, 0, tuple(shape), tuple(strides))


def read(memref, shape):
    assert list(memref.sizes) == shape, (list(memref.sizes), shape)
    places = (sum(i * stride for i, stride in zip(index, memref.strides))
              for index in itertools.product(*map(range, shape)))
    start = memref.aligned + memref.offset
    return [ctypes.c_int8.from_address(start + place).value for place in places]


def main():
    quant_opt, llvm = sys.argv[1:]
    functions = [Function(seed) for seed in range(COUNT)]
    module = run([quant_opt, "-", "--quant-to-llvm"], "".join(f.text for f in functions))
    with tempfile.TemporaryDirectory() as directory:
        library = compiled.load(module, llvm, pathlib.Path(directory) / "slices", flags=("-O1",))
        elements, wrong = 0, 0
        for function in functions:
            values = [random.Random(function.name).randint(-128, 127) for _ in range(math.prod(function.shape))]
            expected, got = function.expected(values), function.call(library, values)
            elements += sum(map(len, expected))
            if got != expected:
                wrong += 1
                print(f"expected {expected}, but got {got} from {values} by\n{function.text}")
    reduced = [s for f in functions for s in f.slices if 0 < len(s.sizes) - len(s.kept) < s.sizes.count(1)]
    print(f"{COUNT} functions, {len(reduced)} slices that keep a dimension of size 1 and leave one out, "
          f"{elements} elements, {wrong} functions wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
