# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a report says, and compares with what it wants.

usage: run_report.py FILE --driver=COMMAND --host=HOST --runner=PROGRAM --libs=LIST

Lines of a report:

  // CASE @f(args) -> value        the function, lowered and run, gives the value
  // CASE[rne, spec] @f(...) ...   only under policies that have all these tags
  // PRE: canonicalize             a pass before the lowering
  // DO: STEP ...                  passes and round trips, one after the other
  // DO[builtin]: STEP ...         the same where the dialect is MLIR's own
  // WANT: accept                  of these steps: no error
  //       reject [TEXT]           an error, with the text in it
  //       no-quant                nothing of quant is left
  //       has TEXT [|| TEXT]      one of the texts in the output
  //       lacks TEXT              not in the output

Values are integers, whatever their signedness, or floats, rounded to the type of
the result. Exits with 1 if something is not as wanted.
"""

import argparse
import re
import shlex
import struct
import subprocess
import sys
import tempfile

# Options of the lowering, and what of a report holds under them.
POLICIES = {
    "": {"rne", "zp-before", "spec"},
    "policy=onnx": {"rne", "zp-after", "onnx"},
    "rounding=nearest-away": {"away", "zp-before"},
}
PASSES = {
    "parse": [],
    "lower": ["--quant-lower-casts"],
    "strip": ["--quant-strip-types"],
    "normalize": ["--quant-normalize-types"],
    "canonicalize": ["--canonicalize"],
    "inline": ["--inline"],
    "bufferize": ["--one-shot-bufferize=bufferize-function-boundaries"],
    "reparse": [],
}


class Failure(Exception):
    """A program has refused its input; its message is the text."""


def run(command, data=b""):
    """The output of a command. Anything but success or an error is the end."""
    try:
        result = subprocess.run(command, input=data, capture_output=True, timeout=600)
    except subprocess.TimeoutExpired:
        sys.exit(f"{shlex.join(command)}: ran for ten minutes")
    message = result.stderr.decode(errors="replace")
    if result.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)}: exit code {result.returncode}\n{message}")
    if result.returncode:
        raise Failure(message)
    return result.stdout


def find_line(source, word):
    found = re.search(rf"^// {re.escape(word)}: (.*)$", source, re.M)
    return found.group(1).strip() if found else None


#===------------------------------------------------------------------------===#
# Steps
#===------------------------------------------------------------------------===#

def run_steps(source, steps, driver):
    data = source.encode()
    for step in steps:
        if step == "bytecode":
            data = run([*driver, "-", "--emit-bytecode"], data)
        data = run([*driver, "-", *PASSES.get(step, [])], data)
    return data.decode()


def check_steps(source, host, driver):
    """What is wrong with the steps, or None."""
    want = find_line(source, "WANT")
    steps = (find_line(source, f"DO[{host}]") or find_line(source, "DO")).split()
    unknown = set(steps) - set(PASSES) - {"roundtrip", "bytecode"}
    if unknown:
        return f"expected known steps, but got {unknown}"
    word, _, text = want.partition(" ")
    try:
        output = run_steps(source, steps, driver)
    except Failure as failure:
        message = str(failure)
        if word == "reject" and "error: " in message and text in message:
            return None
        return f"expected {want}, but got {message}"
    texts = [part.strip() for part in text.split("||")]
    if (
        word == "accept"
        or (word == "no-quant" and "quant" not in output)
        or (word == "has" and any(part in output for part in texts))
        or (word == "lacks" and text not in output)
    ):
        return None
    return f"expected {want}, but got\n{output}"


#===------------------------------------------------------------------------===#
# Numbers
#===------------------------------------------------------------------------===#

class Case:
    PATTERN = re.compile(r"^// CASE(?:\[(.*?)\])? @(\w+)\((.*?)\) -> (\S+)$", re.M)

    def __init__(self, tags, function, arguments, value):
        self.tags = {tag.strip() for tag in (tags or "").split(",")} - {""}
        self.function, self.value = function, value
        self.arguments = [argument.strip() for argument in arguments.split(",")]

    def __str__(self):
        return f"@{self.function}({', '.join(self.arguments)})"


def float_pattern(number, type):
    """The nearest value of the type, as bits."""
    if type == "bf16":
        bits = float_pattern(number, "f32")
        # It may only be rounded once.
        if struct.unpack("<f", struct.pack("<I", bits))[0] != number:
            sys.exit(f"expected a bf16 that f32 holds, but got {number}")
        return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    code, integer = {"f16": "eH", "f32": "fI", "f64": "dQ"}[type]
    return struct.unpack("<" + integer, struct.pack("<" + code, number))[0]


def constant(text, type):
    if type.startswith("i"):
        return text
    width = int(type.lstrip("bf"))
    return f"0x{float_pattern(float(text), type):0{width // 4}X}"


def get_signatures(source):
    """Parameter types and result type of each function."""
    found = re.finditer(r"func\.func @(\w+)\((.*?)\) -> (\w+) \{", source)
    return {
        match.group(1): (re.findall(r": (\w+)", match.group(2)), match.group(3))
        for match in found
    }


def make_main(cases, signatures):
    """A function that prints the bits of what the cases give, a line each."""
    lines = []
    for index, case in enumerate(cases):
        types, result = signatures[case.function]
        names = [f"%a{index}_{i}" for i in range(len(types))]
        for name, text, type in zip(names, case.arguments, types):
            lines.append(f"{name} = arith.constant {constant(text, type)} : {type}")
        value, width = f"%r{index}", int(result.lstrip("bfi"))
        lines.append(f"{value} = func.call @{case.function}({', '.join(names)}) "
                     f": ({', '.join(types)}) -> {result}")
        if not result.startswith("i"):
            lines.append(f"%b{index} = arith.bitcast {value} : {result} to i{width}")
            value = f"%b{index}"
        if width < 64:
            lines.append(f"%w{index} = arith.extui {value} : i{width} to i64")
            value = f"%w{index}"
        lines.append(f"func.call @printI64({value}) : (i64) -> ()")
        lines.append("func.call @printNewline() : () -> ()")
    return ("func.func private @printI64(i64)\n"
            "func.func private @printNewline()\n"
            "func.func @main() {\n  " + "\n  ".join(lines) + "\n  return\n}\n")


def expected_bits(case, result):
    width = int(result.lstrip("bfi"))
    if result.startswith("i"):
        return int(case.value) & ((1 << width) - 1)
    return float_pattern(float(case.value), result)


def check_cases(source, cases, options, args, driver):
    """Yields what is wrong under a policy."""
    signatures = get_signatures(source)
    before = PASSES[find_line(source, "PRE") or "parse"]
    module = source + make_main(cases, signatures)
    lowered = run([*driver, "-", *before, f"--quant-to-llvm={options}"], module.encode())
    with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
        file.write(lowered)
        file.flush()
        printed = run([args.runner, file.name, "-e", "main", "-O0",
                       "-entry-point-result=void", f"-shared-libs={args.libs}"])
    lines = printed.decode().split()
    if len(lines) != len(cases):
        yield f"expected {len(cases)} numbers, but got {len(lines)}"
    for case, line in zip(cases, lines):
        result = signatures[case.function][1]
        got = int(line) & ((1 << int(result.lstrip("bfi"))) - 1)
        expected = expected_bits(case, result)
        if got != expected:
            yield (f"{case}: expected {case.value}, the {result} 0x{expected:X}, "
                   f"but got 0x{got:X}")


def check_numbers(source, args, driver):
    """Yields what is wrong under any policy."""
    cases = [Case(*match.groups()) for match in Case.PATTERN.finditer(source)]
    # A line that says CASE and isn't one would test nothing.
    if len(cases) != source.count("// CASE"):
        yield "expected every CASE in the form CASE[tags] @f(args) -> value"
    for case in cases:
        if not any(case.tags <= tags for tags in POLICIES.values()):
            yield f"{case}: expected the tags of a policy, but got {case.tags}"
    for options, tags in POLICIES.items():
        judged = [case for case in cases if case.tags <= tags]
        if judged:
            try:
                for message in check_cases(source, judged, options, args, driver):
                    yield f"'{options}': {message}"
            except Failure as failure:
                yield f"'{options}': {failure}"
    if cases:
        print(f"{len(cases)} cases")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--driver", required=True, help="a command, with arguments")
    parser.add_argument("--host", choices=["standalone", "builtin"], required=True)
    parser.add_argument("--runner", required=True)
    parser.add_argument("--libs", required=True)
    args = parser.parse_args()
    driver = shlex.split(args.driver)
    with open(args.file) as file:
        source = file.read()

    wrong = list(check_numbers(source, args, driver))
    if find_line(source, "WANT"):
        wrong += filter(None, [check_steps(source, args.host, driver)])
    elif "// CASE" not in source:
        wrong.append("expected CASE or WANT in the report")
    for message in wrong:
        print(f"{args.file}: {message}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
