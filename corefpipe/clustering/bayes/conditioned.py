"""Steps of SCDP-3 that move means: these and the precisions depend on each other, so means cannot be integrated out.

Given the precisions, the density of the means has, besides G0 and the items, the factor
Π_d Gam(t_d; a, b + λS) for the precisions t_d of each reference type d, where S is the sum of (p_j - p_k)² over pairs.
"""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.bayes.families.gaussian import normal_density
from corefpipe.clustering.bayes.scdp_state import ScdpState
from corefpipe.clustering.bayes.separation import ConditionedSeparation, spread, total_spread
from corefpipe.clustering.bayes.sweeps import UNSEATED, Seats, chosen, sizes


class Coupling:
    """The log of that factor, by changes of S.

    Args:
        separation: a, b and λ.
        precisions: (L, d) of the reference types.
    """

    def __init__(self, separation: ConditionedSeparation, precisions: np.ndarray):
        self.rate, self.strength = separation.rate, separation.strength
        self.times = separation.shape * len(precisions)
        self.pull = self.strength * precisions.sum(axis=0)

    def change(self, before: np.ndarray, added: np.ndarray) -> np.ndarray:
        """(n,) change of the log if (n, d) is added to S, which is (d,) before."""
        rate = self.rate + self.strength * before
        ratio = np.log1p(self.strength * added / rate)
        found: np.ndarray = (self.times * ratio - self.pull * added).sum(axis=1)
        return found

    def normalizer(self, before: np.ndarray, added: np.ndarray) -> float:
        """The part of `change` that is not quadratic in the means, for (d,) added to S."""
        rate = self.rate + self.strength * before
        return float(self.times * np.log1p(self.strength * added / rate).sum())


def conditioned_sweep(state: ScdpState, number: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Algorithm 8: the new items of a universe choose their publications, among present means and M auxiliary ones.

    Auxiliary means are not drawn from G0, as in the paper, but from the posterior of the mean given the item alone,
    and weighted by G0 over that density: α/M · ∫ G0(p) F(r | p, t) dp · coupling. This leaves the same distribution
    invariant, since what they are drawn from does not depend on the choice, and in many dimensions no mean from G0
    would ever be close to an item.

    Returns:
        (n,) int labels from 0 without gaps, publications of training first, and (K, d) means.
    """
    model, universe = state.model, state.model.universes[number]
    assert isinstance(model.separation, ConditionedSeparation)
    coupling = Coupling(model.separation, state.precisions)
    labels, means = state.of_universe[number].copy(), state.means[number]
    vectors = model.vectors[universe.rows]
    precisions = state.precisions[state.types[universe.rows]]
    d, m = vectors.shape[1], model.auxiliary
    elsewhere = total_spread([part for other, part in enumerate(state.means) if other != number]) + np.zeros(d)
    seats = Seats(sizes(labels, len(means)), [means])
    weight = precisions + 1 / model.publications.variance
    centre, deviation = precisions * vectors / weight, 1 / np.sqrt(weight)
    marginal = normal_density(vectors, 1 / (model.publications.variance + 1 / precisions))
    log_scale = 0.5 * (np.log(precisions) - np.log(2 * np.pi)).sum(axis=1)
    log_auxiliary = float(np.log(state.alpha / m))
    within = spread(means)
    total, squares, k = means.sum(axis=0), np.square(means).sum(axis=0), len(means)
    for i, place in zip(universe.new.tolist(), random.random(len(universe.new)), strict=True):
        own = int(labels[i])
        drawn = centre[i] + deviation[i] * random.standard_normal((m, d))
        if own != UNSEATED and not seats.leave(own):
            drawn[0] = gone = seats.arrays[0][own].copy()
            k, total, squares = k - 1, total - gone, squares - np.square(gone)
            within = within - _added(gone, k, total, squares)
        values = seats.arrays[0][: seats.top]
        likelihood = log_scale[i] - 0.5 * (np.square(values - vectors[i]) @ precisions[i])
        added = _added(drawn, k, total, squares)
        fresh = log_auxiliary + marginal[i] + coupling.change(elsewhere + within, added)
        row = chosen(np.concatenate([fresh, seats.weight[: seats.top] + likelihood]), float(place)) - m
        if row < 0:
            mean, change = drawn[row + m], added[row + m]
            row = seats.take()
            seats.arrays[0][row] = mean
            k, total, squares, within = k + 1, total + mean, squares + np.square(mean), within + change
        seats.join(row)
        labels[i] = row
    used, compact = np.unique(labels, return_inverse=True)
    return compact.ravel(), seats.arrays[0][used]


def _added(mean: np.ndarray, k: int, total: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """The sum of (mean - p_j)² over k means, by their sum and the sum of their squares; never below 0 by rounding."""
    found: np.ndarray = np.maximum(k * np.square(mean) - 2 * mean * total + squares, 0)
    return found


def update_means(state: ScdpState, random: np.random.Generator) -> None:
    """New means, one by one: proposals from the conditional without the normaliser, which is normal, then Metropolis.

    exp(-λ Σ_d t_d S) is quadratic in a mean, so with G0 and the items it is a normal density; (b + λS)^(aL) is left to
    the acceptance.
    """
    model = state.model
    assert isinstance(model.separation, ConditionedSeparation)
    coupling = Coupling(model.separation, state.precisions)
    spreads = np.array([spread(part) for part in state.means])
    for number, means in enumerate(state.means):
        statistics, _ = state.statistics_of(number)
        d, others = means.shape[1], len(means) - 1
        total, squares = means.sum(axis=0), np.square(means).sum(axis=0)
        weight = statistics[:, :d] + 1 / model.publications.variance + 2 * others * coupling.pull
        noise = random.standard_normal(means.shape) / np.sqrt(weight)
        for j, place in enumerate(random.random(len(means)).tolist()):
            old = means[j].copy()
            rest, rest_squares = total - old, squares - np.square(old)
            new = (statistics[j, d:-1] + 2 * coupling.pull * rest) / weight[j] + noise[j]
            change = _added(new, others, rest, rest_squares) - _added(old, others, rest, rest_squares)
            if np.log(place) < coupling.normalizer(spreads.sum(axis=0), change):
                means[j] = new
                total, squares = rest + new, rest_squares + np.square(new)
                spreads[number] += change
