# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules in the LLVM dialect as loaded libraries, and what their functions take."""

import contextlib
import ctypes
import functools
import hashlib
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time


def run(command, text=None):
    """The standard output of a command; ends the script if it fails."""
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"error: {' '.join(map(str, command))}\n{result.stderr[:3000]}")
    return result.stdout


def load(module, llvm, base, flags=("-O1", "-march=native")):
    """The library that clang makes of the text of a module in the LLVM dialect.

    `llvm` is LLVM's prefix, `base` the path of the files to write, without a suffix.

    Where QUANTIR_COMPILED in the environment names a directory, the library is kept
    there by a hash of all that decides it, and isn't made again: most modules are the
    same in both hosts, and from run to run.
    """
    llvm, base = pathlib.Path(llvm), pathlib.Path(base)
    flags = [*flags, "-ffp-contract=off", "-w", "-shared", "-fPIC", "-fuse-ld=lld",
             f"-L{llvm / 'lib'}", f"-Wl,-rpath,{llvm / 'lib'}", "-lmlir_c_runner_utils",
             "-lmlir_float16_utils", "-lm"]
    keep = os.environ.get("QUANTIR_COMPILED")
    if not keep:
        return ctypes.CDLL(str(build(module, llvm, base, flags)))
    key = hashlib.sha256(repr((module, flags, toolchain(llvm))).encode()).hexdigest()
    kept = pathlib.Path(keep) / f"{key}.so"
    try:
        os.utime(kept)
    except FileNotFoundError:
        store(build(module, llvm, base, flags), kept)
    return ctypes.CDLL(str(kept))


def build(module, llvm, base, flags):
    ir, library = (base.with_name(base.name + suffix) for suffix in (".ll", ".so"))
    ir.write_text(run([llvm / "bin/mlir-translate", "--mlir-to-llvmir"], module))
    run([llvm / "bin/clang", ir, *flags, "-o", library])
    return library


@functools.lru_cache(None)
def toolchain(llvm):
    """What tells one compiler, and one processor that it compiles for, from another."""
    files = [(llvm / name).resolve() for name in
             ("bin/clang", "bin/mlir-translate", "lib/libclang-cpp.so", "lib/libLLVM.so", "lib/libMLIR.so")]
    versions = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files if file.exists()]
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    processor = [line for line in lines if line.startswith(("model", "flags", "Features", "CPU"))]
    return versions, platform.machine(), sorted(set(processor))


def store(library, kept):
    """Puts a file beside the kept ones, and drops those that none used for a week."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    # Tests run side by side: a file is there as a whole or not at all.
    with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as file:
        file.write(library.read_bytes())
    os.replace(file.name, kept)
    for other in kept.parent.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if other.stat().st_mtime < time.time() - 7 * 24 * 3600:
                other.unlink()


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
