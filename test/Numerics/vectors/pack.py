#!/usr/bin/env python3
"""Packs recorded runtime results for the tests.

usage: pack.py FOLDER

FOLDER holds one RUNTIME.jsonl a runtime, one JSON object a line (README.md says
which fields). Writes RUNTIME.jsonl.zlib beside this script: the same lines
without the operations and fields that no test reads, as one zlib stream.

  python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.decompress(
      open(sys.argv[1], "rb").read()))' FILE

prints a packed file.
"""

import json
import pathlib
import sys
import zlib

RUNTIMES = ["gemmlowp", "onednn", "onnx_data", "onnxruntime", "pytorch",
            "situ", "xnnpack"]
UNREAD_OPERATIONS = {"dynamic_quantize"}
UNREAD_FIELDS = {"single", "multipliers_bits", "name", "situ_bits",
                 "y_f64_toward_zero", "y_f64_nearest_even", "y_scale_f64",
                 "y_device", "y_scale_device_bits", "written_rows"}


def pack(text):
    lines = []
    for line in text.splitlines():
        case = json.loads(line)
        if case["op"] in UNREAD_OPERATIONS:
            continue
        case = {key: value for key, value in case.items()
                if key not in UNREAD_FIELDS and value is not None}
        lines.append(json.dumps(case, separators=(",", ":")) + "\n")
    return zlib.compress("".join(lines).encode(), 9)


def main():
    source = pathlib.Path(sys.argv[1])
    target = pathlib.Path(__file__).resolve().parent
    for runtime in RUNTIMES:
        text = (source / f"{runtime}.jsonl").read_text()
        (target / f"{runtime}.jsonl.zlib").write_bytes(pack(text))


if __name__ == "__main__":
    main()
