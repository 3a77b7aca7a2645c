"""Measure the time of each decoder and the optimality of correlation clustering, on OntoGUM with gold mentions.

    OMP_NUM_THREADS=1 python eval/clustering/decoders.py --corpora ../shared/corpora

Writes decoders.json and decoders.svg, for each of two kinds of scores: for each decoder, the CPU seconds on one core to
decode all of dev, without and with constraints; and the results of exact correlation clustering on the train documents
with about 200 mentions. `--parsed` takes what speed.py parsed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from speed import HERE, parsed

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.tuning import Prepared

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from dots import dot_plot

SCORES = (
    ("classifier of all links", "binary", {"sampling": "all"}),
    ("L3M, less the dummy's score", "l3m", {"passes": 3, "l2": 0.001}),
)
DECODERS = (
    ("l3m", {}),
    ("l3m", {"gamma": 0.0}),
    ("sum-link", {}),
    ("best-link", {}),
    ("closest-link", {}),
    ("spanning-forest", {}),
    ("agglomerative", {"linkage": "average"}),
    ("agglomerative", {"linkage": "complete"}),
    ("correlation", {"method": "greedy"}),
    ("correlation", {"method": "local"}),
    ("correlation", {"method": "relaxed"}),
    ("correlation", {"method": "exact"}),
    ("all-in-one", {}),
)
SIZES = range(185, 216)  # numbers of mentions of the documents that are solved exactly


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--parsed", action="store_true", help="take the links that speed.py left in the folder `work`")
    parser.add_argument("--seconds", type=float, default=10.0, help="time limit per document")
    args = parser.parse_args()
    prepared = Prepared.load(HERE / "work" if args.parsed else parsed(args.corpora))
    train, dev, constraints = prepared.train.links, prepared.dev.links, prepared.dev.constraints
    result = {}
    for what, learner, settings in SCORES:
        fitted = make_learner(learner, settings).fit(train, prepared.train.labels)
        # For all decoders except L3M's, a score above 0 is evidence for a link, one below 0 evidence against it.
        scores = [fitted.decision_function(links).astype(float) for links in (train, dev)]
        if learner == "l3m":
            scores = [less_dummy(links, of) for links, of in zip((train, dev), scores, strict=True)]
        result[what] = {
            "pairs above 0": round(float((scores[1][dev.antecedent >= 0] > 0).mean()), 4),
            "decoders": decoded(dev, scores[1], constraints, args.seconds),
            "exact": list(solved(train, scores[0], args.seconds)),
        }
        print(what, json.dumps(result[what]), flush=True)
    (HERE / "decoders.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf8")
    panels = {
        what: {
            decoder: {
                legend: (float(np.log10(max(row[legend], 1e-3))), 0.0)
                for legend in ("seconds", "within constraints")
                if row[legend] is not None
            }
            for decoder, row in found["decoders"].items()
        }
        for what, found in result.items()
    }
    dot_plot(HERE / "decoders.svg", panels, "log10 of the CPU seconds of all of dev")


def less_dummy(links: Links, scores: np.ndarray) -> np.ndarray:
    """Scores of links, minus the score of starting a cluster."""
    return scores - np.repeat(scores[links.indptr[:-1]], np.diff(links.indptr))


def each(links: Links, scores: np.ndarray) -> Iterator[tuple[Links, np.ndarray]]:
    """Yield each item set with its scores."""
    bounds = links.indptr[links.sets]
    for one, lo, hi in zip(links.bare(), bounds[:-1], bounds[1:], strict=True):
        yield one, scores[lo:hi]


def decoded(
    dev: Links, scores: np.ndarray, constraints: list[Constraints], seconds: float
) -> dict[str, dict[str, Any]]:
    """The time of each decoder, with bounds of correlation clustering; constraints are those of speakers."""
    best, rows = None, {}
    for name, settings in reversed(DECODERS):
        limit = {"time_limit": seconds} if name == "correlation" else {}
        decoder: Decoder = make_decoder(name, settings | limit)
        start = time.process_time()
        labels = decoder.decode_all(dev, scores)
        row: dict[str, Any] = {"seconds": round(time.process_time() - start, 3), "within constraints": None}
        if decoder.honours_constraints:
            start = time.process_time()
            decoder.decode_all(dev, scores, constraints)
            row["within constraints"] = round(time.process_time() - start, 3)
        row["clusters"] = sum(int(one.max(initial=-1)) + 1 for one in labels)
        if isinstance(decoder, CorrelationDecoder):
            found = [decoder.solve(*one) for one in each(dev, scores)]
            worth, bound = sum(one.objective for one in found), sum(one.bound for one in found)
            best = best or bound
            row["of the largest sum"], row["at most"] = round(worth / best, 6), round(bound / best, 6)
        rows[", ".join([name, *(str(value) for value in settings.values())])] = row
    return dict(reversed(rows.items()))


def solved(train: Links, scores: np.ndarray, seconds: float) -> Iterator[dict[str, float]]:
    """Exact correlation clustering of the documents of about 200 mentions."""
    for links, own in each(train, scores):
        if links.n_items in SIZES:
            pairs = ScoredPairs.of(links, own)
            largest = max((part.n for _, _, part in pairs.joinable()), default=1)
            start = time.process_time()
            found = CorrelationDecoder("exact", seconds).solve(links, own)
            spent = time.process_time() - start
            yield {
                "mentions": links.n_items,
                "pairs": len(pairs),
                "largest component": largest,
                "seconds": round(spent, 2),
                "gap": round(float(found.gap), 6),
            }


if __name__ == "__main__":
    main()
