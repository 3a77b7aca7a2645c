"""Constraints as evidence: what is only likely is a feature that a model weighs, instead of a law."""

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
def rule(pairs: MentionPairs, name: str = "modifiers") -> np.ndarray:
    """What a constraint, by its name, says of the pair, alone or by way of other mentions.

    A resolver that has the constraint among its own obeys it; with this feature it weighs it.
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
