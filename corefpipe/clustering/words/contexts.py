"""Schütze's vectors of words: contexts by their places, reduced by a singular value decomposition."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.registry import register_word_clusterer
from corefpipe.clustering.settings import Count
from corefpipe.clustering.words.base import WordClusterer, one_hot
from corefpipe.clustering.words.means import Seed, k_means
from corefpipe.clustering.words.vectors import Weighting, decomposition, weighted
from corefpipe.exceptions import SettingError


@register_word_clusterer("svd")
class ContextVectors(WordClusterer):
    """Singular value decomposition of contexts (Schütze 1993; Smith, lecture 18), and K-means of what it leaves.

    With X = U S Vᵀ, the weighted counts of words in contexts, the vector of a word is its row of U S = X V, scaled to
    length 1 for the classes. `WordCounts.contexts` gives the counts of the paper: the words at the places -2, -1, +1
    and +2.

    >>> from corefpipe.clustering.words import ContextVectors
    >>> clusterer = ContextVectors(2, 2, random_state=0).fit(counts.contexts())
    >>> clusterer.labels_.shape
    (6,)

    Args:
        n_components: number of singular values, at most the smaller side of the counts.
        n_clusters: number of classes; 1 for vectors only.
        weighting: how counts become vectors (see `weighted`).
        starts: number of runs of K-means, of which the one of the lowest cost is kept.
        random_state: seed.

    Attributes:
        vectors_: (n_words, n_components) float64, U S; of the same signs everywhere (see `decomposition`).
        singular_values_: (n_components,) float64, descending.
        components_: (n_components, n_contexts) float64, Vᵀ.
        labels_: (n_words,) int32, the class of each word, numbered from 0 by first word.
        centres_: (n_classes, n_components) float64, centres of the classes among vectors of length 1.
    """

    def __init__(
        self,
        n_components: Count = 50,
        n_clusters: Count = 100,
        weighting: Weighting = "roots",
        starts: Count = 3,
        random_state: Seed = None,
    ):
        self.n_components = n_components
        self.n_clusters = n_clusters
        self.weighting = weighting
        self.starts = starts
        self.random_state = random_state

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Decompose the weighted counts, and cluster directions by scikit-learn's KMeans."""
        if self.n_components > min(counts.shape):
            raise SettingError(
                f"n_components is {self.n_components} for counts of shape {counts.shape}",
                cure=f"It must be {min(counts.shape)} or less",
            )
        random = check_random_state(self.random_state)
        self.contexts_ = np.asarray(counts.sum(axis=0)).ravel()
        matrix = weighted(counts, self.weighting)
        left, values, right = decomposition(matrix, self.n_components, random)
        self.vectors_, self.singular_values_, self.components_ = left * values, values, right
        model = k_means(_directions(self.vectors_), self.n_clusters, self.starts, random)
        self.labels_ = by_first_item(model.labels_)
        first = np.unique(self.labels_, return_index=True)[1]
        self.centres_ = model.cluster_centers_[model.labels_[first]]

    def transform(self, counts: Any) -> np.ndarray:
        """(n, n_components) float64, X V: the vectors of words. Their classes are given by `memberships`."""
        found: np.ndarray = weighted(self.checked(counts), self.weighting, self.contexts_) @ self.components_.T
        return found

    def memberships(self, counts: Any) -> sparse.csr_matrix:
        """(n, n_classes) CSR with a 1 for the class of the nearest centre."""
        directions = _directions(self.transform(counts))
        squares = ((directions[:, None] - self.centres_) ** 2).sum(axis=2)
        return one_hot(squares.argmin(axis=1).astype(np.int32), len(self.centres_))


def _directions(vectors: np.ndarray) -> np.ndarray:
    """Vectors scaled to length 1; those of length 0 stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)
