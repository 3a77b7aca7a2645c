"""K-means of words, hard and soft, and how many classes explain their variance."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import logsumexp
from sklearn.utils import check_random_state

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.registry import register_word_clusterer
from corefpipe.clustering.settings import Count, Passes, Positive
from corefpipe.clustering.words.base import SoftWordClusterer, WordClusterer, one_hot
from corefpipe.clustering.words.checks import checked_counts, require_contexts, require_words
from corefpipe.clustering.words.vectors import Weighting, weighted
from corefpipe.exceptions import SettingError

Seed = int | np.random.RandomState | None


@register_word_clusterer("k-means")
class KMeansClusterer(WordClusterer):
    """K-means of vectors of contexts, by scikit-learn (Smith, lecture 18).

    >>> from corefpipe.clustering.words import KMeansClusterer
    >>> import numpy as np
    >>> KMeansClusterer(2, random_state=0).fit(np.array([[9, 1], [8, 1], [1, 9]])).labels_.tolist()
    [0, 0, 1]

    Args:
        n_clusters: K; see `choose_n_clusters`.
        weighting: how counts become vectors (see `weighted`).
        starts: number of runs from random centres, of which the one of the lowest cost is kept.
        passes: largest number of passes of a run.
        random_state: seed.

    Attributes:
        labels_: (n_words,) int32, the class of each word, numbered from 0 by first word.
        centres_: (n_classes, n_contexts) float64, means of the vectors of each class.
        inertia_: sum of squared distances of the vectors from their centres.
    """

    def __init__(
        self,
        n_clusters: Count = 100,
        weighting: Weighting = "roots",
        starts: Count = 3,
        passes: Passes = 300,
        random_state: Seed = None,
    ):
        self.n_clusters = n_clusters
        self.weighting = weighting
        self.starts = starts
        self.passes = passes
        self.random_state = random_state

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Run K-means from several starts."""
        self.contexts_ = np.asarray(counts.sum(axis=0)).ravel()
        model = k_means(
            weighted(counts, self.weighting), self.n_clusters, self.starts, self.random_state, passes=self.passes
        )
        self.labels_ = by_first_item(model.labels_)
        first = np.unique(self.labels_, return_index=True)[1]
        self.centres_ = model.cluster_centers_[model.labels_[first]]
        self.inertia_ = float(model.inertia_)

    def transform(self, counts: Any) -> sparse.csr_matrix:
        """(n, n_classes) CSR with a 1 for the class of the nearest centre."""
        vectors = weighted(self.checked(counts), self.weighting, self.contexts_)
        nearest = squared_distances(vectors, self.centres_).argmin(axis=1)
        return one_hot(nearest.astype(np.int32), len(self.centres_))


