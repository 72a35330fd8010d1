"""Random modules with quantized values: types, data, and what an operation of
operations.py is written with.

A module is made of functions, one a seed, that compute from constants, move what
they computed about, and print it as integers. What a value looks like at run
time is always known here, even where its type doesn't say it.
"""

import random
import struct

FLOATS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
INFINITY = {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000", "f64": "0x7FF0000000000000"}
NAN = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}
# Text, width, least and greatest stored value.
STORAGES = [
    ("i8", 8, -128, 127),
    ("u8", 8, 0, 255),
    ("i8<-127:127>", 8, -127, 127),
    ("u8<1:200>", 8, 1, 200),
    ("i4", 4, -8, 7),
    ("u4", 4, 0, 15),
    ("i2", 2, -2, 1),
    ("u5", 5, 0, 31),
    ("i16", 16, -32768, 32767),
    ("u16", 16, 0, 65535),
    ("i32", 32, -(2**31), 2**31 - 1),
]
SCALES = [1.0, 0.5, 0.25, 0.1, 0.037, 0.3, 2.0, 1.0 / 3, 7.5]


class Quantized:
    """A quantized type. `grid` has one (axis, block size) for each axis that has
    parameters of its own, or is None: one scale for all."""

    def __init__(self, rng, shape=(), granularity="per-tensor"):
        self.storage, self.width, self.low, self.high = rng.choice(STORAGES)
        self.expressed = rng.choice(["f32", "f32", "f32", "f16", "bf16", "f64"])
        self.granularity = granularity
        self.axis = None
        if granularity == "per-axis":
            self.axis = rng.randrange(len(shape))
            counts = [shape[self.axis]]
        elif granularity == "blocked":
            self.blocks = []
            counts = []
            for axis, size in enumerate(shape):
                divisors = [d for d in range(1, size + 1) if size % d == 0]
                block = rng.choice(divisors)
                if block != size or rng.random() < 0.3:
                    self.blocks.append((axis, block))
                    counts.append(size // block)
                else:
                    counts.append(1)
        else:
            counts = []
        total = 1
        for count in counts:
            total *= count
        alike = rng.random() < 0.2
        parameters = [self.parameter(rng) for _ in range(1 if alike else total)]
        self.parameters = parameters * (total // len(parameters))
        self.counts = counts

    def parameter(self, rng):
        scale = rng.choice(SCALES + [rng.uniform(0.01, 2.0)])
        zero_point = rng.choice([0, 0, rng.randint(self.low, self.high)])
        zero_point = min(max(zero_point, -1000), 1000)
        return scale, min(max(zero_point, self.low), self.high)

    def __str__(self):
        def text(parameter):
            scale, zero_point = parameter
            return f"{scale!r}:{zero_point}" if zero_point else f"{scale!r}"

        head = f"!quant.uniform<{self.storage}:{self.expressed}"
        if self.granularity == "per-tensor":
            return f"{head}, {text(self.parameters[0])}>"
        if self.granularity == "per-axis":
            return f"{head}:{self.axis}, {{{', '.join(map(text, self.parameters))}}}>"
        texts = [text(p) for p in self.parameters]
        for count in reversed(self.counts):
            texts = ["{" + ", ".join(texts[i : i + count]) + "}" for i in range(0, len(texts), count)]
        blocks = ", ".join(f"{axis}:{block}" for axis, block in self.blocks)
        return f"{head}:{{{blocks}}}, {texts[0]}>"

    @property
    def stored(self):
        return f"i{self.width}"


class Value:
    """An SSA value. `shape` is None for a scalar. `dynamic` says which sizes the
    type leaves open; it is None for an unranked tensor."""

    def __init__(self, name, element, shape=None, dynamic=()):
        self.name, self.element, self.shape, self.dynamic = name, element, shape, dynamic

    def type(self, element=None):
        element = element or self.element
        if self.shape is None:
            return str(element)
        if self.dynamic is None:
            return f"tensor<*x{element}>"
        sizes = ["?" if open else str(size) for size, open in zip(self.shape, self.dynamic)]
        return "tensor<" + "x".join(sizes + [str(element)]) + ">"

    def buffer(self):
        return self.type().replace("tensor<", "memref<", 1)

    @property
    def is_tensor(self):
        return self.shape is not None

    @property
    def is_static(self):
        return self.dynamic is not None and not any(self.dynamic)

    @property
    def is_uniform(self):
        """One scale for all: every part of it has the same type."""
        return isinstance(self.element, Quantized) and self.element.granularity == "per-tensor"


class Generator:
    """Writes the functions of one seed."""

    def __init__(self, seed):
        self.seed = seed
        self.rng = random.Random(seed)
        self.functions = []
        self.globals = []
        self.resources = []
        self.covered = set()
        self.counter = 0
        self.lines = []
        self.pool = []
        self.dumps = []

    # Names and text

    def fresh_name(self, prefix="v"):
        self.counter += 1
        return f"%{prefix}{self.counter}"

    def symbol(self, name):
        self.counter += 1
        return f"@s{self.seed}_{name}{self.counter}"

    def emit(self, text):
        self.lines.append(text)

    def op(self, element, shape, dynamic, text):
        """Emits `text`, an operation with one result."""
        value = Value(self.fresh_name(), element, shape, dynamic)
        self.emit(f"{value.name} = {text}")
        return value

    def like(self, other, text):
        return self.op(other.element, other.shape, other.dynamic, text)

    def index(self, number):
        return self.op("index", None, (), f"arith.constant {number} : index").name

    def indices(self, numbers):
        return ", ".join([self.index(number) for number in numbers])

    # Data

    def number(self, element):
        """One expressed number as text: in range, on a tie, or special."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.06:
            return rng.choice([NAN, INFINITY])[element.expressed]
        if kind < 0.12:
            return rng.choice(["-0.0", "0.0", "-60000.0", "60000.0", "1.0e-5"])
        scale, zero_point = rng.choice(element.parameters)
        stored = rng.randint(max(element.low, -300) - 5, min(element.high, 300) + 5)
        return repr(scale * (stored - zero_point + rng.choice([0.0, 0.5, -0.5, 0.25, rng.random()])))

    def dense(self, texts, shape):
        for size in reversed(shape):
            if not texts:
                break
            texts = ["[" + ", ".join(texts[i : i + size]) + "]" for i in range(0, len(texts), size)]
        return "dense<" + (texts[0] if texts else "") + ">"

    def constant(self, element, shape):
        """A float constant for values of the type `element`."""
        total = 1
        for size in shape:
            total *= size
        data = self.dense([self.number(element) for _ in range(total)], shape)
        value = Value(self.fresh_name(), element.expressed, shape, (False,) * len(shape))
        self.emit(f"{value.name} = arith.constant {data} : {value.type()}")
        return value

    def relax(self, value):
        """The same tensor with some sizes open."""
        dynamic = tuple(self.rng.random() < 0.5 for _ in value.shape)
        if dynamic == value.dynamic:
            return value
        return self.cast(value, dynamic)

    def cast(self, value, dynamic):
        result = Value(self.fresh_name(), value.element, value.shape, dynamic)
        if result.type() == value.type():
            return value
        self.emit(f"{result.name} = tensor.cast {value.name} : {value.type()} to {result.type()}")
        return result

    def static(self, value):
        return self.cast(value, (False,) * len(value.shape))

    # Quantized values

    def shape(self, min_rank=0, max_rank=3, empty=False):
        rank = self.rng.randint(min_rank, max_rank)
        shape = [self.rng.choice([1, 2, 3, 4, 6]) for _ in range(rank)]
        if empty and shape and self.rng.random() < 0.15:
            shape[self.rng.randrange(rank)] = 0
        return tuple(shape)

    def type_for(self, shape, uniform=False):
        kinds = ["per-tensor"]
        if not uniform and shape and 0 not in shape:
            kinds += ["per-axis", "blocked"]
        return Quantized(self.rng, shape, self.rng.choice(kinds))

    def quantize(self, value, element):
        result = self.op(element, value.shape, value.dynamic,
                         f"quant.qcast {value.name} : {value.type()} to {value.type(element)}")
        self.cover(result)
        self.pool.append(result)
        return result

    def dequantize(self, value):
        return self.op(value.element.expressed, value.shape, value.dynamic,
                       f"quant.dcast {value.name} : {value.type()} to {value.type(value.element.expressed)}")

    def cover(self, value):
        element = value.element
        self.covered |= {element.granularity, element.storage, element.expressed}
        if not value.is_tensor:
            self.covered.add("scalar")
        elif value.dynamic is None:
            self.covered |= {"unranked", f"unranked {element.granularity}"}
        else:
            kind = "dynamic" if any(value.dynamic) else "static"
            self.covered |= {f"rank {len(value.shape)}", f"{kind} {element.granularity}"}
            if 0 in value.shape:
                self.covered.add("no elements")

    def make_tensor(self, uniform=False, shape=None, min_rank=1, empty=False, element=None):
        shape = self.shape(min_rank, empty=empty) if shape is None else shape
        element = element or self.type_for(shape, uniform)
        value = self.constant(element, shape)
        choice = self.rng.random()
        if choice < 0.4:
            value = self.relax(value)
        elif choice < 0.5 and element.granularity != "blocked":
            value = self.cast(value, None)
            return self.cast(self.quantize(value, element), (False,) * len(shape))
        return self.quantize(value, element)

    def make_scalar(self, element=None):
        element = element or Quantized(self.rng)
        number = self.number(element)
        value = self.op(element.expressed, None, (), f"arith.constant {number} : {element.expressed}")
        return self.quantize(value, element)

    def tensor(self, uniform=False, min_rank=1, static=False, nonempty=True):
        """A ranked quantized tensor, from before or new."""
        fits = [v for v in self.pool
                if v.is_tensor and v.dynamic is not None and len(v.shape) >= min_rank
                and (not uniform or v.is_uniform) and not (nonempty and 0 in v.shape)]
        if fits and self.rng.random() < 0.6:
            value = self.rng.choice(fits)
        else:
            value = self.make_tensor(uniform, min_rank=min_rank, empty=not nonempty)
        return self.static(value) if static else value

    def scalar(self, element=None):
        fits = [v for v in self.pool if not v.is_tensor and element in (None, v.element)]
        if fits and self.rng.random() < 0.6:
            return self.rng.choice(fits)
        return self.make_scalar(element)

    def keep(self, *values):
        for value in values:
            self.cover(value)
            self.pool.append(value)

    # Output

    def dump(self, value):
        """Prints the stored integers or the numbers of `value`. Of a tensor without
        elements the sizes: the function that prints tensors reads past its end."""
        if value.is_tensor and 0 in value.shape:
            for axis in range(len(value.shape)):
                size = self.op("index", None, (), f"tensor.dim {value.name}, {self.index(axis)} : {value.type()}")
                self.print_integers(self.op("i64", None, (), f"arith.index_cast {size.name} : index to i64"), 64)
            return
        if value.is_tensor:
            value = self.static(value)
        else:
            self.covered.add("scalar")
        self.print_integers(self.op(
            value.element.stored, value.shape, value.dynamic,
            f"quant.scast {value.name} : {value.type()} to {value.type(value.element.stored)}"), value.element.width)
        if self.rng.random() < 0.4:
            width = FLOATS[value.element.expressed]
            number = self.dequantize(value)
            self.print_integers(self.op(f"i{width}", number.shape, number.dynamic,
                                        f"arith.bitcast {number.name} : {number.type()} to "
                                        f"{number.type(f'i{width}')}"), width)

    def print_integers(self, value, width):
        if width < 64:
            value = self.op("i64", value.shape, value.dynamic,
                            f"arith.extsi {value.name} : {value.type()} to {value.type('i64')}")
        if not value.is_tensor:
            value = self.op("i64", (1,), (False,), f"tensor.from_elements {value.name} : tensor<1xi64>")
        value = self.cast(value, None)
        self.emit(f"func.call @printMemrefI64({value.name}) : (tensor<*xi64>) -> ()")

    # Functions

    def function(self, symbol, arguments, results, body, attributes=""):
        """Adds a function. `body(arguments)` emits and returns what to return."""
        outer = self.lines, self.pool
        self.lines, self.pool = [], []
        values = [Value(self.fresh_name("a"), a.element, a.shape, a.dynamic) for a in arguments]
        signature = ", ".join(f"{v.name}: {v.type()}" for v in values)
        returned = body(values)
        names = ", ".join(v.name for v in returned)
        types = ", ".join(v.type() for v in returned)
        self.emit(f"return {names} : {types}" if returned else "return")
        lines = "\n".join("  " + line for line in self.lines)
        self.functions.append(f"func.func private {symbol}({signature}) -> ({types}){attributes} {{\n{lines}\n}}")
        self.lines, self.pool = outer

    def module(self, operations, count):
        """The text of all functions of the seed; `operations` are drawn from, the
        first of them by the number of the seed so that none is missed."""
        policy = self.rng.choice(["", "", "rounding = toward_zero", "rounding = nearest_away, zero_point = after_rounding",
                                  "nan = storage_max, scaling = reciprocal"])
        attributes = f" attributes {{quantir.policy = #quantir.policy<{policy}>}}" if policy else ""

        def body(arguments):
            self.number_argument, self.flag_argument = arguments
            operations[self.seed % len(operations)](self)
            for _ in range(count):
                self.rng.choice(operations)(self)
            for value in self.pool[-8:]:
                self.dump(value)
            return []

        symbol = f"@s{self.seed}"
        self.function(symbol, [Value("", "index"), Value("", "i1")], [], body, attributes)
        return "\n".join(self.globals + self.functions)
