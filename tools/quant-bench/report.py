#!/usr/bin/env python3
# Part of QuantIR, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables and a picture of what quant-bench measured.

usage: report.py RESULTS

Reads Google Benchmark's RESULTS/SIZE.json. Prints Markdown, and leaves it in
RESULTS/report.md beside summary.json and peers.svg. Each figure is the lower
quartile of all repetitions: other work on a machine disturbs to one side only.
"""

import collections
import json
import os
import subprocess
import sys

SIZES = {8 << 10: "8K", 256 << 10: "256K", 64 << 20: "64M"}
# Rows by results a row, of the fused op.
FUSED_SIZES = {16 * 2048: "16x2048", 1024 * 4096: "1024x4096"}
SIZES.update(FUSED_SIZES)
# What ratios are to, the first that there is.
BASES = ("clang", "memcpy")
ORDER = ("quantir", "quantir-generic", "clang", "gcc-libmvec", "xnnpack", "onednn",
         "upstream", "memcpy")


def lower_quartile(times):
    return sorted(times)[(len(times) - 1) // 4]


def machine():
    with open("/proc/cpuinfo") as file:
        fields = dict(
            (part.strip() for part in line.split(":", 1))
            for line in file
            if ":" in line
        )
    clang = subprocess.run(["clang-22", "--version"], capture_output=True, text=True)
    return (f"{fields['model name']}, family {fields['cpu family']} model "
            f"{fields['model']}, {os.cpu_count()} processors; "
            f"{clang.stdout.splitlines()[0] if clang.stdout else 'clang 22'}")


def read(directory):
    """{(op, implementation, threads): {size: (ns an element, GB/s)}}"""
    times = collections.defaultdict(list)
    traffic = {}
    for size in SIZES.values():
        path = os.path.join(directory, size + ".json")
        # Empty where nothing matched the filter.
        if not os.path.exists(path) or os.path.getsize(path) == 0:
            continue
        with open(path) as file:
            runs = json.load(file)["benchmarks"]
        for run in runs:
            if run["run_type"] != "iteration":
                continue
            op, impl, elements, threads = run["name"].split("/real_time")[0].split("|")
            if "x" in elements:
                rows, half = elements.split("x")
                elements = int(rows) * int(half)
            key = op, impl, int(threads), int(elements)
            # The processor's time, where one thread tells all: then what else
            # runs on the machine takes caches, but no time.
            clock = "cpu_time" if threads == "1" else "real_time"
            times[key].append(run[clock] / int(elements))
            traffic[key] = run["bytes"] / int(elements)
    result = collections.defaultdict(dict)
    for (op, impl, threads, elements), samples in times.items():
        ns = lower_quartile(samples)
        key = op, impl, elements, threads
        gigabytes = traffic[op, impl, threads, elements] / ns
        result[op, impl, threads][elements] = ns, gigabytes
    return result


def table(op, threads, rows, sizes):
    """Markdown of one operation: ns, in brackets the ratio to the base."""
    bases = ("gcc-libmvec",) + BASES if op.startswith("fused/") else BASES
    base = next((rows[b] for b in bases if b in rows), {})
    counts_bytes = all(s not in FUSED_SIZES for s in sizes)
    columns = [SIZES[s] for s in sizes] + ["GB/s"] * counts_bytes
    lines = [f"### {op}" + (f", {threads} threads" if threads > 1 else ""), "",
             f"| implementation | {' | '.join(columns)} |",
             "| --- |" + " ---: |" * len(columns)]
    for impl in sorted(rows, key=lambda i: (ORDER.index(i) if i in ORDER else 99, i)):
        cells = []
        for size in sizes:
            if size not in rows[impl]:
                cells.append("")
                continue
            ns = rows[impl][size][0]
            ratio = f" ({ns / base[size][0]:.2f})" if size in base else ""
            cells.append(f"{ns:.4f}{ratio}")
        speeds = " / ".join(f"{rows[impl][s][1]:.0f}" for s in sizes if s in rows[impl])
        lines.append(f"| {' | '.join([impl, *cells] + [speeds] * counts_bytes)} |")
    return "\n".join(lines) + "\n"


COLOURS = {"quantir": "#1b6ca8", "quantir-generic": "#7fb2d9", "clang": "#888888",
           "xnnpack": "#c98a1b", "onednn": "#a33b3b", "upstream": "#444444"}


def picture(results, size):
    """Horizontal bars of ns an element, one group an operation."""
    groups = collections.defaultdict(list)
    for (op, impl, threads), by_size in results.items():
        if threads == 1 and size in by_size and impl in COLOURS:
            groups[op].append((impl, by_size[size][0]))
    longest = 0.3
    left, width, bar = 190, 520, 11
    lines, y = [], 30
    for op in sorted(groups):
        lines.append(f'<text x="{left - 8}" y="{y + 10}" text-anchor="end">{op}</text>')
        for impl, ns in sorted(groups[op], key=lambda row: ORDER.index(row[0])):
            length = min(ns / longest, 1) * width
            lines.append(
                f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{bar - 2}" '
                f'fill="{COLOURS[impl]}"/>'
                f'<text x="{left + length + 4:.1f}" y="{y + 9}">{ns:.3f} {impl}'
                f'{" (cut)" if ns > longest else ""}</text>')
            y += bar
        y += 7
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 150}" '
            f'height="{y + 10}" font-family="sans-serif" font-size="10">\n'
            '<rect width="100%" height="100%" fill="white"/>\n'
            f'<text x="{left}" y="18" font-size="13">ns an element, {SIZES[size]} '
            "elements, one thread; shorter is faster</text>\n")
    return head + "\n".join(lines) + "\n</svg>\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    directory = sys.argv[1]
    results = read(directory)
    if not results:
        sys.exit(f"error: expected results in {directory}")
    sizes = sorted({size for row in results.values() for size in row})
    by_op = collections.defaultdict(dict)
    for (op, impl, threads), row in results.items():
        by_op[threads, op][impl] = row
    text = [f"Machine: {machine()}. ns an element, lower quartile; in brackets the "
            f"ratio to {BASES[0]}'s loop, of the fused op to that of GCC with libmvec.\n"]
    text += [table(op, threads, rows, [s for s in sizes if any(s in r for r in rows.values())])
             for (threads, op), rows in sorted(by_op.items())]
    report = "\n".join(text)
    print(report)
    with open(os.path.join(directory, "report.md"), "w") as file:
        file.write(report)
    summary = {"machine": machine(), "rows": [
        {"op": op, "implementation": impl, "threads": threads, "elements": size,
         "ns": ns, "gigabytes_per_second": speed}
        for (op, impl, threads), row in sorted(results.items())
        for size, (ns, speed) in sorted(row.items())]}
    with open(os.path.join(directory, "summary.json"), "w") as file:
        json.dump(summary, file, indent=1)
    with open(os.path.join(directory, "peers.svg"), "w") as file:
        file.write(picture(results, sizes[0]))


if __name__ == "__main__":
    main()
