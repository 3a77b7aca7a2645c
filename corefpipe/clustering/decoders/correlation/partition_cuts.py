"""2-partition inequalities (Grötschel & Wakabayashi 1990), which exclude fractional clusterings."""

from __future__ import annotations

import time
from math import inf

import numpy as np

from corefpipe.clustering.decoders.correlation.program import Program

VIOLATED = 1e-3
"""Least violation of an inequality that is added."""
MOST = 300
"""Most inequalities added at once: the most violated ones."""


def add_partition_cuts(program: Program, deadline: float = inf) -> int:
    """Add violated 2-partition inequalities with one item on one side.

    For an item s and a set T of others, at most one pair s, t is joined unless a pair within T is, so
    Σ_t e_st - Σ_tt' e_tt' <= 1. If pairs s, t are positive and pairs within T negative, this is in mistakes x:
    Σ_t x_st + Σ_tt' x_tt' >= |T| - 1. T is grown from each t in turn by the item that adds most to the violation.

    Args:
        program: the program with its last solution.
        deadline: in seconds of `time.monotonic`; it ends the search.

    Returns:
        The number of inequalities added.
    """
    cuts: dict[tuple[int, ...], float] = {}
    for item, others in _undecided(program):
        if time.monotonic() > deadline:
            break
        joined = 1 - program.x[program.column(np.full(len(others), item), others)]
        column = program.column(others[:, None], others)
        # Only negative pairs may be within T; they count as far as they are joined.
        within = np.where(column >= program.n_positive, program.x[column], np.inf)
        for first in range(len(others)):
            chosen, violation = _grow(joined, within, first)
            if violation > VIOLATED:
                cuts.setdefault((item, *sorted(others[chosen].tolist())), violation)
    worst = sorted(cuts, key=lambda cut: (-cuts[cut], cut))[:MOST]
    for item, *side in worst:
        T = np.array(side)
        one, other = np.triu_indices(len(T), 1)
        columns = np.concatenate([program.column(np.full(len(T), item), T), program.column(T[one], T[other])])
        program.add(columns, np.array([len(columns)]), np.array([len(T) - 1.0]))
    return len(worst)


def _undecided(program: Program) -> list[tuple[int, np.ndarray]]:
    """Items with three or more positive pairs that are neither cut nor joined, and the other items of these pairs."""
    x = program.x[: program.n_positive]
    pair = program.pair[: program.n_positive][(x > VIOLATED) & (x < 1 - VIOLATED)]
    ends = np.stack([program.pairs.left[pair], program.pairs.right[pair]])
    items, others = np.concatenate([ends, ends[::-1]], axis=1)
    order = np.lexsort((others, items))
    several, counts = np.unique(items, return_counts=True)
    groups = np.split(others[order], np.cumsum(counts)[:-1])
    return [(item, group) for item, group in zip(several.tolist(), groups, strict=False) if len(group) > 2]


def _grow(joined: np.ndarray, within: np.ndarray, first: int) -> tuple[list[int], float]:
    """Grow T from its first member; return it and the violation of its inequality."""
    chosen, sum_ = [first], joined[first] - 1
    gain = joined - within[first]
    gain[first] = -np.inf
    while gain[best := int(gain.argmax())] > 0:
        chosen.append(best)
        sum_ += gain[best]
        gain -= within[best]
        gain[best] = -np.inf
    return chosen, float(sum_)
