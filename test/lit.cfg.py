# Configuration of the lit tests. Run them by `ctest`, or by hand:
#
#   lit -sv build/test                             all
#   lit -sv build/test --filter IR/types           some
#   lit -sv build/test --param verify_roundtrip=1  with every run of quant-opt
#                                                  checked by a round trip

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, os.path.join(config.quantir_src_root, "cmake"))
import quantir_lit
from lit_format import PartialShTest

# With `verify_roundtrip` each module that quant-opt parses is printed, as text
# and as bytecode, and parsed again. Tests where that can't hold, and why:
no_roundtrip = {
    "Differential/differential.test": "its script runs quant-opt by itself",
    "IR/long-types.test": "its script runs quant-opt by itself",
}


def is_on(value):
    return str(value).lower() in ("1", "on", "true", "yes")


verify_roundtrip = is_on(
    lit_config.params.get(
        "verify_roundtrip",
        os.environ.get("QUANTIR_VERIFY_ROUNDTRIP", config.verify_roundtrip),
    )
)


config.name = "QuantIR-roundtrip" if verify_roundtrip else "QuantIR"
config.test_format = PartialShTest(
    no_roundtrip if verify_roundtrip else {}, execute_external=False
)
config.suffixes = [".mlir", ".test"]
# Not tests themselves: inputs and helpers of tests, GoogleTest's tests, inputs
# from elsewhere, and a project of its own.
config.excludes = ["Inputs", "lib", "unit", "examples", "downstream"]
config.test_source_root = os.path.dirname(__file__)
# The two modes may run at the same time, so each has its own temporary files.
config.test_exec_root = os.path.join(
    config.quantir_obj_root, "test", "roundtrip" if verify_roundtrip else "lit"
)

if verify_roundtrip:
    for name, reason in sorted(no_roundtrip.items()):
        if not os.path.exists(os.path.join(config.test_source_root, name)):
            lit_config.error(f"no_roundtrip names a missing test: {name}")
        lit_config.note(f"not run with --verify-roundtrip: {name}: {reason}")


# As words these are commands; `%quant_opt` and the like are the bare paths, for
# a script that runs the program itself.
ours = config.quantir_tools_dir
quantir_lit.add_tool(
    config,
    "quant-opt",
    os.path.join(ours, "quant-opt"),
    "--verify-roundtrip" if verify_roundtrip else "",
)
for name in ("quant-exhaust", "quant-lsp-server", "quant-policy", "quant-reduce"):
    quantir_lit.add_tool(config, name, os.path.join(ours, name))
quantir_lit.add_upstream(config)
quantir_lit.add_tool(config, "clang", os.path.join(config.llvm_tools_dir, "clang"))

config.substitutions.extend(
    [
        (
            "%test_passes",
            os.path.join(config.quantir_lib_dir, "QuantTestPasses.so"),
        ),
        ("%quantir_plugin", os.path.join(config.quantir_lib_dir, "QuantPlugin.so")),
        ("%quantir_src", config.quantir_src_root),
        ("%python", config.python or sys.executable),
    ]
)
