"""Deterministic annealing: soft classes of nouns that split one after the other as the temperature falls."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.special import logsumexp

from corefpipe.clustering.registry import register_word_clusterer
from corefpipe.clustering.settings import Count, Passes, Positive
from corefpipe.clustering.words.base import SoftWordClusterer
from corefpipe.clustering.words.splitting import critical_beta, words_paths
from corefpipe.clustering.words.vectors import weighted
from corefpipe.exceptions import SettingError
from corefpipe.utils.progress import bar

_TINY = 1e-300


@register_word_clusterer("annealing")
class AnnealingClusterer(SoftWordClusterer):
    """Deterministic annealing (Pereira, Tishby & Lee 1993; Smith, lecture 18).

    The distance of a noun n from a class c is the divergence D(p(v|n) || p(v|c)) of their distributions over verbs v.
    Memberships are p(c|n) ∝ exp(-β D), and p(v|c) is the mean of p(v|n), weighted by w_n p(c|n): together they minimise
    the free energy F = Σ_n w_n (Σ_c p(c|n) D(n, c) - H(p(·|n)) / β). There is one class while β is low. β grows, and a
    class splits as soon as it and a twin of it would move apart; the two parts can split again at the next β.

    When they would is known: a twin with p(v|c) (1 ± ε_v) moves away if β exceeds one over the largest eigenvalue of a
    matrix of the class (see `critical_beta`), so twins need not be followed. The class is split along its eigenvector.
    Everything is deterministic.

    >>> from corefpipe.clustering.words import AnnealingClusterer
    >>> import numpy as np
    >>> nouns = np.array([[9, 9, 1, 0], [8, 9, 0, 1], [1, 0, 9, 9]])
    >>> AnnealingClusterer(2).fit(nouns).labels_.tolist()
    [0, 0, 1]

    Args:
        n_clusters: largest number of classes; once there are so many, no class splits while β grows on.
        growth: factor of β from step to step, above 1.
        beta_max: β at which annealing ends. A higher one gives harder memberships.
        weights: w_n, `counts` for the share of the noun in all counts, `equal` for all nouns alike.
        passes: largest number of passes of EM at one β.
        tolerance: change of a membership below which EM has converged.
        show_progress: whether to draw a bar; None to draw it on a terminal only.

    Attributes:
        labels_: (n_words,) int32, the class of the largest membership, numbered from 0 by first word.
        memberships_: (n_words, n_classes) float64, p(c|n).
        centres_: (n_classes, n_contexts) float64, p(v|c).
        shares_: (n_classes,) float64, p(c) = Σ_n w_n p(c|n).
        beta_: the last β.
        critical_beta_: β above which the class of all nouns splits; infinite if all nouns have one distribution.
        splits_: (n_splits, 4) float64: β, the critical β of the class, and its number and that of the class that left
            it. Numbers are those of classes at the end; the class that splits keeps its number.
        trace_: (n_steps, 4) float64: β, number of classes, Σ_n w_n Σ_c p(c|n) D(n, c) in nats, and F.
        paths_: (n_classes,) place of each class in the tree of splits, as a string of 0 and 1 from the root.
    """

    takes = "verbs"
    has_tree = True

    def __init__(
        self,
        n_clusters: Count = 20,
        growth: Positive = 1.1,
        beta_max: Positive = 10.0,
        weights: Literal["counts", "equal"] = "counts",
        passes: Passes = 500,
        tolerance: Positive = 1e-5,
        show_progress: bool | None = False,
    ):
        self.n_clusters = n_clusters
        self.growth = growth
        self.beta_max = beta_max
        self.weights = weights
        self.passes = passes
        self.tolerance = tolerance
        self.show_progress = show_progress

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Anneal."""
        if self.growth <= 1:
            raise SettingError(f"growth is {self.growth}", cure="It must be above 1, such as 1.05")
        sums = np.asarray(counts.sum(axis=1)).ravel()
        weights = sums / sums.sum() if self.weights == "counts" else np.full(len(sums), 1 / len(sums))
        state = _State(weighted(counts, "shares"), weights)
        self.critical_beta_ = state.critical(0)[0]
        beta = min(self.critical_beta_ / self.growth, self.beta_max)
        splits: list[tuple[float, float, int, int]] = []
        trace: list[tuple[float, int, float, float]] = []
        with bar("splitting", self.n_clusters - 1, shown=self.show_progress, unit="split") as drawn:
            while True:
                state.settle(beta, self.passes, self.tolerance)
                trace.append((beta, state.n_classes, *state.energies(beta)))
                found = self._split(state, beta)
                splits += found
                drawn.update(len(found))
                if beta >= self.beta_max or not (found or state.can_split()):
                    break
                beta = min(beta * self.growth, self.beta_max)
        order = self.keep_memberships(state.memberships)
        number = np.argsort(order)
        self.beta_ = trace[-1][0]
        self.centres_ = state.centres[order]
        self.shares_ = weights @ self.memberships_
        self.splits_ = np.array(
            [(at, critical, number[one], number[other]) for at, critical, one, other in splits], dtype=np.float64
        ).reshape(-1, 4)
        self.trace_ = np.array(trace)
        self.paths_ = words_paths(self.splits_[:, 2:].astype(np.int64), len(order))

    def _split(self, state: _State, beta: float) -> list[tuple[float, float, int, int]]:
        """Split the classes whose critical β is exceeded, the least stable ones first."""
        critical = [state.critical(c) for c in range(state.n_classes)]
        found = []
        for c in sorted(range(len(critical)), key=lambda c: critical[c][0]):
            if critical[c][0] >= beta or state.n_classes >= self.n_clusters:
                break
            new = state.split(c, critical[c][1])
            found.append((beta, critical[c][0], c, new))
        return found

    def transform(self, counts: Any) -> np.ndarray:
        """(n, n_classes) float64, p(c|n) of nouns at the last β."""
        shares = weighted(self.checked(counts), "shares")
        return _memberships(divergences(shares, self.centres_), self.beta_)[0]


