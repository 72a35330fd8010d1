"""Compares the text of quantized types with that of MLIR's own quant dialect.

Usage: upstream_text.py <quant-opt> <mlir-opt> <scratch file>

Types are drawn at random, with a fixed seed, and every one goes through both
tools. The numbers that the text must mean are computed here, with fractions.
"""

import collections
import math
import random
import re
import struct
import subprocess
import sys
from fractions import Fraction

COUNT = 4000

# name: digits of the significand, exponent of the smallest normal number, largest
# value. Types that hold every f64 are missing: they round nothing.
FORMATS = {
    "f16": (11, -14, 65504),
    "bf16": (8, -126, (2 - Fraction(1, 2**7)) * 2**127),
    "tf32": (11, -126, (2 - Fraction(1, 2**10)) * 2**127),
    "f32": (24, -126, (2 - Fraction(1, 2**23)) * 2**127),
    "f8E5M2": (3, -14, 57344),
    "f8E4M3": (4, -6, 240),
    "f8E4M3FN": (4, -6, 448),
    "f8E3M4": (5, -2, Fraction(31, 2)),
    "f8E5M2FNUZ": (3, -15, 57344),
    "f8E4M3FNUZ": (4, -7, 240),
    "f8E4M3B11FNUZ": (4, -10, 30),
    "f6E2M3FN": (4, 0, Fraction(15, 2)),
    "f6E3M2FN": (3, -2, 28),
    "f4E2M1FN": (2, 0, 6),
}
WIDE = ("f64", "f80", "f128")

# Why upstream accepts a type and this project doesn't.
REFUSED = {
    "scale is no number": "T4: a scale that is NaN means nothing",
    "scale isn't positive or finite": "T4: upstream misses this for f80 and f128",
    "nested channels": "T6: upstream takes {{1,2},{3,4}} per axis and flattens it",
    "axis twice": "T8: upstream lets the last block size win",
    "range isn't finite": "a calibrated range ends somewhere",
}
# Why the same type has another text.
DIFFERENT = {
    "zero point cut": "upstream cuts zero points of blocked types to the width of "
    "the storage and prints them as signed (255 of u8 becomes -1), those of one bit "
    "not at all",
    "scale rounded": "the scale isn't a value of the expressed type: upstream keeps "
    "the f64, here it is rounded, as a scale is a value of that type",
    "scale lost": "upstream's text of the scale reads back as another number",
    "scale shortened": "a decimal of at most seven digits names the same scale: it "
    "is the one printed here, so that equal types have equal texts",
}
# Why this project accepts a type and upstream doesn't.
MORE = {
    "wide storage": "storage of more than 32 bits",
}


def round_to(value, name):
    """`value` rounded to the nearest number of the type, ties to even."""
    if name in WIDE or value <= 0:
        return value
    if math.isinf(value):
        return value
    digits, low, _ = FORMATS[name]
    exponent = max(math.frexp(value)[1] - 1, low)
    quantum = Fraction(2) ** (exponent - digits + 1)
    return round(Fraction(value) / quantum) * quantum


def in_range(value, name):
    if name in WIDE:
        return True
    digits, low, largest = FORMATS[name]
    return Fraction(2) ** (low - digits + 1) <= Fraction(value) <= largest


def read_scale(text):
    if text.startswith("0x"):
        # Upstream prints a pattern of the type itself in blocked types.
        if len(text) > 18:
            return math.nan
        return struct.unpack(">d", int(text, 16).to_bytes(8, "big"))[0]
    return float(text)


def is_short(value):
    """True if seven digits say the number exactly."""
    return float(f"{value:.6e}") == value


