"""A learner for baselines, which gives all features the weight 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.learners.base import Learner, true_links
from corefpipe.clustering.links import Links, require_links
from corefpipe.clustering.registry import register_learner


@register_learner("unit", decoder="best-link", summary="learns nothing: each feature weighs 1; for baselines")
class UnitLearner(Learner):
    """Gives each feature the weight 1; with a single feature "same head", links score 1 or 0.

    >>> from corefpipe.clustering.learners import UnitLearner
    >>> learner = UnitLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Attributes:
        coef_: (n_features,) float32, all 1.
    """

    needs_labels = False

    def fit(self, links: Links, labels: Sequence[np.ndarray] | None = None) -> UnitLearner:
        """Check links, and labels if there are any; nothing is learned."""
        self.check()
        require_links(links)
        true_links(links, [np.zeros(size) for size in np.diff(links.sets).tolist()] if labels is None else labels)
        self.coef_ = np.ones(links.features.shape[1], dtype=np.float32)
        return self
