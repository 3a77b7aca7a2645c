"""The Latent Left-Linking Model, trained online (Samdani, Chang & Roth 2014, section 3.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.learners.online import OnlineLearner, Step
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import Cost, Count, Gamma, Passes, Positive, Seed


@register_learner("l3m", decoder="l3m", summary="Latent Left-Linking Model (Samdani, Chang & Roth 2014), online")
class L3MLearner(OnlineLearner):
    """Learns by stochastic gradient descent on the objective of Samdani, Chang & Roth 2014 (equation 7).

    Each item takes one (sub)gradient step (equation 8), which lowers the scores of the links that its loss-augmented
    distribution prefers and raises those of the correct links. At γ = 0 both distributions are the best link alone.

    >>> from corefpipe.clustering.learners import L3MLearner
    >>> learner = L3MLearner(gamma=0.5, passes=10).fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        gamma: temperature γ in [0, 1].
        false_link: margin δ of a link from an item that should start a cluster. In the paper, all errors have δ = 1.
        false_start: margin δ of the dummy for an item that should link.
        wrong_link: margin δ of a link to a wrong cluster.
        passes, l2, step, rate, average, shuffle, orders, seed, verbose: see `OnlineLearner`.
    """

    def __init__(
        self,
        gamma: Gamma = 1.0,
        passes: Passes = 5,
        l2: Cost = 0.0,
        step: Step = "adagrad",
        rate: Positive = 0.1,
        average: bool = True,
        false_link: Cost = 1.0,
        false_start: Cost = 1.0,
        wrong_link: Cost = 1.0,
        shuffle: bool = True,
        orders: Count = 1,
        seed: Seed = 0,
        verbose: bool = False,
    ):
        super().__init__(passes, l2, step, rate, average, shuffle, orders, seed, verbose)
        self.gamma = gamma
        self.false_link = false_link
        self.false_start = false_start
        self.wrong_link = wrong_link

    def predict_proba(self, links: Links) -> np.ndarray:
        """(n_links,) float64, Pr[j ← i]: that item i links to j, or to the dummy; of an item they sum to 1.

        This is equation 2 of Samdani, Chang & Roth 2014 at the γ of training; at γ = 0, where the best link has all the
        probability, at γ = 1. That two items are in one cluster is more probable than that one links to the other.
        """
        return link_probabilities(links.indptr, self.decision_function(links), self.gamma or 1.0)

    def _loss(self, links: Links, labels: Sequence[np.ndarray]) -> _L3MLoss:
        right = links.coreferent(labels)
        return _L3MLoss(self.gamma, right, margins(links, right, self.false_link, self.false_start, self.wrong_link))


class _L3MLoss:
    """The summands of equation 7, one per item, times γ."""

    def __init__(self, gamma: float, right: np.ndarray, margin: np.ndarray):
        self.gamma = gamma
        self.right = right
        self.margin = margin

    def slope(self, lo: int, hi: int, scores: np.ndarray) -> tuple[float, np.ndarray]:
        """Loss of an item, and p - p' of each of its links (equation 8)."""
        right = self.right[lo:hi]
        augmented = scores + self.margin[lo:hi]
        true = np.where(right, scores, -np.inf)
        top, best = augmented.max(), true.max()
        gamma = self.gamma
        if gamma == 0:
            slope = np.zeros(len(scores))
            if top - best > 0:
                slope[augmented.argmax()] += 1
                slope[true.argmax()] -= 1
            return float(top - best), slope
        p = np.exp((augmented - top) / gamma)
        q = np.exp((true - best) / gamma)
        z, z_true = p.sum(), q.sum()
        loss = top - best + gamma * (np.log(z) - np.log(z_true))
        return float(loss), p / z - q / z_true


def margins(
    links: Links, right: np.ndarray, false_link: float = 1.0, false_start: float = 1.0, wrong_link: float = 1.0
) -> np.ndarray:
    """(n_links,) float32 δ(C, i, j) of each link (equation 7): 0 if it is correct, else as in `L3MLearner`."""
    if not len(right):
        return np.zeros(0, dtype=np.float32)
    dummies = links.indptr[:-1]
    starts = np.repeat(right[dummies], np.diff(links.indptr))
    margin = np.where(starts, false_link, wrong_link)
    margin[dummies] = false_start
    margin[right] = 0
    return margin.astype(np.float32)
