"""Control flow that passes quantized values on."""

from modules import Quantized, Value
from movers import empty_like, operation


# Functions


@operation
def call(g):
    v = g.tensor(nonempty=False)
    s = g.scalar()
    symbol = g.symbol("callee")

    def body(arguments):
        tensor, scalar = arguments
        number = g.dequantize(tensor)
        return [g.quantize(number, v.element), scalar]

    policy = g.rng.choice(["", " attributes {quantir.policy = #quantir.policy<rounding = up>}"])
    g.function(symbol, [v, s], [v, s], body, policy)
    name = g.fresh_name("call")
    g.emit(f"{name}:2 = func.call {symbol}({v.name}, {s.name}) : ({v.type()}, {s.type()}) -> ({v.type()}, {s.type()})")
    g.keep(Value(f"{name}#0", v.element, v.shape, v.dynamic), Value(f"{name}#1", s.element))


@operation
def call_indirect(g):
    s = g.scalar()
    symbol = g.symbol("indirect")
    g.function(symbol, [s], [s], lambda arguments: [g.make_scalar(s.element) if g.rng.random() < 0.3 else arguments[0]])
    function = g.fresh_name("f")
    kind = f"({s.element}) -> {s.element}"
    g.emit(f"{function} = func.constant {symbol} : {kind}")
    g.keep(g.like(s, f"func.call_indirect {function}({s.name}) : {kind}"))


@operation
def declaration(g):
    """Never called: types that no code can be made for."""
    element = Quantized(g.rng)
    perhaps = g.type_for((2, 3))
    g.globals.append(
        f"func.func private {g.symbol('declared')}(tuple<{element}, tuple<tensor<2x3x{perhaps}>>>, "
        f'tensor<4x{element}, "encoding">, ({element}) -> tensor<*x{element}>, vector<4xi8>) -> memref<?x{element}> '
        f"attributes {{types = [{element}, tensor<2x3x{perhaps}>]}}")
    g.tensor()


def blocks(g, text):
    """A function of basic blocks from a tensor and a scalar to both. In `text`,
    {t} and {s} are their types."""
    v = g.static(g.tensor())
    s = g.scalar()
    symbol = g.symbol("blocks")
    text = text.replace("TENSOR", v.type()).replace("SCALAR", str(s.element))
    g.functions.append(f"func.func private {symbol}(%n: index, %flag: i1, %t: {v.type()}, %s: {s.element}) -> "
                       f"({v.type()}, {s.element}) {{\n{text}\n}}")
    name = g.fresh_name("call")
    g.emit(f"{name}:2 = func.call {symbol}({g.number_argument.name}, {g.flag_argument.name}, {v.name}, {s.name}) : "
           f"(index, i1, {v.type()}, {s.element}) -> ({v.type()}, {s.element})")
    g.keep(Value(f"{name}#0", v.element, v.shape, v.dynamic), Value(f"{name}#1", s.element))


@operation
def branch(g):
    blocks(g, """  cf.br ^bb1(%t, %s : TENSOR, SCALAR)
^bb1(%a: TENSOR, %b: SCALAR):
  cf.cond_br %flag, ^bb2(%a, %b : TENSOR, SCALAR), ^bb3(%b : SCALAR)
^bb2(%c: TENSOR, %d: SCALAR):
  return %c, %d : TENSOR, SCALAR
^bb3(%e: SCALAR):
  return %t, %e : TENSOR, SCALAR""")


@operation
def switch(g):
    blocks(g, """  %key = arith.index_cast %n : index to i32
  cf.switch %key : i32, [
    default: ^bb1(%t, %s : TENSOR, SCALAR),
    3: ^bb2(%s : SCALAR)
  ]
^bb1(%a: TENSOR, %b: SCALAR):
  return %a, %b : TENSOR, SCALAR
^bb2(%c: SCALAR):
  return %t, %c : TENSOR, SCALAR""")


# scf


def pair(g):
    """Two tensors of the same type."""
    v = g.tensor(nonempty=False)
    return v, g.cast(g.make_tensor(shape=v.shape, element=v.element), v.dynamic)


@operation
def scf_if(g):
    v, w = pair(g)
    s = g.scalar()
    t = g.make_scalar(s.element)
    name = g.fresh_name("if")
    types = f"{v.type()}, {s.element}"
    g.emit(f"""{name}:2 = scf.if {g.flag_argument.name} -> ({types}) {{
      scf.yield {v.name}, {s.name} : {types}
    }} else {{
      scf.yield {w.name}, {t.name} : {types}
    }}""")
    g.keep(Value(f"{name}#0", v.element, v.shape, v.dynamic), Value(f"{name}#1", s.element))


