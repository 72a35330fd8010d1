# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the texts of diagnostics in C++ sources, and those that no test provokes."""

import re

# Sources whose messages a user may see. The tests have messages of their own.
SOURCES = ("lib/**/*.cpp", "lib/**/*.h", "include/**/*.h", "tools/quant-policy/*.cpp", "tools/quant-exhaust/*.cpp")

IN_C = "said by the C API only"
IN_CXX = "said to C++ only: the text form can't break it"
IN_HOST = "said in a host that registers no quant dialect with the fused op"
IN_BYTECODE = "said of bytecode only"
DEEP = "said of a text that is too long for a page"
SWEEP = "said when a sweep finds that a lowering is wrong"
IMPOSSIBLE = "said if MLIR refuses to tile an op that it calls tileable, which no known module does"
INTERNAL = "said of a module that the tool has made itself, which no known run does"
PROGRESS = "no message"

# Texts that gen-diagnostics.py can't provoke, by file: why, and where there is a test,
# which it is and what it looks for.
EXEMPT = {
    "lib/CAPI/Evaluator.cpp": {
        "expected a storage of 1 to 64 bits, but got": (IN_C, "test/CAPI/evaluator.c"),
        "expected bounds in the storage": (IN_C, "test/CAPI/evaluator.c"),
        ", the first below the second, but got": (IN_C, "test/CAPI/evaluator.c"),
        "expected one of the expressed formats, but got": (IN_C, "test/CAPI/evaluator.c"),
        "expected a positive finite scale of the expressed format, but got": (IN_C, "test/CAPI/evaluator.c"),
        "expected a stored value of": (IN_C, "test/CAPI/evaluator.c"),
        "expected an index below": (IN_C, "test/CAPI/evaluator.c"),
        "expected an expressed type of f16, bf16, f32 or f64, but got that of": (IN_C, "test/CAPI/evaluator.c"),
        "expected one expressed format for input and output, but got": (IN_C, "test/CAPI/evaluator.c"),
    },
    "lib/CAPI/Passes.cpp": {
        "expected the name of a pass or pipeline, but got '": (IN_C, "test/CAPI/passes.c"),
    },
    "lib/CAPI/Types.cpp": {
        "expected a context that knows a quant dialect": (IN_C, "test/CAPI/types.c"),
        "expected a context with QuantIR's extension of MLIR's quant dialect": (IN_C, "test/CAPI/types.c"),
        "expected a float as expressed type, but got": (IN_C, "test/CAPI/types.c"),
        "expected a grid of positive sizes, less than 2^63 in all, but got": (IN_C, "test/CAPI/types.c"),
    },
    "lib/IR/FusedOps.cpp": {
        "' op expected x to be a tensor of rank 2 or above, but got": (IN_CXX, "test/unit/IR/FusedOpsTest.cpp"),
    },
    "lib/IR/QuantHost.cpp": {
        ": expected a dialect `quant` with the op '": (IN_HOST, "test/BuiltinQuant/raise-fused-ops.mlir"),
        ": expected MLIR's own quant dialect to be extended, but got it as it is; load QuantPlugin by "
        "--load-dialect-plugin, too, or call registerBuiltinQuantExtension": (IN_HOST, "test/BuiltinQuant/without-extension.test"),
        "', but got none; register it with registerQuantDialect or registerBuiltinQuantExtension": (
            IN_HOST, "test/BuiltinQuant/raise-fused-ops.mlir"),
    },
    "lib/IR/QuantTypes.cpp": {
        "expected min and max to be f64 numbers": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
    },
    "lib/IR/QuantTypesBytecode.cpp": {
        "illegal storage of a quantized type: width": (IN_BYTECODE, "test/unit/IR/BytecodeTest.cpp"),
        "unknown granularity of a quantized type:": (IN_BYTECODE, "test/unit/IR/BytecodeTest.cpp"),
        "unknown code of a quantized type:": (IN_BYTECODE, "test/unit/IR/BytecodeTest.cpp"),
        ": expected bytecode of QuantIR's quant dialect, but got that of MLIR's": (
            IN_BYTECODE, "test/unit/IR/BytecodeTest.cpp"),
    },
    "lib/IR/QuantTypesText.cpp": {
        "tensor literal is invalid: expected at most": (DEEP, "test/unit/IR/TextTest.cpp"),
        "nested lists": (DEEP, "test/unit/IR/TextTest.cpp"),
    },
    "lib/IR/Quantization.cpp": {
        "expected a float as expressed type, but got none": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
        "illegal number of scales and zero points:": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
        ": expected as many of both": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
        "illegal number of scales: expected one for each of the blocks of shape [": (
            IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
        "one scale and no axis": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
        "a block size for each axis and scales of rank 1 or above": (IN_CXX, "test/unit/IR/UniformTypeTest.cpp"),
    },
    "lib/Transforms/LowerCasts.cpp": {
        "expected all casts to be lowered, but got one that no pattern was applied to": (
            IN_CXX, "test/unit/Transforms/LowerCastsTest.cpp"),
    },
    "lib/Transforms/Threads.cpp": {"can't be spread over threads": (IMPOSSIBLE, None)},
    "tools/quant-exhaust/Compiler.cpp": {
        "the module of kernels doesn't parse": (INTERNAL, None),
        "the module of kernels has no translation to LLVM IR": (INTERNAL, None),
    },
    "tools/quant-exhaust/Report.cpp": {
        "in row": (SWEEP, "test/Numerics/exhaust.test"),
        "%5.1f %%, %.0f s left": (PROGRESS, None),
    },
}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?P<text>(?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\]|\\.)+\'|#[^\n]*(?:\\\n[^\n]*)*|.', re.S)

