"""Which learner and decoder cluster records best, and why L3M's settings for texts do not; protocol in README.md.

    OMP_NUM_THREADS=1 python eval/records/defaults.py --corpora ../shared/corpora

Writes defaults.json and defaults.svg beside this file; eval/figures.py writes the tables in README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from speed import pair_count

from corefpipe.clustering import Blocking, Clusterer, Comparison, ItemSets, Links
from corefpipe.clustering.learners.l3m import margins

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "names"))
from dots import dot_plot
from second_string import read_strings

HERE = Path(__file__).resolve().parent
FILES = ("vaUniv", "censusText", "restaurant", "coraATDV")
SPLITS = 3


class Case(NamedTuple):
    """A learner, a decoder, their settings, and whether links between items have a constant."""

    learner: str
    decoder: str
    settings: dict[str, Any]
    constant: bool = True


LONG = {"gamma": 0.5, "passes": 50, "rate": 1.0}
CASES = {
    "binary, all links; agglomerative": Case("binary", "agglomerative", {"sampling": "all", "unlinked": -1.0}),
    "binary, closest; agglomerative": Case("binary", "agglomerative", {"sampling": "closest", "unlinked": -1.0}),
    "binary, all links; best link": Case("binary", "best-link", {"sampling": "all"}),
    "L3M γ = 0.5, 5 passes, rate 0.1": Case("l3m", "l3m", {"gamma": 0.5}),
    "the same, no constant for links": Case("l3m", "l3m", {"gamma": 0.5}, constant=False),
    "L3M γ = 0.5, 50 passes, rate 1": Case("l3m", "l3m", LONG),
    "the same, no constant for links, 50 passes": Case("l3m", "l3m", LONG, constant=False),
    "L3M γ = 0.5, by L-BFGS": Case("l3m-batch", "l3m", {"gamma": 0.5}),
    "L3M γ = 0.5, by L-BFGS; agglomerative": Case("l3m-batch", "agglomerative", {"gamma": 0.5, "unlinked": -1.0}),
}


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    result: dict[str, Any] = {case: {} for case in CASES}
    for file in FILES:
        names = Names.read(args.corpora / "names" / f"{file}.txt")
        for case, found in measured(names, 1 if file == "coraATDV" else SPLITS).items():
            result[case][file] = found
    found = {"scores": result, "objectives": objectives(Names.read(args.corpora / "names" / "vaUniv.txt"))}
    print(json.dumps(found, indent=1, ensure_ascii=False))
    (HERE / "defaults.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf8")
    panels = {file: {case: {"": (of_file[file]["f"], 0.0)} for case, of_file in result.items()} for file in FILES}
    dot_plot(HERE / "defaults.svg", panels, "pairwise F1")


class Names(NamedTuple):
    """Records of one field with their clusters and relations (sources)."""

    records: list[dict[str, str]]
    cluster: np.ndarray
    relation: np.ndarray

    @classmethod
    def read(cls, path: Path) -> Names:
        """Read a file of SecondString."""
        strings, cluster, relation = read_strings(path)
        return cls([{"text": string} for string in strings], cluster, relation)

    def only(self, rows: np.ndarray) -> Names:
        """Some of the records, by their numbers."""
        return Names([self.records[i] for i in rows.tolist()], self.cluster[rows], self.relation[rows])

    def pairs(self, labels: np.ndarray) -> int:
        """Number of pairs with the same label; if there are two relations, of pairs with one record of each."""
        count = pair_count(labels)
        return count - pair_count(2 * labels + self.relation) if self.relation.any() else count


def measured(names: Names, splits: int) -> dict[str, dict[str, float]]:
    """For each case pairwise F1, precision, recall in per cent, and CPU seconds of learning and clustering one half."""
    counts = {case: np.zeros(3) for case in CASES}
    seconds = dict.fromkeys(CASES, 0.0)
    for train, known_names, test, new_names in halves(names, splits):
        for name, case in CASES.items():
            known, new = (links if case.constant else without_constant(links) for links in (train, test))
            begin = time.process_time()
            clusterer = Clusterer.named(case.learner, case.decoder, **case.settings).fit(known, [known_names.cluster])
            found = clusterer.predict(new)[0]
            seconds[name] += (time.process_time() - begin) / (2 * splits)
            both = new_names.cluster * (len(found) + 1) + found
            counts[name] += [new_names.pairs(labels) for labels in (both, found, new_names.cluster)]
    return {
        case: {
            "f": 200 * both / max(said + true, 1),
            "precision": 100 * both / max(said, 1),
            "recall": 100 * both / max(true, 1),
            "seconds": seconds[case],
        }
        for case, (both, said, true) in counts.items()
    }


def halves(names: Names, splits: int) -> Iterator[tuple[Links, Names, Links, Names]]:
    """Links and names of one half of the clusters, to learn from, and of the other; both ways, for each split."""
    for seed in range(splits):
        half = np.random.default_rng(seed).permutation(names.cluster.max() + 1)[names.cluster] % 2
        for held_out in (0, 1):
            train, test = (names.only(np.flatnonzero(rows)) for rows in (half != held_out, half == held_out))
            sets = ItemSets.records([train.records, test.records])
            # Guessed from what is learned from, as for records that are not known yet.
            comparison, blocking = Comparison.guess(sets[0]), Blocking.guess(sets[0])
            links = sets.links(comparison, blocking=blocking)
            yield links[0], train, links[1], test


def objectives(names: Names) -> dict[str, dict[str, float]]:
    """How far the ways of learning L3M bring its objective down, on one half of the clusters."""
    train, known, _, _ = next(halves(names, 1))
    found = {
        "weights 0": {"objective": objective(train, known.cluster, np.zeros(train.features.shape[1])), "largest": 0.0}
    }
    for name, case in CASES.items():
        if case.learner.startswith("l3m") and case.decoder == "l3m" and case.constant:
            coef = Clusterer.named(case.learner, **case.settings).fit(train, [known.cluster]).learner_.coef_
            value = objective(train, known.cluster, coef)
            found[name] = {"objective": round(value, 4), "largest": round(float(np.abs(coef).max()), 2)}
    return found


def objective(links: Links, labels: np.ndarray, coef: np.ndarray, gamma: float = 0.5) -> float:
    """The loss of L3M (Samdani, Chang & Roth 2014, equation 7) per item, times γ, without the penalty."""
    scores, right = links.features @ coef, links.coreferent([labels])
    augmented, true = (scores + margins(links, right)) / gamma, np.where(right, scores / gamma, -np.inf)
    first = links.indptr[:-1]
    terms = np.logaddexp.reduceat(augmented, first) - np.logaddexp.reduceat(true, first)
    return float(gamma * terms.mean())


def without_constant(links: Links) -> Links:
    """The links with the constant of the dummy only; that of links between items is the last column but one."""
    kept = [*range(links.features.shape[1] - 2), links.features.shape[1] - 1]
    return links.with_features(links.features[:, kept])


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # of convergence
    main()
