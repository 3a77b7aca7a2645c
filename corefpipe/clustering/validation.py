"""How well a clusterer does on one table: repeated halving of its true clusters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone

from corefpipe.clustering.estimator import Clusterer
from corefpipe.clustering.grouping import group_bounds
from corefpipe.clustering.links import Links
from corefpipe.scoring.registry import METRICS
from corefpipe.scoring.result import Score
from corefpipe.scoring.scorer import score_partitions

_METRICS = ("pairwise", "b_cubed")


def halving_score(clusterer: Clusterer, links: Links, labels: np.ndarray, repeats: int = 3) -> Score | None:
    """Pairwise and B-cubed scores, cross-validated over clusters.

    As in Li & Roth 2005 (section 6), the true clusters are divided at random into two halves: a clone learns from the
    items of one and clusters those of the other, and the other way round. Counts are added over all halvings. A half
    has fewer items, and so fewer that can be confused, than the whole. A decoder that needs the number of clusters is
    given the true one.

    Args:
        clusterer: is left as it is.
        links: candidates of one set, with features.
        labels: (n_items,) int, the true clusters.
        repeats: number of random halvings.

    Returns:
        The scores; None if there are too few clusters for a half to have a pair of one cluster and one of two.
    """
    key, response = [], []
    for seed in range(repeats):
        half = _halves(labels, seed)
        for held_out in (0, 1):
            train, test = np.flatnonzero(half != held_out), np.flatnonzero(half == held_out)
            learned = among(links, train)
            right = learned.coreferent([labels[train]])[learned.antecedent >= 0]
            if not right.any() or right.all() or not len(test):
                return None
            fitted = clone(clusterer).fit(learned, [labels[train]])
            true_number = len(np.unique(labels[test])) if clusterer.decoder.needs_n_clusters else None
            key.append(labels[test])
            response += fitted.predict(among(links, test), true_number)
    return score_partitions(key, response, metrics=_METRICS)


def among(links: Links, items: np.ndarray) -> Links:
    """The links among some items of one set.

    Args:
        links: candidates of one set.
        items: (n_chosen,) int, ascending.
    """
    number = np.full(links.n_items, -1, dtype=np.int32)
    number[items] = np.arange(len(items))
    own, other = number[links.item()], np.where(links.antecedent < 0, -1, number[links.antecedent])
    kept = (own >= 0) & ((links.antecedent < 0) | (other >= 0))
    indptr = group_bounds(np.bincount(own[kept], minlength=len(items)))
    return Links(group_bounds(np.array([len(items)])), indptr, other[kept].astype(np.int32), links.features[kept])


def _halves(labels: np.ndarray, seed: int) -> np.ndarray:
    """(n_items,) int, 0 or 1: clusters of several items and single ones are divided equally, at random."""
    random = np.random.default_rng(seed)
    _, number, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    half = np.empty(len(sizes), dtype=np.int64)
    for kind in (sizes > 1, sizes == 1):
        half[random.permutation(np.flatnonzero(kind))] = np.arange(kind.sum()) % 2
    return half[number]


def shown(score: Score) -> Iterator[str]:
    """A line per metric: precision, recall and F1 in per cent."""
    for name in _METRICS:
        found = score[name]
        numbers = "  ".join(f"{what} {100 * getattr(found, what):5.1f}" for what in ("precision", "recall", "f1"))
        yield f"{METRICS[name].title:<9} {numbers}"
