"""The base class of learners, and the check of their training data."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.links import Links, require_links
from corefpipe.clustering.settings import check_settings
from corefpipe.exceptions import LinksError, SettingError

LARGEST_VALUE = 1e18
"""Largest size of a feature value in training: its square is finite in single precision."""
SMALLEST_VALUE = 1e-4
"""A column without a value of this size is not learned from: its weight would have to be above ten thousand."""
_SCALE = "scale the features, for example with scikit-learn's MaxAbsScaler"


class Learner(BaseEstimator, ABC):
    """Base class: learns one weight per feature from links and true labels.

    Settings are arguments of the constructor, which stores them unchanged, and are checked by `fit`, as in
    scikit-learn; their types declare their ranges (see `corefpipe.clustering.settings`). A learner of your own is
    registered with `corefpipe.clustering.register_learner`; only `coef_` and the settings are written to files.

    >>> from corefpipe.clustering.learners import L3MLearner, Learner
    >>> isinstance(L3MLearner(), Learner)
    True

    Attributes:
        coef_: (n_features,) float32 weights, after `fit`.
        needs_labels: whether `fit` learns from the labels.
    """

    needs_labels: ClassVar[bool] = True
    coef_: np.ndarray

    @abstractmethod
    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> Self:
        """Learn from item sets.

        Args:
            links: the candidate links of all sets.
            labels: for each set an array, the true cluster of each item, int or str.

        Raises:
            LinksError: links or labels that do not fit together, no items, or features that are not finite.
            SettingError: a setting outside its range.
        """

    def check(self) -> None:
        """Raise SettingError for a setting outside its range; subclasses add what holds for several settings."""
        check_settings(self)

    def _keep(self, coef: np.ndarray) -> None:
        """Set `coef_` to weights that were learned, and warn if there was nothing to learn.

        Raises:
            LinksError: weights that are not finite.
        """
        self.coef_ = finite(coef)
        if len(coef) and not self.coef_.any():
            warnings.warn(
                "all weights are 0: the features do not tell correct links from wrong ones, or their values are too "
                "small to be learned from",
                ConvergenceWarning,
                stacklevel=3,
            )

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) score w_ij of each link, the input of decoders.

        Raises:
            LinksError: another number of features than in training.
        """
        check_is_fitted(self, "coef_")
        if require_links(links).features.shape[1] != len(self.coef_):
            raise LinksError(
                f"links of {links.features.shape[1]} features for weights of {len(self.coef_)}",
                cure="Give links with the features learned from",
            )
        return links.features @ self.coef_

    def predict_proba(self, links: Links) -> np.ndarray:
        """(n_links,) float64, the probability of each link; see the learner for which event it is the probability of.

        Raises:
            LinksError: another number of features than in training.
            SettingError: the learner's scores are no probabilities.
        """
        raise SettingError(
            f"the scores of {type(self).__name__} are no probabilities",
            cure="Use the learner binary (whether a pair is in one cluster) or l3m (to which item each one links)",
        )

    def fitted(self) -> dict[str, Any]:
        """What was learned besides `coef_`, as plain values for a file."""
        return {}

    def restore(self, coef: np.ndarray, fitted: dict[str, Any]) -> None:
        """Set what was learned, from `coef_` and what `fitted` returned.

        Raises:
            ValueError: other values than `fitted` returns.
        """
        if fitted:
            raise ValueError(f"unknown {', '.join(fitted)}")
        self.coef_ = coef


def finite(coef: np.ndarray) -> np.ndarray:
    """(n_features,) float32 weights.

    Raises:
        LinksError: some are not finite in that precision.
    """
    with np.errstate(over="ignore"):
        found = coef.astype(np.float32)
    wrong = np.flatnonzero(~np.isfinite(found))
    if len(wrong):
        raise LinksError(
            f"the weight of column {wrong[0]} is {coef[wrong[0]]:g} after training",
            cure=f"Choose a lower rate, or {_SCALE}",
        )
    return found


def check_scale(features: sparse.csr_matrix) -> None:
    """Warn of columns whose values are too small to be learned from.

    Raises:
        LinksError: values whose squares are too large.
    """
    size = np.abs(features.data)
    most = size.max(initial=0)
    if most > LARGEST_VALUE:
        column = features.indices[size.argmax()]
        raise LinksError(
            f"column {column} of the features has a value of {most:g} in size",
            cure=f"At most {LARGEST_VALUE:g}: {_SCALE}",
        )
    if size.min(initial=1) >= SMALLEST_VALUE:
        return
    highest = np.zeros(features.shape[1])
    np.maximum.at(highest, features.indices, size)
    small = np.flatnonzero((highest > 0) & (highest < SMALLEST_VALUE))
    if len(small):
        named = ", ".join(map(str, small[:10])) + (", …" if len(small) > 10 else "")
        warnings.warn(
            f"no value of column {named} is above {SMALLEST_VALUE:g} in size, which is too small to be learned from: "
            f"{_SCALE}",
            ConvergenceWarning,
            stacklevel=4,
        )


def true_links(links: Links, labels: Sequence[np.ndarray]) -> np.ndarray:
    """Check training data, and compute which links are correct (see `Links.coreferent`).

    Raises:
        LinksError: invalid links, no items, features too large to be learned from, or labels that are no whole numbers
            or strings, or of another number of sets or items.
    """
    check_scale(require_links(links).check().features)
    if not links.n_items:
        raise LinksError("nothing to learn from", cure="The item sets contain no items")
    return links.coreferent(labels)
