# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the functions of casts.mlir compiled for one thread and for two, and
compares what they write.

usage: run_parallel.py QUANT_OPT SCRATCH CASTS
"""

import ctypes
import glob
import os
import random
import subprocess
import sys

LLVM = "/usr/lib/llvm-22/bin"
COUNT, ROWS = 100_003, 37
# Of so few elements loops stay on one thread, which is found out at run time.
FEW = 1_003
F32, I32, I8 = ctypes.c_float, ctypes.c_int32, ctypes.c_int8
# Input type, output type, shape; COUNT elements are FEW as well.
FUNCTIONS = {
    "quantize": (F32, I8, [COUNT]),
    "quantize_last": (F32, I8, [16, 4]),
    "quantize_blocks": (F32, I8, [2, 16]),
    "dequantize": (I8, F32, [COUNT]),
    "requantize_i8": (I8, I8, [COUNT]),
    "requantize_i32": (I32, I8, [COUNT]),
}


def find_runtime():
    places = ["/usr/lib/llvm-22/lib", *sorted(glob.glob("/usr/lib/llvm-*/lib")),
              "/usr/lib/x86_64-linux-gnu"]
    for place in places:
        path = os.path.join(place, "libomp.so.5")
        if os.path.exists(path):
            return path
    return None


def build(quant_opt, base, source, threads, runtime):
    library = f"{base}.{threads}.so"
    lowered = subprocess.run(
        [quant_opt, source, f"--quant-to-llvm=out-params parallel={threads}"],
        check=True, capture_output=True).stdout
    if threads > 1 and b"omp.parallel" not in lowered:
        sys.exit("error: expected omp.parallel in the lowered module")
    ir = subprocess.run([f"{LLVM}/mlir-translate", "--mlir-to-llvmir"], check=True,
                        input=lowered, capture_output=True).stdout
    subprocess.run([f"{LLVM}/clang", "-x", "ir", "-", "-O2", "-fPIC", "-shared",
                    "-Wno-override-module", "-o", library, "-x", "none", runtime],
                   check=True, input=ir)
    return ctypes.CDLL(library)


def descriptor(array, shape):
    class MemRef(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                    ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * len(shape)),
                    ("strides", ctypes.c_int64 * len(shape))]

    strides = [1] * len(shape)
    for i in range(len(shape) - 1, 0, -1):
        strides[i - 1] = strides[i] * shape[i]
    address = ctypes.addressof(array)
    count = len(shape)
    return MemRef(address, address, 0, (ctypes.c_int64 * count)(*shape),
                  (ctypes.c_int64 * count)(*strides))


def run(library, name, values, few):
    input_type, output_type, shape = FUNCTIONS[name]
    if few and shape == [COUNT]:
        shape = [FEW]
    count = shape[0] if len(shape) == 1 else shape[0] * shape[1]
    source = (input_type * count)(*values[input_type][:count])
    target = (output_type * count)()
    getattr(library, "_mlir_ciface_" + name)(
        ctypes.byref(descriptor(source, shape)), ctypes.byref(descriptor(target, shape)))
    return bytes(target)


def run_fused(library, bits):
    """Codes and scales of the rows."""
    source = (ctypes.c_uint16 * len(bits))(*bits)
    codes, scales = (I8 * (ROWS * 64))(), (F32 * ROWS)()
    library._mlir_ciface_fused(
        ctypes.byref(descriptor(source, [ROWS, 128])),
        ctypes.byref(descriptor(codes, [ROWS, 64])),
        ctypes.byref(descriptor(scales, [ROWS])))
    return bytes(codes) + bytes(scales)


def main():
    quant_opt, base, source = sys.argv[1:]
    runtime = find_runtime()
    if not runtime:
        print("skipped: expected libomp.so.5 (package libomp-22-dev), but got none")
        return
    ctypes.CDLL(runtime, mode=ctypes.RTLD_GLOBAL)
    one, two = (build(quant_opt, base, source, threads, runtime) for threads in (1, 2))
    random.seed(1)
    values = {
        F32: [random.gauss(0, 3) for _ in range(COUNT)],
        I32: [random.randrange(-1 << 20, 1 << 20) for _ in range(COUNT)],
        I8: [random.randrange(-128, 128) for _ in range(COUNT)],
    }
    # bf16 numbers around 1, and -1.
    bits = [random.choice((0x3F00, 0xBF00)) + random.randrange(256) for _ in range(ROWS * 128)]
    one_fused, two_fused = run_fused(one, bits), run_fused(two, bits)
    if not any(one_fused) or one_fused != two_fused:
        sys.exit("error: fused: expected two threads to write what one writes")
    for name in FUNCTIONS:
        for few in (False, True):
            expected, got = (run(library, name, values, few) for library in (one, two))
            if not any(expected) or expected != got:
                sys.exit(f"error: {name}: expected two threads to write what one writes")
    print(f"equal: {len(FUNCTIONS) + 1} functions")


if __name__ == "__main__":
    main()