@register_word_clusterer("soft-k-means")
class SoftKMeansClusterer(SoftWordClusterer):
    """Soft K-means: each word divides its vote between the classes by its distance from their centres.

    With the squared Euclidean distance d and the stiffness β, word x votes for class j with
    V_j(x) = exp(-β d(x, m_j)) / Σ_j' exp(-β d(x, m_j')), and m_j is the mean weighted by votes. β → ∞ is K-means. It is
    EM for equally frequent Gaussians of one variance σ² in all directions with β = 1 / 2σ² (Smith, lecture 18, where
    a slide prints β = 2σ²).

    >>> from corefpipe.clustering.words import SoftKMeansClusterer
    >>> clusterer = SoftKMeansClusterer(2, random_state=0).fit(counts.contexts())
    >>> clusterer.labels_.shape
    (6,)

    Args:
        n_clusters: K.
        beta: β, in units of one over the mean squared distance of the vectors from their mean, so that it does not
            depend on the scale of the vectors.
        weighting: how counts become vectors (see `weighted`).
        starts: number of runs from random centres (K-means++), of which the one of the lowest cost is kept.
        passes: largest number of passes of a run.
        tolerance: decrease of the cost, as a share, below which a run ends.
        random_state: seed.

    Attributes:
        labels_: (n_words,) int32, the class with the largest vote, numbered from 0 by first word.
        memberships_: (n_words, n_clusters) float64, the votes.
        centres_: (n_clusters, n_contexts) float64.
        beta_: β in units of the vectors.
        costs_: F = -1/β Σ_x ln Σ_j exp(-β d(x, m_j)) after each pass, which never increases.
    """

    def __init__(
        self,
        n_clusters: Count = 100,
        beta: Positive = 20.0,
        weighting: Weighting = "roots",
        starts: Count = 1,
        passes: Passes = 300,
        tolerance: Positive = 1e-7,
        random_state: Seed = None,
    ):
        self.n_clusters = n_clusters
        self.beta = beta
        self.weighting = weighting
        self.starts = starts
        self.passes = passes
        self.tolerance = tolerance
        self.random_state = random_state

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Run EM from several starts."""
        self.contexts_ = np.asarray(counts.sum(axis=0)).ravel()
        vectors = weighted(counts, self.weighting)
        spread = total_variance(vectors) / vectors.shape[0]
        self.beta_ = self.beta / spread if spread else self.beta
        random = check_random_state(self.random_state)
        best = min((self._run(vectors, random) for _ in range(self.starts)), key=lambda run: run[1][-1])
        centres, self.costs_ = best[0], np.array(best[1])
        votes = self._votes(vectors, centres)
        self.centres_ = centres[self.keep_memberships(votes)]

    def transform(self, counts: Any) -> np.ndarray:
        """(n, n_clusters) float64, the votes of words."""
        return self._votes(weighted(self.checked(counts), self.weighting, self.contexts_), self.centres_)

    def _run(self, vectors: sparse.csr_matrix, random: np.random.RandomState) -> tuple[np.ndarray, list[float]]:
        from sklearn.cluster import kmeans_plusplus

        chosen = kmeans_plusplus(vectors, self.n_clusters, random_state=random)[1]
        centres = vectors[chosen].toarray()
        costs: list[float] = []
        for _ in range(self.passes):
            energy = -self.beta_ * squared_distances(vectors, centres)
            total = logsumexp(energy, axis=1)
            costs.append(float(-total.sum() / self.beta_))
            if len(costs) > 1 and costs[-2] - costs[-1] <= self.tolerance * abs(costs[-2]):
                break
            votes = np.exp(energy - total[:, None])
            sums = votes.sum(axis=0)
            voted = sums > 0  # nobody votes for a centre that is far from all words: it stays
            centres[voted] = (vectors.T @ votes[:, voted]).T / sums[voted, None]
        return centres, costs

    def _votes(self, vectors: sparse.csr_matrix, centres: np.ndarray) -> np.ndarray:
        energy = -self.beta_ * squared_distances(vectors, centres)
        votes: np.ndarray = np.exp(energy - logsumexp(energy, axis=1, keepdims=True))
        return votes


def explained_variance(
    counts: Any, candidates: Sequence[int], weighting: Weighting = "roots", starts: int = 3, random_state: Seed = None
) -> np.ndarray:
    """Share of the variance of the vectors that K-means explains with K classes.

    >>> from corefpipe.clustering.words import explained_variance
    >>> explained_variance(counts.contexts(), [1, 2], random_state=0).round(1)
    array([0. , 0.4])

    Args:
        counts: (n_words, n_contexts) counts.
        candidates: numbers K, ascending.
        weighting, starts, random_state: as for `KMeansClusterer`.

    Returns:
        (n_candidates,) float64 in [0, 1]: 1 - (sum of squares within classes) / (sum of squares about the mean).

    Raises:
        LinksError: see `WordClusterer.fit`.
        SettingError: candidates that do not ascend, or exceed the vocabulary.
    """
    if not len(candidates) or any(b <= a for a, b in pairwise(candidates)):
        raise SettingError(f"candidates are {list(candidates)}", cure="Give numbers of classes in ascending order")
    found = checked_counts(counts)
    require_contexts(found)
    require_words(candidates[-1], found.shape[0])
    total = total_variance(weighted(found, weighting))
    if not total:
        return np.ones(len(candidates))
    within = [KMeansClusterer(k, weighting, starts, random_state=random_state).fit(found).inertia_ for k in candidates]
    return np.clip(1.0 - np.array(within) / total, 0.0, 1.0)


def choose_n_clusters(candidates: Sequence[int], explained: np.ndarray, gain: float = 0.001) -> int:
    """The smallest K after which one more class explains little (Smith, lecture 18).

    >>> from corefpipe.clustering.words import choose_n_clusters
    >>> choose_n_clusters([2, 3, 4], np.array([0.5, 0.8, 0.8005]))
    3

    Args:
        candidates: numbers K, ascending.
        explained: (n_candidates,) share of variance explained with each (`explained_variance`).
        gain: least share of the variance that a further class must explain. Between two candidates the gain counts as
            divided equally among the classes.

    Returns:
        One of the candidates, the last one if each class gains more.
    """
    for (k, following), (now, then) in zip(pairwise(candidates), pairwise(explained), strict=True):
        if (then - now) / (following - k) < gain:
            return int(k)
    return int(candidates[-1])


def k_means(vectors: Any, n_clusters: int, starts: int, random_state: Seed, passes: int = 300) -> Any:
    """scikit-learn's KMeans, fitted; equal vectors may leave it with fewer classes."""
    from sklearn.cluster import KMeans  # takes long to import
    from sklearn.exceptions import ConvergenceWarning

    model = KMeans(n_clusters, n_init=starts, max_iter=passes, random_state=check_random_state(random_state))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(vectors)


def total_variance(vectors: sparse.csr_matrix) -> float:
    """Sum of squared distances of vectors from their mean."""
    mean = np.asarray(vectors.mean(axis=0)).ravel()
    return max(float(vectors.multiply(vectors).sum() - vectors.shape[0] * (mean @ mean)), 0.0)


def squared_distances(vectors: sparse.csr_matrix, centres: np.ndarray) -> np.ndarray:
    """(n, n_centres) float64, squared Euclidean distances."""
    squares = np.asarray(vectors.multiply(vectors).sum(axis=1))
    found: np.ndarray = squares - 2 * np.asarray(vectors @ centres.T) + (centres * centres).sum(axis=1)
    return np.maximum(found, 0.0)
