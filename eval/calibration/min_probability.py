"""Precision, recall and F of the packaged model at each `min_probability`, and the probability of the default's score.

    python eval/calibration/min_probability.py --corpora ../shared/corpora

OntoGUM dev, predicted mentions, our parse. Prints a table and writes min_probability.json beside this file.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path

from corefpipe import read
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.overrides import Overrides
from corefpipe.scoring import Score

HERE = Path(__file__).resolve().parent
GRID = [None, 0.0, 0.1, 0.2, 0.25, 0.27, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
CONLL = ("muc", "b_cubed", "ceaf_e")


def row(score: Score) -> dict[str, float]:
    """Precision, recall and F of MUC, and the means of the CoNLL metrics, in percent."""
    table = score.to_dict()
    found = {f"muc {what}": 100 * table["muc"][what] for what in ("precision", "recall", "f1")}
    for what in ("precision", "recall", "f1"):
        found[f"conll {what}"] = 100 * sum(table[name][what] for name in CONLL) / len(CONLL)
    return {name: round(value, 2) for name, value in found.items()}


def main() -> None:
    """Measure, print, write min_probability.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    folder = parser.parse_args().corpora / "ontogum" / "dev"
    if not folder.is_dir():
        raise SystemExit(f"{folder} does not exist: see --help")
    dev = list(annotate(read(folder, repeats="first"), load_base("en")))
    resolver = load_resolver("en")
    result = {}
    for least in GRID:
        found = row(evaluate(resolver.configured(Overrides(min_probability=least)), dev).score)
        name = "default" if least is None else f"{least:g}"
        result[name] = found
        print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in found.values()) + " |", flush=True)
    for column in ("muc precision", "conll precision"):
        falls = [a[column] - b[column] for a, b in pairwise([result[f"{p:g}"] for p in GRID if p is not None])]
        print(f"{column}: largest fall from one row to the next {max(falls):.2f}")
    (HERE / "min_probability.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
