"""Counts that differ from the official scorer's where spans repeat."""

import json
import sys
from pathlib import Path

import numpy as np

import corefpipe

NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}
cases = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
different = dict.fromkeys(NAMES, 0)
for case in cases:
    for side in ("key", "response"):
        Path(f"{side}.conll").write_text(case[side], encoding="utf-8")
    found = corefpipe.score("key.conll", "response.conll", profile="official")
    for theirs, ours in NAMES.items():
        counts = found.counts[ours].sum(axis=0)
        different[theirs] += not np.allclose(counts, case["official"][theirs], rtol=0, atol=1e-9)
print(f"{sum(different.values())} of {len(cases) * len(NAMES)} counts differ:", different)
