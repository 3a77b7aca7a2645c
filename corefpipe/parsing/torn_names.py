"""Names that parsers tear: "Lake" and "Baikal" as two subjects of one verb."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise

from corefpipe.parsing.relations import SUBJECTS


def join_torn_names(pos: list[str], deps: list[str], heads: list[int], bounds: Container[int] = (0,)) -> None:
    """Make two names in a row that are subjects of one verb one name, in place.

    Args:
        pos: universal parts of speech.
        deps: Universal Dependencies relations.
        heads: index of each token's head; a root is its own.
        bounds: first tokens of the documents.
    """
    subjects = [i for i, dep in enumerate(deps) if dep in SUBJECTS and pos[i] == "PROPN"]
    for one, other in pairwise(subjects):
        first = heads[one] if deps[one] == "flat" else one
        if other == one + 1 and other not in bounds and (deps[first], heads[first]) == (deps[other], heads[other]):
            heads[other], deps[other] = first, "flat"
