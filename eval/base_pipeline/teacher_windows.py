"""Windows of documents for the teacher to learn from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from convert import NewNames, changed
from gum import Sentence, Word

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.labels import BREAK, JOINED, SPACE
from corefpipe.parsing.encoder.windows import WINDOW

KNOWN_GAPS = 0.7
"""Share of windows whose spaces are known."""
WRAPPED = 0.15
"""Share of windows with line breaks inside sentences."""
LINE = (8, 15)
"""Words of a line there."""


def gaps_of(words: Sequence[Word]) -> list[int]:
    """What is before each word; nothing is told of the first."""
    before = [SPACE if word.space else JOINED for word in words]
    return [SPACE, *before[:-1]] if words else []


def training_windows(
    documents: Sequence[list[Sentence]], pieces_of: WordPieces, rename: NewNames, rng: random.Random
) -> Iterator[tuple[list[Sentence], list[int] | None]]:
    """Sentences of a window, and what is before each word, of documents that are varied each time.

    A window ends before a paragraph or where it is full, with part of a sentence of which only the start is told.
    """
    for document in documents:
        sentences = changed(document, rename, rng)
        position = 0
        while position < len(sentences):
            taken, size = [], 2
            # Of various sizes, so that a sentence stands alone or in company.
            most = WINDOW if rng.random() < 0.7 else rng.randint(16, WINDOW)
            across = rng.random() < 0.5
            while position + len(taken) < len(sentences):
                one = sentences[position + len(taken)]
                length = sum(len(pieces_of(word.form)) for word in one.words)
                if taken and ((one.new_paragraph and not across) or size + length > most):
                    break
                taken.append(one)
                size += length
            position += len(taken)
            gaps = [gap for one in taken for gap in _gaps(one, rng)]
            following = sentences[position] if position < len(sentences) else None
            if following is not None and (across or not following.new_paragraph):
                part = _part(following, most - size, pieces_of)
                if part is not None:
                    gaps += _gaps(following, rng)[: len(part.words)]
                    taken.append(part)
            if rng.random() < WRAPPED:
                wrap(gaps, rng)
            yield taken, gaps if rng.random() < KNOWN_GAPS else None


def wrap(gaps: list[int], rng: random.Random) -> None:
    """Turn some spaces into line breaks."""
    at = rng.randint(*LINE)
    while at < len(gaps):
        if gaps[at] == SPACE:
            gaps[at] = BREAK
        at += rng.randint(*LINE)


def _gaps(sentence: Sentence, rng: random.Random) -> list[int]:
    gaps = gaps_of(sentence.words)
    if sentence.new_paragraph and rng.random() < 0.8:
        gaps[0] = BREAK
    return gaps


def _part(sentence: Sentence, most: int, pieces_of: WordPieces) -> Sentence | None:
    """The beginning of a sentence, with nothing told of it; None if there is no room."""
    words: list[Word] = []
    for word in sentence.words:
        most -= len(pieces_of(word.form))
        if most < 0:
            break
        words.append(word)
    return replace(sentence, words=words, trees=False, names=None, typed=False, whole=False) if words else None
