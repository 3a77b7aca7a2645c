"""The base class of learners, and the check of their training data."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.links import Links
from corefpipe.errors import LinksError


class Learner(BaseEstimator):
    """Base class: learns one weight per feature from links and true labels.

    Settings are arguments of the constructor, which stores them unchanged, and are checked by `fit`, as in
    scikit-learn. A learner of your own is registered with `corefpipe.clustering.register_learner`; only `coef_` and the
    settings are written to files.

    Attributes:
        coef_: (n_features,) float32 weights, after `fit`.
    """

    coef_: np.ndarray

    @abstractmethod
    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> Self:
        """Learn from item sets.

        Args:
            links: the candidate links of all sets.
            labels: for each set an int array, the true cluster of each item.

        Raises:
            LinksError: links or labels that do not fit together, no items, or features that are not finite.
            SettingError: a setting outside its range.
        """

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) score w_ij of each link, the input of decoders.

        Raises:
            LinksError: another number of features than in training.
        """
        check_is_fitted(self, "coef_")
        if links.features.shape[1] != len(self.coef_):
            raise LinksError(f"links of {links.features.shape[1]} features for weights of {len(self.coef_)}")
        return links.features @ self.coef_


def true_links(links: Links, labels: Sequence[np.ndarray]) -> np.ndarray:
    """Check training data, and compute which links are correct (see `Links.coreferent`).

    Raises:
        LinksError: invalid links, no items, or labels of another number of sets or items.
    """
    links.check()
    if not links.n_items:
        raise LinksError("nothing to learn from", cure="The item sets contain no items")
    return links.coreferent(labels)
