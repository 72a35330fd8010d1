# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules at the limits of what quant-opt may be given: see limits.py."""

import struct

CASES = {}
# The large ones, whose functions take how large.
SIZES = {}
# Seconds of processor time that a process may take.
SECONDS = {}


def case(refused=None, fails=None, size=None, seconds=40):
    """Adds a case: a function that gives its module. It succeeds in every pass, unless
    `refused` is a part of the message of the parser or verifier, or `fails` has a part
    of the message by the names of passes. With `size` it takes a number: this one in
    the tests, and the second one, if there are two, in the complete form."""

    def add(function):
        name = function.__name__
        by_pass = {pass_: message for passes, message in (fails or {}).items() for pass_ in passes.split()}
        CASES[name] = (function, refused, by_pass)
        SECONDS[name] = seconds
        if size:
            SIZES[name] = size
        return function

    return add


def casts(tensor, number="f32", stored="i8", name="f"):
    """A function with the three casts. `tensor` has {} for the element type."""
    q, x, s = tensor.format("!t"), tensor.format(number), tensor.format(stored)
    return f"""func.func @{name}(%x: {x}) -> ({x}, {s}) {{
  %q = quant.qcast %x : {x} to {q}
  %s = quant.scast %q : {q} to {s}
  %y = quant.dcast %q : {q} to {x}
  return %y, %s : {x}, {s}
}}
"""


def dense_scales(count, shape):
    data = b"".join(struct.pack("<f", 1e-4 + i * 1.37e-7) for i in range(count))
    return f'dense<"0x{data.hex().upper()}"> : tensor<{shape}xf32>'


# Long lists of scales


@case(size=(10**6, 10**6))
def scales(count):
    return f"!t = !quant.uniform<i8:f32:0, {dense_scales(count, count)}>\n" + casts(f"tensor<{count}x{{}}>")


@case(size=(2**20, 2**20))
def scales_as_splat(count):
    return f"!t = !quant.uniform<i8:f32:0, dense<0.5> : tensor<{count}xf32>>\n" + casts(f"tensor<{count}x{{}}>")


@case(size=(10**5, 10**6))
def scales_as_list(count):
    scales = ",".join(f"{1e-4 + i * 1.37e-7!r}:{i % 100}" for i in range(count))
    return f"!t = !quant.uniform<i8:f32:1, {{{scales}}}>\n" + casts("tensor<?x?x{}>")


@case(size=(10**5, 10**6))
def blocks(count):
    return (f"!t = !quant.uniform<u8:f32:{{0:1, 1:32}}, {dense_scales(count, f'1000x{count // 1000}')}>\n"
            + casts(f"tensor<?x{count // 1000 * 32}x{{}}>"))


# Ranks


@case()
def rank_64():
    tensor = "tensor<" + "1x" * 62 + "2x3x{}>"
    return "!t = !quant.uniform<i8:f32, 0.5:3>\n" + casts(tensor)


@case()
def rank_64_per_axis():
    tensor = "tensor<" + "?x" * 63 + "3x{}>"
    return "!t = !quant.uniform<i8:f32:63, {0.5, 0.25, 1.0}>\n" + casts(tensor)


@case()
def rank_64_blocked():
    grid = "{" * 62 + "{{1.0, 2.0}, {3.0, 4.0}}" + "}" * 62
    tensor = "tensor<" + "1x" * 62 + "4x?x{}>"
    return f"!t = !quant.uniform<i8:f32:{{62:2, 63:2}}, {grid}>\n" + casts(tensor)


@case()
def rank_64_fused():
    rows = "?x" * 2 + "1x" * 61
    scales = rows[:-1]
    return f"""func.func @f(%x: tensor<{rows}8xi8>, %w: tensor<8xf32>) -> (tensor<{rows}4xi8>, tensor<{scales}xf32>) {{
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<{rows}8xi8> -> tensor<{rows}4xi8>, tensor<{scales}xf32>
  return %y, %s : tensor<{rows}4xi8>, tensor<{scales}xf32>
}}
"""


