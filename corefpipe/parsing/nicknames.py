"""Nicknames in quotation marks within names: 'Robert "Bob" Ellis'."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

QUOTATION_MARKS = frozenset("\" ' “ ” „ ‘ ’ « » `` ''".split())
"""Opening and closing quotation marks."""


def nicknames(words: Sequence[str], pos: Sequence[str], bounds: Sequence[int], sentences: Sequence[int]) -> list[int]:
    """The tokens of nicknames in quotation marks between two other words of a name.

    Args:
        words: of the documents.
        pos: their universal parts of speech.
        bounds: first words of the documents, and the number of words.
        sentences: number of the sentence of each word.
    """
    marks = [i for i, word in enumerate(words) if word in QUOTATION_MARKS]
    found = [opening + 1 for opening, closing in pairwise(marks) if closing == opening + 2]
    if not found:
        return []
    begins = [False] * (len(words) + 1)
    for bound in bounds:
        begins[bound] = True
    return [
        i
        for i in found
        if 2 <= i < len(words) - 2
        and pos[i - 2] == pos[i] == pos[i + 2] == "PROPN"
        and sentences[i - 2] == sentences[i + 2]
        and not any(begins[i - 1 : i + 3])
    ]
