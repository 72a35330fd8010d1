#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/diagnostics.md: every message, from the tests that provoke it.

  gen-diagnostics.py --build build           writes the page
  gen-diagnostics.py --build build --check   compares it, and looks for messages in
                                             the sources that no test provokes

A test case may say what to do about its message, in a comment `Hint: ...` beside
its `expected-error` or its RUN line; a hint goes on in lines that are indented more.
"""

import argparse
import dataclasses
import difflib
import pathlib
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/diagnostics.md"
sys.path.insert(0, str(ROOT / "tools/lib"))
sys.path.insert(0, str(ROOT / "test/IR/Inputs"))
import message_sites  # noqa: E402
import rule_labels  # noqa: E402

# Sections in their order, and what stands below their titles.
SECTIONS = {
    "Types": "Wherever a quantized type is written or made.",
    "Where a type may stand": "Said by the ops of the dialect, and by passes that remove a type.",
    "Zero points": "",
    "Casts between numbers": "`quant.qcast` and `quant.dcast`.",
    "Storage casts": "`quant.scast`.",
    "The fused op": "`quant.dequant_situ_quant`.",
    "The policy attribute": "",
    "Passes": "They look before they change anything: after an error the module is as it was.",
    "Types and casts of MLIR's own quant dialect": "Said by the passes: its verifiers accept these.",
    "Options of passes and pipelines": "",
    "Command line tools": "",
    "Run-time checks": "Printed by the compiled program, before it ends. With the option `print-found` of "
    "`quant-lower-casts` and `quant-fuse-requantize` casts say first what they have found.",
}

SECTION_OF_LABEL = {
    "T": "Types",
    "I": "Where a type may stand",
    "S": "Zero points",
    "dcast": "Casts between numbers",
    "qcast": "Casts between numbers",
    "scast": "Storage casts",
    "dequant_situ_quant": "The fused op",
}

# Which section takes the cases of a file that have no label. Every file with
# expected messages belongs in here.
SECTION_OF_FILE = {
    "IR/invalid.mlir": "Types",
    "IR/types-dense-invalid.mlir": "Types",
    "IR/upstream-docs.mlir": "Types",
    "IR/fused-invalid.mlir": "The fused op",
    "IR/attributes-invalid.mlir": "The policy attribute",
    "Transforms/bufferize-casts.mlir": "Passes",
    "Transforms/fuse-requantize-invalid.mlir": "Passes",
    "Transforms/inline-scalar-resources-invalid.mlir": "Passes",
    "Transforms/lower-casts-invalid.mlir": "Passes",
    "Transforms/lower-fused-ops-invalid.mlir": "The fused op",
    "Transforms/normalize-types-invalid.mlir": "Passes",
    "Transforms/pack-sub-byte-invalid.mlir": "Passes",
    "Transforms/strip-types-invalid.mlir": "Passes",
    "Transforms/verify-target.mlir": "Passes",
    "Transforms/verify-target-host.mlir": "Passes",
    "BuiltinQuant/invalid.mlir": "Types and casts of MLIR's own quant dialect",
    "BuiltinQuant/invalid-types.mlir": "Types and casts of MLIR's own quant dialect",
    "BuiltinQuant/strip-types-tosa.mlir": "Types and casts of MLIR's own quant dialect",
}

# What is run with an error in view is in one of these, by the tool.
SECTION_OF_TOOL = {
    "quant-opt": "Options of passes and pipelines",
    "quant-policy": "Command line tools",
    "quant-exhaust": "Command line tools",
}

RUN_TIME_FILES = (
    "Transforms/runtime-checks.mlir",
    "Transforms/runtime-checks-run.mlir",
    "Transforms/lower-fused-ops-checks.mlir",
)
RUN_TIME_PASSES = ["--quant-lower-casts", "--quant-lower-fused-ops"]

MESSAGE = re.compile(r"^(?:within split at .*?:(?P<base>\d+) offset )?[^\n]*?:(?P<line>\d+):\d+: "
                     r"(?P<severity>error|warning): (?P<text>.*)$", re.M)
# What quant-opt says about the comments of a test when it is run without them.
UNCHECKED = re.compile(r'(un)?expected (error|warning)( ".*" was not produced|: )')
ASSERTION = re.compile(r'cf\.assert %\w+, "([^"]*)"')


@dataclasses.dataclass
class Entry:
    section: str
    labels: list
    text: str
    hint: str
    is_warning: bool = False


def find_hint(lines):
    """The text behind `Hint:` in lines of comments."""
    words, indent = [], 0
    for line in lines:
        indented, text = re.match(r"\s*(?://)?(\s*)(.*)", line).groups() if "//" in line else re.match(
            r"(\s*)(.*)", line).groups()
        if words and len(indented) > indent:
            words.append(text)
        elif words:
            break
        elif text.startswith("Hint: "):
            words.append(text[len("Hint: "):])
            indent = len(indented)
    return " ".join(words).rstrip(".")


def run_lines(text):
    """The RUN lines of a test, each with the lines that follow up to the next."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        found = re.match(r"(?:// )?RUN: (.*)", line)
        if not found:
            continue
        command, end = found[1], index + 1
        while command.endswith("\\"):
            command = command[:-1] + re.match(r"(?:// )?RUN: *(.*)", lines[end])[1]
            end += 1
        following = []
        while end < len(lines) and lines[end].strip() and "RUN:" not in lines[end]:
            following.append(lines[end])
            end += 1
        yield command, following


class Collector:
    def __init__(self, build, llvm):
        self.build = build
        self.llvm = llvm
        self.entries = []
        descriptions = [p.read_text() for p in sorted((ROOT / "include/quantir/IR").glob("*.td"))]
        self.rules = rule_labels.described_rules(descriptions)
        self.ops = {rule.split()[0] for rule in self.rules if " " in rule}

    def path_of(self, tool):
        ours = self.build / "bin" / tool
        return str(ours if ours.exists() else self.llvm / "bin" / tool)

    def run(self, command, file, stdin=None):
        plugin = f"--load-{{}}-plugin={self.build}/lib/QuantPlugin.so"
        command = command.replace(
            "%opt_with_plugin", f"mlir-opt {plugin.format('dialect')} {plugin.format('pass')}")
        words = [str(file) if word == "%s" else word for word in shlex.split(command)]
        return subprocess.run([self.path_of(words[0]), *words[1:]], input=stdin, capture_output=True, text=True)

    def labels_in(self, lines):
        """The rules that the comments in front of a message name, in their order."""
        labels = []
        for line in lines:
            if line.startswith("// "):
                named = rule_labels.named_rules(line[3:], self.ops)
                order = lambda rule: (line.index(rule.split()[-1]), rule)  # noqa: E731
                labels += [rule for rule in sorted(named, key=order) if rule not in labels]
        return labels

    def section_of(self, name, labels):
        if labels:
            label = labels[0]
            return SECTION_OF_LABEL[label.split()[0] if " " in label else label[0]]
        if name not in SECTION_OF_FILE:
            sys.exit(f"error: expected the section of {name} in SECTION_OF_FILE of tools/gen-diagnostics.py")
        return SECTION_OF_FILE[name]

    def collect_expected(self, file):
        """Messages that a test expects by `expected-error`."""
        name = str(file.relative_to(ROOT / "test"))
        lines = file.read_text().split("\n")
        for command, _ in run_lines("\n".join(lines)):
            if "verify-diagnostics" not in command:
                continue
            command = re.sub(r"\s-?-verify-diagnostics", "", command.split("|")[0])
            done = self.run(command + " --mlir-print-op-on-diagnostic=false", file)
            for found in MESSAGE.finditer(done.stderr):
                text = found["text"]
                if UNCHECKED.match(text):
                    continue
                line = int(found["line"]) + int(found["base"] or 1) - 1
                begin = line - 1
                while begin > 0 and lines[begin - 1] != "// -----":
                    begin -= 1
                piece = lines[begin:line]
                labels = self.labels_in(piece)
                self.entries.append(Entry(self.section_of(name, labels), labels, text,
                                          find_hint(piece), found["severity"] == "warning"))

    def collect_runs(self, file):
        """Messages of runs that are to fail."""
        for command, following in run_lines(file.read_text()):
            piped = re.match(r"echo '([^']*)' \| (not .*)", command)
            stdin, command = (piped[1], piped[2]) if piped else (None, command)
            words = command.split()
            if words[0] != "not" or words[1] not in SECTION_OF_TOOL or "plugin" in command or "%t" in command:
                continue
            command = re.split(r"2>&1|\|", " ".join(words[1:]))[0]
            done = self.run(command, file, stdin)
            tool = words[1]
            for line in done.stderr.split("\n"):
                found = re.match(rf"(?:<unknown>:0: )?error: (.+)|{re.escape(str(file))}:\d+:\d+: error: (.+)|"
                                 rf"{tool}: (for the .*)", line)
                text = found and next(group for group in found.groups() if group)
                if text and not UNCHECKED.match(text):
                    section = "Passes" if text.startswith("'") else SECTION_OF_TOOL[tool]
                    self.entries.append(Entry(section, [], text, find_hint(following)))

    def collect_assertions(self, file):
        lines = file.read_text().split("\n")
        done = self.run(shlex.join(["quant-opt", str(file), *RUN_TIME_PASSES]), file)
        for text in ASSERTION.findall(done.stdout):
            # The hint is at the line that checks for it.
            at = next((i for i, line in enumerate(lines) if text in line), len(lines))
            self.entries.append(Entry("Run-time checks", [], text, find_hint(lines[max(at - 3, 0):at])))

    def collect(self):
        tests = sorted(p for p in (ROOT / "test").rglob("*") if p.suffix in (".mlir", ".test")
                       and "downstream" not in p.parts and "Inputs" not in p.parts)
        order = list(SECTION_OF_FILE)
        texts = {file: file.read_text() for file in tests}
        expecting = [file for file in tests if re.search(r"// expected-(error|warning)", texts[file])]
        name = lambda file: str(file.relative_to(ROOT / "test"))  # noqa: E731
        for file in sorted(expecting, key=lambda f: order.index(name(f)) if name(f) in order else -1):
            self.collect_expected(file)
        for file in tests:
            self.collect_runs(file)
        for file in RUN_TIME_FILES:
            self.collect_assertions(ROOT / "test" / file)
        if len(self.entries) < 200:
            sys.exit(f"error: expected at least 200 messages, but got {len(self.entries)}")


def without_values(text):
    """What messages that differ in their values only have in common."""
    text = re.sub(r"^'[\w.]+' op|^quant\.\w+(?=: expected)", "OP", text)
    # From inside out.
    while (shorter := re.sub(r"(!quant\.\w+|\w*tensor|memref|dense)<[^<>]*>|\w*<-?\d[^<>]*>", "TYPE", text)) != text:
        text = shorter
    # The rule that a type breaks where it stands.
    text = re.sub(r"^OP has type [^:]*: ", "OP ", text)
    text = re.sub(r"^OP (illegal|scale)", r"\1", text)
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "QUOTED", text)
    text = re.sub(r"\[[^\]]*\]", "LIST", text)
    text = re.sub(r"\b(TYPE|[iuf]\d+|bf16)( and (TYPE|[iuf]\d+|bf16))?", "TYPE", text)
    return re.sub(r"-?\b\d[\w.+-]*|\bINF\b|\bnan\b", "N", text)


