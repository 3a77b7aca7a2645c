"""Significance of the difference between two responses: resampling over documents, on arrays of counts.

Throughout, `counts` is (2, D, K): of responses A and B, of D documents, what K columns count; and `numbers` takes
(…, K) sums of counts to the (…, M) numbers to compare by. All samples are drawn at once, in chunks that bound memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from corefpipe.exceptions import SettingError

Numbers = Callable[[np.ndarray], np.ndarray]

NOISE = 1e-10
"""Relative differences up to this (absolute for numbers below 1) count as rounding errors."""

CHUNK = 2**20
"""Number of cells of the largest temporary arrays: 8 MiB each."""

_ENUMERATED = 13
"""Number of documents up to which all choices of signs are enumerated where ranks are tied."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """Settings of resampling.

    Attributes:
        samples: number of resamples, and of random swaps.
        confidence: coverage of the intervals; p-values below 1 - confidence are significant.
        seed: of the random numbers; the same seed and NumPy version give the same results.

    Raises:
        SettingError: a number outside its range.
    """

    samples: int = 10_000
    confidence: float = 0.95
    seed: int = 0

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise SettingError(f"{self.samples} samples", cure="Draw at least 1; 10000 are usual")
        if not 0 < self.confidence < 1:
            raise SettingError(
                f"a confidence of {self.confidence:g} is outside its range",
                cure="It is a fraction between 0 and 1, such as 0.95",
            )
        if self.seed < 0:
            raise SettingError(f"the seed {self.seed} is negative", cure="Use 0 or more")

    def streams(self) -> tuple[np.random.Generator, np.random.Generator]:
        """The random generators of the bootstrap and of the randomisation test."""
        first, second = np.random.default_rng(self.seed).spawn(2)
        return first, second

    def chunks(self, width: int) -> Iterator[int]:
        """Sizes of chunks of samples, for arrays with this many columns."""
        size = max(1, CHUNK // width)
        for start in range(0, self.samples, size):
            yield min(size, self.samples - start)


def noise(both: np.ndarray) -> np.ndarray:
    """Size below which differences are rounding errors: (2, …) numbers of A and B -> (…)."""
    return NOISE * np.maximum(1, np.abs(both).max(axis=0))


def weighted(numbers: Numbers, counts: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The numbers with each document counted several times: (S, D) weights -> (2, S, M)."""
    return numbers(weights @ counts)


def bootstrap(numbers: Numbers, counts: np.ndarray, resampling: Resampling) -> tuple[np.ndarray, np.ndarray]:
    """Percentile intervals of the numbers and of B - A (Efron & Tibshirani 1993, chapter 13): (2, 2, M) and (2, M).

    As many documents as there are, drawn with replacement, are a resample; it is the same one for both responses and
    for all metrics, so that B - A is paired. The first axis of what is returned is lower and upper bound.
    """
    stream, _ = resampling.streams()
    size = counts.shape[1]
    found = [
        weighted(numbers, counts, stream.multinomial(size, np.full(size, 1 / size), size=samples).astype(float))
        for samples in resampling.chunks(size + 2 * counts.shape[2])
    ]
    resampled = np.concatenate(found, axis=1)
    bounds = [(1 - resampling.confidence) / 2, (1 + resampling.confidence) / 2]
    return np.quantile(resampled, bounds, axis=1), np.quantile(resampled[1] - resampled[0], bounds, axis=0)


def swapped(numbers: Numbers, counts: np.ndarray, swaps: np.ndarray) -> np.ndarray:
    """B - A with some documents swapped: (S, D) swaps, 1 or 0 -> (S, M)."""
    # Sums of what stays and of what goes: no differences of counts, whose rounding could make a 0 something else.
    a, b = numbers((1 - swaps) @ counts + (swaps @ counts)[::-1])
    return b - a


def randomisation(numbers: Numbers, counts: np.ndarray, resampling: Resampling) -> np.ndarray:
    """Two-sided p-values of B - A by approximate randomisation (Noreen 1989): (M,).

    If the responses were equally good, each document's counts could as well be those of the other one: how often is the
    difference at least as large as the one observed, if each document is swapped with probability 1/2? The observed
    one counts as a sample, so that p is never 0. Differences that are equal up to rounding are equal.
    """
    _, stream = resampling.streams()
    both = numbers(counts.sum(axis=1))
    least = np.abs(both[1] - both[0]) - noise(both)
    as_large = np.zeros(len(least))
    for samples in resampling.chunks(counts.shape[1] + 2 * counts.shape[2]):
        swaps = (stream.random((samples, counts.shape[1])) < 0.5).astype(float)
        as_large += (np.abs(swapped(numbers, counts, swaps)) >= least).sum(axis=0)
    return (1 + as_large) / (1 + resampling.samples)


def wilcoxon(numbers: Numbers, counts: np.ndarray) -> np.ndarray:
    """Two-sided p-values of Wilcoxon's signed-rank test on the documents' numbers (Wilcoxon 1945): (M,).

    Documents without a difference are dropped first, as Wilcoxon did; if none is left p is 1. Equal differences share
    the mean of their ranks. p is exact for up to 50 documents without, and up to 13 with equal differences; above it is
    that of the normal approximation.
    """
    a, b = numbers(counts)
    # Values that are equal except for rounding must get the same rank.
    differences = np.round(b - a, -round(np.log10(NOISE)))
    return np.array([_signed_ranks(column[column != 0]) for column in differences.T])


def _signed_ranks(differences: np.ndarray) -> float:
    # Half a second, which scoring alone does not need.
    from scipy import stats

    if not len(differences):
        return 1.0
    ranks = stats.rankdata(np.abs(differences))
    if len(ranks) <= _ENUMERATED and len(np.unique(ranks)) < len(ranks):
        # The same as SciPy's test, whose loop takes a second.
        signed = (ranks * np.sign(differences),)
        found = stats.permutation_test(
            signed, np.sum, permutation_type="samples", vectorized=True, n_resamples=2**_ENUMERATED
        )
    else:
        found = stats.wilcoxon(differences)
    return float(found.pvalue)


def holm(values: np.ndarray) -> np.ndarray:
    """p-values corrected for multiple tests (Holm 1979): (M,) -> (M,), in the same order.

    The smallest of M is multiplied by M, the next by M - 1, …; none becomes smaller than one before it, or above 1.
    """
    order = np.argsort(values)
    raised = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    corrected = np.empty(len(values))
    corrected[order] = np.minimum(raised, 1)
    return corrected
