"""The systems of Daumé & Marcu 2005, section 7.1, other than their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from items import Items, Task
from scipy.spatial.distance import squareform
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.svm import SVC

from corefpipe.clustering.learned_metrics import XingMetric
from corefpipe.clustering.partitioners import AverageLinkage, CompleteLinkage, KMeansPartitioner, SingleLinkage
from corefpipe.clustering.partitioners.linkage import Linkage
from corefpipe.scoring import score_partitions

FOLDS = 10
TUNED, TRAINED = 1200, 3000  # pairs that the SVM is tuned on, and learns from; at most a third of one cluster
EVALUATIONS = 8  # of one golden section search
GAMMAS, COSTS = (-4.0, 1.0), (-1.0, 4.0)  # logarithms to base 10
LINKAGES = (AverageLinkage(), CompleteLinkage(), SingleLinkage())
THRESHOLDS = 60
BLOCK = 20_000  # pairs scored at once
Found = list[np.ndarray]
"""The labels of each test set."""


def coarse(task: Task, seed: int) -> Found:
    """All items in one cluster."""
    return [np.zeros(len(one.labels), dtype=int) for one in task.test]


def fine(task: Task, seed: int) -> Found:
    """Each item in a cluster of its own."""
    return [np.arange(len(one.labels)) for one in task.test]


def matching(task: Task, seed: int) -> Found:
    """NAMEMATCH: equal last names and first initials; SAMEHEAD: equal head words."""
    return [one.matched for one in task.test if one.matched is not None]


def k_means(task: Task, seed: int) -> Found:
    """K-means, with the true number of clusters of each set."""
    return [by_k_means(one, None, seed) for one in task.test]


def by_k_means(items: Items, metric: XingMetric | None, seed: int) -> np.ndarray:
    """K-means of vectors; of items without, by the sum of the squares of their differences (partial embedding)."""
    partitioner, k = KMeansPartitioner(), items.n_clusters
    if items.vectors is not None:
        vectors = items.vectors if metric is None else metric.transform(items.vectors)
        return partitioner.partition_vectors(vectors, k, random_state=seed)
    weights = np.ones(items.differences.shape[1]) if metric is None else metric.weights_
    squares = squareform(items.differences**2 @ weights)
    return partitioner.partition_distances(squares, k, random_state=seed)


def xing(task: Task, seed: int) -> dict[str, Found]:
    """K-means with Xing et al.'s metric, for each of the paper's constants."""
    differences, same = pairs_of(task.train)
    ratio = same.sum() / (~same).sum()
    found = {}
    for name, C in {"0": 0.0, "1": 1.0, "|s|/|d|": ratio, "(|s|/|d|)²": ratio**2}.items():
        metric = XingMetric(C=C).fit_pairs(differences, same)
        found[name] = [by_k_means(one, metric, seed) for one in task.test]
    return found


def pairs_of(sets: Sequence[Items]) -> tuple[np.ndarray, np.ndarray]:
    """The differences of all pairs, and which pairs are of one cluster."""
    return np.concatenate([one.differences for one in sets]), np.concatenate([one.same for one in sets])


def binary(task: Task, seed: int) -> dict[str, Found]:
    """An SVM of pairs with an RBF kernel, tuned by cross-validation, then agglomerative clustering.

    Linkage and threshold are tuned by cross-validation, as in the paper, whose folds have a tenth of the items; and on
    all training items at once ("whole"), with the scores of an SVM that has learned from few of their pairs.
    """
    random = np.random.default_rng(seed)
    every = pairs_of(task.train)
    some = drawn(*every, TUNED, random)
    machine = tuned(*some, seed)
    scored, known = [], []
    for rest, held_out in splits(task.train, seed):
        fitted = Machine(machine).fit(*drawn(*pairs_of(rest), TUNED, random))
        scored += [fitted.scores(one) for one in held_out]
        known += held_out
    fitted = Machine(machine).fit(*some)
    chosen = {
        "BINARY": best_cut(scored, known),
        "BINARY, whole": best_cut([fitted.scores(one) for one in task.train], task.train),
    }
    fitted = Machine(machine).fit(*drawn(*every, TRAINED, random))
    test = [fitted.scores(one) for one in task.test]
    return {name: cuts(linkage, task.test, test, threshold) for name, (linkage, threshold) in chosen.items()}


def drawn(
    differences: np.ndarray, same: np.ndarray, most: int, random: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Some pairs, at most a third of them of one cluster."""
    together = random.permutation(np.flatnonzero(same))[: most // 3]
    apart = random.permutation(np.flatnonzero(~same))[: most - len(together)]
    rows = np.concatenate([together, apart])
    return differences[rows], same[rows]


class Machine:
    """An SVM whose scores of many pairs are computed by NumPy, which is faster than by LIBSVM."""

    def __init__(self, settings: dict[str, float]):
        self.svm = SVC(**settings)

    def fit(self, differences: np.ndarray, same: np.ndarray) -> Machine:
        """Learn from pairs."""
        self.svm.fit(differences, same)
        return self

    def scores(self, items: Items) -> np.ndarray:
        """(n_pairs,) the decision values of the pairs of a set."""
        pairs, svm = items.differences, self.svm
        found = [
            rbf_kernel(pairs[first : first + BLOCK], svm.support_vectors_, svm.gamma) @ svm.dual_coef_[0]
            for first in range(0, len(pairs), BLOCK)
        ]
        scores: np.ndarray = np.concatenate([np.zeros(0), *found]) + svm.intercept_
        return scores


def tuned(differences: np.ndarray, same: np.ndarray, seed: int) -> dict[str, float]:
    """γ by golden section search at C = 1, then C at that γ, by the accuracy of pairs."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=seed)

    def accuracy(gamma: float, cost: float) -> float:
        return float(cross_val_score(SVC(C=10**cost, gamma=10**gamma), differences, same, cv=folds).mean())

    gamma = golden_section(lambda value: accuracy(value, 0.0), *GAMMAS, EVALUATIONS)
    cost = golden_section(lambda value: accuracy(gamma, value), *COSTS, EVALUATIONS)
    return {"gamma": 10**gamma, "C": 10**cost}


def golden_section(function: Callable[[float], float], low: float, high: float, evaluations: int) -> float:
    """The best value that a golden section search for the maximum of a function tries."""
    ratio = (np.sqrt(5) - 1) / 2
    inner = [high - ratio * (high - low), low + ratio * (high - low)]
    values = [function(one) for one in inner]
    tried = list(zip(values, inner, strict=True))
    for _ in range(evaluations - 2):
        if values[0] >= values[1]:
            high, new, kept = inner[1], 0, 0
            inner = [inner[1] - ratio * (inner[1] - low), inner[0]]
        else:
            low, new, kept = inner[0], 1, 1
            inner = [inner[1], inner[0] + ratio * (high - inner[0])]
        value = function(inner[new])
        values = [value, values[kept]] if new == 0 else [values[kept], value]
        tried.append((value, inner[new]))
    return max(tried)[1]


def splits(sets: Sequence[Items], seed: int) -> list[tuple[list[Items], list[Items]]]:
    """Ten splits: of sets, or of the clusters of a single set, or of its items where it has fewer than 20 clusters."""
    folds = KFold(FOLDS, shuffle=True, random_state=seed)
    if len(sets) > 1:
        return [([sets[i] for i in rest], [sets[i] for i in held_out]) for rest, held_out in folds.split(sets)]
    one = sets[0]
    unit = np.unique(one.labels, return_inverse=True)[1]
    if one.n_clusters < 2 * FOLDS:
        unit = np.arange(len(one.labels))
    found = []
    for _, held_out in folds.split(np.arange(unit.max() + 1)):
        out = np.isin(unit, held_out)
        found.append(([one.only(np.flatnonzero(~out))], [one.only(np.flatnonzero(out))]))
    return found


def best_cut(scored: Sequence[np.ndarray], known: Sequence[Items]) -> tuple[Linkage, float]:
    """The linkage and the threshold with the best pairwise F1 over sets, given the scores of their pairs.

    Of several best thresholds in a row it is the one in the middle.
    """
    levels = np.linspace(0, 1, THRESHOLDS)
    together = np.concatenate([scores[one.same] for scores, one in zip(scored, known, strict=True)])
    kinds = (together, np.concatenate(scored))
    tried = np.unique(np.concatenate([np.quantile(kind, levels) for kind in kinds if len(kind)]))
    best = (-1.0, LINKAGES[0], 0.0)
    for linkage in LINKAGES:
        f1 = np.array([pairwise_f1(known, cuts(linkage, known, scored, value)) for value in tried.tolist()])
        if f1.max() > best[0]:
            run = np.flatnonzero(f1 == f1.max())
            run = run[run - run[0] == np.arange(len(run))]
            best = (float(f1.max()), linkage, float(tried[run[len(run) // 2]]))
    return best[1:]


def cuts(linkage: Linkage, sets: Sequence[Items], scored: Sequence[np.ndarray], threshold: float) -> Found:
    """The clusters of several sets."""
    return [cut(linkage, len(one.labels), scores, threshold) for one, scores in zip(sets, scored, strict=True)]


def cut(linkage: Linkage, n: int, scores: np.ndarray, threshold: float) -> np.ndarray:
    """(n,) labels: mergers at scores above a threshold."""
    if n < 2:
        return np.zeros(n, dtype=int)
    most = max(scores.max(), threshold)
    return linkage.partition(squareform(most - scores), threshold=most - threshold)


def pairwise_f1(sets: Sequence[Items], found: Found) -> float:
    """F1 of pairs."""
    return float(score_partitions([one.labels for one in sets], found, metrics="pairwise")["pairwise"].f1)
