"""Correlation clustering relaxed to a linear program (Finley & Joachims 2005, section 5.2, C_R)."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import dijkstra

from corefpipe.clustering.decoders.correlation.cycles import add_cycles
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.program import LARGEST, VIOLATED, Program
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs

_PROGRAMS = 0.8  # part of the time in which programs are solved


@dataclass(slots=True, frozen=True)
class Relaxation:
    """Fractional co-membership of the scored pairs.

    Attributes:
        e: (n_pairs,) float64 in [0, 1]; it meets all triangle inequalities.
        bound: proven upper bound of Σ w_ij e_ij, and so of the objective of any clustering without forbidden pairs.
        optimal: whether `e` is the optimum of the program: no component was cut short by the time limit.
    """

    e: np.ndarray
    bound: float
    optimal: bool


def relax(pairs: ScoredPairs, deadline: float = inf) -> Relaxation:
    """Maximise Σ w_ij e_ij over symmetric e in [0, 1] with e_ab + e_bc - 1 <= e_ac (equations 9 and 10).

    Equation 10 prints the triangle inequality of distances, e_ab + e_bc >= e_ac; for co-membership e it must hold of
    1 - e, which gives the inequality above, that of Demaine & Immorlica (2003). It holds for all pairs of items if a
    pair without a score has the largest co-membership over a path of scored pairs. For forbidden pairs e is 0. See
    `Program` for how this is solved.

    Args:
        pairs: the scored pairs.
        deadline: in seconds of `time.monotonic`. Components cut short have the last e found, or the clustering of local
            search, which gets the last fifth of the time, if that is worth more; so have those of more than `LARGEST`
            pairs.

    Raises:
        SolverError: the solver failed.
    """
    now = time.monotonic()
    programs_end = now + _PROGRAMS * (deadline - now)
    e, bound, optimal = np.zeros(len(pairs)), 0.0, True
    for _, own, part in sorted(pairs.joinable(), key=lambda component: len(component[1])):
        new, most = 1, float(np.maximum(part.weight, 0).sum())
        if len(part) <= LARGEST and time.monotonic() <= programs_end:
            program = Program(part)
            while new:
                found = add_cycles(program, programs_end)
                if found is None:
                    break
                e[own], new = found
                if new and not program.solve(programs_end):
                    break
            most = program.bound
        if new:
            optimal = False
            together = part.together(local(part, deadline=deadline))
            if _worth(part, together) > _worth(part, e[own]):
                e[own] = together
        bound += most
    return Relaxation(e, bound, optimal)


def _worth(pairs: ScoredPairs, e: np.ndarray) -> float:
    """Σ w_ij e_ij; -inf if a forbidden pair is joined, even in part."""
    if (e[pairs.forbidden] > VIOLATED).any():
        return -np.inf
    allowed = ~pairs.forbidden
    return float(pairs.weight[allowed] @ e[allowed])


def grow_balls(pairs: ScoredPairs, e: np.ndarray, above: float = 0.7, deadline: float = inf) -> np.ndarray:
    """Round fractional clusters, C*_R: each item still alone takes all others still alone with e above 0.7.

    Where e is 0 for forbidden pairs, they are in no cluster: two items with e above 0.7 to a third have e above 0.4.

    Args:
        pairs: the scored pairs.
        e: (n_pairs,) co-membership that meets the triangle inequalities.
        above: the 0.7, in [0, 1].
        deadline: in seconds of `time.monotonic`; items not reached by then stay alone.

    Returns:
        (n,) int labels, of any numbers.
    """
    labels = np.arange(pairs.n)
    near = replace(pairs, weight=e - above)
    for items, own, part in near.joinable():
        inside = part.weight > 0
        if (e[own][inside] == 1).all():  # the first ball takes all
            labels[items] = items[0]
            continue
        ends = (part.left[inside], part.right[inside])
        # Never 0, which would mean no edge. Items without a pair are as close as the path between them over others.
        length = np.maximum(1 - e[own][inside], np.finfo(float).tiny)
        graph = sparse.csr_matrix((length, ends), shape=(part.n, part.n))
        alone = np.ones(part.n, dtype=bool)
        for item in range(part.n):
            if time.monotonic() > deadline:
                return labels
            if alone[item]:
                reach = dijkstra(graph, directed=False, indices=item, limit=1 - above)
                ball = alone & (1 - reach > above)
                labels[items[ball]] = items[item]
                alone &= ~ball
    return labels
