"""Constraints as evidence: a constraint that is only likely is a feature that a model weighs."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.resolver.constraints.registry import constraints_of

_TOGETHER, _APART = 1, 2


@categorical("", "together", "apart")
@joinable
def rule(pairs: MentionPairs, name: str = "reflexives") -> np.ndarray:
    """What a constraint, given by its name, requires of the pair, alone or through other mentions.

    A resolver obeys the constraints among its own; a constraint in this feature is weighed.
    """
    known = pairs.table.once(_kept)
    if name not in known:
        known[name] = constraints_of(pairs.table, [name])
    found = known[name]
    codes = np.zeros(len(pairs), dtype=np.int64)
    if found is None:
        return codes
    group = found.components(len(pairs.table))
    codes[found.forbids(pairs.ante, pairs.ana)] = _APART
    codes[group[pairs.ante] == group[pairs.ana]] = _TOGETHER
    return codes


def _kept(_table: MentionTable) -> dict[str, Constraints | None]:
    """The constraints that were computed, by name."""
    return {}
