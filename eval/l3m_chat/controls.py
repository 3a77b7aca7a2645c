"""Repeat sections 5.3 and 5.4 of Samdani, Chang & Roth 2014 on chat posts: random starts, CCCP, shuffled posts.

    python eval/l3m_chat/controls.py --corpora ../shared/corpora

Adds its results to result.json, which experiment.py writes.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from experiment import HERE, joined, known, scores, tuning_sets, write
from sets import TASKS, TUNING, ItemSets, folds, item_sets
from sklearn.exceptions import ConvergenceWarning
from techniques import TECHNIQUES, rows

from corefpipe.clustering import Clusterer
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MBatchLearner, L3MLearner
from corefpipe.scoring import score_partitions

sys.path.insert(0, str(HERE.parent / "l3m_section5"))
from section5 import L2, STARTS, objective

SAMPLE = 20  # sets to learn from, on which section 5.3 scores too
DRAWS = 3
STARTING_L2 = (0.0, 0.001, 0.01)
THRESHOLDS = (0.0, 1.5)  # starts at 0, as in the paper, and about what is chosen for γ = 1


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--task", choices=TASKS, action="append", help="can be repeated; default: both")
    parser.add_argument("--part", choices=PARTS, action="append", help="can be repeated; default: all")
    args = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)
    for task in args.task or TASKS:
        data = item_sets(args.corpora, task)
        for part in args.part or PARTS:
            write(f"{task}, {part}", PARTS[part](data, task))


def shuffled(data: ItemSets, task: str) -> dict[str, Any]:
    """Section 5.4: online techniques trained and scored with the posts of each set in random order, settings as before.

    The settings are those that experiment.py chose for each fold in the order of time, with a tuned start.
    """
    tuned = known()[task]["rows"]
    online = [row for row in rows() if row.only.get("passes") == 5 and "threshold" not in row.only]
    in_random_order = data.in_random_order(np.random.default_rng(0))
    found: dict[str, list[dict[str, Any]]] = {row.title: [] for row in online}
    for number, (outside, inside) in enumerate(folds(len(data.names))):
        rest, held_out = in_random_order.take(outside), in_random_order.take(inside)
        for row in online:
            technique, settings = TECHNIQUES[row.technique], tuned[row.title]["settings"][number]
            clusterer = Clusterer.named(technique.learner, technique.decoder, **settings).fit(rest.links, rest.labels)
            found[row.title].append(scores(held_out, clusterer.predict(held_out.links)))
    return {"sets": known()[task]["sets"], "rows": {title: joined(parts) for title, parts in found.items()}}


def random_starts(data: ItemSets, task: str) -> dict[str, list[list[float]]]:
    """Section 5.3, 1: γ = 1, one pass of SGD from weights of N(0, 1), last weights, scored on the training sets.

    Returns:
        λ -> for the start from 0, and then for each random start: VI at each of `THRESHOLDS`, and the share of the
        initial weights that is left after all steps, λ alone considered.
    """
    sample = draw(data, 0)
    size = sample.links.features.shape[1]
    found: dict[str, list[list[float]]] = {}
    for l2 in STARTING_L2:
        learner = L3MLearner(1.0, passes=1, step="sgd", rate=0.1, l2=l2, average=False)
        starts = [np.zeros(size), *(np.random.default_rng(seed).normal(size=size) for seed in range(STARTS))]
        left = (1 - learner.rate * l2) ** sum(map(len, sample.labels))
        found[str(l2)] = [
            [*vi_of(sample, learner.fit(sample.links, sample.labels, coef_init=start)), left] for start in starts
        ]
    return found


def cccp(data: ItemSets, task: str) -> dict[str, list[list[float]]]:
    """Section 5.3, 2: γ = 1, equation 7 minimised by SGD, L-BFGS and CCCP on random choices of sets.

    Returns:
        method -> for each choice: the objective, VI on the training sets at each of `THRESHOLDS`, and CPU seconds.
    """
    learners: dict[str, Callable[[], Any]] = {
        "SGD, 1 pass": lambda: L3MLearner(1.0, passes=1, step="sgd", l2=L2),
        "SGD, 10 passes": lambda: L3MLearner(1.0, passes=10, step="sgd", l2=L2),
        "L-BFGS": lambda: L3MBatchLearner(1.0, L2, "lbfgs", max_iter=200),
        "CCCP": lambda: L3MBatchLearner(1.0, L2, "cccp", max_iter=100),
    }
    found: dict[str, list[list[float]]] = {title: [] for title in learners}
    for number in range(DRAWS):
        sample = draw(data, number)
        for title, make in learners.items():
            start = time.process_time()
            learner = make().fit(sample.links, sample.labels)
            seconds = round(time.process_time() - start, 2)
            value = objective(sample.links, sample.labels, learner.coef_)
            found[title].append([value, *vi_of(sample, learner), seconds])
    return found


def margins(data: ItemSets, task: str) -> dict[str, list[list[float]]]:
    """Why starts at 0 are few: L³M with and without the margin δ of the dummy, on the first fold's tuning sets.

    Returns:
        γ -> with δ = 1 of the dummy, as in the paper, and then with δ = 0: VI and number of clusters per set, starts
        at 0; `true` -> the share of items that start a cluster, and the number of true clusters per set.
    """
    outside, _ = next(folds(len(data.names)))
    train, held_out = tuning_sets(data.take(outside), TUNING)
    starting = train.links.coreferent(train.labels)[train.links.indptr[:-1]].mean()
    found = {"true": [[float(starting), float(np.mean([len(np.unique(one)) for one in held_out.labels]))]]}
    for gamma in (0.0, 0.4, 1.0):
        found[str(gamma)] = []
        for margin in (1.0, 0.0):
            learner = L3MLearner(gamma, false_start=margin).fit(train.links, train.labels)
            labels = L3MDecoder(gamma).decode_all(held_out.links, learner.decision_function(held_out.links))
            score = score_partitions(held_out.labels, labels, metrics="vi")
            found[str(gamma)].append([float(score["vi"].value), float(np.mean([one.max() + 1 for one in labels]))])
    return found


def draw(data: ItemSets, seed: int) -> ItemSets:
    """A random choice of sets."""
    return data.take(sorted(np.random.default_rng(seed).choice(len(data.names), SAMPLE, replace=False).tolist()))


def vi_of(data: ItemSets, learner: Any) -> list[float]:
    """VI of L³M with γ = 1 at each of `THRESHOLDS`."""
    values = learner.decision_function(data.links)
    decoders = [L3MDecoder(1.0, threshold) for threshold in THRESHOLDS]
    found = [decoder.decode_all(data.links, values) for decoder in decoders]
    return [float(score_partitions(data.labels, labels, metrics="vi")["vi"].value) for labels in found]


PARTS: dict[str, Callable[[ItemSets, str], dict[str, Any]]] = {
    "random starts": random_starts,
    "CCCP": cccp,
    "margins": margins,
    "shuffled posts": shuffled,
}


if __name__ == "__main__":
    main()
