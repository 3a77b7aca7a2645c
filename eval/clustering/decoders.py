"""Measure the time of each decoder and the optimality of correlation clustering, on OntoGUM with gold mentions.

    OMP_NUM_THREADS=1 python eval/clustering/decoders.py --corpora ../shared/corpora

Prints two tables for each of two kinds of scores: for each decoder, the CPU seconds on one core to decode all of dev,
without and with constraints; and the results of exact correlation clustering on the train documents with about 200
mentions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from speed import parsed

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.decoders.correlation.decoder import CorrelationDecoder
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.tuning import Prepared

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
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--seconds", type=float, default=10.0, help="time limit per document")
    args = parser.parse_args()
    prepared = Prepared.load(parsed(args.corpora))
    train, dev, constraints = prepared.train.links, prepared.dev.links, prepared.dev.constraints
    for what, learner, settings in SCORES:
        fitted = make_learner(learner, settings).fit(train, prepared.train.labels)
        # For all decoders except L3M's, a score above 0 is evidence for a link, one below 0 evidence against it.
        scores = [fitted.decision_function(links).astype(float) for links in (train, dev)]
        if learner == "l3m":
            scores = [less_dummy(links, of) for links, of in zip((train, dev), scores, strict=True)]
        print(f"\n**{what}** (above 0: {(scores[1][dev.antecedent >= 0] > 0).mean():.1%} of the pairs of dev)\n")
        print(
            "| decoder | CPU seconds, dev | within constraints | clusters | of the largest sum of scores |",
            "|---|---|---|---|---|",
            *decoded(dev, scores[1], constraints, args.seconds),
            sep="\n",
        )
        print(
            "\n| mentions | pairs | largest component | CPU seconds | gap |\n|---|---|---|---|---|",
            *solved(train, scores[0], args.seconds),
            sep="\n",
        )


def less_dummy(links: Links, scores: np.ndarray) -> np.ndarray:
    """Scores of links, minus the score of starting a cluster."""
    return scores - np.repeat(scores[links.indptr[:-1]], np.diff(links.indptr))


def each(links: Links, scores: np.ndarray) -> Iterator[tuple[Links, np.ndarray]]:
    """Yield each item set with its scores."""
    bounds = links.indptr[links.sets]
    for one, lo, hi in zip(links.bare(), bounds[:-1], bounds[1:], strict=True):
        yield one, scores[lo:hi]


def decoded(dev: Links, scores: np.ndarray, constraints: list[Constraints], seconds: float) -> Iterator[str]:
    """Yield the rows of the first table, with bounds of correlation clustering; constraints are those of speakers."""
    best = None
    for name, settings in reversed(DECODERS):
        limit = {"time_limit": seconds} if name == "correlation" else {}
        decoder: Decoder = make_decoder(name, settings | limit)
        start = time.process_time()
        labels = decoder.decode_all(dev, scores)
        spent = time.process_time() - start
        within = "-"
        if decoder.honours_constraints:
            start = time.process_time()
            decoder.decode_all(dev, scores, constraints)
            within = f"{time.process_time() - start:.2f}"
        share = ""
        if isinstance(decoder, CorrelationDecoder):
            found = [decoder.solve(*one) for one in each(dev, scores)]
            worth, bound = sum(one.objective for one in found), sum(one.bound for one in found)
            best = best or bound
            share = f"{worth / best:.2%}, proven at most {bound / best:.2%}"
        clusters = sum(int(one.max(initial=-1)) + 1 for one in labels)
        what = ", ".join([name, *map(str, settings.values())])
        yield f"| {what} | {spent:.2f} | {within} | {clusters} | {share} |"


def solved(train: Links, scores: np.ndarray, seconds: float) -> Iterator[str]:
    """Yield the rows of the second table."""
    for links, own in each(train, scores):
        if links.n_items in SIZES:
            pairs = ScoredPairs.of(links, own)
            largest = max((part.n for _, _, part in pairs.joinable()), default=1)
            start = time.process_time()
            found = CorrelationDecoder("exact", seconds).solve(links, own)
            spent = time.process_time() - start
            yield f"| {links.n_items} | {len(pairs)} | {largest} | {spent:.1f} | {found.gap:.2%} |"


if __name__ == "__main__":
    main()
