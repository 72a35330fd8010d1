# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lowers, compiles and runs quant.dequant_situ_quant; compares with the reference.

usage: run_fused.py QUANT_OPT LLVM_PREFIX SUITE [argument ...]

Suites: random, special, groups, policies (exact, against fused_reference.py);
poly (against the same, within what polynomials may differ); vectors FILE; tiles FILE
(with transform scripts: tiled against untiled); double ROWS (that many rows of 2048
against f64: 2048 of them take some minutes). Prints a line or more a suite; exits
with 1 on a difference.
"""

import json
import math
import random
import struct
import sys
import zlib

import fused_reference as reference
from fused_reference import Policy
from fused_runner import Case, Tools, call, run_cases

SMALL = [-128, -127, -1, 0, 1, 127]
# Of the cases of a suite, one compiled module holds this many.
MODULE_SIZE = 25


def f32_operand(generator, shape, low, high):
    return [generator.uniform(low, high) for _ in range(math.prod(shape))], shape


def random_case(generator, name, element, quant_type="dynamic", rows=None, half=None, **changes):
    """A case of a kind that the op allows, operands in any form that it allows."""
    rank = generator.choice([2, 2, 3, 4]) if element == "i8" else 2
    leading = [generator.randint(0, 4) for _ in range(rank - 1)] if rows is None else [rows]
    if half is None:
        half = generator.choice([1, 2, 3, 5, 8, 17, 33])
    x_shape = leading + [2 * half]
    count = math.prod(x_shape)
    operands = {}
    columns = lambda size: generator.choice([[1], [size], [1, size]])
    if element in ("i8", "i32"):
        limit = 127 if element == "i8" else generator.choice([1000, 2**31 - 1])
        x = [generator.randint(-limit - 1, limit) for _ in range(count)]
        scale = 8.0 / limit
        operands["weight_scale"] = f32_operand(generator, columns(2 * half), scale / 10, scale)
        if generator.random() < 0.5:
            operands["bias"] = f32_operand(generator, columns(2 * half), -1.0, 1.0)
    else:
        bits = {"bf16": lambda v: reference.f32_bits(v) >> 16,
                "f16": lambda v: struct.unpack("<H", struct.pack("<e", v))[0]}[element]
        value = {"bf16": reference.from_bf16_bits, "f16": reference.from_f16_bits}[element]
        operands["x_bits"] = [bits(generator.gauss(0, 8)) for _ in range(count)]
        x = [value(b) for b in operands["x_bits"]]
    if element == "i32":
        shape = [leading[0]] if generator.random() < 0.5 else [leading[0], 1]
        operands["activation_scale"] = f32_operand(generator, shape, 0.5, 2.0)
    if quant_type == "static" or (element == "i8" and generator.random() < 0.5):
        operands["quant_scale"] = f32_operand(generator, columns(half), 0.05, 2.0)
    if quant_type == "static" and generator.random() < 0.5:
        operands["quant_offset"] = f32_operand(generator, columns(half), -20.0, 20.0)
    operands.update(
        beta=generator.choice([4.0, 4.0, 1.7, -3.0, 0.01, 1e20]),
        linear_beta=generator.choice([25.0, 25.0, 7.3, 0.0, -1.0, 1e25]),
        activate_left=generator.random() < 0.7, quant_type=quant_type,
        dynamic_shape=generator.random() < 0.5)
    operands.update(changes)
    return Case(name, element, x_shape, x, **operands)


KINDS = [("i8", "static"), ("i8", "dynamic"), ("i32", "dynamic"), ("bf16", "dynamic"), ("f16", "dynamic")]


def random_suite():
    generator = random.Random(1)
    cases = [random_case(generator, f"{e}-{q}-{i}", e, q) for i in range(24) for e, q in KINDS]
    for element, quant_type in KINDS:
        # One column, no rows, and both; no columns.
        for rows, half in ((3, 1), (0, 4), (0, 1), (3, 0)):
            for dynamic in (False, True):
                cases.append(random_case(generator, f"{element}-{quant_type}-{rows}x{half}", element, quant_type,
                                         rows=rows, half=half, dynamic_shape=dynamic))
    return cases


def special_suite():
    """NaN, infinities, zeros, and numbers that overflow or vanish on the way."""
    generator = random.Random(2)
    values = [0.0, -0.0, math.inf, -math.inf, math.nan, 1e-45, -1e-40, 1e-20, 3e38, -3e38, 90.0, -104.0, -200.0, 1.0]
    cases = []
    for linear_beta in (25.0, 0.0, 1e38):
        for beta in (4.0, 3.0, 1e-38, 1e38):
            x_bits = [reference.f32_bits(reference.f32(generator.choice(values))) >> 16 for _ in range(48)]
            # A row of zeros, and one of what is too small to have a scale.
            x_bits += [0] * 6 + [0x8000] * 6 + [1] * 12
            x = [reference.from_bf16_bits(bits) for bits in x_bits]
            cases.append(Case(f"bf16-{beta}-{linear_beta}", "bf16", [6, 12], x, x_bits=x_bits, beta=beta,
                              linear_beta=linear_beta))
            x = [generator.choice(SMALL) for _ in range(40)]
            column = lambda size: ([generator.choice(values) for _ in range(size)], [size])
            cases.append(Case(f"static-{beta}-{linear_beta}", "i8", [5, 8], x, weight_scale=column(8), bias=column(8),
                              quant_scale=column(4), quant_offset=column(4), beta=beta, linear_beta=linear_beta,
                              quant_type="static"))
            cases.append(Case(f"smooth-{beta}-{linear_beta}", "i8", [5, 8], x, weight_scale=([0.1] * 8, [8]),
                              quant_scale=column(4), beta=beta, linear_beta=linear_beta))
    return cases


def groups_suite():
    generator = random.Random(3)
    large = 2**63 - 1
    many = [generator.choice([0, 0, 1, 2, -1]) for _ in range(896)]
    lists = [[3, 2], [0, 5], [5, 0, 0], [-4, 2, -1, 1], [2, 0, 9], [large, 1], [1, large, large], [-large - 1], [0],
             [], [1] * 12, [0] * 30 + [4], [2, 3, -7, 4, 0, 1], many]
    cases = []
    for index, counts in enumerate(lists):
        for rows in (0, 1, 5, 8) if counts is not many else (300, 2000):
            half, number = generator.choice([1, 3, 8]) if rows != 1 or index % 4 else 0, len(counts)
            shape = [number, 2 * half] if (index + rows) % 3 else [number, 1]
            cases.append(random_case(
                generator, f"groups-{counts[:20]}-{rows}", "i32", rows=rows, half=half, group_index=counts,
                weight_scale=f32_operand(generator, shape, 1e-9, 1e-8),
                bias=f32_operand(generator, [number, 2 * half], -2, 2) if generator.random() < 0.5 else None))
    return cases


MATMUL = """
func.func @f(%a: tensor<?x{k}xi8>, %b: tensor<{k}x{n}xi8>, %ws: tensor<{g}x{n}xf32>, %as: tensor<?xf32>,
             %groups: tensor<{g}xi64>) -> (tensor<?x{h}xi8>, tensor<?xf32>) attributes {{llvm.emit_c_interface}} {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %rows = tensor.dim %a, %c0 : tensor<?x{k}xi8>
  %empty = tensor.empty(%rows) : tensor<?x{n}xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<?x{n}xi32>) -> tensor<?x{n}xi32>
  %x = linalg.matmul ins(%a, %b : tensor<?x{k}xi8>, tensor<{k}x{n}xi8>)
      outs(%init : tensor<?x{n}xi32>) -> tensor<?x{n}xi32>
  %y, %s = quant.dequant_situ_quant %x weight_scale(%ws : tensor<{g}x{n}xf32>)
      activation_scale(%as : tensor<?xf32>) group_index(%groups : tensor<{g}xi64>)
      : tensor<?x{n}xi32> -> tensor<?x{h}xi8>, tensor<?xf32>
  return %y, %s : tensor<?x{h}xi8>, tensor<?xf32>
}}
"""


def tiles_suite(tools, library):
    """A matmul fused into the loop over tiles of rows gives the same bits."""
    generator = random.Random(6)
    k, n, g = 16, 12, 6
    text = MATMUL.format(k=k, n=n, g=g, h=n // 2)
    tiled = lambda name: tools.load(text, [
        f"--transform-preload-library=transform-library-paths={library}",
        f"--transform-interpreter=entry-point={name}", "--canonicalize", "--cse", "--quant-to-llvm"])
    variants = {name: tiled(name) for name in ("one_row", "four_rows", "threads")}
    variants["spread"] = tools.load(text, ["--quant-lower-fused-ops=threads=3", "--quant-to-llvm"])
    untiled = tools.load(text, ["--quant-to-llvm"])
    values, cases, errors = 0, 0, []
    for rows in (0, 1, 3, 4, 5, 8, 13, 30):
        for _ in range(6):
            counts = [generator.choice([0, -3, 1, 2, 5, 9, 2**62]) for _ in range(g)]
            a, b = ([generator.randint(-128, 127) for _ in range(size)] for size in (rows * k, k * n))
            scales = [reference.f32_bits(generator.uniform(1e-4, 4e-4)) for _ in range(g * n)]
            per_row = [reference.f32_bits(generator.uniform(0.5, 2)) for _ in range(rows)]
            operands = [(a, [rows, k], "i8"), (b, [k, n], "i8"), (scales, [g, n], "f32"), (per_row, [rows], "f32"),
                        (counts, [g], "i64")]
            results = [([rows, n // 2], "i8"), ([rows], "f32")]
            expected = call(untiled, "f", operands, results)
            cases, values = cases + 1, values + len(expected[0])
            for name, loaded in variants.items():
                got = call(loaded, "f", operands, results)
                if got != expected:
                    errors.append(f"{name}, {rows} rows, {counts}: expected {expected}, but got {got}")
            covered = len([group for group in reference.rows_of_groups(counts, rows) if group is not None])
            if rows and covered and not any(expected[0]):
                errors.append(f"{rows} rows, {counts}: only zeros")
    return report("tiles", cases, values, errors)


def report(name, total, values, errors):
    print(f"{name}: {total} cases, {values} values, {len(errors)} wrong")
    for error in errors[:10]:
        print(" ", error)
    return not errors


def compare_exactly(tools, name, cases, policy=Policy(), options="math=accurate"):
    values, errors = 0, []
    for start in range(0, len(cases), MODULE_SIZE):
        part = cases[start:start + MODULE_SIZE]
        results = run_cases(tools, part, f"{options} {policy.options()}")
        for case, got in zip(part, results):
            expected = reference.evaluate(case, policy)
            values += len(expected[0])
            if (got[0], got[1]) != expected:
                errors.append(f"{case.name}: expected {expected}, but got {got}")
    return report(name, len(cases), values, errors)


def policies_suite(tools):
    generator = random.Random(4)
    cases = [random_case(generator, f"{e}-{q}", e, q) for e, q in KINDS * 2]
    good = True
    for rounding in reference.ROUND:
        good &= compare_exactly(tools, f"rounding={rounding}", cases, Policy(rounding=rounding))
    for changes in ({"scaling": "reciprocal"}, {"dynamic_scale": "multiply"}, {"zero_row_scale": "1"}):
        policy = Policy(**changes)
        good &= compare_exactly(tools, str(changes), cases + special_suite(), policy)
    return good


def poly_suite(tools):
    """Codes within one, scales within 1e-6, few codes different."""
    generator = random.Random(5)
    cases = [random_case(generator, f"{e}-{q}-{i}", e, q, half=64, rows=8, beta=4.0, linear_beta=25.0)
             for i in range(8) for e, q in KINDS]
    good = True
    for options in ("math=poly", "math=poly polynomial-fma=true", "math=libm"):
        values, different, errors = 0, 0, []
        for case, got in zip(cases, run_cases(tools, cases, options)):
            codes, scales = reference.evaluate(case, Policy())
            values += len(codes)
            far = [i for i, (g, e) in enumerate(zip(got[0], codes)) if abs(g - e) > 1]
            different += sum(g != e for g, e in zip(got[0], codes))
            for g, e in zip(got[1] or [], scales or []):
                g, e = reference.from_f32_bits(g), reference.from_f32_bits(e)
                if abs(g - e) > 1e-6 * e:
                    far.append((g, e))
            if far:
                errors.append(f"{case.name}: {far}")
        # The largest code of a row is on the boundary between 126 and 127.
        print(f"{options}: {different} of {values} codes differ by 1")
        if different > values // 200:
            errors.append(f"too many codes differ: {different}")
        good &= report(options, len(cases), values, errors)
    return good


def evaluate_in_double(case, rounding):
    """Codes of a dynamic bf16 case, all in f64; and per row the index of the largest."""
    half, codes, largest = case.x_shape[-1] // 2, [], []
    for row in range(case.x_shape[0]):
        x = case.x[row * 2 * half:(row + 1) * 2 * half]
        s = [case.beta * math.tanh(g / case.beta) / (1 + math.exp(-g))
             * case.linear_beta * math.tanh(u / case.linear_beta) for g, u in zip(x[:half], x[half:])]
        index = max(range(half), key=lambda i: abs(s[i]))
        scale = abs(s[index]) / 127
        codes += [reference.ROUND[rounding](value / scale) for value in s]
        largest.append(row * half + index)
    return codes, largest


def double_suite(tools, rows):
    """At most 5 codes in a million differ from what f64 gives, none by more than 1.

    Toward zero the largest code of a row is 126 or 127 by the last bit of its scale,
    in any arithmetic: there it is left out.
    """
    generator, columns, good = random.Random(7), 2048, True
    for deviation in (1, 2):
        x_bits = [reference.f32_bits(generator.gauss(0, deviation)) >> 16 for _ in range(rows * 2 * columns)]
        x = [reference.from_bf16_bits(bits) for bits in x_bits]
        case = Case("double", "bf16", [rows, 2 * columns], x, x_bits=x_bits, dynamic_shape=True)
        for rounding in ("toward-zero", "nearest-even"):
            (codes, _), = run_cases(tools, [case], f"rounding={rounding}")
            expected, largest = evaluate_in_double(case, rounding)
            skipped = set(largest) if rounding == "toward-zero" else set()
            distances = [abs(c - e) for i, (c, e) in enumerate(zip(codes, expected)) if i not in skipped and c != e]
            ppm = 1e6 * len(distances) / len(codes)
            # A few codes in a small sample say nothing about a million.
            wrong = len(distances) > max(3, 5e-6 * len(codes)) or max(distances, default=0) > 1
            good &= not wrong
            print(f"deviation {deviation}, {rounding}: {len(distances)} of {len(codes)} codes differ, "
                  f"{ppm:.2f} in a million, by at most {max(distances, default=0)}{': FAILED' if wrong else ''}")
    return good


def read_vectors(path):
    text = zlib.decompress(open(path, "rb").read()).decode()
    return [json.loads(line) for line in text.splitlines()]


def vector_case(data):
    floats = lambda bits: [reference.from_f32_bits(int(b, 16)) for b in bits]
    element = {"int8": "i8", "int32": "i32", "fp16": "f16"}.get(data["path"], data["path"])
    operands = {name: (floats(data[name + "_bits"]), data[name + "_shape"])
                for name in ("weight_scale", "activation_scale", "bias", "quant_scale", "quant_offset")
                if name + "_bits" in data}
    beta, linear_beta = floats([data["beta_bits"], data["linear_beta_bits"]])
    return Case(data["id"], element, data["x_shape"], data.get("x"), group_index=data.get("group_index"), beta=beta,
                linear_beta=linear_beta, activate_left=data["activate_left"], quant_type=data["quant_type"],
                x_bits=[int(b, 16) for b in data["x_bits"]] if "x_bits" in data else None, **operands)


def vectors_suite(tools, path):
    vectors = read_vectors(path)
    good = True
    for policy, key in (("ascend", "toward_zero"), ("ascend-device", "nearest_even")):
        values, flips, errors = 0, 0, []
        for start in range(0, len(vectors), MODULE_SIZE):
            part = vectors[start:start + MODULE_SIZE]
            results = run_cases(tools, [vector_case(data) for data in part], f"policy={policy}")
            for data, (codes, scales) in zip(part, results):
                half = data["x_shape"][-1] // 2
                tiny, near = set(data.get("tiny_rows", [])), set(data[f"near_{key}"])
                for i, (got, expected) in enumerate(zip(codes, data[f"y_{key}"])):
                    if i // half in tiny:
                        continue
                    values += 1
                    if got != expected and i in near and abs(got - expected) == 1:
                        flips += 1
                    elif got != expected:
                        errors.append(f"{data['id']}: code {i}: expected {expected}, but got {got}")
                for row, (got, expected) in enumerate(zip(scales or [], data.get("y_scale_bits", []))):
                    got, expected = reference.from_f32_bits(got), reference.from_f32_bits(int(expected, 16))
                    if row not in tiny and abs(got - expected) > 1e-6 * abs(expected):
                        errors.append(f"{data['id']}: scale {row}: expected {expected}, but got {got}")
        print(f"policy={policy}: {flips} codes beside a boundary differ by 1")
        good &= report(f"policy={policy}", len(vectors), values, errors)
    return good


def main():
    quant_opt, llvm, suite, *arguments = sys.argv[1:]
    tools = Tools(quant_opt, llvm)
    if suite == "vectors":
        good = vectors_suite(tools, *arguments)
    elif suite == "policies":
        good = policies_suite(tools)
    elif suite == "double":
        good = double_suite(tools, int(arguments[0]))
    elif suite == "tiles":
        good = tiles_suite(tools, *arguments)
    elif suite == "poly":
        good = poly_suite(tools)
    else:
        cases = {"random": random_suite, "special": special_suite, "groups": groups_suite}[suite]()
        good = compare_exactly(tools, suite, cases)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