# A statement with one of these makes a message ...
EMITS = re.compile(r"\b(emit\w*Error|emitWarning|emitRemark|fail|errorHandler|createStringError|"
                   r"emitCheck|emitAssert|emitEqual|errs)\b\(|\b(message|diagnostic|warning|error)\b\s*<<|"
                   r"\bexpected\s*=")
# ... and so does a text with one of these, wherever it stands.
SPEAKS = re.compile(r"\bexpected\b|\bbut got\b|^illegal\b")
# What is no message to a user.
SILENT = re.compile(r"\b(assert|llvm_unreachable|notifyMatchFailure|static_assert)\b\(|cl::desc|extrahelp")


def statements(source):
    """The statements of a source: their code without texts, and their texts, those
    side by side as one."""
    code, texts, joins = "", [], False
    for token in TOKEN.finditer(source):
        word = token[0]
        if token["text"] is not None:
            text = token["text"].replace('\\"', '"').replace("\\n", "\n")
            if joins:
                texts[-1] += text
            else:
                texts.append(text)
            joins = True
            code += '""'
            continue
        if word.startswith(("//", "/*", "#")) or word.isspace():
            code += " "
            continue
        joins = False
        code += word
        if word in ";{}":
            yield code, texts
            code, texts = "", []
    yield code, texts


def message_texts(source):
    """The texts of messages in a source, without what is too short to tell."""
    for code, texts in statements(source):
        if SILENT.search(code):
            continue
        for text in texts:
            if (EMITS.search(code) or SPEAKS.search(text)) and re.search(r"\w\w+ \w|\w \w\w+", text):
                yield text.strip()


def spoken_texts(source):
    """All of a test that may be about a message."""
    yield source
    for _, texts in statements(source):
        yield from texts


def find_missing(root, messages):
    """An error for each text in the sources that is in none of `messages`, and for
    each exemption that isn't needed or true."""
    everything = "\n".join(messages)
    errors, used, number = [], set(), 0
    for pattern in SOURCES:
        for file in sorted(root.glob(pattern)):
            name = str(file.relative_to(root))
            for text in dict.fromkeys(message_texts(file.read_text())):
                number += 1
                if text in everything:
                    continue
                if text not in EXEMPT.get(name, {}):
                    errors.append(f"error: {name}: no test provokes '{text}'")
                    continue
                used.add((name, text))
                reason, test = EXEMPT[name][text]
                if test and text not in "\n".join(spoken_texts((root / test).read_text())):
                    errors.append(f"error: {name}: expected '{text}' in {test}: {reason}")
    exempt = [(name, text) for name, texts in EXEMPT.items() for text in texts]
    errors += [f"error: exemption of {key} isn't needed" for key in exempt if key not in used]
    # Guards against a search that finds nothing.
    if number < 100:
        errors.append(f"error: expected at least 100 texts of messages, but got {number}")
    return errors
