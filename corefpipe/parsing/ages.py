"""People who are called by their age: taggers take "the 34-year-old" for an adjective or a thing."""

from __future__ import annotations

_BEFORE = ["year", "-"]
_PHRASES = frozenset("nsubj nsubj:pass obj iobj obl nmod conj root ROOT appos nmod:poss".split())


def aged(lower: list[str], deps: list[str]) -> list[int]:
    """The tokens "old" that are heads of such a phrase, not of "a 12-year-old girl".

    Args:
        lower: the words of a document, in lower case.
        deps: Universal Dependencies relations.
    """
    olds = (i for i, word in enumerate(lower) if word == "old" and lower[max(i - 2, 0) : i] == _BEFORE)
    return [i for i in olds if deps[i] in _PHRASES]
