"""Who meets whom in a book: characters that are in the same scene.

A character is present where the narrator mentions it, or where it speaks; not where others only talk of it. A scene is
a run of paragraphs of one chapter in which somebody speaks, with at most one paragraph without speech between two of
them; every other paragraph is one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from corefpipe.books.places import BookWords, Place
from corefpipe.books.speech import Speech
from corefpipe.document import Mention

_GAP = 1  # paragraphs without speech within a scene


class Meeting(NamedTuple):
    """Two characters that are in the same scenes.

    >>> [(one.name, one.other_name) for one in book.meetings]
    [('Ann', 'Tom')]

    Attributes:
        entity: entity id of the one that is mentioned more often.
        name: what names it best.
        other: entity id of the other.
        other_name: what names the other best.
        scenes: number of scenes in which both are present.
        paragraphs: number of paragraphs in which both are present.
        chapters: numbers of the chapters of these scenes.
        first: place in which the later one of the two first appears in the first scene.
        places: the scenes, as indices of the words in which the later one of the two appears.
    """

    entity: str
    name: str
    other: str
    other_name: str
    scenes: int
    paragraphs: int
    chapters: tuple[int, ...]
    first: Place
    places: tuple[int, ...]


@dataclass(slots=True)
class _Met:
    paragraphs: int = 0
    chapters: dict[int, None] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)


def presences(
    words: BookWords, mentions: Mapping[str, Iterable[Mention]], speech: Sequence[Speech], said: np.ndarray
) -> dict[int, dict[str, int]]:
    """Paragraph -> entity id of each character that is present -> index of the word in which it first appears there.

    Args:
        words: the book.
        mentions: entity id -> its mentions, of the characters.
        speech: all that is said.
        said: (n_words,) bool: whether a word stands in speech.
    """
    found: dict[int, dict[str, int]] = {}

    def note(entity: str, word: int) -> None:
        here = found.setdefault(int(words.paragraph[word]), {})
        here[entity] = min(word, here.get(entity, word))

    for entity, several in mentions.items():
        for mention in several:
            if not said[mention.start]:
                note(entity, mention.start)
    for one in speech:
        if one.entity in mentions:
            note(one.entity, one.place.start)
        if one.addressee_entity in mentions:
            note(one.addressee_entity, one.place.start)
    return found


def scenes_of(words: BookWords, present: Iterable[int], speech: Iterable[Speech]) -> list[list[int]]:
    """The scenes in text order, each as the numbers of its paragraphs.

    Args:
        words: the book.
        present: paragraphs in which somebody is present.
        speech: all that is said.
    """
    spoken = {one.place.paragraph for one in speech}
    _, first = np.unique(words.paragraph, return_index=True)
    chapter = dict(zip(words.paragraph[first].tolist(), words.chapter[first].tolist(), strict=True))
    scenes: list[list[int]] = []
    last = None  # last paragraph of the current scene in which somebody speaks
    for paragraph in sorted({*present, *spoken}):
        speaks = paragraph in spoken
        goes_on = last is not None and paragraph - last <= _GAP + speaks and chapter[paragraph] == chapter[last]
        if goes_on:
            scenes[-1].append(paragraph)
        else:
            scenes.append([paragraph])
            last = None
        if speaks:
            last = paragraph
    return scenes


def meetings_of(
    words: BookWords,
    present: Mapping[int, Mapping[str, int]],
    scenes: Iterable[Sequence[int]],
    names: Mapping[str, str],
) -> list[Meeting]:
    """Who meets whom, most scenes first.

    Args:
        words: the book.
        present: see `presences`.
        scenes: see `scenes_of`.
        names: entity id -> name, of the characters, the most mentioned first.
    """
    rank = {entity: number for number, entity in enumerate(names)}
    found: dict[tuple[str, str], _Met] = {}
    for scene in scenes:
        appears: dict[str, int] = {}
        for paragraph in scene:
            for entity, word in present.get(paragraph, {}).items():
                appears.setdefault(entity, word)
            for pair in combinations(sorted(present.get(paragraph, ()), key=rank.__getitem__), 2):
                found.setdefault(pair, _Met()).paragraphs += 1
        for a, b in combinations(sorted(appears, key=rank.__getitem__), 2):
            met = found.setdefault((a, b), _Met())
            met.places.append(max(appears[a], appears[b]))
            met.chapters[int(words.chapter[met.places[-1]])] = None
    rows = [
        Meeting(
            *(a, names[a], b, names[b], len(met.places), met.paragraphs, tuple(met.chapters)),
            words.place(met.places[0], met.places[0] + 1),
            tuple(met.places),
        )
        for (a, b), met in found.items()
    ]
    return sorted(rows, key=lambda one: -one.scenes)
