"""Binary left-link: a classifier of single links, as Bengtson & Roth 2008 and Soon et al. 2001 train it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import SGDClassifier

from corefpipe.clustering.links import Links
from corefpipe.errors import choose

Sampling = Literal["closest", "between", "all"]
_SAMPLINGS = ("closest", "between", "all")


class BinaryLearner(BaseEstimator):
    """Weights of a linear classifier: is this link right?

    The dummy takes no part: its features keep the weight 0, so that the decoder's threshold is what a link must exceed.

    Args:
        sampling: which links are learned from. `closest`: each item's closest right antecedent, and all its wrong ones
            (Bengtson & Roth 2008, section 4.2). `between`: of items with a right antecedent the closest one, and the
            wrong ones between the two (Soon, Ng & Lim 2001, section 3.1). `all`: every link.
        classifier: any of scikit-learn's with `coef_`; None is an SVM trained by averaged SGD.
        balance: weigh right and wrong links so that both count alike.
        seed: of the SGD.

    Attributes:
        coef_: (n_features,) float32 weights.
        classifier_: the fitted classifier.
    """

    def __init__(self, sampling: Sampling = "closest", classifier: Any = None, balance: bool = False, seed: int = 0):
        self.sampling = sampling
        self.classifier = classifier
        self.balance = balance
        self.seed = seed

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> BinaryLearner:
        """Learn from item sets.

        Args:
            links: the candidates of all sets.
            labels: one int array a set, one true label an item.
        """
        choose("sampling", self.sampling, _SAMPLINGS)
        rows, right = sample(links, labels, self.sampling)
        self.coef_ = np.zeros(links.features.shape[1], dtype=np.float32)
        if right.any() and not right.all():  # else nothing to tell apart
            self.classifier_ = clone(self.classifier) if self.classifier is not None else self._svm()
            self.classifier_.fit(links.features[rows], right)
            self.coef_ = self.classifier_.coef_[0].astype(np.float32)
        return self

    def _svm(self) -> SGDClassifier:
        weight = "balanced" if self.balance else None
        # The features hold a constant: no intercept, which the decoder would not know of.
        return SGDClassifier(
            alpha=1e-6, fit_intercept=False, average=True, max_iter=10, tol=None, random_state=self.seed,
            class_weight=weight,
        )  # fmt: skip


def sample(links: Links, labels: Sequence[np.ndarray], sampling: Sampling) -> tuple[np.ndarray, np.ndarray]:
    """(rows, whether right) of the links to learn from (see `BinaryLearner`)."""
    right = links.coreferent(labels)
    starts, counts = links.indptr[:-1], np.diff(links.indptr)
    right[starts] = False
    kept = np.ones(len(links), dtype=bool)
    if sampling != "all":
        row = np.arange(len(links))
        # Candidates stand in ascending order: the closest right one is the last.
        last = np.maximum.reduceat(np.where(right, row, -1), starts) if len(row) else row
        closest = np.repeat(last, counts)
        kept = ~right | (row == closest)
        if sampling == "between":
            kept &= (closest >= 0) & (row >= closest)
    kept[starts] = False
    rows = np.flatnonzero(kept)
    return rows, right[rows]