class Case:
    """A type in the form in which it was drawn."""

    def __init__(self, rng):
        self.rng = rng
        self.kind = rng.choices(
            ["tensor", "axis", "blocked", "any", "calibrated"], [35, 25, 30, 5, 5]
        )[0]
        self.signed = rng.random() < 0.5
        self.width = rng.choice([1, 2, 3, 4, 7, 8, 8, 8, 15, 16, 31, 32, 33, 63, 64])
        self.expressed = rng.choice(
            ["f32"] * 8 + ["f16", "bf16"] * 4 + list(FORMATS) + list(WIDE)
        )
        self.low = -(2 ** (self.width - 1)) if self.signed else 0
        self.high = self.low + 2**self.width - 1
        self.min, self.max = self.low, self.high
        if rng.random() < 0.3:
            self.min, self.max = sorted(
                (rng.randint(self.low, self.high), rng.randint(self.low, self.high))
            )
            if self.min == self.max:
                self.min, self.max = self.low, self.high
        self.axes, self.blocks, self.shape = [], [], []
        self.nested = False
        if self.kind == "axis":
            self.axes = [rng.choice([0, 0, 1, 2, 7, 2**31 - 1, 2**31])]
            self.shape = [rng.randint(1, 5)]
            self.nested = rng.random() < 0.03
        elif self.kind == "blocked":
            # Not more than 16 parameters: those are printed through an alias.
            self.shape = [rng.randint(1, 3) for _ in range(rng.randint(1, 4))]
            while math.prod(self.shape) > 16:
                self.shape.pop()
            for _ in range(rng.randint(0, len(self.shape))):
                self.axes.append(rng.randrange(len(self.shape)))
                self.blocks.append(rng.choice([1, 2, 3, 16, 2**62]))
        count = math.prod(self.shape)
        self.scale_texts = [self.draw_scale() for _ in range(count)]
        self.zero_points = [self.draw_zero_point() for _ in range(count)]
        if self.expressed in ("f80", "f128") and count and rng.random() < 0.1:
            self.scale_texts[0] = "0.0"
        self.scales = [read_scale(text) for text in self.scale_texts]
        self.range_texts = sorted((self.draw_scale(), self.draw_scale()), key=read_scale)
        if rng.random() < 0.1:
            self.range_texts[1] = "0x7FF0000000000000"

    def draw_scale(self):
        rng, name = self.rng, self.expressed
        # Within the type most of the time, so that most cases are valid.
        bits = 4 if name not in WIDE and FORMATS[name][2] < 70000 else 40
        value = math.ldexp(rng.uniform(1, 2), rng.randint(-bits, bits - 2))
        form = rng.randrange(12)
        if form < 3:
            return f"{value:.{rng.randint(1, 6)}e}"
        if form < 5:
            value = float(round_to(value, name))
            return f"{value:.17e}"
        if form == 5:
            return f"{value:.17e}"
        if form == 6:
            return f"{math.ldexp(1, rng.randint(-bits, bits)):.20f}"
        if form == 7:
            value = float(round_to(value, name))
            return f"0x{struct.pack('>d', value).hex().upper()}"
        if form == 8:
            return rng.choice(["0.1", "0.5", "1.e-1", "0.25E+0", "003.5", "1.0", "2.0e0"])
        if form == 9 and name in FORMATS:
            # At the limits, and a step of f64 beyond.
            digits, low, largest = FORMATS[name]
            limit = float(rng.choice([Fraction(2) ** (low - digits + 1), Fraction(largest)]))
            return f"{math.nextafter(limit, rng.choice([0, limit, math.inf])):.17e}"
        if form == 10:
            # An integer that seven digits don't say.
            return f"{rng.randint(10**6, 10**9)}.0"
        if form == 11 and rng.random() < 0.1:
            return rng.choice(["0x7FF8000000000000", "0x7FF0000000000000", "0.0", "-1.0"])
        return f"{value:.3f}" if value > 0.01 else f"{value:.3e}"

    def draw_zero_point(self):
        rng = self.rng
        return rng.choice(
            [0, 0, self.min, self.max, self.low, self.high, rng.randint(self.low, self.high)]
            + [rng.randint(-300, 300)] * (rng.random() < 0.2)
        )

    def storage_text(self):
        prefix = self.rng.choice(["i", "i", "si"]) if self.signed else self.rng.choice(["u", "u", "ui"])
        text = f"{prefix}{self.width}"
        if (self.min, self.max) != (self.low, self.high) or self.rng.random() < 0.1:
            text += f"<{self.min}:{self.max}>"
        return text

    def grid_text(self, texts):
        """The parameters in the braces that the shape says."""
        texts = list(texts)
        if self.kind == "tensor":
            return texts[0]
        for size in reversed(self.shape):
            texts = ["{" + ", ".join(texts[i : i + size]) + "}" for i in range(0, len(texts), size)]
        return texts[0]

    def text(self):
        if self.kind == "calibrated":
            return f"!quant.calibrated<{self.expressed}<{self.range_texts[0]}:{self.range_texts[1]}>>"
        head = f"{self.storage_text()}:{self.expressed}"
        if self.kind == "any":
            return f"!quant.any<{head}>"
        parameters = [
            f"{scale}:{zero}" if zero or self.rng.random() < 0.1 else scale
            for scale, zero in zip(self.scale_texts, self.zero_points)
        ]
        grid = self.grid_text(parameters)
        if self.nested:
            grid = "{" + grid + "}"
        if self.kind == "axis":
            head += f":{self.axes[0]}"
        elif self.kind == "blocked":
            blocks = ", ".join(f"{a}:{b}" for a, b in zip(self.axes, self.blocks))
            head += f":{{{blocks}}}"
        return f"!quant.uniform<{head}, {grid}>"

    def refused(self):
        """Why this project refuses what upstream accepts, if it does."""
        if self.kind == "calibrated":
            if not all(math.isfinite(read_scale(text)) for text in self.range_texts):
                return "range isn't finite"
        if self.kind in ("any", "calibrated"):
            return None
        if any(math.isnan(scale) for scale in self.scales):
            return "scale is no number"
        if any(scale <= 0 or math.isinf(scale) for scale in self.scales):
            return "scale isn't positive or finite"
        if self.nested:
            return "nested channels"
        if len(set(self.axes)) != len(self.axes):
            return "axis twice"
        return None

    def more(self):
        """Why this project accepts what upstream refuses, if it does."""
        if self.width > 32:
            return "wide storage"
        return None

    def different(self, upstream):
        """Why this project prints another text than `upstream`, if it may."""
        if self.kind in ("any", "calibrated"):
            return None
        half = 2 ** (self.width - 1)
        if self.kind == "blocked" and any(
            (self.width == 1 and zero) or (zero + half) % (2 * half) - half != zero for zero in self.zero_points
        ):
            return "zero point cut"
        rounded = [round_to(scale, self.expressed) for scale in self.scales]
        # Blocked types hold the rounded scale upstream, too.
        if self.kind != "blocked" and rounded != self.scales:
            return "scale rounded"
        printed = [read_scale(text) for text, _ in parameters_of(upstream)]
        if any(
            not in_range(text, self.expressed) or round_to(text, self.expressed) != scale
            for text, scale in zip(printed, rounded)
        ):
            return "scale lost"
        if self.kind != "blocked" and any(not is_short(float(scale)) for scale in rounded):
            return "scale shortened"
        return None

    def check_meaning(self, ours):
        """What `ours`, a text that this project printed, says wrongly."""
        if self.kind in ("any", "calibrated"):
            return None
        match = re.fullmatch(
            r"!quant\.uniform<([iu])(\d+)(?:<(-?\d+):(-?\d+)>)?:(\w+)"
            r"(?::(\d+|\{[^}]*\}))?, (.*)>",
            ours,
        )
        if not match:
            return "form"
        sign, width, low, high, expressed, axes, grid = match.groups()
        if (sign == "i", int(width), expressed) != (self.signed, self.width, self.expressed):
            return "storage or expressed type"
        bounds = (self.min, self.max) if (self.min, self.max) != (self.low, self.high) else (None, None)
        if (low and int(low), high and int(high)) != bounds:
            return "bounds"
        numbers = [int(number) for number in re.findall(r"\d+", axes or "")]
        wanted = self.axes if self.kind != "blocked" else [n for pair in zip(self.axes, self.blocks) for n in pair]
        if numbers != wanted:
            return "axes or blocks"
        if re.sub(r"[^{},]", "", grid) != re.sub(r"[^{},]", "", self.grid_text(["x"] * len(self.scales))):
            return "shape of the parameters"
        parameters = parameters_of(ours)
        if [zero for _, zero in parameters] != self.zero_points:
            return "zero points"
        for (text, _), scale in zip(parameters, self.scales):
            value = read_scale(text)
            if not in_range(value, expressed) or round_to(value, expressed) != round_to(scale, expressed):
                return f"scale {text} for {scale!r}"
        return None


