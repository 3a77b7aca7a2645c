"""People who are called by their age: taggers take "the 34-year-old" for an adjective or a thing."""

from __future__ import annotations

from corefpipe.parsing.ages import is_age
from corefpipe.parsing.columns import Columns

_PHRASES = frozenset("nsubj nsubj:pass obj iobj obl nmod conj root appos nmod:poss".split())


def tag_ages(columns: Columns) -> None:
    """Make the tokens "old" nouns for people that are heads of such a phrase, in place; not of "a 12-year-old girl"."""
    lower, bounds = columns.lower, frozenset(columns.bounds)
    for token, dep in enumerate(columns.deps):
        # The words before it are of the same document.
        if dep in _PHRASES and is_age(lower, token) and bounds.isdisjoint((token - 1, token)):
            columns.pos[token], columns.tags[token], columns.morphs[token] = "NOUN", "NN", "Number=Sing"
            columns.entity_types[token] = "person"
