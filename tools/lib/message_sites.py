# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the texts of diagnostics in C++ sources, and those that no test provokes."""

import re

# Sources whose messages a user may see. The tests have messages of their own.
SOURCES = ("lib/**/*.cpp", "lib/**/*.h", "include/**/*.h", "tools/quant-policy/*.cpp", "tools/quant-exhaust/*.cpp")

# Texts that gen-diagnostics.py can't provoke, by file: why, and the test that has
# them, in which they are looked up, if any.
EXEMPT = {}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?P<text>(?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\]|\\.)+\'|#[^\n]*(?:\\\n[^\n]*)*|.', re.S)

# A statement with one of these makes a message ...
EMITS = re.compile(r"\b(emit\w*Error|emitWarning|emitRemark|fail|errorHandler|createStringError|"
                   r"emitCheck|emitAssert|emitEqual|errs)\b\(|\b(message|diagnostic|warning|error)\b\s*<<")
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
                exemption = next((key for key in ((name, text), (name, None)) if key in EXEMPT), None)
                if not exemption:
                    errors.append(f"error: {name}: no test provokes '{text}'")
                    continue
                used.add(exemption)
                reason, test = EXEMPT[exemption]
                if test and text not in re.sub(r'"\s*"', "", (root / test).read_text()).replace('\\"', '"'):
                    errors.append(f"error: {name}: expected '{text}' in {test}: {reason}")
    errors += [f"error: exemption of {key} isn't needed" for key in EXEMPT if key not in used]
    # Guards against a search that finds nothing.
    if number < 100:
        errors.append(f"error: expected at least 100 texts of messages, but got {number}")
    return errors
