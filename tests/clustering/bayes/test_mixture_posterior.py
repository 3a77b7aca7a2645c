"""Gibbs sampling of mixtures: clusterings are drawn as often as the enumeration of all partitions of six items says."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from helpers.partitions import partitions
from scipy.special import logsumexp

from corefpipe.clustering.bayes.alpha import AlphaPrior
from corefpipe.clustering.bayes.families import Bernoulli, ConjugateFamily, Family, Gaussian, IndependentGaussian
from corefpipe.clustering.bayes.mixture_chain import MixtureChain, MixtureStart
from corefpipe.clustering.bayes.process import log_partition
from corefpipe.clustering.labels import by_first_item

ALPHA = 0.7
LINE = 3 * np.array([[-2.6], [-2.3], [-2.0], [1.1], [2.0], [2.4]])
BITS = np.tile(
    [[1, 1, 1, 1, 0], [1, 1, 1, 0, 1], [1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [0, 0, 0, 1, 0], [0, 0, 0, 0, 0.0]], 3
)


def marginal(family: Family, items: np.ndarray) -> float:
    """Log density of the items of one cluster, the parameters integrated out."""
    if isinstance(family, ConjugateFamily):
        total = family.statistics(items).sum(axis=0, keepdims=True)
        return float(family.log_marginal(total, np.array([len(items)]))[0])
    # One dimension: means and precisions on a grid, whose prior is `log_prior`.
    means, logs = np.meshgrid(np.linspace(-30, 30, 401), np.linspace(-9, 6, 151))
    grid = np.column_stack([means.ravel(), np.exp(logs).ravel()])
    density = family.log_prior(grid) + np.log(grid[:, 1])
    density = density + sum(family.log_likelihood(grid, item[None]) for item in items)
    return float(logsumexp(density) + np.log(60 / 400 * 15 / 150))


def enumerated(family: Family, items: np.ndarray) -> dict[tuple[int, ...], float]:
    """The posterior of all partitions."""
    known: dict[tuple[int, ...], float] = {}
    found = {}
    for one in map(tuple, partitions(6).tolist()):
        labels = np.array(one)
        found[one] = log_partition(ALPHA, np.bincount(labels))
        for cluster in range(labels.max() + 1):
            rows = tuple(np.flatnonzero(labels == cluster).tolist())
            if rows not in known:
                known[rows] = marginal(family, items[list(rows)])
            found[one] += known[rows]
    total = logsumexp(list(found.values()))
    return {one: float(np.exp(value - total)) for one, value in found.items()}


@pytest.mark.parametrize(
    ("family", "items", "auxiliary"),
    [
        (Bernoulli(), BITS, None),
        (Gaussian(6.0, 2.0, 0.02), LINE, 8),
        (IndependentGaussian(40.0, 8.0, 2.0), LINE, 8),
    ],
    ids=["algorithm 3", "algorithm 8", "algorithm 8, not conjugate"],
)
def test_partitions_are_drawn_as_the_enumeration_says(family, items, auxiliary):
    random = np.random.default_rng(0)
    model = MixtureStart(
        family, items, np.array([0, 6]), auxiliary, AlphaPrior(ALPHA, 1.0, 1.0), np.zeros((0, 2), dtype=np.int64)
    )
    chain, n = MixtureChain(model, random), 4000
    seen = Counter()
    for _ in range(n):
        chain.sweep(random)
        seen[tuple(by_first_item(chain.labels()).tolist())] += 1
    told = enumerated(family, items)
    assert len(told) == 203
    assert max(told.values()) < 0.8  # there is something to sample
    assert 0.5 * sum(abs(seen[one] / n - p) for one, p in told.items()) < 0.02


def test_sets_share_nothing_but_alpha():
    """Two sets have the log joint of each by itself."""
    random, prior = np.random.default_rng(1), AlphaPrior(ALPHA, 1.0, 1.0)
    known = np.zeros((0, 2), dtype=np.int64)
    both = MixtureChain(
        MixtureStart(Gaussian(), np.concatenate([LINE, LINE[:4]]), np.array([0, 6, 10]), None, prior, known), random
    )
    alone = []
    for rows, labels in ((LINE, both.of_set[0]), (LINE[:4], both.of_set[1])):
        chain = MixtureChain(MixtureStart(Gaussian(), rows, np.array([0, len(rows)]), None, prior, known), random)
        chain.of_set = [labels]
        alone.append(chain.log_joint())
    assert both.log_joint() == pytest.approx(sum(alone))