@operation
def scf_for(g):
    v = g.tensor(uniform=True)
    s = g.scalar(v.element)
    zero, one, end = (g.index(n) for n in (0, 1, v.shape[-1]))
    place = ", ".join([g.index(size - 1) for size in v.shape[:-1]] + ["%i"])
    name = g.fresh_name("for")
    types = f"{v.type()}, {v.element}"
    g.emit(f"""{name}:2 = scf.for %i = {zero} to {end} step {one} iter_args(%t = {v.name}, %e = {s.name}) -> ({types}) {{
      %old = tensor.extract %t[{place}] : {v.type()}
      %new = tensor.insert %e into %t[{place}] : {v.type()}
      scf.yield %new, %old : {types}
    }}""")
    g.keep(Value(f"{name}#0", v.element, v.shape, v.dynamic), Value(f"{name}#1", v.element))


@operation
def scf_while(g):
    v = g.tensor(nonempty=False)
    s = g.scalar()
    zero, one = g.index(0), g.index(1)
    name = g.fresh_name("while")
    types = f"index, {v.type()}, {s.element}"
    g.emit(f"""{name}:3 = scf.while (%i = {zero}, %t = {v.name}, %e = {s.name}) : ({types}) -> ({types}) {{
      %more = arith.cmpi ult, %i, {g.number_argument.name} : index
      scf.condition(%more) %i, %t, %e : {types}
    }} do {{
    ^bb0(%i: index, %t: {v.type()}, %e: {s.element}):
      %next = arith.addi %i, {one} : index
      scf.yield %next, %t, %e : {types}
    }}""")
    g.keep(Value(f"{name}#1", v.element, v.shape, v.dynamic), Value(f"{name}#2", s.element))


@operation
def scf_forall(g):
    v = g.static(g.tensor(uniform=True))
    init = empty_like(g, v.shape, v.element, v.dynamic)
    size, rest = v.shape[0], v.shape[1:]
    offsets = ", ".join(["%i"] + ["0"] * len(rest))
    sizes = ", ".join(["1"] + [str(n) for n in rest])
    strides = ", ".join(["1"] * len(v.shape))
    part = Value("", v.element, (1,) + rest, v.dynamic)
    place = f"[{offsets}] [{sizes}] [{strides}]"
    g.keep(g.like(v, f"""scf.forall (%i) in ({size}) shared_outs(%o = {init.name}) -> ({v.type()}) {{
      %p = tensor.extract_slice {v.name}{place} : {v.type()} to {part.type()}
      scf.forall.in_parallel {{
        tensor.parallel_insert_slice %p into %o{place} : {part.type()} into {v.type()}
      }}
    }}"""))


@operation
def index_switch(g):
    v, w = pair(g)
    # Copies: upstream's bufferization lets a later op write to what another
    # value still is, if the switch gives it.
    g.keep(g.like(v, f"""scf.index_switch {g.number_argument.name} -> {v.type()}
    case 3 {{
      %c = bufferization.alloc_tensor() copy({v.name}) : {v.type()}
      scf.yield %c : {v.type()}
    }}
    default {{
      %c = bufferization.alloc_tensor() copy({w.name}) : {v.type()}
      scf.yield %c : {v.type()}
    }}"""))


@operation
def execute_region(g):
    v = g.tensor(nonempty=False)
    s = g.scalar()
    name = g.fresh_name("region")
    types = f"{v.type()}, {s.element}"
    g.emit(f"""{name}:2 = scf.execute_region -> ({types}) {{
      scf.yield {v.name}, {s.name} : {types}
    }}""")
    g.keep(Value(f"{name}#0", v.element, v.shape, v.dynamic), Value(f"{name}#1", s.element))


@operation
def parallel(g):
    """Writes to a buffer, and reduces by taking one of two values."""
    v = g.static(g.tensor(uniform=True))
    s = g.scalar(v.element)
    kind = v.buffer()
    m = g.fresh_name("m")
    zero, one, end = (g.index(n) for n in (0, 1, v.shape[-1]))
    place = ", ".join([g.index(size - 1) for size in v.shape[:-1]] + ["%i"])
    g.emit(f"{m} = memref.alloc() : {kind}")
    g.emit(f"bufferization.materialize_in_destination {v.name} in restrict writable {m} : ({v.type()}, {kind}) -> ()")
    g.keep(g.op(v.element, None, (), f"""scf.parallel (%i) = ({zero}) to ({end}) step ({one}) init ({s.name}) -> {v.element} {{
      %x = memref.load {m}[{place}] : {kind}
      memref.store {s.name}, {m}[{place}] : {kind}
      scf.reduce(%x : {v.element}) {{
      ^bb0(%a: {v.element}, %b: {v.element}):
        %c = arith.select {g.flag_argument.name}, %a, %b : {v.element}
        scf.reduce.return %c : {v.element}
      }}
    }}"""))
    g.keep(g.like(v, f"bufferization.to_tensor {m} restrict : {kind} to {v.type()}"))
