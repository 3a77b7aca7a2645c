"""Brackets, quotation marks and other marks that come in pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

BRACKETS = {"(": ")", "[": "]", "{": "}", "-LRB-": "-RRB-", "-LSB-": "-RSB-"}
"""Opening brackets, and those that close them."""
QUOTATION_MARKS = frozenset("\" ' “ ” „ ‘ ’ « » `` ''".split())
"""Opening and closing marks around quotations and nicknames."""

_CLOSED_BY = BRACKETS | {"“": "”", "„": "“", "«": "»", "``": "''"}
_BOTH = frozenset('" ` * ** _ __'.split())
_MARKS = {*_CLOSED_BY, *_CLOSED_BY.values(), *_BOTH}


def openings(words: Sequence[str], sentences: Sequence[int]) -> list[int]:
    """For each word that closes a pair within its sentence, the word that opens it, else -1.

    Unclosed inner pairs are skipped: in "( a [ b )" the bracket ")" belongs to "(".
    """
    found = [-1] * len(words)
    marks = (i for i, word in enumerate(words) if word in _MARKS)
    for _, inside in groupby(marks, key=sentences.__getitem__):
        opened: list[int] = []
        by_closing: dict[str, list[int]] = defaultdict(list)
        for i in inside:
            word = words[i]
            if by_closing[word]:
                found[i] = by_closing[word][-1]
                while opened and opened[-1] >= found[i]:
                    by_closing[_closing(words[opened.pop()])].pop()
            elif word in _CLOSED_BY or word in _BOTH:
                opened.append(i)
                by_closing[_closing(word)].append(i)
    return found


def _closing(opening: str) -> str:
    """The mark that closes a pair of marks."""
    return _CLOSED_BY.get(opening, opening)
