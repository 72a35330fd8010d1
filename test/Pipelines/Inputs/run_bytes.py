# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles requantizations of bytes with tables and without, and compares what they
write to buffers of many lengths and alignments, and that nothing beside is written.

usage: run_bytes.py QUANT_OPT SCRATCH
"""

import ctypes
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
import compiled

LLVM = "/usr/lib/llvm-22"
# Types in and out, as i8 or u8.
FUNCTIONS = {
    "narrower": ("i8:f32, 0.051:-4", "i8:f32, 0.037:3"),
    "wider": ("i8:f32, 0.0037:100", "i8:f32, 0.037:20"),
    "signs": ("u8:f32, 0.051:131", "i8:f32, 0.037:3"),
    "unsigned": ("u8:f32, 0.02", "u8<1:200>:f32, 0.0371:128"),
    "doubles": ("i8:f64, 0.051:-4", "i8:f64, 0.037:3"),
}
LENGTHS = (*range(130), 1000)
GUARD, GUARDS = 0x55, 70


def source():
    for name, (before, after) in FUNCTIONS.items():
        expressed = before.split(":")[1].split(",")[0]
        yield f"""
!{name}_p = !quant.uniform<{before}>
!{name}_q = !quant.uniform<{after}>
func.func @{name}(%s: tensor<?xi8>) -> tensor<?xi8> attributes {{llvm.emit_c_interface}} {{
  %q = quant.scast %s : tensor<?xi8> to tensor<?x!{name}_p>
  %x = quant.dcast %q : tensor<?x!{name}_p> to tensor<?x{expressed}>
  %r = quant.qcast %x : tensor<?x{expressed}> to tensor<?x!{name}_q>
  %y = quant.scast %r : tensor<?x!{name}_q> to tensor<?xi8>
  return %y : tensor<?xi8>
}}
"""


def build(quant_opt, base, target):
    module = compiled.run(
        [quant_opt, f"--quant-to-llvm=out-params target={target}"], "".join(source()))
    found = module.count("avx512.vpermi2var.qi.512") // 4
    expected = len(FUNCTIONS) if target == "znver5" else 0
    if found != expected:
        sys.exit(f"error: expected {expected} functions with tables for {target}, but "
                 f"got {found}")
    # For any processor: functions with tables say what they need themselves.
    return compiled.load(module, LLVM, f"{base}.{target}", flags=("-O2",))


def descriptor(array, offset, length):
    result = compiled.descriptor_type(1)()
    result.allocated = result.aligned = ctypes.addressof(array) + offset
    result.sizes[0], result.strides[0] = length, 1
    return result


def run(library, name, offset, length):
    """The output with what is around it."""
    values = [(i * 73 + i // 256) % 256 for i in range(offset + length)]
    x = (ctypes.c_uint8 * (offset + length + 1))(*values)
    y = (ctypes.c_uint8 * (length + 2 * GUARDS))(*[GUARD] * (length + 2 * GUARDS))
    getattr(library, "_mlir_ciface_" + name)(
        ctypes.byref(descriptor(x, offset, length)),
        ctypes.byref(descriptor(y, GUARDS, length)))
    return bytes(y)


def main():
    quant_opt, base = sys.argv[1:]
    tables, plain = (build(quant_opt, base, target) for target in ("znver5", "generic"))
    if "avx512vbmi" not in pathlib.Path("/proc/cpuinfo").read_text().replace("_", ""):
        print("skipped: expected a processor with avx512vbmi, but got another")
        return
    guards = bytes([GUARD] * GUARDS)
    for name in FUNCTIONS:
        for length in LENGTHS:
            expected = run(plain, name, length % 7, length)
            got = run(tables, name, length % 7, length)
            if got != expected:
                sys.exit(f"error: {name}, {length} elements: expected\n{expected.hex()}\n"
                         f"but got\n{got.hex()}")
            if got[:GUARDS] != guards or got[-GUARDS:] != guards:
                sys.exit(f"error: {name}, {length} elements: wrote beside the buffer")
            if length == 1000 and len(set(got)) < 15:
                sys.exit(f"error: {name}: expected more than {len(set(got))} results")
    print(f"equal: {len(FUNCTIONS)} functions of {len(LENGTHS)} lengths")


if __name__ == "__main__":
    main()
