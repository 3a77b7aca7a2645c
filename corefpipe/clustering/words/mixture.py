"""EM for a mixture of Gaussians over reduced vectors of words."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.special import logsumexp
from sklearn.utils import check_random_state

from corefpipe.clustering.registry import register_word_clusterer
from corefpipe.clustering.settings import Cost, Count, Passes
from corefpipe.clustering.words.base import SoftWordClusterer
from corefpipe.clustering.words.means import Seed
from corefpipe.clustering.words.vectors import Weighting, decomposition, weighted


@register_word_clusterer("em")
class MixtureClusterer(SoftWordClusterer):
    """Soft classes of their own frequencies and variances: EM for a Gaussian mixture, by scikit-learn.

    Counts become vectors and are reduced by a singular value decomposition first (`ContextVectors`), because a Gaussian
    over thousands of sparse contexts has more parameters than there are words.

    >>> from corefpipe.clustering.words import MixtureClusterer
    >>> clusterer = MixtureClusterer(2, 2, random_state=0).fit(counts.contexts())
    >>> clusterer.labels_.shape
    (6,)

    Args:
        n_clusters: K.
        n_components: number of dimensions that vectors are reduced to, at most the smaller side of the counts.
        covariance: `spherical`, one variance per class; `diag`, one per class and dimension.
        weighting: how counts become vectors (see `weighted`).
        starts: number of runs, each from K-means, of which the one of the highest likelihood is kept.
        passes: largest number of passes of a run.
        floor: added to each variance, so that no class shrinks to a point.
        random_state: seed.

    Attributes:
        labels_: (n_words,) int32, the most probable class, numbered from 0 by first word.
        memberships_: (n_words, n_clusters) float64, p(class | word).
        likelihood_: mean logarithm of the density of a word.
    """

    def __init__(
        self,
        n_clusters: Count = 100,
        n_components: Count = 50,
        covariance: Literal["spherical", "diag"] = "spherical",
        weighting: Weighting = "roots",
        starts: Count = 1,
        passes: Passes = 200,
        floor: Cost = 1e-6,
        random_state: Seed = None,
    ):
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.covariance = covariance
        self.weighting = weighting
        self.starts = starts
        self.passes = passes
        self.floor = floor
        self.random_state = random_state

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Reduce the vectors and run scikit-learn's GaussianMixture."""
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.mixture import GaussianMixture  # takes long to import

        random = check_random_state(self.random_state)
        self.contexts_ = np.asarray(counts.sum(axis=0)).ravel()
        matrix = weighted(counts, self.weighting)
        left, values, self.components_ = decomposition(matrix, min(self.n_components, *counts.shape), random)
        vectors = left * values
        with warnings.catch_warnings():
            # Equal words give K-means fewer classes than asked for, which EM can use.
            warnings.simplefilter("ignore", ConvergenceWarning)
            model = GaussianMixture(
                self.n_clusters,
                covariance_type=self.covariance,
                n_init=self.starts,
                max_iter=self.passes,
                reg_covar=self.floor,
                random_state=random,
            ).fit(vectors)
        memberships = model.predict_proba(vectors)
        order = self.keep_memberships(memberships)
        self.shares_, self.centres_ = model.weights_[order], model.means_[order]
        self.variances_ = model.covariances_[order].reshape(self.n_clusters, -1)
        self.likelihood_ = float(model.score(vectors))

    def transform(self, counts: Any) -> np.ndarray:
        """(n, n_clusters) float64, p(class | word) of words."""
        vectors = weighted(self.checked(counts), self.weighting, self.contexts_) @ self.components_.T
        variances = np.broadcast_to(self.variances_, self.centres_.shape)
        # ln of share times density, without the constant; a class at a time, for memory.
        joint = np.stack(
            [
                np.log(share) - 0.5 * (((vectors - centre) ** 2 / variance).sum(axis=1) + np.log(variance).sum())
                for share, centre, variance in zip(self.shares_, self.centres_, variances, strict=True)
            ],
            axis=1,
        )
        found: np.ndarray = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
        return found
