"""Decoder for correlation clustering (Finley & Joachims 2005; McCallum & Wellner 2003)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering.constraints import Constraints, Groups
from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.correlation.exact import Solution, solve
from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.relaxed import grow_balls, relax
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.errors import SettingError, require_one_of

METHODS = ("exact", "relaxed", "greedy", "local")


@register_decoder("correlation", summary="largest Σ w within clusters: exact, relaxed, greedy or local")
@dataclass(slots=True, frozen=True)
class CorrelationDecoder(Partition):
    """The clustering of the largest sum of scores of the links within clusters.

    Pairs without a score weigh 0, and the dummies' scores are ignored: a pair belongs together if it scores above 0.

    Args:
        method: `exact`: integer programming, which gives the best clustering or the best one found in time (see
            `exact.solve`); `relaxed`: the linear program, rounded by growing balls (C*_R of Finley & Joachims);
            `greedy`: the mergers that gain most (their C_G); `local`: greedy mergers and moves of single items.
        time_limit: seconds of wall time per set, for `exact` and `relaxed`. `solve` returns how close the result is to
            the best one. Results that the limit cuts short can differ from run to run.
    """

    honours_constraints = True
    method: str = "exact"
    time_limit: float = 10.0

    def __post_init__(self) -> None:
        require_one_of("method", self.method, METHODS)
        if not self.time_limit > 0:
            raise SettingError(f"time_limit is {self.time_limit}", cure="It must be a number of seconds above 0")

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return self._solve_within(ScoredPairs.of(links, scores), groups).labels

    def solve(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> Solution:
        """Cluster one item set; return the labels, their objective and a proven bound of the best objective.

        For `greedy` and `local` the bound is Σ max(w_ij, 0), the objective of a clustering without mistakes. Under
        constraints, groups of items that must stay together are clustered as single items, and the bound holds for the
        clusterings that meet the constraints.

        Raises:
            LinksError: scores that are not finite or not one per link; constraints that contradict each other.
            SolverError: the solver failed.
        """
        return self._solve_within(ScoredPairs.of(links, scores), self.groups(constraints, links.n_items))

    def _solve_within(self, pairs: ScoredPairs, groups: Groups | None) -> Solution:
        if groups is None:
            return self._solve(pairs)
        found = self._solve(pairs.within(groups))
        labels, forced = found.labels[groups.number], pairs.objective(groups.number)
        objective = pairs.objective(labels)
        return Solution(labels, objective, max(found.bound + forced, objective), forced)

    def _solve(self, pairs: ScoredPairs) -> Solution:
        if self.method == "exact":
            return solve(pairs, self.time_limit)
        bound = float(np.maximum(pairs.weight, 0).sum())
        if self.method == "relaxed":
            relaxation = relax(pairs, self.time_limit)
            labels, bound = grow_balls(pairs, relaxation.e), relaxation.bound
        else:
            labels = greedy(pairs) if self.method == "greedy" else local(pairs)
        return Solution(labels, pairs.objective(labels), bound)
