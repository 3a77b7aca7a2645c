"""Exact correlation clustering by integer programming, with a proven bound if time runs out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf

import numpy as np

from corefpipe.clustering.decoders.correlation.cycles import add_cycles
from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.partition_cuts import add_partition_cuts
from corefpipe.clustering.decoders.correlation.program import LARGEST, Program
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs

OPTIMAL = 1e-7
"""Relative gap below which a clustering counts as optimal: the solver's precision."""
FEW = 200
"""Number of new cycles up to which a solution is rounded and other inequalities are searched for."""


@dataclass(slots=True, frozen=True)
class Solution:
    """A clustering with a proven bound of the best objective.

    Attributes:
        labels: (n,) int, of any numbers.
        objective: Σ w_ij over the pairs within clusters.
        bound: no clustering that meets the constraints has a larger objective.
        forced: the part of the objective that constraints fix: Σ w_ij over the pairs that they keep together, where the
            clusters without constraints break some.
    """

    labels: np.ndarray
    objective: float
    bound: float
    forced: float = 0.0

    @property
    def gap(self) -> float:
        """(bound - objective) / |objective|, infinite if the objective is 0: how much better the best may be."""
        if self.bound == self.objective:
            return 0.0
        return (self.bound - self.objective) / abs(self.objective) if self.objective else inf

    @property
    def optimal(self) -> bool:
        """Whether the objective reaches the bound, up to 10⁻⁷ of the part that is not forced."""
        return _closed(self.objective - self.forced, self.bound - self.forced)


def solve(pairs: ScoredPairs, deadline: float = inf) -> Solution:
    """The clustering of the largest Σ w_ij, or the best one found in time.

    Components whose merger never gains are solved one by one, the smallest first. Local search gives a first
    clustering of all of them. Then the linear program gives a bound and, rounded, better clusterings, while violated
    cycle and 2-partition inequalities are added; the integer program is solved if that does not close the gap. A
    component of more than `LARGEST` pairs keeps the clustering of local search, with the bound Σ max(w, 0). Variables
    of forbidden pairs are fixed in the programs, so that bounds hold for the clusterings without such pairs.

    Args:
        pairs: the scored pairs, and the forbidden ones.
        deadline: in seconds of `time.monotonic`. Labels can differ between runs only if it is reached.

    Raises:
        SolverError: the solver failed.
    """
    labels = np.arange(pairs.n)
    bound = 0.0
    components = sorted(pairs.joinable(), key=lambda component: len(component[1]))
    starts = [local(part, deadline=deadline) for _, _, part in components]
    for (items, _, part), start in zip(components, starts, strict=True):
        found, most = _solve_component(part, start, deadline)
        labels[items] = items[found]
        bound += most
    objective = pairs.objective(labels)
    return Solution(labels, objective, max(bound, objective))


def _solve_component(pairs: ScoredPairs, labels: np.ndarray, deadline: float) -> tuple[np.ndarray, float]:
    """Labels of one component, starting from those of local search, and a proven bound of its objective."""
    objective = pairs.objective(labels)
    bound = float(np.maximum(pairs.weight, 0).sum())
    if len(pairs) > LARGEST or _closed(objective, bound) or time.monotonic() > deadline:
        return labels, bound
    program = Program(pairs)
    whole = False
    while found := add_cycles(program, deadline):
        e, new = found
        if new <= FEW:  # near the optimum under cycles alone
            rounded = local(pairs, greedy(pairs.reweighted(e - 0.5), deadline), deadline)
            if pairs.objective(rounded) > objective:
                labels, objective = rounded, pairs.objective(rounded)
            if not whole:
                new += add_partition_cuts(program, deadline)
        if _closed(objective, program.bound) or (whole and not new):
            break
        whole = whole or not new
        program.fix(objective)
        if not program.solve(deadline, whole):
            break
    return labels, max(program.bound, objective)


def _closed(objective: float, bound: float) -> bool:
    return bound - objective <= OPTIMAL * abs(bound)
