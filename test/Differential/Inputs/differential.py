"""Lowers random modules in several ways, runs them, and compares what they print.

    differential.py --quant-opt=P --runner=P --libs=P,P [--host=builtin]
                    [--reference=P] [--seeds=FROM:TO] [--batch=N]

Whether types are stripped before or after the casts are lowered, casts of
constants folded, functions inlined, types normalized or pairs of casts fused: the
bits must be the same. What the modules are made of is written in movers.py and
flow.py; an operation or a kind of type of the lists below that no seed has drawn
is an error, so that the test can't come to look at less than it says.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys

import flow  # noqa: F401 - adds its operations
from modules import STORAGES, Generator
from movers import OPERATIONS

POLICIES = ["spec", "onnx", "pytorch", "tflite", "xnnpack", "mlir"]
STRIP, LOWER = "--quant-strip-types", "--quant-lower-casts={}"
# The inliner canonicalizes callees, where MLIR's own dialect folds casts away.
INLINE = {"standalone": "--inline", "builtin": "--inline=default-pipeline="}
WAYS = {
    "lower first": [LOWER, STRIP],
    "strip first": [STRIP, LOWER, STRIP],
    "fold first": ["--quant-fold-constants={}", LOWER, STRIP],
    "inlined": ["--quant-pin-policy={}", "--inline", "--quant-fold-constants={}", LOWER, STRIP],
    "normalized": ["--quant-normalize-types", LOWER, STRIP],
    "fused": ["--quant-fuse-requantize={}", LOWER, STRIP],
    "fast forms": ["--quant-lower-casts={} magic-rounding integer-clamp corrected-quotient", STRIP, "--canonicalize"],
    "pipeline": ["--quant-to-linalg={}"],
}
TO_LLVM = shlex.split("""--symbol-dce --convert-elementwise-to-linalg --empty-tensor-to-alloc-tensor
"--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"
--canonicalize --scf-forall-to-for --convert-linalg-to-loops --convert-bufferization-to-memref
--convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-math-to-llvm --convert-math-to-libm
--convert-arith-to-llvm --finalize-memref-to-llvm --convert-index-to-llvm --convert-cf-to-llvm
--convert-func-to-llvm --reconcile-unrealized-casts""")

# Everything that some module must hold.
REQUIRED_OPS = """
func.func func.call func.call_indirect func.constant func.return cf.br cf.cond_br cf.switch scf.if scf.for scf.while
scf.condition scf.forall scf.forall.in_parallel scf.index_switch scf.execute_region scf.parallel scf.reduce
scf.reduce.return scf.yield tensor.extract tensor.insert tensor.extract_slice tensor.insert_slice
tensor.parallel_insert_slice tensor.pad tensor.reshape tensor.cast tensor.collapse_shape tensor.expand_shape
tensor.concat tensor.empty tensor.generate tensor.yield tensor.from_elements tensor.splat tensor.dim tensor.rank
linalg.transpose linalg.broadcast linalg.copy linalg.fill linalg.generic linalg.map linalg.reduce linalg.yield
arith.select bufferization.alloc_tensor bufferization.materialize_in_destination bufferization.to_buffer
bufferization.to_tensor memref.alloc memref.alloca memref.load memref.store memref.copy memref.cast
memref.collapse_shape memref.global memref.get_global ml_program.global ml_program.global_load
ml_program.global_store
quant.qcast quant.dcast quant.scast tuple vector encoding
""".split()
REQUIRED_KINDS = ["scalar", "no elements", "unranked", "f16", "bf16", "f32", "f64"]
REQUIRED_KINDS += [f"rank {rank}" for rank in range(5)]
REQUIRED_KINDS += [f"{kind} {spread}" for kind in ("static", "dynamic") for spread in ("per-tensor", "per-axis", "blocked")]
REQUIRED_KINDS += ["unranked per-tensor", "unranked per-axis"]
REQUIRED_KINDS += [storage for storage, *_ in STORAGES]
# Ops of the list of transparent ones that nothing upstream lowers to code, or
# that need a device; test/Transforms/strip-types*.mlir has them.
NOT_RUN = "tensor.gather tensor.scatter linalg.pack linalg.unpack gpu.* async.* llvm.func affine.* tosa.*"


def get_used(text):
    """What of REQUIRED_OPS stands in `text`."""
    used = set(re.findall(r"(?:(?<=\s)|(?<=^))(?:[a-z_]+\.[a-z_.]+|return)(?=[\s(\[{])", text, re.M))
    used = {"func.return" if op == "return" else op for op in used}
    return used | {word for word in ("tuple", "vector", "encoding") if word in text}


class Failure(Exception):
    pass


class Tools:
    def __init__(self, options):
        self.options = options

    def run(self, command, text):
        try:
            done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=1200)
        except subprocess.TimeoutExpired:
            raise Failure(f"{shlex.join(command)}\nran for more than 20 minutes")
        if done.returncode:
            raise Failure(f"{shlex.join(command)}\nexited with {done.returncode}:\n{done.stderr[:3000]}")
        return done.stdout

    def print_of(self, way, policy, text, quant_opt=None):
        """What a module prints when it is lowered in this way."""
        quant_opt = quant_opt or self.options.quant_opt
        passes = [p.format(f"policy={policy}") for p in WAYS[way]]
        passes = [INLINE[self.options.host] if p == "--inline" else p for p in passes]
        lowered = self.run([quant_opt, *passes], text)
        if "!quant" in lowered:
            raise Failure("a quantized type is left:\n" + re.search(".*!quant.*", lowered)[0][:1000])
        lowered = self.run([quant_opt, *TO_LLVM], lowered)
        printed = self.run([self.options.runner, "-e", "main", "-entry-point-result=void", "-O0",
                            f"-shared-libs={self.options.libs}"], lowered)
        # Where a buffer lies and how is no result.
        return re.sub(r"base@ = \S+|strides = \[.*?\]", "", printed)


def make_module(seeds):
    parts, calls, kinds = [], [], set()
    for seed in seeds:
        generator = Generator(seed)
        parts.append(generator.module(OPERATIONS, 5))
        calls.append(f"  %s{seed} = arith.constant {seed} : i64")
        calls.append(f"  func.call @printI64(%s{seed}) : (i64) -> ()")
        calls.append("  func.call @printNewline() : () -> ()")
        calls.append(f"  func.call @s{seed}(%n, %flag) : (index, i1) -> ()")
        kinds |= generator.covered
    text = "\n".join([
        "func.func private @printI64(i64)",
        "func.func private @printNewline()",
        "func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"}) attributes {llvm.emit_c_interface}",
        *parts,
        "func.func @main() {",
        "  %n = arith.constant 3 : index",
        "  %flag = arith.constant true",
        *calls,
        "  return",
        "}",
    ])
    return text + "\n", kinds


def compare(tools, seeds, policy):
    """An error for these seeds, or None."""
    text, _ = make_module(seeds)
    results = {}
    for way in WAYS:
        try:
            results[way] = tools.print_of(way, policy, text)
        except Failure as failure:
            return f"{way}: {failure}"
    name, reference = "lower first", results["lower first"].splitlines()
    if tools.options.reference:
        try:
            name = "the other host"
            reference = tools.print_of("lower first", policy, text, tools.options.reference).splitlines()
        except Failure as failure:
            return f"{name}: {failure}"
    for way, printed in results.items():
        lines = printed.splitlines()
        if lines != reference:
            at = next((i for i, (a, b) in enumerate(zip(reference, lines)) if a != b), min(len(reference), len(lines)))
            context = "\n".join(f"- {a}\n+ {b}" for a, b in zip(reference[at - 1 : at + 2], lines[at - 1 : at + 2]))
            return f"'{name}' and '{way}' differ:\n{context}"
    if not reference:
        return "nothing was printed"
    return None


def check_batch(tools, seeds, policy):
    """Errors by seed. A batch is one module, since starting the tools takes most
    of the time; in one that fails each seed is looked at alone."""
    if compare(tools, seeds, policy) is None:
        return {}
    errors = {seed: compare(tools, [seed], policy) for seed in seeds}
    errors = {seed: error for seed, error in errors.items() if error}
    return errors or {seeds[0]: f"only seeds {seeds[0]} to {seeds[-1]} together fail: " + (compare(tools, seeds, policy) or "")}


def check_coverage(texts, kinds):
    used = {}
    for text in texts:
        for op in get_used(text):
            used[op] = used.get(op, 0) + 1
    print("seeds with the op:", ", ".join(f"{op} {used.get(op, 0)}" for op in REQUIRED_OPS))
    print("seeds with the kind of value:", ", ".join(f"{kind} {kinds.get(kind, 0)}" for kind in REQUIRED_KINDS))
    print("not run here:", NOT_RUN)
    missing = [op for op in REQUIRED_OPS if op not in used] + [kind for kind in REQUIRED_KINDS if kind not in kinds]
    if missing:
        print("error: expected every op and kind of the lists to be drawn, but not one seed has", ", ".join(missing))
    return not missing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quant-opt", required=True)
    parser.add_argument("--host", choices=INLINE, default="standalone", help="whose quant dialect quant-opt has")
    parser.add_argument("--reference", help="a quant-opt of the other host, to compare with")
    parser.add_argument("--runner", required=True)
    parser.add_argument("--libs", required=True)
    parser.add_argument("--seeds", default="0:48", help="FROM:TO, the end left out")
    parser.add_argument("--batch", type=int, default=24, help="seeds a module")
    parser.add_argument("--print", type=int, metavar="SEED", help="print the module of a seed and stop")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.print is not None:
        print(make_module([options.print])[0], end="")
        return 0

    first, last = map(int, options.seeds.split(":"))
    tools = Tools(options)
    batches = [list(range(i, min(i + options.batch, last))) for i in range(first, last, options.batch)]
    errors, texts, kinds = {}, [], {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(check_batch, tools, seeds, POLICIES[i % len(POLICIES)]) for i, seeds in enumerate(batches)]
        for seeds in batches:
            for seed in seeds:
                text, covered = make_module([seed])
                texts.append(text)
                for kind in covered:
                    kinds[kind] = kinds.get(kind, 0) + 1
        for seeds, job in zip(batches, jobs):
            found = job.result()
            for seed, error in found.items():
                print(f"seed {seed}: {error}\n")
            print(f"seeds {seeds[0]} to {seeds[-1]}: {len(found)} errors", flush=True)
            errors.update(found)
    covered = check_coverage(texts, kinds)
    print(f"{last - first} seeds, {len(WAYS)} ways, {len(errors)} errors")
    return 0 if covered and not errors else 1


if __name__ == "__main__":
    sys.exit(main())