@case(fails={"quant-lower-fused-ops quant-to-linalg quant-to-llvm":
             "expected x of more than 8 leading dimensions to have less than 2^63 rows",
             "quant-verify-target": "expected less than 196608 bytes by the page's formula, but got"})
def too_many_rows():
    rows = "4611686018427387904x" + "2x" * 30
    return f"""func.func @f(%x: tensor<{rows}8xi8>, %w: tensor<8xf32>) -> tensor<{rows}4xi8> {{
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<{rows}8xi8> -> tensor<{rows}4xi8>, tensor<{rows[:-1]}xf32>
  return %y : tensor<{rows}4xi8>
}}
"""


@case("expected at most 256 nested lists")
def rank_257_blocked():
    return f"!t = !quant.uniform<i8:f32:{{0:1}}, {'{' * 257}1.0{'}' * 257}>\nfunc.func private @f(!t)\n"


@case("expected at most 256 dimensions, but got 300")
def rank_300_dense():
    shape = "x".join(["1"] * 300)
    return f"!t = !quant.uniform<i8:f32:{{0:1}}, dense<1.0> : tensor<{shape}xf32>>\nfunc.func private @f(!t)\n"


@case("expected at most 256 dimensions, but got 100000")
def many_axes():
    blocks = ",\n".join(f"{axis}:1" for axis in range(100000))
    return f"!t = !quant.uniform<i8:f32:{{{blocks}}}, {{1.0}}>\nfunc.func private @f(!t)\n"


# Sizes


@case()
def elements_2_40():
    return ("!t = !quant.uniform<i4:f32, 0.5:3>\n!c = !quant.uniform<u8:f32:1, {0.5, 0.25}>\n"
            + casts("tensor<1048576x1048576x{}>", stored="i4")
            + casts("tensor<549755813888x2x{}>", name="g").replace("!t", "!c")
            + """func.func @constant() -> (tensor<1099511627776x!t>, tensor<549755813888x2x!c>) {
  %x = arith.constant dense<1.0> : tensor<1099511627776xf32>
  %q = quant.qcast %x : tensor<1099511627776xf32> to tensor<1099511627776x!t>
  %y = arith.constant dense<1.0> : tensor<549755813888x2xf32>
  %p = quant.qcast %y : tensor<549755813888x2xf32> to tensor<549755813888x2x!c>
  return %q, %p : tensor<1099511627776x!t>, tensor<549755813888x2x!c>
}
""")


@case()
def no_elements():
    return ("!t = !quant.uniform<i8:f32, 0.5:3>\n!c = !quant.uniform<u8:f32:1, {0.5, 0.25}>\n!b = !quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>\n"
            + casts("tensor<0x{}>") + casts("tensor<0x2x{}>", name="g").replace("!t", "!c")
            + casts("tensor<0x4x{}>", name="h").replace("!t", "!b")
            + """func.func @constant() -> tensor<0x2x!c> {
  %x = arith.constant dense<> : tensor<0x2xf32>
  %q = quant.qcast %x : tensor<0x2xf32> to tensor<0x2x!c>
  return %q : tensor<0x2x!c>
}
func.func @fused(%x: tensor<0x4xbf16>, %z: tensor<4x0xbf16>) -> (tensor<0x2xi8>, tensor<4x0xi8>) {
  %y, %s = quant.dequant_situ_quant %x : tensor<0x4xbf16> -> tensor<0x2xi8>, tensor<0xf32>
  %w, %r = quant.dequant_situ_quant %z : tensor<4x0xbf16> -> tensor<4x0xi8>, tensor<4xf32>
  return %y, %w : tensor<0x2xi8>, tensor<4x0xi8>
}
func.func @fused_rows(%x: tensor<?x0x8xi8>, %w: tensor<8xf32>) -> tensor<?x0x4xi8> {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<8xf32>) : tensor<?x0x8xi8> -> tensor<?x0x4xi8>, tensor<?x0xf32>
  return %y : tensor<?x0x4xi8>
}
""")


# A cast of one number for each of two scales, not of 2^24.


