"""Compares the rule labels of descriptions, checks and tests.

Rules of types and of the dialect have labels of their own (T1, I1, S1). Those of
ops repeat (C1, ...), so that everywhere but in the description the op is named,
too: `dcast C1`. Usage: rule_labels.py <source root>
"""

import pathlib
import re
import sys

LABEL = r"[TISC]\d+"


def described_rules(texts):
    """The labels that head an item of a list in a description, and its text."""
    rules = {}
    for text in texts:
        # A definition begins with its class and mnemonic.
        parts = re.split(r'^def \w+\s*:\s*\w+<\s*(?:\w+,\s*)?"(\w+)"', text, flags=re.M)
        for op, part in zip([""] + parts[1::2], parts[0::2]):
            items = rf"^( +)- ({LABEL}): (.*(?:\n\1  \S.*)*)"
            for _, label, text in re.findall(items, part, re.M):
                name = f"{op} {label}" if label.startswith("C") else label
                rules[name] = " ".join(text.split())
    return rules


def named_rules(comment, ops_of_rules):
    """The rules that a comment names in front of its first colon or stop:
    `S1, dcast, qcast C6: why`."""
    rules = set()
    ops = []
    after_label = False
    for word in re.findall(r"\w+", re.split(r"[:.]", comment, maxsplit=1)[0]):
        if word in ops_of_rules:
            ops = ops + [word] if not after_label else [word]
            after_label = False
        elif re.fullmatch(LABEL, word):
            named = [f"{op} {word}" for op in ops] if word.startswith("C") else [word]
            rules.update(named)
            after_label = True
        else:
            # Prose: a comment that speaks of rules is not a mark of one.
            break
    return rules


def checked_rules(texts, ops):
    return {
        rule
        for text in texts
        for comment in re.findall(r"^\s*///? (.*)$", text, re.M)
        for rule in named_rules(comment, ops)
    }


def tested_rules(text, ops):
    """The rules named in front of a case that expects an error."""
    return {
        rule
        for case in text.split("// -----")
        if re.search(r"expected-error", case)
        for comment in re.findall(r"^// (.*)$", case, re.M)
        for rule in named_rules(comment, ops)
    }


def main(root):
    root = pathlib.Path(root)
    definitions = [p.read_text() for p in sorted((root / "include/quantir/IR").glob("*.td"))]
    sources = [p.read_text() for p in sorted((root / "lib/IR").glob("*.cpp"))]
    described = set(described_rules(definitions))
    ops = {rule.split()[0] for rule in described if " " in rule}
    checked = checked_rules(definitions + sources, ops)
    tested = tested_rules("// -----".join(p.read_text() for p in sorted((root / "test/IR").glob("*invalid.mlir"))), ops)

    errors = []
    for rule in sorted(described - checked):
        errors.append(f"{rule}: no comment at a check in lib/IR or include/quantir/IR")
    for rule in sorted(described - tested):
        errors.append(f"{rule}: no case in test/IR/*invalid.mlir")
    for rule in sorted((checked | tested) - described):
        errors.append(f"{rule}: named, but in no description")
    # Guards against a script that finds nothing.
    for rule in ("T1", "I1", "S1", "dcast C1", "qcast C6", "scast C6", "dequant_situ_quant C21"):
        if rule not in described:
            errors.append(f"{rule}: expected in a description")
    print(*errors, sep="\n")
    print(f"{len(described)} rules, {len(errors)} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
