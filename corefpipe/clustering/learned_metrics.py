"""Distance metrics learned from clusters (Xing et al. 2003), for partitioners such as K-means."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from scipy.optimize import minimize
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from corefpipe.clustering.partitioners.base import check_vectors
from corefpipe.clustering.settings import Cost, Count, Passes, Seed, check_settings
from corefpipe.exceptions import LinksError

_LEAST = 1e-6
"""Least Σ_S φ of a feature, as a share of what it would be if pairs of one cluster were like all pairs."""
_TINY = 1e-12
"""Added to squared distances, whose mean is about 1, below the square root: its slope at 0 is infinite."""


class XingMetric(TransformerMixin, BaseEstimator):
    r"""Learns the weights of a Euclidean distance from items whose clusters are known (Xing et al. 2003, section 2.1).

    With S the pairs of items of one cluster, D the pairs of different ones, and d²_a(x, y) = Σ_f a_f (x_f - y_f)²,

        a = argmin_{a ≥ 0}  Σ_S d²_a(x, y)  -  C log Σ_D d_a(x, y).

    The objective is convex; L-BFGS-B minimises it. C is not in the paper but in the authors' program, and Daumé & Marcu
    2005 (section 7.1) try four values. It sets the scale of a and nothing else: Σ_S is linear in a and the logarithm
    turns a factor into a constant, so the minimum is C times that of C = 1, where Σ_S d²_a = 1/2. Clusterings that do
    not depend on the scale, such as K-means, are the same for every C above 0; for C = 0 all weights are 0.

    A feature that never differs within a cluster would get an infinite weight; its Σ_S is taken to be a millionth of
    what the mean over all pairs would give. One that never differs at all gets the weight 0.

    >>> from corefpipe.clustering import XingMetric
    >>> metric = XingMetric().fit([[0, 5], [0, 1], [1, 4], [1, 0]], [0, 0, 1, 1])  # the first column tells clusters
    >>> bool(metric.weights_[0] > metric.weights_[1])
    True

    Args:
        C: weight of the pairs of different clusters.
        passes: most iterations.
        most_pairs: `fit` learns from at most so many pairs, drawn at random.
        seed: of that draw.

    Attributes:
        weights_: (n_features,) float64, a.
        n_features_in_: number of features.
        n_iter_: number of iterations.
    """

    def __init__(self, C: Cost = 1.0, passes: Passes = 1000, most_pairs: Count = 500_000, seed: Seed = 0):
        self.C = C
        self.passes = passes
        self.most_pairs = most_pairs
        self.seed = seed

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools are told: it needs labels."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from the pairs of vectors.

        Args:
            X: (n_items, n_features) vectors.
            y: (n_items,) cluster of each.

        Raises:
            LinksError: vectors that are no finite numbers, another number of labels, or pairs of one kind only.
            SettingError: a setting outside its range.
        """
        check_settings(self)
        if y is None:
            raise LinksError(
                "it requires y to be passed, but the target y is None", cure="Give the cluster of each item"
            )
        vectors, labels = self._vectors(X, reset=True), np.asarray(y)
        if labels.shape != (len(vectors),):
            raise LinksError(
                f"labels of shape {labels.shape} for {len(vectors)} vectors", cure="Give one label per vector"
            )
        if len(vectors) < 2:
            raise LinksError("1 sample, which makes no pairs", cure="Give items of two clusters or more")
        left, right = _pairs(len(vectors), self.most_pairs, self.seed)
        return self.fit_pairs(vectors[left] - vectors[right], labels[left] == labels[right])

    def fit_pairs(self, differences: Any, same: Any) -> Self:
        """Learn from pairs of items of which only the differences are known, such as distances of strings.

        Args:
            differences: (n_pairs, n_features) x_f - y_f, of any sign.
            same: (n_pairs,) bool, whether a pair is of one cluster.

        Raises:
            LinksError: differences that are no finite numbers, another number of labels, or pairs of one kind only.
            SettingError: a setting outside its range.
        """
        check_settings(self)
        squares, together = check_vectors(differences) ** 2, np.asarray(same, dtype=bool)
        if together.shape != (len(squares),):
            raise LinksError(f"labels of shape {together.shape} for {len(squares)} pairs", cure="Give one per pair")
        if together.all() or not together.any():
            kind = "one cluster" if len(together) and together.all() else "different clusters"
            raise LinksError(
                f"{len(together)} pairs to learn from, all of {kind}",
                cure="A metric is learned from pairs of one cluster and pairs of different ones",
            )
        mean = squares.mean(axis=0)
        scale = np.maximum(squares[together].sum(axis=0), _LEAST * together.sum() * mean)
        varies = scale > 0
        self.weights_, self.n_features_in_ = np.zeros(len(scale)), len(scale)
        self.weights_[varies] = self.C * self._minimum(squares[~together][:, varies] / scale[varies]) / scale[varies]
        return self

    def _minimum(self, apart: np.ndarray) -> np.ndarray:
        """(n_features,) u ≥ 0 of the lowest Σ u - log Σ_D √(φ·u).

        Args:
            apart: (n_different, n_features) φ, the squared differences over their sums over S.
        """
        n, width = apart.shape
        self.n_iter_ = 0
        if not apart.any():
            return np.zeros(width)
        apart = apart / apart.mean(axis=0).max()  # only shifts the objective

        def objective(u: np.ndarray) -> tuple[float, np.ndarray]:
            root = np.sqrt(apart @ u + _TINY)
            total = root.sum()
            return u.sum() - np.log(total / n), 1 - apart.T @ (0.5 / root) / total

        start = np.full(width, 0.5 / width)  # Σ u is 1/2 at the minimum
        found = minimize(
            objective, start, jac=True, method="L-BFGS-B", bounds=[(0, None)] * width,
            options={"maxiter": self.passes, "maxfun": 20 * self.passes, "ftol": 1e-13, "gtol": 1e-8},
        )  # fmt: skip
        self.n_iter_ = int(found.nit)
        if found.nit >= self.passes:
            warnings.warn(f"the weights have not converged after {found.nit} passes", ConvergenceWarning, stacklevel=4)
        weights: np.ndarray = found.x
        return weights

    def squared_distances(self, differences: Any) -> np.ndarray:
        """(n_pairs,) d²_a of pairs, by their differences (see `fit_pairs`).

        Raises:
            LinksError: another number of features than in training.
        """
        found: np.ndarray = self._vectors(differences) ** 2 @ self.weights_
        return found

    def transform(self, X: Any) -> np.ndarray:
        """(n_items, n_features) vectors whose Euclidean distances are d_a: x_f √a_f.

        Raises:
            LinksError: another number of features than in training.
        """
        found: np.ndarray = self._vectors(X) * np.sqrt(self.weights_)
        return found

    def _vectors(self, given: Any, reset: bool = False) -> np.ndarray:
        """(n, n_features) float64 vectors, checked as scikit-learn does; `reset` for those of training."""
        if not reset:
            check_is_fitted(self, "weights_")
        try:
            found: np.ndarray = validate_data(self, given, dtype=np.float64, reset=reset)
        except (TypeError, ValueError) as error:
            message = " ".join(str(error).split())
            raise LinksError(message, cure="Give a dense array of finite numbers, one row per item") from error
        return found


def _pairs(n: int, most: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Items of all pairs, or of some of them, drawn without repetition and in order."""
    count = n * (n - 1) // 2
    if count <= most:
        left, right = np.triu_indices(n, 1)
        return left, right
    chosen = np.sort(np.random.default_rng(seed).choice(count, most, replace=False))
    # Pair (i, j), i > j, has the number i(i - 1)/2 + j.
    right = np.floor((1 + np.sqrt(1 + 8 * chosen.astype(np.float64))) / 2).astype(np.int64)
    right -= right * (right - 1) // 2 > chosen  # where the root was rounded up
    return chosen - right * (right - 1) // 2, right
