"""What all learners share."""

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
    """From links and true labels to weights, one a feature.

    Settings are arguments of the constructor, checked by `fit`, as scikit-learn has it.

    Attributes:
        coef_: (n_features,) float32 weights, after `fit`.
    """

    coef_: np.ndarray

    @abstractmethod
    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> Self:
        """Learn from item sets.

        Args:
            links: the candidates of all sets.
            labels: one int array a set, one true label an item.

        Raises:
            LinksError: links or labels that do not fit together, no items, or features that are no numbers.
            SettingError: a setting outside its range.
        """

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) w_ij of each link, what decoders read.

        Raises:
            LinksError: links with another number of features than was learned from.
        """
        check_is_fitted(self, "coef_")
        if links.features.shape[1] != len(self.coef_):
            raise LinksError(f"links of {links.features.shape[1]} features for weights of {len(self.coef_)}")
        return links.features @ self.coef_


def true_links(links: Links, labels: Sequence[np.ndarray]) -> np.ndarray:
    """C(i, j) of each link (see `Links.coreferent`), after a check of both.

    Raises:
        LinksError: as `Learner.fit` has it.
    """
    links.check()
    if not links.n_items:
        raise LinksError("nothing to learn from", cure="The item sets hold no items")
    return links.coreferent(labels)
