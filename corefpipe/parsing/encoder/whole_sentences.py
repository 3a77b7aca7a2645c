"""Correction of predicted sentence starts: certain ones, and those within a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.lexicon import Lexicon
from corefpipe.parsing.encoder.labels import BREAK, JOINED, SPACE

_STOPS = frozenset(".?!")
_ENDS = frozenset(".?!…:;,")
_QUOTES = frozenset('"”')


def certain_starts(words: Sequence[str], gaps: Sequence[int]) -> list[int]:
    """Words at which a sentence certainly starts: capitalised ones after a full stop, question or exclamation mark.

    Of 13,383 such words in gum/train and ewt/train 163 do not start a sentence; half of these follow the number of a
    list item ("2. Then").

    Args:
        words: words of a run.
        gaps: the gap before each word (see `corefpipe.parsing.encoder.labels`).
    """
    return [
        i
        for i in range(1, len(words))
        if words[i - 1] in _STOPS
        and gaps[i] != JOINED
        and words[i][0].isupper()
        and not (i > 1 and (words[i - 2].isdigit() or len(words[i - 2]) == 1))
    ]


def whole_sentences(
    starts: Iterable[int], words: Sequence[str], gaps: Sequence[int], known: Sequence[int], lexicon: Lexicon
) -> list[int]:
    """The starts of sentences without those within a sentence.

    "When she came, | Mary slept", "Where is it, | Bo?", "Dear | Tom", "'Yes,' | he said", "***|***": without a space
    before a word, a sentence starts only after a mark that can end one.

    Args:
        starts: words at which sentences start, ascending.
        words: words of a run.
        gaps: the gap before each word (see `corefpipe.parsing.encoder.labels`).
        known: for each word 1 if a sentence is known to start there, else 0 or -1.
        lexicon: word lists of the language.

    Returns:
        The remaining starts; the first one is always kept.
    """
    found: list[int] = []
    for start in starts:
        if found and gaps[start] != BREAK and known[start] != 1 and _cuts(start, found[-1], words, gaps, lexicon):
            continue
        found.append(start)
    return found


def _cuts(start: int, first: int, words: Sequence[str], gaps: Sequence[int], lexicon: Lexicon) -> bool:
    """Whether a start is within the sentence that begins at `first`."""
    before = words[start - 1].lower()
    if before in lexicon.warm_greetings:
        return True
    if gaps[start] == JOINED and (before[-1] not in _ENDS or not words[start][0].isalnum()):
        return True
    if before in _QUOTES:
        return start > 1 and words[start - 2] == ","
    # "Yours, Anna" has no full stop.
    is_name = gaps[start] == SPACE and "".join(words[start + 1 : start + 2]) in _STOPS
    return before == "," and (is_name or words[first].lower() in lexicon.subordinators)
