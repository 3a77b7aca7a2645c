"""Base classes of families: a likelihood of the items of a cluster, and the base measure of its parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from corefpipe.clustering.settings import check_settings


class Family(ABC):
    """The distribution F(θ) of the items of a cluster, and the base measure G0 of θ. Frozen dataclasses of settings.

    A cluster is known by its number of items and the sum of their statistics; `width` below is the number of columns
    of the items. Parameters of a cluster are one row of numbers.

    >>> from corefpipe.clustering.registry import FAMILIES
    >>> sorted(FAMILIES)
    ['bernoulli', 'categorical', 'gaussian', 'independent-gaussian', 'unit-gaussian', 'wishart']

    Attributes:
        continuous: whether items are real numbers, which may be centred and scaled.
    """

    __slots__ = ()
    continuous: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_settings(self)

    def check(self, vectors: np.ndarray) -> np.ndarray:
        """(n,) bool, which of the (n, n_dimensions) vectors can have come from this family."""
        return np.ones(len(vectors), dtype=bool)

    @property
    def support(self) -> str:
        """The numbers that items may have, for errors."""
        return "finite numbers"

    def prepared(self, vectors: np.ndarray) -> np.ndarray:
        """(n, width) float64, the items in the form that the other methods take."""
        return vectors

    @abstractmethod
    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, n_statistics) float64, the sufficient statistics of each item, which add up over items."""

    @abstractmethod
    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log density of items at (n, n_parameters) parameters; either may have one row only."""

    @abstractmethod
    def draw_prior(self, count: int, width: int, random: np.random.Generator) -> np.ndarray:
        """(count, n_parameters) parameters from G0."""

    @abstractmethod
    def update(
        self, parameters: np.ndarray, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator
    ) -> np.ndarray:
        """(K, n_parameters) new parameters of clusters, by a step that leaves their posterior invariant.

        Args:
            parameters: (K, n_parameters) the present ones.
            statistics: (K, n_statistics) sums over the items of each cluster.
            counts: (K,) number of items of each cluster.
            random: random numbers.
        """

    @abstractmethod
    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of parameters in G0."""


class ConjugateFamily(Family):
    """A family whose parameters can be integrated out.

    >>> from corefpipe.clustering.bayes.families import ConjugateFamily, Gaussian, IndependentGaussian
    >>> isinstance(Gaussian(), ConjugateFamily), isinstance(IndependentGaussian(), ConjugateFamily)
    (True, False)
    """

    __slots__ = ()

    @abstractmethod
    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K, q) what `log_predictive` needs of each cluster, in any form."""

    @abstractmethod
    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """(K,) log density of an item, (width,), given the other items of each cluster."""

    @abstractmethod
    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log density of all items of each cluster, parameters integrated out."""

    @abstractmethod
    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, n_parameters) parameters from their posterior."""

    def draw_prior(self, count: int, width: int, random: np.random.Generator) -> np.ndarray:
        """(count, n_parameters) parameters from G0."""
        n_statistics = self.statistics(np.ones((1, width))).shape[1]
        return self.draw(np.zeros((count, n_statistics)), np.zeros(count), random)

    def update(
        self, parameters: np.ndarray, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator
    ) -> np.ndarray:
        """(K, n_parameters) parameters from their posterior, whatever the present ones."""
        return self.draw(statistics, counts, random)
