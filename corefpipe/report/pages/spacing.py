"""Spaces between the words of a text that does not record them, guessed from punctuation."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEFT = re.compile(r"[,.;:!?%)\]}’”»…]+|''|-R[RSC]B-|['’](s|m|d|re|ve|ll)|n['’]t", re.IGNORECASE)
"""Words that stand at the word before them."""
_RIGHT = re.compile(r"[(\[{“‘«$£€#]+|``|-L[RSC]B-")
"""Words that stand at the word after them."""
_QUOTES = {'"', "'"}  # the same sign opens and closes


def guessed_spaces(words: Sequence[str], sentence_starts: Sequence[int]) -> list[bool]:
    """Whether a space follows each word, as in "The study, we hope, didn’t fail."

    Straight quotation marks open at the beginning of a sentence, close at its end, and alternate between.

    Args:
        words: the words of a text.
        sentence_starts: index of the first word of each sentence.
    """
    starts = {0, *sentence_starts}
    spaces = [True] * len(words)
    opened: set[str] = set()
    for number, word in enumerate(words):
        first, last = number in starts, number + 1 in starts or number + 1 == len(words)
        if first:
            opened.clear()
        opens = bool(_RIGHT.fullmatch(word))
        closes = bool(_LEFT.fullmatch(word))
        if word in _QUOTES:
            closes = not first and (last or word in opened)
            opens = not closes
            opened ^= {word}
        if closes and not first:
            spaces[number - 1] = False
        if opens:
            spaces[number] = False
    return spaces
