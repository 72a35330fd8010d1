# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What lit configurations share, QuantIR's own and those of projects that use it.

import os

import lit.formats

# Programs of LLVM's and MLIR's that tests call by their bare names.
UPSTREAM_TOOLS = (
    "FileCheck",
    "mlir-opt",
    "mlir-runner",
    "mlir-translate",
    "not",
    "split-file",
)


def add_tool(config, name, path, arguments=""):
    """Substitutes the bare word `name` by a program, and `%name` (with `_` for
    `-`) by its path alone. A program that isn't there is left to fail where it
    is used."""
    text = f"{path} {arguments}".strip()
    # Not as part of a path or of another word: `mlir-opt` in `a/mlir-opt.txt`.
    word = r"(?<![\w./%-])" + name + r"(?![\w./-])"
    config.substitutions.append((word, text.replace("\\", r"\\")))
    config.substitutions.append(("%" + name.replace("-", "_") + r"\b", path))


def runner_libraries(directory):
    """The libraries that mlir-runner loads for printing and half floats."""
    names = ("runner_utils", "c_runner_utils", "float16_utils")
    return ",".join(os.path.join(directory, f"libmlir_{name}.so") for name in names)


def add_upstream(config):
    """Adds LLVM's and MLIR's tools, and the settings of FileCheck."""
    for name in UPSTREAM_TOOLS:
        add_tool(config, name, os.path.join(config.llvm_tools_dir, name))
    config.substitutions.append(("%mlir_lib_dir", config.mlir_lib_dir))
    config.substitutions.append(
        ("%runner_libs", runner_libraries(config.mlir_lib_dir))
    )
    # Variables are local to a CHECK-LABEL unless they begin with `$`, and a
    # prefix that no line has is an error rather than a test of nothing.
    config.environment["FILECHECK_OPTS"] = (
        "-enable-var-scope --allow-unused-prefixes=false"
    )


def configure(config, lit_config):
    """Sets up a suite that quantir_add_lit_suite added: shell tests in .mlir and
    .test files, with the tools it names and MLIR's."""
    config.test_format = lit.formats.ShTest(execute_external=False)
    config.suffixes = [".mlir", ".test"]
    config.excludes = ["Inputs"]
    for name, path in config.quantir_tools.items():
        add_tool(config, name, path)
    add_upstream(config)