def merge(entries):
    """One entry for each message, with all labels, by section."""
    merged = {}
    # Where a message has a label, it stands with its rule.
    for entry in sorted(entries, key=lambda entry: not entry.labels):
        first = merged.setdefault(without_values(entry.text), entry)
        if first is not entry:
            first.labels += [label for label in entry.labels if label not in first.labels]
            first.hint = first.hint or entry.hint
    return {section: [entry for entry in merged.values() if entry.section == section] for section in SECTIONS}


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return "``" + cell(text) + "``" if "`" in text else "`" + cell(text) + "`"


def render(sections, rules):
    number = sum(len(entries) for entries in sections.values())
    lines = [
        "<!-- Written by tools/gen-diagnostics.py; change the tests instead. -->",
        "",
        "# Diagnostics",
        "",
        f"The errors and warnings of QuantIR, as its tools print them: {number}. Each comes from a test that",
        "provokes it; the values are those of the test, and messages that differ only in values stand here once. Where a",
        "[rule](reference/) is broken, its label and text stand beside it. Some are MLIR's own, such as those of",
        "its parser. Names between quotes in front of `op` are those of the op that breaks the rule.",
        "",
    ]
    for section, entries in sections.items():
        if not entries:
            continue
        lines += [f"## {section}", ""] + ([SECTIONS[section], ""] if SECTIONS[section] else [])
        columns = ["message"]
        has_rules = any(entry.labels for entry in entries)
        has_hints = any(entry.hint for entry in entries)
        columns = ["rule"] * has_rules + ["message"] + ["what is expected"] * has_rules + ["hint"] * has_hints
        lines += ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
        last = None
        for entry in entries:
            labels = ", ".join(entry.labels)
            if section == "The fused op":
                labels = labels.replace("dequant_situ_quant ", "")
            message = ("warning: " if entry.is_warning else "") + code(entry.text)
            rule = rules[entry.labels[0]] if entry.labels and entry.labels[0] != last else ""
            last = entry.labels[0] if entry.labels else None
            cells = [labels] * has_rules + [message]
            cells += [cell(rule).rstrip(".")] * has_rules + [cell(entry.hint)] * has_hints
            lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22"))
    parser.add_argument("--check", action="store_true", help="only compare")
    arguments = parser.parse_args()
    collector = Collector(arguments.build.resolve(), arguments.llvm)
    collector.collect()
    page = render(merge(collector.entries), collector.rules)
    missing = message_sites.find_missing(ROOT, [entry.text for entry in collector.entries])
    if not arguments.check:
        PAGE.write_text(page)
        print(*missing, sep="\n")
        return 0
    committed = PAGE.read_text()
    sys.stdout.writelines(difflib.unified_diff(committed.splitlines(True), page.splitlines(True),
                                               "committed", "from the tests"))
    if committed != page:
        print("error: docs/diagnostics.md is not what the tests say; run tools/gen-diagnostics.py")
    print(*missing, sep="\n")
    return 1 if committed != page or missing else 0


if __name__ == "__main__":
    sys.exit(main())
