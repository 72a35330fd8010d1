# Configuration of the lit tests. Run them by `ctest`, or by hand:
#
#   lit -sv build/test                             all
#   lit -sv build/test --filter IR/types           some
#   lit -sv build/test --param verify_roundtrip=1  with every run of quant-opt
#                                                  checked by a round trip
#   lit -sv build/test --param builtin=1           with a stock mlir-opt and the
#                                                  plugin in place of quant-opt

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
    "IR/rule-labels.test": "runs no quant-opt",
    "IR/upstream-text.test": "its script runs quant-opt by itself",
    "Numerics/activations.test": "runs quant-exhaust",
    "Numerics/exhaust.test": "runs quant-exhaust",
    "Numerics/requantize-vectors.test": "its script runs quant-opt by itself",
    "Pipelines/parallel-run.test": "its script runs quant-opt by itself",
    "Pipelines/slices-run.test": "its script runs quant-opt by itself",
    "Transforms/lower-fused-ops-run.test": "its script runs quant-opt by itself",
    "Transforms/lower-fused-ops-vectors.test": "its script runs quant-opt by itself",
    "Transforms/raise-fused-ops-run.test": "its script runs quant-opt by itself",
    "tools/determinism.test": "its script runs quant-opt by itself",
    "tools/limits.test": "its script runs quant-opt by itself",
}

# With `builtin` the same passes work on MLIR's own `quant` dialect, and have to
# give the same code and numbers. Tests, and directories of them, that are about
# something else, or that MLIR's dialect spoils:
no_builtin = {
    # About something else.
    "BuiltinQuant": "names its host by itself",
    "IR/bytecode-versions.test": "bytecode of this project's types",
    "IR/canonicalize.mlir": "folds of this project's casts",
    "IR/invalid.mlir": "verifiers of this project's types and casts",
    "IR/long-types.test": "text of this project's types",
    "IR/rule-labels.test": "labels in this project's sources",
    "IR/types-dense-invalid.mlir": "text of this project's types",
    "IR/types-dense.mlir": "text of this project's types",
    "IR/types.mlir": "text of this project's types",
    "IR/upstream-docs.mlir": "messages of this project's verifiers",
    "IR/upstream-text.test": "compares the two dialects by itself",
    "Numerics/activations.test": "of quant-exhaust, which doesn't run quant-opt",
    "Numerics/exhaust.test": "of quant-exhaust, which has --host=builtin",
    "tools": "about quant-opt and the tools beside it",
    # Reports whose point MLIR's own dialect decides before a pass of ours runs.
    "Reports/054-zero-point-wraps-sub-channel.mlir": "its parser cuts 300 to i8, 44",
    "Reports/108-per-axis-nested-braces.mlir": "its parser joins the nested lists",
    "Reports/114-sub-channel-unsigned-zero-point-text.mlir": "its printer makes 255 of u8 -1",
    "Reports/120-sub-channel-empty-tensor.mlir": "its verifier refuses empty tensors",
    "Reports/150-fold-drops-quantization.mlir": "it folds dcast(qcast(x)) to x",
    "Reports/152-fold-changes-type.mlir": "it folds dcast(qcast(x)) to x, of another type",
    "Reports/163-float-storage-garbage-width.mlir": "its parser takes a float for an integer",
    "Reports/172-f16-sub-channel-scale-text.mlir": "its printer rounds scales, and its parser refuses them",
    "Reports/173-f32-max-sub-channel-scale-text.mlir": "its printer rounds scales, and its parser refuses them",
    "Reports/176-scale-not-in-expressed-type.mlir": "its types keep scales in f64, and differ",
    # Storage of more than 32 bits, which it doesn't have.
    "Transforms/fuse-requantize-run-wide.mlir": "its types have at most 32 bits",
    "Transforms/strip-types-wide.mlir": "its types have at most 32 bits",
}


def is_on(value):
    return str(value).lower() in ("1", "on", "true", "yes")


verify_roundtrip = is_on(
    lit_config.params.get(
        "verify_roundtrip",
        os.environ.get("QUANTIR_VERIFY_ROUNDTRIP", config.verify_roundtrip),
    )
)
mode, left_out, what = "lit", {}, ""
quant_opt = [os.path.join(config.quantir_tools_dir, "quant-opt"), ""]
if is_on(lit_config.params.get("builtin", "")):
    mode, left_out, what = "builtin", no_builtin, "in a stock mlir-opt"
    quant_opt[0] = config.quantir_builtin_opt
elif verify_roundtrip:
    mode, left_out, what = "roundtrip", no_roundtrip, "with --verify-roundtrip"
    quant_opt[1] = "--verify-roundtrip"

config.name = "QuantIR" if mode == "lit" else f"QuantIR-{mode}"
config.test_format = PartialShTest(left_out, execute_external=False)
config.suffixes = [".mlir", ".test"]
# Not tests themselves: inputs and helpers of tests, GoogleTest's tests, inputs
# from elsewhere, and a project of its own.
config.excludes = ["Inputs", "lib", "unit", "examples", "downstream", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
# The modes may run at the same time, so each has its own temporary files.
config.test_exec_root = os.path.join(config.quantir_obj_root, "test", mode)

for name, reason in sorted(left_out.items()):
    if not os.path.exists(os.path.join(config.test_source_root, name)):
        lit_config.error(f"no_{mode} names a missing test: {name}")
    lit_config.note(f"not run {what}: {name}: {reason}")


# As words these are commands; `%quant_opt` and the like are the bare paths, for
# a script that runs the program itself.
ours = config.quantir_tools_dir
quantir_lit.add_tool(config, "quant-opt", *quant_opt)
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
        ("%host", "builtin" if mode == "builtin" else "standalone"),
        # Scripts write nothing beside themselves.
        ("%python", f"{config.python or sys.executable} -B"),
    ]
)
config.environment["QUANTIR_COMPILED"] = config.quantir_compiled
