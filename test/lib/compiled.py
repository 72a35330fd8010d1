# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules in the LLVM dialect as loaded libraries, and what their functions take."""

import ctypes
import pathlib
import subprocess
import sys


def run(command, text=None):
    """The standard output of a command; ends the script if it fails."""
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"error: {' '.join(map(str, command))}\n{result.stderr[:3000]}")
    return result.stdout


def load(module, llvm, base, flags=("-O1", "-march=native")):
    """The library that clang makes of the text of a module in the LLVM dialect.

    `llvm` is LLVM's prefix, `base` the path of the files to write, without a suffix.
    """
    llvm, base = pathlib.Path(llvm), pathlib.Path(base)
    ir, library = base.with_suffix(".ll"), base.with_suffix(".so")
    ir.write_text(run([llvm / "bin/mlir-translate", "--mlir-to-llvmir"], module))
    run([llvm / "bin/clang", *flags, "-ffp-contract=off", "-w", "-shared", "-fPIC",
         "-fuse-ld=lld", ir, "-o", library, f"-L{llvm / 'lib'}",
         f"-Wl,-rpath,{llvm / 'lib'}", "-lmlir_c_runner_utils", "-lmlir_float16_utils",
         "-lm"])
    return ctypes.CDLL(str(library))


def descriptor_type(rank):
    """MLIR's descriptor of a memref, as C functions see it."""

    class Descriptor(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
            ("sizes", ctypes.c_int64 * rank),
            ("strides", ctypes.c_int64 * rank),
        ]

    return Descriptor
