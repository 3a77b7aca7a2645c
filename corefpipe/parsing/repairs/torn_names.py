"""Names that parsers tear: "Lake" and "Baikal" as two subjects of one verb."""

from __future__ import annotations

from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import SUBJECTS


def join_torn_names(columns: Columns) -> None:
    """Make two names in a row that are subjects of one verb one name, in place."""
    pos, deps, heads, bounds = columns.pos, columns.deps, columns.heads, frozenset(columns.bounds)
    subjects = [i for i, dep in enumerate(deps) if dep in SUBJECTS and pos[i] == "PROPN"]
    for one, other in pairwise(subjects):
        first = heads[one] if deps[one] == "flat" else one
        if other == one + 1 and other not in bounds and (deps[first], heads[first]) == (deps[other], heads[other]):
            heads[other], deps[other] = first, "flat"
