"""Coordinations: their conjuncts and conjunctions."""

from __future__ import annotations

import numpy as np

from corefpipe.parsing.parse import Parse


def first_conjuncts(parse: Parse) -> tuple[np.ndarray, np.ndarray]:
    """(n_tokens,) the first conjunct of each token, and the first one after it; the end of the document if none."""
    conjuncts = np.array([i for i, dep in enumerate(parse.deps) if dep == "conj" and parse.heads[i] != i], dtype=int)
    heads = np.array(parse.heads, dtype=np.int64)[conjuncts]
    first, following = np.full((2, len(parse)), len(parse))
    np.minimum.at(first, heads, conjuncts)
    after = conjuncts > heads
    np.minimum.at(following, heads[after], conjuncts[after])
    return first, following


def conjunction_of(parse: Parse, start: int, end: int, head: int) -> int:
    """The first conjunction of a coordination, the head where there is none."""
    conjuncts = [child for child in parse.children_between(head, start, end) if parse.deps[child] == "conj"]
    marks = (mark for one in conjuncts for mark in parse.children_between(one, start, end) if parse.deps[mark] == "cc")
    return min(marks, default=head)
