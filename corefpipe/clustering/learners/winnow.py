"""Balanced Winnow (Littlestone 1988), as a classifier in the manner of scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from corefpipe.clustering.settings import Cost, Passes, Positive, Seed, check_settings
from corefpipe.exceptions import SettingError

_LARGEST = 30.0
"""Largest logarithm of a weight: that of 10¹³."""


class BalancedWinnow(ClassifierMixin, BaseEstimator):
    """Learns two weights per feature from mistakes, and multiplies them instead of adding to them.

    With the class y = ±1, the score is (w⁺ - w⁻)·x. An example whose y times its score is at most the margin sets
    w⁺ ← w⁺ αˣʸ and w⁻ ← w⁻ α⁻ˣʸ, feature by feature; both weights start at 1/n for n features. That is Winnow2
    (Littlestone 1988) without a threshold: α for positive examples and 1/α for negative ones, with a second set of
    weights for features that speak against the class, as in Littlestone 1989. For features other than 0 and 1 the
    exponent makes it EG± (Kivinen & Warmuth 1997). The number of mistakes grows with the number of relevant features,
    and only with the logarithm of that of all features.

    >>> from corefpipe.clustering import BalancedWinnow
    >>> BalancedWinnow().fit([[1, 0], [0, 1]], ["no", "yes"]).predict([[0, 2]])
    array(['yes'], dtype='<U3')

    Args:
        promotion: α.
        margin: examples that score less on the right side count as mistakes, too. Of weights at the start the scores
            are 0.
        passes: number of passes over the examples; a pass without mistakes is the last.
        shuffle: whether each pass has another order.
        random_state: seed of the orders.

    Attributes:
        classes_: (2,) the classes, ascending; the second is the positive one.
        coef_: (1, n_features) float64 w⁺ - w⁻.
        mistakes_: number of mistakes in each pass.
    """

    def __init__(
        self,
        promotion: Positive = 1.5,
        margin: Cost = 0.0,
        passes: Passes = 10,
        shuffle: bool = True,
        random_state: Seed = 0,
    ):
        self.promotion = promotion
        self.margin = margin
        self.passes = passes
        self.shuffle = shuffle
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools are told: two classes only, and sparse features."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any) -> BalancedWinnow:
        """Learn from examples.

        Args:
            X: (n, n_features) features, dense or CSR.
            y: (n,) classes, two different ones.

        Raises:
            SettingError: a setting outside its range.
            ValueError: as scikit-learn's classifiers, also for another number of classes.
        """
        check_settings(self)
        if self.promotion <= 1:
            raise SettingError(f"promotion is {self.promotion}", cure="It must be a number above 1")
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        self.classes_, number = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                f"Only binary classification is supported. The type of the target is {type_of_target(y)}: "
                f"{len(self.classes_)} classes"
            )
        if len(self.classes_) < 2:
            raise ValueError("Winnow needs two classes, but the labels are all of one class")
        self._learn(sparse.csr_matrix(X), np.where(number > 0, 1.0, -1.0))
        return self

    def _learn(self, X: sparse.csr_matrix, sign: np.ndarray) -> None:
        start, rate = 1 / max(X.shape[1], 1), float(np.log(self.promotion))
        bounds, columns, values = X.indptr.tolist(), X.indices, X.data
        power, w = np.zeros(X.shape[1]), np.zeros(X.shape[1])  # w⁺ = eᵖ/n and w⁻ = e⁻ᵖ/n, so w = 2 sinh(p)/n
        random, order = np.random.default_rng(self.random_state), np.arange(len(sign))
        self.mistakes_ = []
        for _ in range(self.passes):
            if self.shuffle:
                order = random.permutation(len(sign))
            mistakes = 0
            for row, y in zip(order.tolist(), sign[order].tolist(), strict=True):
                own = slice(bounds[row], bounds[row + 1])
                at, x = columns[own], values[own]
                if y * (w[at] @ x) <= self.margin:
                    moved = np.clip(power[at] + rate * y * x, -_LARGEST, _LARGEST)
                    power[at], w[at] = moved, 2 * start * np.sinh(moved)
                    mistakes += 1
            self.mistakes_.append(mistakes)
            if not mistakes:
                break
        self.coef_ = w[None]

    def decision_function(self, X: Any) -> np.ndarray:
        """(n,) scores; above 0 the second class is predicted."""
        check_is_fitted(self, "coef_")
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        found: np.ndarray = X @ self.coef_[0]
        return found

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the predicted classes."""
        positive = self.decision_function(X) > 0
        found: np.ndarray = self.classes_[positive.astype(int)]
        return found
