"""Repeat sections 5.3 and 5.4 of Samdani, Chang & Roth 2014 on free data: random starts, CCCP and SGD, shuffled items.

    python eval/l3m_section5/section5.py --corpora ../shared/corpora

Gold mentions, the features of eval/l3m_table1 without any for the dummy. Writes CORPUS.json and result.md beside this
file; `--part` measures only some parts again and keeps the results of the others.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from corefpipe.clustering import Clusterer, Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MBatchLearner, L3MLearner
from corefpipe.clustering.learners.l3m import margins
from corefpipe.clustering.learners.l3m_batch import Objective
from corefpipe.scoring import Score
from corefpipe.tuning import Part, Prepared, score_labels

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "l3m_table1"))
from compared import METRICS, comparison_table, mean_counts, score_of
from competitors import ONLINE
from parsed import CORPORA, final, known, write
from search import SETTINGS
from table import clusterer_of

HERE = Path(__file__).resolve().parent
ORDERS = 2  # random orders of the items
STARTS = 30  # runs from random initial weights
WITHOUT_PENALTY = 10  # of them with λ = 0
DRAWS = 3  # random choices of documents for CCCP
DOCUMENTS = 20  # in each choice
L2 = 0.001
EVERYTHING = 1_000_000  # a window longer than any document: all pairs are links


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    parser.add_argument("--part", choices=PARTS, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        for part in args.part or PARTS:
            prepared = final(args.corpora, corpus, window=EVERYTHING if part == "shuffled items" else None)
            file = HERE / f"{corpus}.json"
            write(file, {**known(file), part: PARTS[part](prepared, corpus)})
            keep_result()


def shuffled(prepared: Prepared, corpus: str) -> dict[str, Any]:
    """Section 5.4: each technique with its tuned settings, with items in text order and in random orders.

    Every item can link to all items before it, so that a random order takes no candidates away.
    """
    random = np.random.default_rng(0)
    orders = [prepared] + [in_random_order(prepared, random) for _ in range(ORDERS)]
    found: dict[str, Any] = {}
    for title in ONLINE:
        settings = known(SETTINGS)[corpus][title]["settings"]
        same = [row for row in found.values() if row["settings"] == settings]
        if same:
            found[title] = same[0]
            continue
        scores = [
            score_of_dev(clusterer_of(title, settings).fit(one.train.links, one.train.labels), one) for one in orders
        ]
        counts = {"in order": mean_counts(scores[:1]), "in random orders": mean_counts(scores[1:])}
        found[title] = {
            "settings": settings,
            "conll": [round(100 * score.conll, 2) for score in scores],
            "documents": list(scores[0].documents),
            "counts": counts,
        }
        print(title, found[title]["conll"], flush=True)
    return found


def in_random_order(prepared: Prepared, random: np.random.Generator) -> Prepared:
    """The same items and pair features, with the items of each document in random order."""
    parts = []
    for part in (prepared.train, prepared.dev):
        orders = [random.permutation(len(labels)) for labels in part.labels]
        parts.append(
            Part(
                part.links.reorder(orders),
                [labels[order] for labels, order in zip(part.labels, orders, strict=True)],
                [spans[order] for spans, order in zip(part.spans, orders, strict=True)],
                part.keys,
                part.constraints,  # none (see `prepare`)
                [certain[order] for certain, order in zip(part.certain, orders, strict=True)],
            )
        )
    return replace(prepared, train=parts[0], dev=parts[1])


def random_starts(prepared: Prepared, corpus: str) -> dict[str, Any]:
    """Section 5.3, 1: γ = 1, one pass of SGD from weights of N(0, 1), scored on the training data, as in the paper.

    Returns:
        λ -> scores from 0 and from random weights, and the share of the initial weights that λ alone leaves.
    """
    links, labels = prepared.train.links, prepared.train.labels
    steps = int((np.diff(links.indptr) > 1).sum())
    found: dict[str, Any] = {}
    for l2, runs in ((L2, STARTS), (0.0, WITHOUT_PENALTY)):
        clusterer = Clusterer.named("l3m", gamma=1.0, passes=1, step="sgd", rate=0.1, l2=l2, average=False)
        size = links.features.shape[1]
        starts = [np.zeros(size), *(np.random.default_rng(seed).normal(size=size) for seed in range(runs))]
        scores = []
        for start in starts:
            clusterer.fit(links, labels, coef_init=start)
            scores.append([conll(clusterer, part, prepared) for part in (prepared.train, prepared.dev)])
        found[str(l2)] = {"left": (1 - 0.1 * l2) ** steps, "from zero": scores[0], "runs": scores[1:]}
        print(l2, found[str(l2)]["left"], np.mean(scores[1:], axis=0), np.std(scores[1:], axis=0, ddof=1), flush=True)
    return found


def cccp(prepared: Prepared, corpus: str) -> dict[str, Any]:
    """Section 5.3, 2: γ = 1, equation 7 minimised by SGD, L-BFGS and CCCP on random choices of training documents."""
    learners: dict[str, Callable[[], Any]] = {
        "SGD, 1 pass": lambda: L3MLearner(1.0, passes=1, step="sgd", l2=L2),
        "SGD, 10 passes": lambda: L3MLearner(1.0, passes=10, step="sgd", l2=L2),
        "AdaGrad, 1 pass": lambda: L3MLearner(1.0, passes=1, l2=L2),
        "AdaGrad, 10 passes": lambda: L3MLearner(1.0, passes=10, l2=L2),
        "L-BFGS": lambda: L3MBatchLearner(1.0, L2, "lbfgs", max_iter=500),
        "CCCP": lambda: L3MBatchLearner(1.0, L2, "cccp", max_iter=100),
    }
    found: dict[str, Any] = {name: {"objective": [], "train": [], "dev": [], "seconds": []} for name in learners}
    scores: dict[str, list[Score]] = {name: [] for name in learners}
    for draw in range(DRAWS):
        chosen = np.random.default_rng(draw).choice(len(prepared.train.keys), DOCUMENTS, replace=False)
        part = prepared.train.take(sorted(chosen.tolist()))
        for name, make in learners.items():
            row = found[name]
            clusterer = Clusterer(make(), L3MDecoder(1.0))
            start = time.process_time()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # whether it converges is what is measured
                clusterer.fit(part.links, part.labels)
            row["seconds"].append(round(time.process_time() - start, 2))
            row["objective"].append(round(objective(part.links, part.labels, clusterer.learner_.coef_), 5))
            row["train"].append(conll(clusterer, part, prepared))
            scores[name].append(score_of_dev(clusterer, prepared))
            row["dev"].append(round(100 * scores[name][-1].conll, 2))
            print(name, row, flush=True)
    for name, row in found.items():
        row |= {"documents": list(scores[name][0].documents), "counts": mean_counts(scores[name])}
    return found


def objective(links: Links, labels: Sequence[np.ndarray], coef: np.ndarray) -> float:
    """The value of equation 7 at γ = 1."""
    right = links.coreferent(labels)
    return Objective(links, right, margins(links, right), 1.0, L2)(coef.astype(np.float64))[0]


def score_of_dev(clusterer: Clusterer, prepared: Prepared) -> Score:
    """The score on dev."""
    return score_labels(prepared.dev, clusterer.predict(prepared.dev.links), prepared.singletons, METRICS)


def conll(clusterer: Clusterer, part: Part, prepared: Prepared) -> float:
    """The mean F1 of MUC, B-cubed and CEAF-e, in percent."""
    return round(100 * score_labels(part, clusterer.predict(part.links), prepared.singletons).conll, 2)


PARTS: dict[str, Callable[[Prepared, str], dict[str, Any]]] = {
    "shuffled items": shuffled,
    "random starts": random_starts,
    "CCCP": cccp,
}


def keep_result() -> None:
    """Write the result as Markdown."""
    lines = []
    for corpus in CORPORA:
        file = HERE / f"{corpus}.json"
        if file.is_file():
            found = known(file)
            lines += [
                f"### {corpus}",
                "",
                *(line for part in PARTS if part in found for line in shown(part, found[part])),
            ]
    (HERE / "result.md").write_text("\n".join(lines), encoding="utf8")


def shown(part: str, found: Mapping[str, Any]) -> list[str]:
    """The lines of the table of one part."""
    if part == "shuffled items":
        rows = [
            f"| {title} | {row['conll'][0]:.2f} | {', '.join(f'{x:.2f}' for x in row['conll'][1:])} "
            f"| {np.mean(row['conll'][1:]) - row['conll'][0]:+.2f} |"
            for title, row in found.items()
        ]
        scores = {
            f"{title}, {order}": score_of({"documents": row["documents"], "counts": counts})
            for title, row in found.items()
            for order, counts in row["counts"].items()
        }
        pairs = [(f"{title}, in order", f"{title}, in random orders") for title in found]
        head = ["| dev, average | in order | in random orders | change |", "|---|---|---|---|"]
        return [*head, *rows, "", *comparison_table(scores, pairs), ""]
    if part == "random starts":
        rows = [
            f"| {l2} | {row['left']:.3f} | {part} | {row['from zero'][i]:.2f} | {len(row['runs'])} "
            f"| {np.mean(row['runs'], axis=0)[i]:.2f} | {np.std(row['runs'], axis=0, ddof=1)[i]:.2f} |"
            for l2, row in found.items()
            for i, part in enumerate(("train", "dev"))
        ]
        head = "| λ | initial weights left by λ alone | scored on | from 0 | random starts | mean | deviation |"
        return [head, "|---|---|---|---|---|---|---|", *rows, ""]
    rows = [
        f"| {name} | {' | '.join(f'{np.mean(row[key]):.4g}' for key in ('objective', 'train', 'dev', 'seconds'))} |"
        for name, row in found.items()
    ]
    scores = {name: score_of(row) for name, row in found.items()}
    tested = comparison_table(scores, [(name, "CCCP") for name in found if name != "CCCP"])
    return ["| method | equation 7 | train | dev | CPU seconds |", "|---|---|---|---|---|", *rows, "", *tested, ""]


if __name__ == "__main__":
    main()
