"""Operations that put quantized elements elsewhere, as random uses of them. Each
function adds one use, with operands from before or new ones, and keeps what it
gives."""

from modules import Quantized, Value

# Ops of this table are tried by the test; `flow.py` adds its own.
OPERATIONS = []


def operation(function):
    OPERATIONS.append(function)
    return function


def static_mask(shape):
    return (False,) * len(shape)


def position(g, shape):
    return g.indices([g.rng.randrange(size) for size in shape])


# Elements


@operation
def extract(g):
    v = g.tensor(uniform=True)
    g.keep(g.op(v.element, None, (), f"tensor.extract {v.name}[{position(g, v.shape)}] : {v.type()}"))


@operation
def insert(g):
    v = g.tensor(uniform=True)
    s = g.scalar(v.element)
    g.keep(g.like(v, f"tensor.insert {s.name} into {v.name}[{position(g, v.shape)}] : {v.type()}"))


@operation
def from_elements(g):
    scalars = [g.scalar()]
    while len(scalars) < 4:
        scalars.append(g.scalar(scalars[0].element))
    names = ", ".join(s.name for s in scalars)
    g.keep(g.op(scalars[0].element, (2, 2), (False, False),
                f"tensor.from_elements {names} : tensor<2x2x{scalars[0].element}>"))


@operation
def splat(g):
    s = g.scalar()
    size = g.index(3)
    g.keep(g.op(s.element, (2, 3), (False, True), f"tensor.splat {s.name}[{size}] : tensor<2x?x{s.element}>"))


@operation
def generate(g):
    v = g.tensor(uniform=True, min_rank=1)
    axis = g.rng.randrange(len(v.shape))
    place = ["%i"] * len(v.shape)
    for other, size in enumerate(v.shape):
        if other != axis:
            place[other] = g.index(size - 1)
    size = g.index(v.shape[axis])
    g.keep(g.op(v.element, (v.shape[axis],), (True,), f"""tensor.generate {size} {{
    ^bb0(%i: index):
      %e = tensor.extract {v.name}[{', '.join(place)}] : {v.type()}
      tensor.yield %e : {v.element}
    }} : tensor<?x{v.element}>"""))


# Slices


