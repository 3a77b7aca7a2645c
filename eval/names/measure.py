"""Accuracy of the feature sets for names and citations on pairs of strings; the protocol is in README.md.

    OMP_NUM_THREADS=1 python eval/names/measure.py --corpora ../shared/corpora

Writes result.json and figure.svg beside this file; eval/figures.py writes the table in README.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from second_string import read_strings
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc, Span

from corefpipe.clustering.comparing.weighted_words import WordCounts, soft_tfidf
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from dots import dot_plot

HERE = Path(__file__).resolve().parent
FILES = ("vaUniv", "ucdPeopleMatch", "censusText", "restaurant", "coraATDV")
SETS = ("lmr2005", "daume_marcu2005", "soft_tfidf")
ALL = 1_000_000  # mentions in the window
MOST = 900  # maximum number of strings per file; a larger file is sampled


@dataclass
class Names:
    """Strings with their clusters and relations."""

    strings: list[str]
    cluster: np.ndarray
    relation: np.ndarray

    @classmethod
    def read(cls, path: Path) -> Names:
        """Read a file of SecondString."""
        return cls(*read_strings(path))

    def only(self, rows: np.ndarray) -> Names:
        """Select some of the strings by index."""
        return Names([self.strings[i] for i in rows.tolist()], self.cluster[rows], self.relation[rows])

    def asked(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) bool: whether two strings are a pair; if there are two relations, one string from each."""
        return (self.relation[one] != self.relation[other]) | (len(np.unique(self.relation)) == 1)

    def same(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        """(n_pairs,) bool: whether two strings are the same entity."""
        return self.cluster[one] == self.cluster[other]

    def doc(self, nlp: Language) -> Doc:
        """A Doc with words only, whose mentions are the strings."""
        words = [[token.text for token in nlp.make_doc(string)] for string in self.strings]
        doc = Doc(nlp.vocab, words=[word for name in words for word in name])
        ends = np.cumsum([len(name) for name in words]).tolist()
        starts = [0, *ends[:-1]]
        doc.spans["coref"] = [
            Span(doc, start, end, kb_id=str(key)) for start, end, key in zip(starts, ends, self.cluster, strict=True)
        ]
        return doc


def pairs_of(links: Links, names: Names) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(rows of the links that are pairs, antecedents, anaphors)."""
    ana = np.repeat(np.arange(len(links.indptr) - 1), np.diff(links.indptr))
    rows = np.flatnonzero(links.antecedent >= 0)
    rows = rows[names.asked(links.antecedent[rows], ana[rows])]
    return rows, links.antecedent[rows], ana[rows]


def cross_validate(names: Names, name: str, runs: int, wrong: int) -> tuple[float, float, float, float]:
    """(precision, recall, F1, seconds) of two-fold cross-validation over clusters."""
    nlp = spacy.blank("en")
    counts = np.zeros(3)  # correct, predicted, true
    began = time.process_time()
    for seed in range(runs):
        half = np.random.default_rng(seed).permutation(names.cluster.max() + 1)[names.cluster] % 2
        for held_out in (0, 1):
            train, test = names.only(np.flatnonzero(half != held_out)), names.only(np.flatnonzero(half == held_out))
            features = FeatureSet(name, window=ALL)
            links = features.fit_transform([train.doc(nlp)])
            rows, one, other = pairs_of(links, train)
            # The constant is a feature of the set.
            model = LogisticRegression(solver="liblinear", fit_intercept=False)
            model.fit(links.features[rows], train.same(one, other))
            links = features.transform([test.doc(nlp)])
            rows, one, other = pairs_of(links, test)
            said, same = model.predict(links.features[rows]), test.same(one, other)
            counts += [(said & same).sum(), said.sum(), same.sum()]
            mistakes = np.flatnonzero(said != same).tolist()
            for pair in random.Random(seed).sample(mistakes, min(wrong, len(mistakes))):
                two = f"{test.strings[one[pair]]} | {test.strings[other[pair]]}"
                print("  missed" if same[pair] else "  joined", two)
    right, said, true = counts
    return right / max(said, 1), right / true, 2 * right / (said + true), time.process_time() - began


def measured(names: Names, sets: Sequence[str], runs: int, wrong: int) -> dict[str, Any]:
    """Sizes of a file, the similarity of its true pairs, and what each feature set reaches."""
    one, other = np.tril_indices(len(names.strings), -1)
    true = np.flatnonzero(names.same(one, other) & names.asked(one, other))
    two = ([names.strings[i] for i in rows[true].tolist()] for rows in (one, other))
    alike = soft_tfidf(*two, WordCounts.of(names.strings))
    found: dict[str, Any] = {
        "strings": len(names.strings),
        "clusters": len(np.unique(names.cluster)),
        "true pairs": len(true),
        "SoftTFIDF": round(float(alike.mean()), 4),
    }
    for name in sets:
        precision, recall, f1, seconds = cross_validate(names, name, runs, wrong)
        scores = {"f": 100 * f1, "precision": 100 * precision, "recall": 100 * recall}
        found[name] = {key: round(value, 2) for key, value in scores.items()} | {"seconds": round(seconds / runs, 2)}
    return found


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--corpora", type=Path, default=Path("../shared/corpora"), help="folder with SecondString's names"
    )
    parser.add_argument("--files", nargs="+", default=FILES)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--runs", type=int, default=3, help="random splits of the clusters; always 1 for Cora")
    parser.add_argument("--wrong", type=int, default=0, help="number of wrong pairs to print per fold")
    options = parser.parse_args()
    result = {}
    for file in options.files:
        names = Names.read(options.corpora / "names" / f"{file}.txt")
        if len(names.strings) > MOST:
            names = names.only(np.sort(np.random.default_rng(0).permutation(len(names.strings))[:MOST]))
        runs = 1 if file.startswith("cora") else options.runs
        result[file] = measured(names, options.sets, runs, options.wrong)
        print(file, json.dumps(result[file]), flush=True)
    if tuple(options.files) == FILES and tuple(options.sets) == SETS:
        (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")
        panels = {file: {name: {"": (found[name]["f"], 0.0)} for name in SETS} for file, found in result.items()}
        dot_plot(HERE / "figure.svg", panels, "pairwise F1")


if __name__ == "__main__":
    main()
