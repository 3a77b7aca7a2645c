"""Binary left-link: a classifier of single links, as Bengtson & Roth 2008 and Soon et al. 2001 train it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import SGDClassifier

from corefpipe.clustering.learners.base import Learner, true_links
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_learner
from corefpipe.errors import LinksError, SettingError, choose

Sampling = Literal["closest", "between", "ng-cardie", "all"]
_SAMPLINGS = ("closest", "between", "ng-cardie", "all")


@register_learner(
    "binary",
    decoder="best-link",
    summary="a classifier of single links (Soon et al. 2001; Ng & Cardie 2002; Bengtson & Roth 2008)",
)
class BinaryLearner(Learner):
    """A classifier of single links: is this one right?

    The dummy takes no part: its features keep the weight 0, so that the decoder's threshold is what a link must exceed.
    With `sampling="all"` and the correlation decoder this is PCC, the baseline of Finley & Joachims 2005.

    Args:
        sampling: which links are learned from. `closest`: each item's closest right antecedent, and all its wrong ones
            (Bengtson & Roth 2008, section 4.2). `between`: of items with a right antecedent the closest one, and the
            wrong ones between the two (Soon, Ng & Lim 2001, section 3.1). `ng-cardie`: the same, but the closest one
            that teaches something (Ng & Cardie 2002, section 3; see `Links.teaching`). `all`: every link.
        classifier: any of scikit-learn's; None is an SVM trained by averaged SGD.
        passes: passes of that SGD.
        l2: λ of that SVM.
        balance: that SVM weighs right and wrong links so that both count alike.
        seed: of that SGD.

    Attributes:
        coef_: (n_features,) float32 weights, where the classifier is linear.
        classifier_: the fitted classifier.
    """

    def __init__(
        self,
        sampling: Sampling = "closest",
        classifier: Any = None,
        passes: int = 10,
        l2: float = 1e-6,
        balance: bool = False,
        seed: int = 0,
    ):
        self.sampling = sampling
        self.classifier = classifier
        self.passes = passes
        self.l2 = l2
        self.balance = balance
        self.seed = seed

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> BinaryLearner:
        """Learn from item sets (see `Learner.fit`)."""
        choose("sampling", self.sampling, _SAMPLINGS)
        if self.passes < 1:
            raise SettingError(f"passes is {self.passes}", cure="At least one pass is needed")
        if not 0 < self.l2 < np.inf:
            raise SettingError(f"l2 is {self.l2}", cure="It is above 0")
        rows, right = sample(links, true_links(links, labels), self.sampling)
        if not right.any() or right.all():
            raise LinksError(
                f"{len(right)} links to learn from, all of them {'right' if right.any() else 'wrong'}",
                cure="A classifier needs both kinds; with other labels, or sampling='all', there may be",
            )
        self.classifier_ = clone(self.classifier) if self.classifier is not None else self._svm()
        self.classifier_.fit(links.features[rows], right)
        if hasattr(self.classifier_, "coef_"):
            self.coef_ = self.classifier_.coef_[0].astype(np.float32)
        return self

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) score of each link, 0 for dummies without features: above 0 the classifier holds it for right.

        Of classifiers that give nothing but probabilities it is the probability less one half.
        """
        if not hasattr(self, "classifier_") or self.classifier is None:  # read from a file, or without an intercept
            return super().decision_function(links)
        if hasattr(self.classifier_, "decision_function"):
            scores = self.classifier_.decision_function(links.features)
        else:
            scores = self.classifier_.predict_proba(links.features)[:, 1] - 0.5
        return np.where(links.antecedent < 0, 0.0, scores)

    def _svm(self) -> SGDClassifier:
        weight = "balanced" if self.balance else None
        # The features hold a constant: no intercept, which a file of weights would not hold.
        return SGDClassifier(
            alpha=self.l2, fit_intercept=False, average=True, max_iter=self.passes, tol=None, random_state=self.seed,
            class_weight=weight,
        )  # fmt: skip


def sample(links: Links, right: np.ndarray, sampling: Sampling) -> tuple[np.ndarray, np.ndarray]:
    """(rows, whether right) of the links to learn from (see `BinaryLearner`).

    Args:
        links: all of them.
        right: (n_links,) C(i, j).
        sampling: the way.
    """
    right = right.copy()
    starts, counts = links.indptr[:-1], np.diff(links.indptr)
    right[starts] = False
    kept = np.ones(links.n_links, dtype=bool)
    if sampling != "all":
        example = right
        if sampling == "ng-cardie":
            if links.teaching is None:
                raise LinksError("which links are worth learning is not known", cure="Set `Links.teaching`")
            example = right & links.teaching
        row = np.arange(links.n_links)
        # Candidates stand in ascending order: the closest right one is the last.
        closest = np.repeat(np.maximum.reduceat(np.where(example, row, -1), starts), counts)
        kept = ~right | (row == closest)
        if sampling != "closest":
            kept &= (closest >= 0) & (row >= closest)
    kept[starts] = False
    rows = np.flatnonzero(kept)
    return rows, right[rows]
