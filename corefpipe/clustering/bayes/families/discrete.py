"""Families of discrete items: Bernoulli and categorical."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from scipy.special import betaln, gammaln

from corefpipe.clustering.bayes.families.base import ConjugateFamily
from corefpipe.clustering.registry import register_family
from corefpipe.clustering.settings import Positive, Range

Values = Annotated[int, Range(2, 2**15, "It must be a whole number from 2 to 32768")]
_LEAST = 1e-300  # a probability that underflows


@register_family("bernoulli", summary="0 or 1 in each dimension, beta base measure")
@dataclass(slots=True, frozen=True)
class Bernoulli(ConjugateFamily):
    """x is 1 with probability p in each dimension, p ~ Beta(ones, zeros).

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import Bernoulli
    >>> mixture = DPMixture(Bernoulli(), chains=1, burn_in=5, draws=5, scale=False)
    >>> items = ItemSets.vectors([[[1, 0], [1, 1]]])
    >>> mixture.fit(items).predict(items)[0].shape
    (2,)

    Args:
        ones: number of ones that the prior counts for.
        zeros: number of zeros that the prior counts for.
    """

    continuous: ClassVar[bool] = False
    ones: Positive = 1.0
    zeros: Positive = 1.0

    def check(self, vectors: np.ndarray) -> np.ndarray:
        """(n,) bool, which vectors are of zeros and ones."""
        found: np.ndarray = ((vectors == 0) | (vectors == 1)).all(axis=1)
        return found

    @property
    def support(self) -> str:
        """The numbers that items may have."""
        return "0 or 1"

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, width) x."""
        return items

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Log of p/(1-p) of each dimension, and the sum of log(1-p), at the mean of p."""
        one = self.ones + statistics
        zero = self.zeros + counts[:, None] - statistics
        total = np.log(self.ones + self.zeros + counts)[:, None]
        return np.column_stack([np.log(one / zero), (np.log(zero) - total).sum(axis=1)])

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Bernoulli at the posterior mean of p."""
        found: np.ndarray = summary[:, :-1] @ item + summary[:, -1]
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log probability of all items of each cluster."""
        terms = betaln(self.ones + statistics, self.zeros + counts[:, None] - statistics) - betaln(
            self.ones, self.zeros
        )
        found: np.ndarray = terms.sum(axis=1)
        return found

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, width) probabilities of 1."""
        found = random.beta(self.ones + statistics, self.zeros + counts[:, None] - statistics)
        return np.clip(found, _LEAST, np.nextafter(1, 0))

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log probability."""
        found: np.ndarray = (items * np.log(parameters) + (1 - items) * np.log1p(-parameters)).sum(axis=1)
        return found

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of probabilities."""
        terms = (self.ones - 1) * np.log(parameters) + (self.zeros - 1) * np.log1p(-parameters)
        found: np.ndarray = (terms - betaln(self.ones, self.zeros)).sum(axis=1)
        return found


@register_family("categorical", summary="One of several values in each dimension, Dirichlet base measure")
@dataclass(slots=True, frozen=True)
class Categorical(ConjugateFamily):
    """x is one of the numbers 0 to values - 1 in each dimension, with probabilities from Dir(prior, …, prior).

    >>> from corefpipe.clustering import DPMixture
    >>> from corefpipe.clustering.bayes.families import Categorical
    >>> mixture = DPMixture(Categorical(3), chains=1, burn_in=5, draws=5, scale=False)
    >>> items = ItemSets.vectors([[[0, 2], [0, 1]]])
    >>> mixture.fit(items).predict(items)[0].shape
    (2,)

    Args:
        values: number of values.
        prior: number of items of each value that the prior counts for.
    """

    continuous: ClassVar[bool] = False
    values: Values = 2
    prior: Positive = 1.0

    def check(self, vectors: np.ndarray) -> np.ndarray:
        """(n,) bool, which vectors are of whole numbers below `values`."""
        found: np.ndarray = ((vectors >= 0) & (vectors < self.values) & (vectors == np.floor(vectors))).all(axis=1)
        return found

    @property
    def support(self) -> str:
        """The numbers that items may have."""
        return f"whole numbers from 0 to {self.values - 1}"

    def prepared(self, vectors: np.ndarray) -> np.ndarray:
        """(n, n_dimensions·values) one column per dimension and value, 1 where the item has it."""
        found = np.zeros((*vectors.shape, self.values))
        np.put_along_axis(found, vectors.astype(np.int64)[:, :, None], 1.0, axis=2)
        return found.reshape(len(vectors), -1)

    def statistics(self, items: np.ndarray) -> np.ndarray:
        """(n, width) the columns of `prepared`."""
        return items

    def summary(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Log of the mean probability of each value."""
        found: np.ndarray = np.log(self.prior + statistics) - np.log(self.prior * self.values + counts)[:, None]
        return found

    def log_predictive(self, summary: np.ndarray, item: np.ndarray) -> np.ndarray:
        """Categorical at the posterior mean."""
        found: np.ndarray = summary @ item
        return found

    def log_marginal(self, statistics: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """(K,) log probability of all items of each cluster."""
        whole, d = self.prior * self.values, statistics.shape[1] // self.values
        found: np.ndarray = (gammaln(self.prior + statistics) - gammaln(self.prior)).sum(axis=1)
        return found + d * (gammaln(whole) - gammaln(whole + counts))

    def draw(self, statistics: np.ndarray, counts: np.ndarray, random: np.random.Generator) -> np.ndarray:
        """(K, width) probabilities."""
        drawn = np.maximum(random.standard_gamma(self.prior + statistics), _LEAST)
        parts = drawn.reshape(len(drawn), -1, self.values)
        found: np.ndarray = parts / parts.sum(axis=2, keepdims=True)
        return np.maximum(found.reshape(drawn.shape), _LEAST)

    def log_likelihood(self, parameters: np.ndarray, items: np.ndarray) -> np.ndarray:
        """(n,) log probability."""
        found: np.ndarray = (items * np.log(parameters)).sum(axis=1)
        return found

    def log_prior(self, parameters: np.ndarray) -> np.ndarray:
        """(K,) log density of probabilities."""
        d = parameters.shape[1] // self.values
        found: np.ndarray = (self.prior - 1) * np.log(parameters).sum(axis=1)
        return found + d * (gammaln(self.prior * self.values) - self.values * gammaln(self.prior))
