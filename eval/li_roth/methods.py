"""The approaches of Li & Roth 2005, section 5, on halves of a set of names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from names import Names
from sklearn.linear_model import LogisticRegression

from corefpipe.clustering import Links
from corefpipe.clustering.comparing.weighted_words import WordCounts, soft_tfidf
from corefpipe.clustering.decoders import PartitionerDecoder
from corefpipe.clustering.learners import BinaryLearner, SDCLearner
from corefpipe.features import FeatureSet

THRESHOLDS = np.round(np.arange(0.02, 1.0, 0.02), 2)
CLUSTERINGS = ("single", "complete", "average", "k-means", "k-medoids", "min-cut", "spectral", "bisecting")
FEATURES = "lmr2005"
CLASSIFIERS = {"logistic": LogisticRegression(solver="liblinear", fit_intercept=False)}  # others are ours


@dataclass
class Half:
    """Names of one fold with their links.

    Attributes:
        names: the names.
        links: all pairs, with LMR features.
    """

    names: Names
    links: Links

    @cached_property
    def same(self) -> np.ndarray:
        """(n_pairs,) bool, whether a pair is one entity; pairs in the order of the links."""
        item, left = self.ends
        found: np.ndarray = self.names.cluster[item] == self.names.cluster[left]
        return found

    @cached_property
    def pairs(self) -> np.ndarray:
        """(n_pairs,) rows of the links that are no dummies."""
        return np.flatnonzero(self.links.antecedent >= 0)

    @cached_property
    def ends(self) -> tuple[np.ndarray, np.ndarray]:
        """(n_pairs,) the later and the earlier item of each pair."""
        return self.links.item()[self.pairs], self.links.antecedent[self.pairs]

    @property
    def n_clusters(self) -> int:
        """Number of entities."""
        return len(np.unique(self.names.cluster))

    @property
    def labels(self) -> list[np.ndarray]:
        """The true clusters, for learners."""
        return [self.names.cluster]

    def similarity(self, counts: WordCounts) -> np.ndarray:
        """(n_pairs,) SoftTFIDF, the mean of both directions."""
        strings = [" ".join(name) for name in self.names.strings]
        one, other = ([strings[i] for i in end.tolist()] for end in self.ends)
        return (soft_tfidf(one, other, counts) + soft_tfidf(other, one, counts)) / 2

    def f1(self, said: np.ndarray) -> float:
        """F1 in per cent of the pairs that are said to be one entity."""
        return 100 * float(2 * (said & self.same).sum() / max(said.sum() + self.same.sum(), 1))

    def clustered(self, scores: np.ndarray, partitioner: str = "single") -> np.ndarray:
        """(n_pairs,) bool, pairs in one cluster, by a clustering with the true number of clusters.

        Args:
            scores: (n_links,) of all links.
            partitioner: its name.
        """
        found = PartitionerDecoder(partitioner, self.n_clusters).decode_all(self.links, scores)[0]
        item, left = self.ends
        together: np.ndarray = found[item] == found[left]
        return together


def halves(names: Names, seed: int, most: int | None = None) -> list[tuple[Half, Half]]:
    """(train, test) of both folds. Whole entities are split, so that none is in both.

    Args:
        names: a set of names.
        seed: seed of the split.
        most: train on the first entities, in random order, that make up so many names; None for the whole half.
    """
    random = np.random.default_rng(seed)
    fold = random.permutation(names.cluster.max() + 1)[names.cluster] % 2
    found = []
    for held_out in (0, 1):
        train, test = (np.flatnonzero((fold == held_out) == same) for same in (False, True))
        if most is not None:
            order = random.permutation(names.cluster.max() + 1)[names.cluster[train]]
            train = np.sort(train[np.argsort(order, kind="stable")][:most])
        features = FeatureSet(FEATURES, window=1000)
        parts = [names.only(train), names.only(test)]
        links = [features.fit_transform([parts[0].doc()]), features.transform([parts[1].doc()])]
        found.append((Half(parts[0], links[0]), Half(parts[1], links[1])))
    return found


def by_soft_tfidf(train: Half, test: Half) -> dict[str, float]:
    """SoftTFIDF by a threshold, which is learned, and by every one; and followed by single linkage."""
    counts = WordCounts.of([" ".join(name) for name in train.names.strings])
    known, asked = train.similarity(counts), test.similarity(counts)
    best = max(THRESHOLDS.tolist(), key=lambda threshold: train.f1(known > threshold))
    found = {"SoftTFIDF": test.f1(asked > best)}
    found |= {f"SoftTFIDF > {threshold}": test.f1(asked > threshold) for threshold in THRESHOLDS.tolist()}
    scores = np.zeros(test.links.n_links)
    scores[test.pairs] = asked
    return found | {"SoftTFIDF, clustered": test.f1(test.clustered(scores))}


def by_classifier(train: Half, test: Half, name: str) -> dict[str, float]:
    """A classifier of pairs over LMR's features, alone and followed by single linkage."""
    scores = np.full(test.links.n_links, -1.0)  # nothing can be learned from one class
    if train.same.any():
        scores = (
            BinaryLearner("all", CLASSIFIERS.get(name, name))
            .fit(train.links, train.labels)
            .decision_function(test.links)
        )
    label = f"LMR ({name})"
    return {
        label: test.f1(scores[test.pairs] > 0),
        f"{label}, clustered": test.f1(test.clustered(scores)),
    }


def by_sdc(train: Half, test: Half, learner: SDCLearner) -> float:
    """F1 of SDC, with the same partitioner in learning and in application."""
    scores = learner.fit(train.links, train.labels).decision_function(test.links)
    return test.f1(test.clustered(scores, learner.partitioner))


def by_sdc_without_k(train: Half, test: Half, learner: SDCLearner) -> float:
    """F1 of SDC, with the threshold that it learned in place of the number of clusters."""
    scores = learner.fit(train.links, train.labels).decision_function(test.links)
    found = PartitionerDecoder(learner.partitioner).decode_all(test.links, scores)[0]
    item, left = test.ends
    return test.f1(found[item] == found[left])


def by_equality(test: Half) -> float:
    """F1 of equal strings, which are always one entity."""
    item, left = test.ends
    number = np.unique([" ".join(name) for name in test.names.strings], return_inverse=True)[1]
    return test.f1(number[item] == number[left])