def parameters_of(text):
    """Scale texts and zero points of a printed uniform type."""
    head = re.match(r"!quant\.uniform<\w+(?:<[^>]*>)?:\w+(?::(?:\d+|\{[^}]*\}))?, ", text)
    body = text[head.end() : -1]
    result = []
    for parameter in re.findall(r"[^{},\s]+", body):
        scale, _, zero = parameter.partition(":")
        result.append((scale, int(zero or 0)))
    return result


def run(tool, types, path):
    """What the tool prints for each of the types it accepts."""
    with open(path, "w") as file:
        for index, text in types.items():
            file.write(f"func.func private @t{index}({text})\n// -----\n")
    process = subprocess.run(
        [tool, "--split-input-file", path], capture_output=True, text=True
    )
    if process.returncode not in (0, 1):
        sys.exit(f"{tool} ended with {process.returncode}:\n{process.stderr[-2000:]}")
    return {
        int(index): text
        for index, text in re.findall(r"@t(\d+)\((.*)\)$", process.stdout, re.M)
    }


def main(quant_opt, mlir_opt, path):
    rng = random.Random(22)
    cases = [Case(rng) for _ in range(COUNT)]
    types = {index: case.text() for index, case in enumerate(cases)}
    upstream = run(mlir_opt, types, path)
    ours = run(quant_opt, types, path)
    again = run(quant_opt, ours, path)
    # Texts of upstream are one more way to write the same types.
    theirs = run(quant_opt, upstream, path)

    counts = collections.Counter()
    errors = []
    for index, case in enumerate(cases):
        theirs_text, our_text = upstream.get(index), ours.get(index)

        def error(what):
            errors.append(f"{what}\n  {types[index]}\n  upstream: {theirs_text}\n  ours: {our_text}")

        if our_text:
            if again.get(index) != our_text:
                error(f"doesn't read back: {again.get(index)}")
            if wrong := case.check_meaning(our_text):
                error(f"means something else: {wrong}")
        if not theirs_text:
            if our_text:
                reason = case.more()
                counts[reason] += 1
                if not reason:
                    error("accepted here only")
            else:
                counts["refused by both"] += 1
            continue
        if not our_text:
            reason = case.refused()
            counts[reason] += 1
            if not reason:
                error("refused here only")
            continue
        if case.refused():
            error(f"accepted although {case.refused()}")
        reason = case.different(theirs_text)
        if our_text == theirs_text:
            counts["same"] += 1
        elif reason:
            counts[reason] += 1
        else:
            error("printed differently")
        if reason not in ("zero point cut", "scale lost") and theirs.get(index) != our_text:
            error(f"upstream's text is read as {theirs.get(index)}")

    print(*errors[:20], sep="\n")
    for reason, count in counts.most_common():
        print(f"{count:6} {reason}")
    # A reason that never occurs is none, and most types must simply agree.
    for reason in (*REFUSED, *DIFFERENT, *MORE):
        if not counts[reason]:
            errors.append(reason)
            print(f"never occurred: {reason}")
    if counts["same"] < COUNT / 4:
        errors.append("same")
        print("too few types are the same")
    print(f"{len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