def slice_of(g, v, leave=()):
    """Offsets, sizes and strides of a part; axes in `leave` stay whole."""
    parts = []
    for axis, size in enumerate(v.shape):
        stride = g.rng.choice([1, 1, 2])
        count = 1 if size == 1 else g.rng.randint(1, (size - 1) // stride + 1)
        offset = g.rng.randint(0, size - (count - 1) * stride - 1)
        parts.append((0, size, 1) if axis in leave else (offset, count, stride))
    return list(zip(*parts))


def per_axis_or_uniform(g):
    for _ in range(8):
        v = g.tensor()
        if v.element.granularity != "blocked":
            return v, (() if v.element.axis is None else (v.element.axis,))
    return g.tensor(uniform=True), ()


def slice_text(g, offsets, sizes, strides):
    """Some sizes as values, in the types as `?`."""
    dynamic = tuple(g.rng.random() < 0.3 for _ in sizes)
    size_texts = [g.index(size) if open else str(size) for size, open in zip(sizes, dynamic)]
    offset_texts = [g.index(o) if g.rng.random() < 0.3 else str(o) for o in offsets]
    text = f"[{', '.join(offset_texts)}] [{', '.join(size_texts)}] [{', '.join(map(str, strides))}]"
    return text, dynamic


@operation
def extract_slice(g):
    v, leave = per_axis_or_uniform(g)
    offsets, sizes, strides = slice_of(g, v, leave)
    text, dynamic = slice_text(g, offsets, sizes, strides)
    r = Value("", v.element, sizes, dynamic)
    g.keep(g.like(r, f"tensor.extract_slice {v.name}{text} : {v.type()} to {r.type()}"))


@operation
def insert_slice(g):
    v, leave = per_axis_or_uniform(g)
    offsets, sizes, strides = slice_of(g, v, leave)
    part = g.static(g.make_tensor(shape=sizes, element=v.element))
    text = f"[{', '.join(map(str, offsets))}] [{', '.join(map(str, sizes))}] [{', '.join(map(str, strides))}]"
    g.keep(g.like(v, f"tensor.insert_slice {part.name} into {v.name}{text} : {part.type()} into {v.type()}"))


@operation
def pad(g):
    v, leave = per_axis_or_uniform(g)
    if leave:
        v = g.tensor(uniform=True)
    low = [g.rng.randint(0, 2) for _ in v.shape]
    high = [g.rng.randint(0, 2) for _ in v.shape]
    shape = tuple(l + size + h for l, size, h in zip(low, v.shape, high))
    s = g.scalar(v.element)
    r = Value("", v.element, shape, v.dynamic)
    arguments = ", ".join(f"%i{axis}: index" for axis in range(len(shape)))
    g.keep(g.like(r, f"""tensor.pad {v.name} low[{', '.join(map(str, low))}] high[{', '.join(map(str, high))}] {{
    ^bb0({arguments}):
      tensor.yield {s.name} : {v.element}
    }} : {v.type()} to {r.type()}"""))


@operation
def concat(g):
    v, leave = per_axis_or_uniform(g)
    axes = [axis for axis in range(len(v.shape)) if axis not in leave]
    if not axes:
        v = g.tensor(uniform=True)
        axes = range(len(v.shape))
    v = g.static(v)
    axis = g.rng.choice(list(axes))
    shape = tuple(size + (g.rng.randint(1, 3) - size if a == axis else 0) for a, size in enumerate(v.shape))
    w = g.static(g.make_tensor(shape=shape, element=v.element))
    total = tuple(x + (y if a == axis else 0) for a, (x, y) in enumerate(zip(v.shape, shape)))
    r = Value("", v.element, total, static_mask(total))
    g.keep(g.like(r, f"tensor.concat dim({axis}) {v.name}, {w.name} : ({v.type()}, {w.type()}) -> {r.type()}"))


# Shapes


@operation
def reshape(g):
    v = g.tensor(uniform=True)
    total = 1
    for size in v.shape:
        total *= size
    shape = g.op("index", (2,), (False,), f"tensor.from_elements {g.index(1)}, {g.index(total)} : tensor<2xindex>")
    r = Value("", v.element, (1, total), (g.rng.random() < 0.5, g.rng.random() < 0.5))
    g.keep(g.like(r, f"tensor.reshape {v.name}({shape.name}) : ({v.type()}, tensor<2xindex>) -> {r.type()}"))


@operation
def cast(g):
    v = g.tensor(min_rank=0, nonempty=False)
    if v.element.granularity != "blocked" and g.rng.random() < 0.4:
        g.keep(g.cast(g.cast(v, None), static_mask(v.shape)))
    else:
        g.keep(g.relax(g.static(v)))


@operation
def collapse_shape(g):
    v = g.tensor(uniform=True, min_rank=2, static=g.rng.random() < 0.5)
    shape = (v.shape[0] * v.shape[1],) + v.shape[2:]
    dynamic = (v.dynamic[0] or v.dynamic[1],) + v.dynamic[2:]
    groups = ", ".join(["[0, 1]"] + [f"[{axis}]" for axis in range(2, len(v.shape))])
    r = Value("", v.element, shape, dynamic)
    g.keep(g.like(r, f"tensor.collapse_shape {v.name} [{groups}] : {v.type()} into {r.type()}"))


@operation
def expand_shape(g):
    v = g.tensor(uniform=True)
    first = g.rng.choice([d for d in range(1, v.shape[0] + 1) if v.shape[0] % d == 0])
    shape = (first, v.shape[0] // first) + v.shape[1:]
    dynamic = (v.dynamic[0], False) + v.dynamic[1:]
    groups = ", ".join(["[0, 1]"] + [f"[{axis}]" for axis in range(2, len(shape))])
    sizes = ", ".join(g.index(size) if open else str(size) for size, open in zip(shape, dynamic))
    r = Value("", v.element, shape, dynamic)
    g.keep(g.like(r, f"tensor.expand_shape {v.name} [{groups}] output_shape [{sizes}] : {v.type()} into {r.type()}"))


@operation
def sizes(g):
    v = g.tensor()
    axis = g.rng.randrange(len(v.shape))
    size = g.op("index", None, (), f"tensor.dim {v.name}, {g.index(axis)} : {v.type()}")
    rank = g.op("index", None, (), f"tensor.rank {v.name} : {v.type()}")
    for number in (size, rank):
        g.print_integers(g.op("i64", None, (), f"arith.index_cast {number.name} : index to i64"), 64)


# linalg


def empty_like(g, shape, element, dynamic):
    sizes = g.indices([size for size, open in zip(shape, dynamic) if open])
    r = Value("", element, shape, dynamic)
    return g.like(r, f"tensor.empty({sizes}) : {r.type()}")


@operation
def transpose(g):
    v = g.tensor(uniform=True, min_rank=2)
    order = list(range(len(v.shape)))
    g.rng.shuffle(order)
    init = empty_like(g, tuple(v.shape[a] for a in order), v.element, tuple(v.dynamic[a] for a in order))
    g.keep(g.like(init, f"linalg.transpose ins({v.name} : {v.type()}) outs({init.name} : {init.type()}) "
                        f"permutation = {order}"))


@operation
def broadcast(g):
    v = g.tensor(uniform=True)
    init = empty_like(g, v.shape + (3,), v.element, v.dynamic + (False,))
    g.keep(g.like(init, f"linalg.broadcast ins({v.name} : {v.type()}) outs({init.name} : {init.type()}) "
                        f"dimensions = [{len(v.shape)}]"))


@operation
def copy(g):
    v = g.tensor(nonempty=False)
    init = empty_like(g, v.shape, v.element, v.dynamic)
    g.keep(g.like(init, f"linalg.copy ins({v.name} : {v.type()}) outs({init.name} : {init.type()}) -> {init.type()}"))


@operation
def fill(g):
    s = g.scalar()
    init = empty_like(g, (3, 2), s.element, (False, True))
    g.keep(g.like(init, f"linalg.fill ins({s.name} : {s.element}) outs({init.name} : {init.type()}) -> {init.type()}"))


@operation
def generic(g):
    v = g.tensor(uniform=g.rng.random() < 0.5)
    init = empty_like(g, v.shape, v.element, v.dynamic)
    dims = ", ".join(f"d{axis}" for axis in range(len(v.shape)))
    m = f"affine_map<({dims}) -> ({dims})>"
    kinds = ", ".join(['"parallel"'] * len(v.shape))
    g.keep(g.like(init, f"""linalg.generic {{indexing_maps = [{m}, {m}], iterator_types = [{kinds}]}} ins({v.name} : {v.type()}) outs({init.name} : {init.type()}) {{
    ^bb0(%x: {v.element}, %y: {v.element}):
      linalg.yield %x : {v.element}
    }} -> {init.type()}"""))


@operation
def linalg_map(g):
    v = g.tensor(uniform=True)
    init = empty_like(g, v.shape, v.element, v.dynamic)
    g.keep(g.like(init, f"""linalg.map ins({v.name} : {v.type()}) outs({init.name} : {init.type()})
    (%x: {v.element}, %y: {v.element}) {{
      linalg.yield %x : {v.element}
    }}"""))


@operation
def linalg_reduce(g):
    v = g.tensor(uniform=True, min_rank=2)
    # Zero-rank results are elsewhere; the last element along the axis wins.
    init = g.make_tensor(shape=v.shape[:-1], element=v.element)
    dynamic = v.dynamic[:-1]
    init = g.cast(init, dynamic)
    g.keep(g.like(init, f"""linalg.reduce ins({v.name} : {v.type()}) outs({init.name} : {init.type()}) dimensions = [{len(v.shape) - 1}]
    (%x: {v.element}, %y: {v.element}) {{
      linalg.yield %x : {v.element}
    }}"""))


@operation
def select(g):
    v = g.tensor(nonempty=False)
    w = g.cast(g.make_tensor(shape=v.shape, element=v.element), v.dynamic)
    g.keep(g.like(v, f"arith.select {g.flag_argument.name}, {v.name}, {w.name} : {v.type()}"))
    s = g.scalar()
    t = g.make_scalar(s.element)
    g.keep(g.like(s, f"arith.select {g.flag_argument.name}, {s.name}, {t.name} : {s.element}"))


# Buffers


@operation
def alloc_tensor(g):
    v = g.tensor()
    g.keep(g.like(v, f"bufferization.alloc_tensor() copy({v.name}) : {v.type()}"))


@operation
def buffer(g):
    v = g.static(g.tensor(uniform=True))
    m = g.fresh_name("m")
    s = g.scalar(v.element)
    kind = v.buffer()
    g.emit(f"{m} = memref.alloc() : {kind}")
    source = g.fresh_name("m")
    g.emit(f"{source} = bufferization.to_buffer {v.name} : {v.type()} to {kind}")
    g.emit(f"memref.copy {source}, {m} : {kind} to {kind}")
    g.emit(f"memref.store {s.name}, {m}[{position(g, v.shape)}] : {kind}")
    g.keep(g.op(v.element, None, (), f"memref.load {m}[{position(g, v.shape)}] : {kind}"))
    g.keep(g.like(v, f"bufferization.to_tensor {m} restrict : {kind} to {v.type()}"))


@operation
def buffer_shapes(g):
    v = g.static(g.tensor(uniform=True, min_rank=2))
    m, c, d = (g.fresh_name("m") for _ in range(3))
    kind = v.buffer()
    flat = Value("", v.element, (v.shape[0] * v.shape[1],) + v.shape[2:], (False,) * (len(v.shape) - 1))
    groups = ", ".join(["[0, 1]"] + [f"[{axis}]" for axis in range(2, len(v.shape))])
    g.emit(f"{m} = memref.alloca() : {kind}")
    g.emit(f"bufferization.materialize_in_destination {v.name} in restrict writable {m} : ({v.type()}, {kind}) -> ()")
    g.emit(f"{c} = memref.collapse_shape {m} [{groups}] : {kind} into {flat.buffer()}")
    opened = Value("", v.element, flat.shape, (True,) + flat.dynamic[1:])
    g.emit(f"{d} = memref.cast {c} : {flat.buffer()} to {opened.buffer()}")
    g.keep(g.like(opened, f"bufferization.to_tensor {d} restrict : {opened.buffer()} to {opened.type()}"))


@operation
def memref_global(g):
    v = g.static(g.tensor())
    symbol = g.symbol("global")
    kind = v.buffer()
    m = g.fresh_name("m")
    g.globals.append(f'memref.global "private" {symbol} : {kind} = uninitialized')
    g.emit(f"{m} = memref.get_global {symbol} : {kind}")
    g.emit(f"bufferization.materialize_in_destination {v.name} in restrict writable {m} : ({v.type()}, {kind}) -> ()")
    g.keep(g.like(v, f"bufferization.to_tensor {m} restrict : {kind} to {v.type()}"))


@operation
def program_global(g):
    element = Quantized(g.rng)
    r = Value("", element, (4,), (False,))
    # As the bits of a signless integer.
    stored = [g.rng.randint(element.low, element.high) for _ in range(4)]
    stored = [s - 2**element.width if s >= 2 ** (element.width - 1) else s for s in stored]
    symbol = g.symbol("global")
    g.globals.append(
        f"ml_program.global private mutable {symbol}(dense<{stored}> : tensor<4x{element.stored}>) : {r.type()}")
    first = g.like(r, f"ml_program.global_load {symbol} : {r.type()}")
    changed = g.like(r, f"tensor.insert {g.scalar(element).name} into {first.name}[{g.index(1)}] : {r.type()}")
    g.emit(f"ml_program.global_store {symbol} = {changed.name} : {r.type()}")
    g.keep(first, g.like(r, f"ml_program.global_load {symbol} : {r.type()}"))


# Casts


@operation
def fake_quantize(g):
    v = g.tensor(nonempty=False)
    number = g.dequantize(v)
    g.quantize(number, v.element)


@operation
def requantize(g):
    v = g.tensor()
    for _ in range(50):
        element = g.type_for(v.shape)
        if element.expressed == v.element.expressed:
            break
    else:
        return
    if v.element.granularity != "blocked" and element.granularity != "blocked" and g.rng.random() < 0.3:
        v = g.cast(v, None)
    number = g.dequantize(v)
    # Also through an op between that puts elements elsewhere.
    if number.dynamic is not None and len(v.shape) > 1 and element.granularity == "per-tensor" and g.rng.random() < 0.4:
        order = list(range(len(v.shape)))[::-1]
        init = empty_like(g, v.shape[::-1], number.element, number.dynamic[::-1])
        number = g.like(init, f"linalg.transpose ins({number.name} : {number.type()}) outs({init.name} : "
                              f"{init.type()}) permutation = {order}")
    r = g.quantize(number, element)
    if r.dynamic is None:
        g.pool.pop()
        g.keep(g.static(r))


@operation
def storage(g):
    """Out of the type and back by storage casts."""
    v = g.tensor(nonempty=False)
    i = g.op(v.element.stored, v.shape, v.dynamic,
             f"quant.scast {v.name} : {v.type()} to {v.type(v.element.stored)}")
    g.keep(g.like(v, f"quant.scast {i.name} : {i.type()} to {v.type()}"))
