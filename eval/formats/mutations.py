"""Read ten thousand damaged files per format: each is read, or rejected with our exception, within seconds.

Usage: python eval/formats/mutations.py [NUMBER]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from helpers.mutations import READABLE, read_mutations

if __name__ == "__main__":
    mutations = int(sys.argv[1]) if sys.argv[1:] else 10_000
    print("| format | files | refused | slowest, s |\n| --- | --- | --- | --- |")
    for name in READABLE:
        with tempfile.TemporaryDirectory() as folder:
            found = read_mutations(name, Path(folder), mutations)
        if not found.helpful:
            raise SystemExit(f"{name}: an error without a file or a cure")
        print(f"| {name} | {mutations} | {found.failed} | {found.slowest:.2f} |", flush=True)
