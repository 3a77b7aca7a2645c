"""Accuracy of the feature sets for names and citations on pairs of strings; the protocol is in README.md."""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import spacy
from second_string import read_strings
from sklearn.linear_model import LogisticRegression
from spacy.language import Language
from spacy.tokens import Doc, Span

from corefpipe.clustering.comparing.weighted_words import WordCounts, soft_tfidf
from corefpipe.clustering.links import Links
from corefpipe.features import FeatureSet

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with the data files of SecondString")
    parser.add_argument("--files", nargs="+", default=FILES)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--runs", type=int, default=3, help="random splits of the clusters; always 1 for Cora")
    parser.add_argument("--wrong", type=int, default=0, help="number of wrong pairs to print per fold")
    options = parser.parse_args()
    print("| file | strings, clusters | true pairs | SoftTFIDF | " + " | ".join(options.sets) + " |")
    print("|---" * (4 + len(options.sets)) + "|")
    for file in options.files:
        names = Names.read(options.folder / f"{file}.txt")
        if len(names.strings) > MOST:
            names = names.only(np.sort(np.random.default_rng(0).permutation(len(names.strings))[:MOST]))
        one, other = np.tril_indices(len(names.strings), -1)
        true = np.flatnonzero(names.same(one, other) & names.asked(one, other))
        two = ([names.strings[i] for i in rows[true].tolist()] for rows in (one, other))
        alike = soft_tfidf(*two, WordCounts.of(names.strings))
        row = [file, f"{len(names.strings)}, {len(np.unique(names.cluster))}", str(len(true)), f"{alike.mean():.2f}"]
        for name in options.sets:
            runs = 1 if file.startswith("cora") else options.runs
            precision, recall, f1, seconds = cross_validate(names, name, runs, options.wrong)
            row.append(f"**{100 * f1:.1f}** ({100 * precision:.1f}, {100 * recall:.1f}; {seconds / runs:.1f} s)")
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