class _State:
    """Classes at some temperature."""

    def __init__(self, shares: sparse.csr_matrix, weights: np.ndarray):
        self._shares, self._weights = shares, weights
        self.memberships = np.ones((shares.shape[0], 1))
        self.centres = (weights @ shares)[None]
        self._critical: dict[int, tuple[float, np.ndarray]] = {}

    @property
    def n_classes(self) -> int:
        """Number of classes at this temperature."""
        return len(self.centres)

    def settle(self, beta: float, passes: int, tolerance: float) -> None:
        """EM until memberships stay as they are."""
        for _ in range(passes):
            before = self.memberships
            self.memberships = _memberships(divergences(self._shares, self.centres), beta)[0]
            votes = self._weights[:, None] * self.memberships
            sums = votes.sum(axis=0)
            kept = sums > 0
            self.centres[kept] = (self._shares.T @ votes[:, kept]).T / sums[kept, None]
            if np.abs(self.memberships - before).max() < tolerance:
                break
        self._critical.clear()

    def critical(self, c: int) -> tuple[float, np.ndarray]:
        """The critical β of a class, and the direction of its split."""
        if c not in self._critical:
            self._critical[c] = critical_beta(self._shares, self._weights * self.memberships[:, c])
        return self._critical[c]

    def can_split(self) -> bool:
        """Whether any class splits at some β."""
        return any(np.isfinite(self.critical(c)[0]) for c in range(self.n_classes))

    def split(self, c: int, direction: np.ndarray) -> int:
        """Split a class in two; the number of the new one."""
        step = 0.5 * direction / max(np.abs(direction).max(), _TINY)
        centre = self.centres[c]
        one, other = centre * (1 + step), centre * (1 - step)
        self.centres = np.vstack([self.centres, other / other.sum()])
        self.centres[c] = one / one.sum()
        half = self.memberships[:, c : c + 1] / 2
        self.memberships = np.hstack([self.memberships, half])
        self.memberships[:, c] = half[:, 0]
        return self.n_classes - 1

    def energies(self, beta: float) -> tuple[float, float]:
        """Mean distance of nouns from their classes, and the free energy."""
        distances = divergences(self._shares, self.centres)
        memberships, total = _memberships(distances, beta)
        some = memberships > 0
        mean = self._weights @ np.where(some, memberships * np.where(some, distances, 0.0), 0.0).sum(axis=1)
        return float(mean), float(-(self._weights @ total) / beta)


def divergences(shares: sparse.csr_matrix, centres: np.ndarray) -> np.ndarray:
    """(n_words, n_classes) float64, D(p(·|word) || p(·|class)) in nats.

    Args:
        shares: (n_words, n_contexts) CSR, distributions of words over contexts.
        centres: (n_classes, n_contexts), those of classes. A context of the word that the class lacks counts as one of
            probability 1e-300.
    """
    own = shares.copy()
    own.data = own.data * np.log(own.data)
    found: np.ndarray = np.asarray(own.sum(axis=1)) - shares @ np.log(np.maximum(centres, _TINY)).T
    return np.maximum(found, 0.0)


def _memberships(distances: np.ndarray, beta: float) -> tuple[np.ndarray, np.ndarray]:
    """exp(-β D) / Z, and ln Z."""
    energy = -beta * distances
    total = logsumexp(energy, axis=1)
    return np.exp(energy - total[:, None]), total
