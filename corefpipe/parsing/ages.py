"""People who are called by their age: taggers take "the 34-year-old" for an adjective or a thing."""

from __future__ import annotations

_BEFORE = ["year", "-"]
_PHRASES = frozenset("nsubj nsubj:pass obj iobj obl nmod conj root appos nmod:poss".split())


def aged(lower: list[str], deps: list[str]) -> list[int]:
    """The tokens "old" that are heads of such a phrase, not of "a 12-year-old girl".

    Args:
        lower: the words of a document, in lower case.
        deps: Universal Dependencies relations.
    """
    return [i for i, dep in enumerate(deps) if dep in _PHRASES and is_age(lower, i)]


def is_age(lower: list[str], token: int) -> bool:
    """Whether a token is the "old" of "34-year-old"."""
    return lower[token] == "old" and token > 1 and lower[token - 2 : token] == _BEFORE
