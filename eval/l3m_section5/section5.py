"""Repeat sections 5.3 and 5.4 of Samdani, Chang & Roth 2014 on free data: random starts, CCCP and SGD, shuffled items.

    python eval/l3m_section5/section5.py --corpora ../shared/corpora

Gold mentions, the features of eval/l3m_table1 without any for the dummy. Writes CORPUS.json and result.md beside this
file; `--part` measures only some parts again and keeps the results of the others.
"""

from __future__ import annotations

import argparse
import json
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
from corefpipe.tuning import Part, Prepared, score_labels

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "l3m_table1"))
from table import CORPORA, TECHNIQUES, known, splits

HERE = Path(__file__).resolve().parent
ORDERS = 2  # random orders of the items
STARTS = 30  # runs from random initial weights
DRAWS = 3  # random choices of documents for CCCP
DOCUMENTS = 20  # in each choice
L2 = 0.001


def main() -> None:
    """Measure and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    parser.add_argument("--part", choices=PARTS, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        _, final = splits(args.corpora, corpus, starts=False)
        file = HERE / f"{corpus}.json"
        found = json.loads(file.read_text("utf8")) if file.is_file() else {}
        for part in args.part or PARTS:
            found[part] = PARTS[part](final, corpus)
            print(corpus, part, json.dumps(found[part], ensure_ascii=False), flush=True)
            file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf8")
    keep_result()


def shuffled(final: Prepared, corpus: str) -> dict[str, Any]:
    """Section 5.4: each technique with its tuned settings, with items in text order and in random orders."""
    tuned = known(corpus)
    random = np.random.default_rng(0)
    orders = [final] + [in_random_order(final, random) for _ in range(ORDERS)]
    found = {}
    for title in ("Sum-Link", "Bin-Left-Link", "L³M (γ = 0)", "L³M (tuned γ)"):
        technique = TECHNIQUES[title.split(" (")[0]]
        clusterer = Clusterer.named(technique.learner, technique.decoder, **tuned[title]["settings"])
        found[title] = [conll(clusterer.fit(one.train.links, one.train.labels), one.dev, one) for one in orders]
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
            )
        )
    return replace(prepared, train=parts[0], dev=parts[1])


def random_starts(final: Prepared, corpus: str) -> dict[str, Any]:
    """Section 5.3, 1: γ = 1, one pass of SGD from weights of N(0, 1), scored on the training data, as in the paper."""
    links, labels = final.train.links, final.train.labels
    found: dict[str, list[float]] = {"train": [], "dev": []}
    clusterer = Clusterer.named("l3m", gamma=1.0, passes=1, step="sgd", rate=0.1, l2=L2, average=False)
    for seed in range(STARTS):
        start = np.random.default_rng(seed).normal(size=links.features.shape[1])
        clusterer.fit(links, labels, coef_init=start)
        for name, part in (("train", final.train), ("dev", final.dev)):
            found[name].append(conll(clusterer, part, final))
    zero = Clusterer.named("l3m", gamma=1.0, passes=1, step="sgd", rate=0.1, l2=L2, average=False).fit(links, labels)
    found["from zero"] = [conll(zero, part, final) for part in (final.train, final.dev)]
    return found


def cccp(final: Prepared, corpus: str) -> dict[str, Any]:
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
    for draw in range(DRAWS):
        chosen = np.random.default_rng(draw).choice(len(final.train.keys), DOCUMENTS, replace=False)
        part = final.train.take(sorted(chosen.tolist()))
        for name, make in learners.items():
            row = found[name]
            clusterer = Clusterer(make(), L3MDecoder(1.0))
            start = time.process_time()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # whether it converges is what is measured
                clusterer.fit(part.links, part.labels)
            row["seconds"].append(round(time.process_time() - start, 2))
            row["objective"].append(round(objective(part.links, part.labels, clusterer.learner_.coef_), 5))
            row["train"].append(conll(clusterer, part, final))
            row["dev"].append(conll(clusterer, final.dev, final))
    return found


def objective(links: Links, labels: Sequence[np.ndarray], coef: np.ndarray) -> float:
    """The value of equation 7 at γ = 1."""
    right = links.coreferent(labels)
    return Objective(links, right, margins(links, right), 1.0, L2)(coef.astype(np.float64))[0]


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
            found = json.loads(file.read_text("utf8"))
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
            f"| {title} | {row[0]:.2f} | {', '.join(f'{x:.2f}' for x in row[1:])} | {np.mean(row[1:]) - row[0]:+.2f} |"
            for title, row in found.items()
        ]
        return ["| dev, average | in order | in random orders | change |", "|---|---|---|---|", *rows, ""]
    if part == "random starts":
        rows = [
            f"| {name} | {zero:.2f} | {np.mean(found[name]):.2f} | {np.std(found[name], ddof=1):.2f} |"
            for name, zero in zip(("train", "dev"), found["from zero"], strict=True)
        ]
        return [f"| scored on | from 0 | mean of {STARTS} starts | deviation |", "|---|---|---|---|", *rows, ""]
    rows = [
        f"| {name} | {' | '.join(f'{np.mean(row[key]):.4g}' for key in ('objective', 'train', 'dev', 'seconds'))} |"
        for name, row in found.items()
    ]
    return ["| method | equation 7 | train | dev | CPU seconds |", "|---|---|---|---|---|", *rows, ""]


if __name__ == "__main__":
    main()
