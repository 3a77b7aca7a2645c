"""Clauses after a word: extraposed subjects and objects, relative clauses of clefts."""

from __future__ import annotations

from corefpipe.lexicon.reading import Words
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import CLAUSES

FINITE = CLAUSES - {"xcomp"}
"""Relations of finite clauses."""
CLAUSE_SUBJECTS = ("nsubj", "csubj")
"""Relations of subjects, without subtypes."""


def children_after(parse: Parse, head: int, token: int | None = None) -> list[int]:
    """The children of a head after a token, by default after itself."""
    return [child for child in parse.children[head] if child > (head if token is None else token)]


def has_child(parse: Parse, head: int, words: Words) -> bool:
    """Whether one of the words depends on a head."""
    return any(parse.lower[child] in words for child in parse.children[head])


def opens(parse: Parse, clause: int, words: Words, after: int) -> bool:
    """Whether a finite clause after a token begins with one of these words, and has a subject after it."""
    start = parse.left[clause]
    if parse.deps[clause] not in FINITE or start <= after or parse.lower[start] not in words:
        return False
    children = parse.children[clause]
    return any(parse.deps[child].startswith(CLAUSE_SUBJECTS) and parse.left[child] > start for child in children)
