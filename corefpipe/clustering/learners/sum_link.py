"""Sum-Link (Haider, Brefeld & Scheffer 2007), trained online."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.learners.online import OnlineLearner, Step
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Cost, Count, Passes, Positive, Seed


@register_learner("sum-link", decoder="sum-link", summary="Sum-Link (Haider et al. 2007), online")
class SumLinkLearner(OnlineLearner):
    """Learns Sum-Link, where a cluster scores the sum of its links (Samdani, Chang & Roth 2014, section 4).

    Each item chooses among the true clusters of its candidates and a new cluster, which has the score of the dummy:
    the sequential decision of Haider, Brefeld & Scheffer 2007, given the true clusters of the earlier items. The loss
    is the hinge max_c (Σ_{j∈c} w_ij + δ_c) - Σ_{j∈c*} w_ij, where c* is the true cluster.

    >>> from corefpipe.clustering.learners import SumLinkLearner
    >>> learner = SumLinkLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        margin: δ of a wrong cluster.
        passes, l2, step, rate, average, shuffle, orders, seed, verbose: see `OnlineLearner`.
    """

    def __init__(
        self,
        margin: Cost = 1.0,
        passes: Passes = 5,
        l2: Cost = 0.0,
        step: Step = "adagrad",
        rate: Positive = 0.1,
        average: bool = True,
        shuffle: bool = True,
        orders: Count = 1,
        seed: Seed = 0,
        verbose: bool = False,
    ):
        super().__init__(passes, l2, step, rate, average, shuffle, orders, seed, verbose)
        self.margin = margin

    def _loss(self, links: Links, labels: Sequence[np.ndarray]) -> _SumLinkLoss:
        return _SumLinkLoss(self.margin, *candidate_clusters(links, labels))


class _SumLinkLoss:
    def __init__(self, margin: float, cluster: np.ndarray, true: np.ndarray):
        self.margin = margin
        self.cluster = cluster
        self.true = true

    def slope(self, lo: int, hi: int, scores: np.ndarray) -> tuple[float, np.ndarray]:
        """Hinge loss and slope of an item: 1 for links into the best wrong cluster, -1 for links into the true one."""
        cluster = self.cluster[lo:hi]
        sums = np.bincount(cluster, weights=scores)
        true = self.true[lo:hi][0]
        augmented = sums + self.margin
        augmented[true] = sums[true]
        best = augmented.argmax()
        slope = np.zeros(len(scores))
        if best != true:
            slope[cluster == best] = 1
            slope[cluster == true] = -1
        return float(augmented[best] - sums[true]), slope


def candidate_clusters(links: Links, labels: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Number the true clusters among the candidates of each item, from 1 by first item; 0 is a new cluster.

    Returns:
        (n_links,) int32 cluster of the antecedent of each link, 0 for the dummy, and (n_links,) int32 true cluster of
        the item of each link.
    """
    counts = np.diff(links.indptr)
    item, antecedent = links.ends()
    # By first item: equal sums are then decided independently of the values of labels.
    flat = np.concatenate([by_first_item(label) for label in labels])
    cluster = np.where(antecedent < 0, -1, flat[antecedent])
    order = np.lexsort((cluster, item))
    new = np.diff(cluster[order], prepend=-2) != 0
    new[links.indptr[:-1]] = False  # the dummy comes first in this order too
    running = np.cumsum(new)
    number = np.empty(links.n_links, dtype=np.int32)
    number[order] = running - np.repeat(running[links.indptr[:-1]], counts)
    right = links.coreferent(labels)
    true = np.maximum.reduceat(np.where(right, number, 0), links.indptr[:-1])
    return number, np.repeat(true, counts)
