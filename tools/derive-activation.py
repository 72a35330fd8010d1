#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derives the polynomials of lib/Numerics/Activation.cpp.

usage: derive-activation.py [--check FILE]

Minimax approximations by the Remez exchange, relative error, in 50 digits:

  tanh(x) / x  =  p(x^2) / q(x^2)     on [0, 8.6], degrees 6 and 3, for f32
  exp(r)       =  1 + r + r^2 q(r)    on +-ln2/2, degree 4 for f32, 7 for f64

and ln2 in two parts. Prints the coefficients with the error of each
approximation in ulp of its format.

In f32 the error that remains comes from roundings. p and q of tanh may have any
common factor; Activation.cpp has the one, and changes of the last bits, for which
the largest error of the evaluated quotient was smallest in a random search over
all inputs from 2 to 8.6 and every fifth below. check-activation measures what came
out.

--check FILE compares with the tables in FILE (Activation.cpp), tanh up to its common
factor: exits with 1 if a coefficient is off by more than search and rounding explain.
"""

import math
import re
import sys
from decimal import Decimal, getcontext

getcontext().prec = 50
TANH_LIMIT = Decimal("8.6")
LN2 = Decimal(2).ln()


def solve(matrix, right):
    """The solution of a system of linear equations."""
    size = len(matrix)
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(column + 1, size):
            factor = rows[r][column] / rows[column][column]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column])]
    solution = [Decimal(0)] * size
    for r in reversed(range(size)):
        known = sum(rows[r][c] * solution[c] for c in range(r + 1, size))
        solution[r] = (rows[r][size] - known) / rows[r][r]
    return solution


def horner(coefficients, x):
    total = Decimal(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def power(x, exponent):
    return x**exponent if exponent else Decimal(1)


def chebyshev(low, high, count):
    """Points between low and high, dense at the ends."""
    return [low + (high - low) * (1 - Decimal(math.cos(math.pi * i / (count - 1)))) / 2
            for i in range(count)]


def extrema(errors, count):
    """Indices of the largest error between two changes of sign, `count` of them."""
    found, begin = [], 0
    while begin < len(errors):
        end = begin
        while end < len(errors) and (errors[end] > 0) == (errors[begin] > 0):
            end += 1
        found.append(max(range(begin, end), key=lambda i: abs(errors[i])))
        begin = end
    while len(found) > count:
        found.pop(0 if abs(errors[found[0]]) < abs(errors[found[-1]]) else -1)
    return found


def exchange(low, high, unknowns, fit, error, grid=800):
    """The Remez exchange; returns what `fit` gives for the last points, and the
    largest error."""
    points, candidates = chebyshev(low, high, unknowns), chebyshev(low, high, grid)
    for _ in range(40):
        result = fit(points)
        errors = [error(result, x) for x in candidates]
        largest = max(map(abs, errors))
        found = [candidates[i] for i in extrema(errors, unknowns)]
        if len(found) < unknowns or max(abs(a - b) for a, b in zip(found, points)) < Decimal("1e-12"):
            break
        points = found
    return result, largest


def fit_tanh(degree_p, degree_q):
    def f(x):
        if x < Decimal("1e-6"):
            return 1 - x * x / 3
        e = (2 * x).exp()
        return (e - 1) / (e + 1) / x

    def fit(points):
        # p(t) - f (1 + s E) q(t) = 0 with s = +-1, q[0] = 1: linear in p and q for a
        # given E; E by Newton steps.
        q, level = [Decimal(1)] + [Decimal(0)] * degree_q, Decimal(0)
        for _ in range(12):
            matrix, right = [], []
            for i, x in enumerate(points):
                t, sign = x * x, Decimal(1 if i % 2 else -1)
                value = f(x) * (1 + sign * level)
                matrix.append([power(t, j) for j in range(degree_p + 1)]
                              + [-value * power(t, j) for j in range(1, degree_q + 1)]
                              + [-f(x) * sign * horner(q, t)])
                right.append(value)
            solution = solve(matrix, right)
            p, q = solution[:degree_p + 1], [Decimal(1)] + solution[degree_p + 1:-1]
            level += solution[-1]
            if abs(solution[-1]) < Decimal("1e-30"):
                break
        return p, q

    def error(result, x):
        return horner(result[0], x * x) / horner(result[1], x * x) / f(x) - 1

    return exchange(Decimal(0), TANH_LIMIT, degree_p + degree_q + 2, fit, error)


def fit_exp(degree):
    bound = LN2 / 2 * Decimal("1.0001")

    def f(r):
        return Decimal("0.5") + r / 6 if abs(r) < Decimal("1e-9") else (r.exp() - 1 - r) / (r * r)

    def weight(r):
        return max(r * r, Decimal("1e-20")) / r.exp()

    def fit(points):
        matrix = [[power(r, j) for j in range(degree + 1)] + [(1 if i % 2 else -1) / weight(r)]
                  for i, r in enumerate(points)]
        return solve(matrix, [f(r) for r in points])[:-1]

    # Not symmetric, so that no point is 0, where the weight vanishes.
    return exchange(-bound, bound * Decimal("1.0000001"), degree + 2, fit,
                    lambda c, r: (horner(c, r) - f(r)) * weight(r))


def split_ln2(bits):
    high = Decimal(int(LN2 * 2**bits)) / 2**bits
    return high, LN2 - high


def derive():
    """Name in Activation.cpp: (coefficients, error, bits of the format)."""
    (p, q), tanh_error = fit_tanh(6, 3)
    exp32, error32 = fit_exp(4)
    exp64, error64 = fit_exp(7)
    return {"kTanhP": (p, tanh_error, 24), "kTanhQ": (q, tanh_error, 24),
            "kExpF32": (exp32, error32, 24), "kExpF64": (exp64, error64, 53)}


def read_table(text, name):
    body = re.search(rf"{name}\[\] = \{{(.*?)\}};", text, re.S).group(1)
    return [Decimal(float.fromhex(number)) for number in re.findall(r"[-+0-9a-fxp.]+", body)]


def check(path, derived):
    text, good = open(path).read(), True
    for name, (coefficients, _, bits) in derived.items():
        table = read_table(text, name)
        factor = table[0] if name.startswith("kTanh") else 1
        # The search moved last bits; and the highest coefficients matter least.
        tolerance = Decimal(64) / 2**bits
        for i, (found, expected) in enumerate(zip(table, coefficients)):
            off = abs(found / factor / expected - 1)
            if off > tolerance:
                good = False
                print(f"{name}[{i}]: {float(found).hex()} is off by {off:.1e}")
        if len(table) != len(coefficients):
            good = False
            print(f"{name}: expected {len(coefficients)} coefficients, but got {len(table)}")
    print("tables agree" if good else "tables differ")
    return good


def main(arguments):
    derived = derive()
    for name, (coefficients, error, bits) in derived.items():
        print(f"{name}: error {error * 2**bits:.3f} ulp")
        print("  " + ", ".join(float(c).hex() for c in coefficients))
    for bits in (16, 42):
        print(f"ln2, {bits} bits and the rest: " + ", ".join(float(part).hex() for part in split_ln2(bits)))
    return 0 if arguments[:1] != ["--check"] or check(arguments[1], derived) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