@case(size=(2**23, 2**23), seconds=4)
def splat_to_list(count):
    return f"""!c = !quant.uniform<u8:f32:1, {{0.5, 0.25}}>
func.func @f() -> tensor<{count}x2x!c> {{
  %x = arith.constant dense<1.0> : tensor<{count}x2xf32>
  %q = quant.qcast %x : tensor<{count}x2xf32> to tensor<{count}x2x!c>
  return %q : tensor<{count}x2x!c>
}}
"""


# Products that 63 bits don't hold.


@case()
def overflowing_product():
    return """!t = !quant.uniform<i8:f32, 0.5:3>
!c = !quant.uniform<u8:f32:2, {0.5, 0.25}>
func.func @constant() -> (tensor<4294967296x4294967296x!t>, tensor<4294967296x4294967296x2x!c>) {
  %x = arith.constant dense<1.0> : tensor<4294967296x4294967296xf32>
  %q = quant.qcast %x : tensor<4294967296x4294967296xf32> to tensor<4294967296x4294967296x!t>
  %y = arith.constant dense<1.0> : tensor<4294967296x4294967296x2xf32>
  %p = quant.qcast %y : tensor<4294967296x4294967296x2xf32> to tensor<4294967296x4294967296x2x!c>
  return %q, %p : tensor<4294967296x4294967296x!t>, tensor<4294967296x4294967296x2x!c>
}
"""


@case("axis 0 can't have the 4 blocks of block size 4611686018427387904")
def overflowing_blocks():
    return "!t = !quant.uniform<i8:f32:{0:4611686018427387904}, {1.0, 2.0, 3.0, 4.0}>\n" + casts("tensor<?x{}>")


@case("expected an axis of at most 2147483647")
def great_axis():
    return "!t = !quant.uniform<i8:f32:9223372036854775807, {1.0, 2.0}>\n" + casts("tensor<*x{}>")


@case("expected the last dimension of y to be at most 4611686018427387903")
def overflowing_row():
    return """func.func @f(%x: tensor<?x?xbf16>) -> tensor<?x4611686018427387904xi8> {
  %y, %s = quant.dequant_situ_quant %x : tensor<?x?xbf16> -> tensor<?x4611686018427387904xi8>, tensor<?xf32>
  return %y : tensor<?x4611686018427387904xi8>
}
"""


@case(fails={"quant-verify-target": "expected less than 196608 bytes by the page's formula, but got"})
def great_fused():
    return """func.func @f(%x: tensor<9223372036854775807x9223372036854775806xi32>, %w: tensor<9223372036854775807x1xf32>,
                         %a: tensor<9223372036854775807xf32>, %g: tensor<9223372036854775807xi64>) -> tensor<9223372036854775807x4611686018427387903xi8> {
  %y, %s = quant.dequant_situ_quant %x weight_scale(%w : tensor<9223372036854775807x1xf32>)
    activation_scale(%a : tensor<9223372036854775807xf32>) group_index(%g : tensor<9223372036854775807xi64>)
    : tensor<9223372036854775807x9223372036854775806xi32> -> tensor<9223372036854775807x4611686018427387903xi8>, tensor<9223372036854775807xf32>
  return %y : tensor<9223372036854775807x4611686018427387903xi8>
}
"""


@case(fails={"quant-pack-sub-byte": "expected buffers of i2 and i4 to have a rank, less than 2^63 elements"})
def overflowing_buffer():
    return """func.func @f(%m: memref<4294967296x4294967296xi4>, %i: index) -> i4 {
  %v = memref.load %m[%i, %i] : memref<4294967296x4294967296xi4>
  return %v : i4
}
"""


@case(fails={"quant-pack-sub-byte": "expected buffers of i2 and i4 to have a rank, less than 2^63 elements"})
def overflowing_strides_of_no_elements():
    return """func.func @f(%m: memref<0x4611686018427387904x4xi4>, %i: index) -> i4 {
  %v = memref.load %m[%i, %i, %i] : memref<0x4611686018427387904x4xi4>
  return %v : i4
}
"""


@case()
def great_global():
    return 'memref.global "private" constant @g : memref<1099511627777xi4> = dense<5>\n'


# Depth


