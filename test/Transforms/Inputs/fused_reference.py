# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""quant.dequant_situ_quant in plain Python, step by step as its description says.

Every step is computed in f64 and rounded to f32: for +, -, * and / that is the
correctly rounded f32 result. tanh and the sigmoid are those of the math module,
rounded once.
"""

import math
import struct

FLT_MAX = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]


def f32(x):
    """x rounded to the nearest f32."""
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def f32_bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def from_f32_bits(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def from_f16_bits(bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def from_bf16_bits(bits):
    return from_f32_bits(bits << 16)


def divide(x, y):
    if y == 0 or math.isinf(y):
        if math.isnan(x) or (y == 0 and x == 0) or (math.isinf(y) and math.isinf(x)):
            return math.nan
        sign = math.copysign(1, x) * math.copysign(1, y)
        return sign * (math.inf if y == 0 else 0.0)
    return f32(x / y)


def tanh(x):
    return f32(math.tanh(x))


def sigmoid(x):
    if x >= 0:
        return f32(1 / (1 + math.exp(-x)))
    t = math.exp(max(x, -700.0))
    return f32(t / (1 + t)) if not math.isnan(x) else x


ROUND = {
    "nearest-even": round,
    "nearest-away": lambda x: math.copysign(math.floor(abs(x) + 0.5), x),
    "nearest-up": lambda x: math.floor(x + 0.5),
    "toward-zero": math.trunc,
    "down": math.floor,
    "up": math.ceil,
}


class Policy:
    def __init__(self, rounding="toward-zero", scaling="divide", dynamic_scale="divide", zero_row_scale="0"):
        self.rounding = rounding
        self.scaling = scaling
        self.dynamic_scale = dynamic_scale
        self.zero_row_scale = zero_row_scale

    def options(self):
        return " ".join(f"{name.replace('_', '-')}={value}" for name, value in vars(self).items())

    def scaled(self, x, scale):
        if self.scaling == "reciprocal":
            return f32(x * divide(1.0, scale))
        return divide(x, scale)

    def code(self, x):
        if math.isnan(x):
            return 0
        rounded = ROUND[self.rounding](max(-1000.0, min(1000.0, x)))
        return int(max(-128, min(127, rounded)))


def situ(gate, up, beta, linear_beta):
    a = f32(beta * tanh(divide(gate, beta)))
    a = f32(a * sigmoid(gate))
    if linear_beta > 0:
        up = f32(linear_beta * tanh(divide(up, linear_beta)))
    return f32(a * up)


def column(values, shape, group, index):
    """The number of an operand that column `index` uses."""
    size = shape[-1]
    row = group if group is not None and len(shape) == 2 else 0
    return values[row * size + (index if size > 1 else 0)]


def rows_of_groups(counts, num_rows):
    """The group of each row; none beyond the last group."""
    groups = []
    for group, count in enumerate(counts):
        groups += [group] * max(0, min(count, num_rows - len(groups)))
    return groups + [None] * (num_rows - len(groups))


def evaluate(case, policy):
    """(codes, bits of the scales or None) of a case: see fused_runner.Case."""
    width = case.x_shape[-1]
    half = width // 2
    num_rows = math.prod(case.x_shape[:-1])
    grouped = case.group_index is not None
    groups = rows_of_groups(case.group_index, num_rows) if grouped else [None] * num_rows
    codes, scales = [], []
    for row in range(num_rows):
        if grouped and groups[row] is None:
            codes += [0] * half
            scales.append(0)
            continue
        d = []
        for c in range(width):
            x = f32(case.x[row * width + c])
            if case.weight_scale:
                x = f32(x * column(*case.weight_scale, groups[row], c))
            if case.activation_scale:
                x = f32(x * case.activation_scale[0][row])
            if case.bias:
                x = f32(x + column(*case.bias, groups[row], c))
            d.append(x)
        halves = (d[:half], d[half:]) if case.activate_left else (d[half:], d[:half])
        s = [situ(g, u, case.beta, case.linear_beta) for g, u in zip(*halves)]
        if case.quant_type == "static":
            for c, value in enumerate(s):
                value = policy.scaled(value, column(*case.quant_scale, None, c))
                if case.quant_offset:
                    value = f32(value + column(*case.quant_offset, None, c))
                codes.append(policy.code(value))
            continue
        if case.quant_scale:
            s = [f32(value * column(*case.quant_scale, None, c)) for c, value in enumerate(s)]
        s = [0.0 if math.isnan(value) else max(-FLT_MAX, min(FLT_MAX, value)) for value in s]
        largest = max([abs(value) for value in s], default=0.0)
        if policy.dynamic_scale == "divide":
            scale = f32(largest / 127)
        else:
            scale = f32(largest * f32(1 / 127))
        if scale == 0:
            codes += [0] * half
            scale = float(policy.zero_row_scale)
        else:
            codes += [policy.code(policy.scaled(value, scale)) for value in s]
        scales.append(f32_bits(scale))
    return codes, scales if case.quant_type == "dynamic" else None
