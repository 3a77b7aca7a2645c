"""Decoder for correlation clustering (Finley & Joachims 2005; McCallum & Wellner 2003)."""

# Types are no strings here: classes of other modules inherit the settings, and their ranges with them.

import time
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.decoders.correlation.exact import Solution, solve
from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.correlation.relaxed import grow_balls, relax
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs, regions
from corefpipe.clustering.groups import Groups
from corefpipe.clustering.labels import first_items
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import register_decoder
from corefpipe.clustering.settings import Seconds

Method = Literal["exact", "relaxed", "greedy", "local"]
METHODS: tuple[Method, ...] = get_args(Method)


@register_decoder("correlation", summary="largest Σ w within clusters: exact, relaxed, greedy or local")
@dataclass(slots=True, frozen=True)
class CorrelationDecoder(Partition):
    """The clustering of the largest sum of scores of the links within clusters.

    Pairs without a score weigh 0, and the dummies' scores are ignored: a pair belongs together if it scores above 0.

    >>> from corefpipe.clustering.decoders import CorrelationDecoder
    >>> CorrelationDecoder().decode(links, scores).labels
    array([0, 0, 1, 1], dtype=int32)

    Args:
        method: `exact`: integer programming, which gives the best clustering or the best one found in time (see
            `exact.solve`); `relaxed`: the linear program, rounded by growing balls (C*_R of Finley & Joachims);
            `greedy`: the mergers that gain most (their C_G); `local`: greedy mergers and moves of single items.
        time_limit: seconds of wall time per set. `solve` returns how close the result is to the best one. Results that
            the limit cuts short can differ from run to run.
    """

    honours_constraints = True
    method: Method = "exact"
    time_limit: Seconds = 10.0

    def partition(self, links: Links, scores: np.ndarray, groups: Groups | None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return self._solve_within(ScoredPairs.of(links, scores), groups).labels

    def solve(self, links: Links, scores: np.ndarray, constraints: Constraints | None = None) -> Solution:
        """Cluster one item set; return the labels, their objective and a proven bound of the best objective.

        For `greedy` and `local` the bound is Σ max(w_ij, 0), the objective of a clustering without mistakes. Under
        constraints, groups of items that must stay together are clustered as single items where the clustering without
        constraints breaks one, and the bound holds for the clusterings that meet the constraints.

        Raises:
            LinksError, SettingError: as `decode`.
            SolverError: the solver failed.
        """
        links, scores, groups = self.checked(links, scores, constraints)
        return self._solve_within(ScoredPairs.of(links, scores), groups)

    def _solve_within(self, pairs: ScoredPairs, groups: Groups | None) -> Solution:
        deadline = time.monotonic() + self.time_limit
        if groups is None:
            return self._solve(pairs, deadline)
        labels, bound, forced = np.arange(pairs.n), 0.0, 0.0
        for items, part, own in regions(pairs, groups):
            # Half of the time is left for a second solution, should the first one break constraints.
            now = time.monotonic()
            found = self._solve(part, deadline if own is None else now + (deadline - now) / 2)
            most = found.bound
            if own is not None:
                merged, kept = part.within(own), part.objective(own.number)
                if not own.met(found.labels):
                    found = self._solve(merged, deadline)
                    found = Solution(found.labels[own.number], found.objective + kept, found.bound + kept)
                    forced += kept
                # So that no method's bound is above that of a worse one whose clustering broke constraints.
                most = min(found.bound, _without_mistakes(merged) + kept)
            labels[items] = items[first_items(found.labels)]
            bound += most
        objective = pairs.objective(labels)
        return Solution(labels, objective, max(bound, objective), forced)

    def _solve(self, pairs: ScoredPairs, deadline: float) -> Solution:
        if self.method == "exact":
            return solve(pairs, deadline)
        bound = _without_mistakes(pairs)
        if self.method == "relaxed":
            relaxation = relax(pairs, deadline)
            labels, bound = grow_balls(pairs, relaxation.e, deadline=deadline), relaxation.bound
        else:
            labels = (greedy if self.method == "greedy" else local)(pairs, deadline=deadline)
        return Solution(labels, pairs.objective(labels), bound)


def _without_mistakes(pairs: ScoredPairs) -> float:
    """Objective of a clustering without mistakes, whether or not there is one."""
    return float(np.maximum(pairs.weight, 0).sum())
