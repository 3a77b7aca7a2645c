"""Phrases that are set off by marks in quotations, as names of people who are called: “Come, Pip, old chap”."""

from __future__ import annotations

from corefpipe.features import MentionTable

_STOPS = frozenset(",.!?;:—-")


def set_off(table: MentionTable, start: int, end: int) -> tuple[bool, bool]:
    """Whether a phrase in a quotation begins it, or follows a mark, and whether it ends it, or precedes one.

    Args:
        table: the mentions.
        start, end: tokens of the phrase.
    """
    number, words = table.quotes.number, table.parse.words
    quote = number[start]
    opens = start == 0 or number[start - 1] != quote or words[start - 1] in _STOPS
    closes = end == len(words) or number[end] != quote or words[end] in _STOPS
    return opens, closes
