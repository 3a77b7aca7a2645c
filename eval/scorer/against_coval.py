"""Compare what `corefpipe score` and coval's scorer.py cost, side by side; the protocol is in README.md.

Usage: python eval/scorer/against_coval.py COVAL [--scorer ../shared/scorer] [--corpus ../shared/corpora/ontogum/train]

COVAL is a checkout of https://github.com/ns-moosavi/coval (the package of that name on PyPI is another program). Writes
coval.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import numpy as np
from measure import RUNS, perturbed, process

from corefpipe import read, write

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from machine import machine

HERE = Path(__file__).resolve().parent
OURS = ("-m", "corefpipe", "score")


def average(*arguments: str) -> str:
    """The CoNLL average that a scorer prints."""
    printed = subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True).stdout
    return re.findall(r"CoNLL.*?(\d+\.\d+)", printed)[-1]


def side_by_side(coval: Path, pair: list[Path]) -> dict[str, float | str]:
    """Medians of both, run in turn, so that what else the machine does falls on both."""
    files = [str(file) for file in pair]
    theirs = (str(coval / "scorer.py"), *files)
    times: dict[str, list[float]] = {"corefpipe": [], "coval": []}
    for _ in range(RUNS):
        times["corefpipe"].append(process(*OURS, *files, runs=1)[0])
        times["coval"].append(process(*theirs, runs=1)[0])
    scores = {average(*OURS, *files), average(*theirs)}
    if len(scores) > 1:
        raise SystemExit(f"the CoNLL averages differ: {' and '.join(sorted(scores))}")
    ours, coval_s = (round(median(times[name]), 2) for name in ("corefpipe", "coval"))
    return {"corefpipe, s": ours, "coval, s": coval_s, "ratio": round(ours / coval_s, 2), "CoNLL": scores.pop()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("coval", type=Path)
    parser.add_argument("--scorer", type=Path, default=Path("../shared/scorer"))
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpora/ontogum/train"))
    args = parser.parse_args()
    result: dict[str, object] = {"machine": machine()}
    pair = [args.scorer / f"ontogum-dev.{side}" for side in ("key", "response")]
    result["ontogum dev"] = side_by_side(args.coval, pair)
    with tempfile.TemporaryDirectory() as folder:
        random = np.random.default_rng(0)
        keys = list(read(args.corpus, repeats="first"))
        pair = [Path(folder) / name for name in ("key.conll", "response.conll")]
        write(keys, pair[0])
        write((perturbed(document, random) for document in keys), pair[1])
        result["ontogum train, perturbed"] = side_by_side(args.coval, pair)
    print(json.dumps(result, indent=1))
    (HERE / "coval.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
