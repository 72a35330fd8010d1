"""Checks the length of what is printed about a type of 65,536 scales.

Usage: long_types.py <quant-opt> <scratch file>
"""

import struct
import subprocess
import sys

COUNT = 65536
TENSOR = f"tensor<{COUNT}x!t>"


def scale(i):
    # f32 values with digits in every place, all different.
    return struct.unpack("f", struct.pack("f", 1e-4 + i * 1.37e-7))[0]


LIST = "{" + ",".join(repr(scale(i)) for i in range(COUNT)) + "}"
BYTES = b"".join(struct.pack("<f", scale(i)) for i in range(COUNT)).hex().upper()
DENSE = f'dense<"0x{BYTES}"> : tensor<{COUNT}xf32>'

# A message each: of the parser, of generated verifiers, of this project.
WRONG = [
    f"%0 = arith.addi %a, %a : {TENSOR}",
    f"%0 = arith.negf %a : tensor<{COUNT}xf32>",
    f'%0 = "quant.dcast"(%a) : ({TENSOR}) -> tensor<{COUNT}xi8>',
    f'%0 = "quant.dcast"(%a) : ({TENSOR}) -> tensor<{COUNT}xf64>',
    f'%0 = "quant.scast"(%a) : ({TENSOR}) -> {TENSOR}',
    f'%0 = "some.op"(%a) : ({TENSOR}) -> f32',
    f"func.call @f(%a, %a) : ({TENSOR}, {TENSOR}) -> ()",
]


def casts(functions, each):
    lines = []
    for f in range(functions):
        lines.append(f"func.func @f{f}(%x: tensor<?x{COUNT}xf32>) -> tensor<?x{COUNT}xf32> {{")
        value = "%x"
        for i in range(each):
            lines.append(f"  %q{i} = quant.qcast {value} : tensor<?x{COUNT}xf32> to tensor<?x{COUNT}x!t>")
            lines.append(f"  %d{i} = quant.dcast %q{i} : tensor<?x{COUNT}x!t> to tensor<?x{COUNT}xf32>")
            value = f"%d{i}"
        lines.append(f"  return {value} : tensor<?x{COUNT}xf32>\n}}")
    return "\n".join(lines)


def main():
    quant_opt, scratch = sys.argv[1:]
    errors = []

    def run(module, *options):
        with open(scratch, "w") as file:
            file.write(module)
        return subprocess.run([quant_opt, scratch, *options], capture_output=True, text=True)

    for op in WRONG:
        module = f"!t = !quant.uniform<i8:f32:0, {LIST}>\nfunc.func @f(%a: {TENSOR}) {{\n  {op}\n  return\n}}\n"
        done = run(module, "--allow-unregistered-dialect", "--quant-strip-types")
        if done.returncode == 0 or "error: " not in done.stderr:
            errors.append(f"expected an error from: {op}")
        if len(done.stderr) > 3000:
            errors.append(f"expected a message of at most 3000 characters, but got {len(done.stderr)} from: {op}")

    one = len(LIST)
    reference = None
    for functions, each in ((1, 50), (50, 1)):
        for text in (LIST, DENSE):
            for options in ([], ["--quant-lower-casts"], ["--quant-to-linalg"]):
                done = run(f"!t = !quant.uniform<i8:f32:1, {text}>\n{casts(functions, each)}\n", *options)
                size = len(done.stdout)
                what = f"{functions * each * 2} casts in {functions} functions, {options or 'no pass'}"
                print(f"{what}: {size} characters, one list has {one}")
                if done.returncode or not one / 4 < size < 2 * one:
                    errors.append(f"expected less than two copies of the scales for {what}: {done.stderr[:500]}")
                if (functions, options) == (1, []):
                    # Another spelling of the same type.
                    reference = reference or done.stdout
                    if done.stdout != reference:
                        errors.append("expected the same text of the type from a list and from dense elements")
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
