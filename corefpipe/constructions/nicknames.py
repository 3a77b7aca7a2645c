"""Nicknames in quotation marks within names: 'Robert "Bob" Ellis'."""

from __future__ import annotations

from itertools import pairwise

from corefpipe.constructions.marks import QUOTATION_MARKS
from corefpipe.parsing.parse import Parse


def nicknames(parse: Parse) -> list[int]:
    """The tokens of nicknames in quotation marks between two other words of a name."""
    words, pos, sentences = parse.words, parse.pos, parse.sentences
    marks = [i for i, word in enumerate(words) if word in QUOTATION_MARKS]
    found = [opening + 1 for opening, closing in pairwise(marks) if closing == opening + 2]
    begins = frozenset(parse.bounds)
    return [
        i
        for i in found
        if 2 <= i < len(words) - 2
        and pos[i - 2] == pos[i] == pos[i + 2] == "PROPN"
        and sentences[i - 2] == sentences[i + 2]
        and begins.isdisjoint(range(i - 1, i + 3))
    ]