@case()
def nested_types():
    depth = 1000
    t = "tuple<" * depth + "!quant.uniform<i8:f32, 0.5:3>" + ">" * depth
    return f"func.func private @f({t}) -> {t}\nfunc.func @g(%x: {t}) -> {t} {{\n  return %x : {t}\n}}\n"


@case()
def nested_regions():
    depth = 400
    q = "!quant.uniform<i8:f32, 0.5:3>"
    lines = [f"func.func @f(%x: f32, %c: i1) -> {q} {{", f"  %r0 = quant.qcast %x : f32 to {q}"]
    for i in range(depth):
        lines.append(f"  %s{i} = scf.if %c -> ({q}) {{ %d{i} = quant.dcast %r{i} : {q} to f32 "
                     f"%r{i + 1} = quant.qcast %d{i} : f32 to {q}")
    lines.append(f"  scf.yield %r{depth} : {q}")
    for i in reversed(range(depth)):
        lines.append(f"  }} else {{ scf.yield %r{i} : {q} }}")
        lines.append(f"  scf.yield %s{i} : {q}" if i else f"  return %s0 : {q}")
    return "\n".join(lines) + "\n}\n"


# Many ops


@case(size=(20000, 200000))
def many_ops(count):
    lines = ["func.func @f(%x: f32) -> f32 {"]
    value = "%x"
    for i in range(count // 3):
        q = f"!quant.uniform<i8:f32, {0.5 + i % 100}:3>"
        lines.append(f"  %q{i} = quant.qcast {value} : f32 to {q}")
        lines.append(f"  %d{i} = quant.dcast %q{i} : {q} to f32")
        lines.append(f"  %s{i} = arith.addf %d{i}, %x : f32")
        value = f"%s{i}"
    return "\n".join(lines) + f"\n  return {value} : f32\n}}\n"


@case(size=(15000, 150000))
def chain_of_storage_casts(count):
    q = "!quant.uniform<i8:f32, 0.5:3>"
    lines = [f"func.func @f(%x: i8) -> f32 {{", f"  %q0 = quant.scast %x : i8 to {q}"]
    for i in range(count // 3):
        lines.append(f"  %s{i} = quant.scast %q{i} : {q} to i8")
        lines.append(f"  %q{i + 1} = quant.scast %s{i} : i8 to {q}")
        lines.append(f"  %d{i} = quant.dcast %q{i + 1} : {q} to f32")
    return "\n".join(lines) + "\n  return %d0 : f32\n}\n"


# To MLIR's bufferization one buffer, unless something is done about it: minutes then.


@case(size=(600, 3000), seconds=10)
def chain_of_requantizations(count):
    lines = ["func.func @f(%s0: tensor<?xi8>) -> tensor<?xi8> {"]
    for i in range(count):
        p, q = f"!quant.uniform<i8:f32, {0.051 + i * 1e-5:.6f}:-4>", f"!quant.uniform<i8:f32, {0.037 + i * 1e-5:.6f}:3>"
        lines.append(f"  %p{i} = quant.scast %s{i} : tensor<?xi8> to tensor<?x{p}>")
        lines.append(f"  %d{i} = quant.dcast %p{i} : tensor<?x{p}> to tensor<?xf32>")
        lines.append(f"  %q{i} = quant.qcast %d{i} : tensor<?xf32> to tensor<?x{q}>")
        lines.append(f"  %s{i + 1} = quant.scast %q{i} : tensor<?x{q}> to tensor<?xi8>")
    return "\n".join(lines) + f"\n  return %s{count} : tensor<?xi8>\n}}\n"


# A circle, which a module allows.

CIRCLE = """%a = quant.scast %b : i8 to !quant.uniform<i8:f32, 0.5>
%b = quant.scast %a : !quant.uniform<i8:f32, 0.5> to i8
%c = quant.dcast %a : !quant.uniform<i8:f32, 0.5> to f32
%d = quant.qcast %c : f32 to !quant.uniform<i8:f32, 0.5>
"""


@case(fails={"quant-strip-types quant-to-linalg quant-to-llvm":
             "expected a cast of a value, but got one of its own result"})
def circle():
    return CIRCLE
