"""Context: what a network reads in a text about its words, and which of them corefer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefpipe.network.heads import Heads, Place, WordParts
from corefpipe.network.text import ReadsSeveral, Text, TextReader


@dataclass(slots=True, frozen=True)
class Context:
    """A network.

    Attributes:
        reader: gives words their vectors.
        heads: scores of words and of links between them.
        name: what the network is called.
        files: what it was read from: name -> contents.
    """

    reader: TextReader
    heads: Heads
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def read(self, texts: Sequence[Text]) -> list[Reading]:
        """Read some texts."""
        reader = self.reader
        vectors = reader.several(texts) if isinstance(reader, ReadsSeveral) else map(reader, texts)
        return [Reading(self.heads, own, _place(text)) for text, own in zip(texts, vectors, strict=True)]


def _place(text: Text) -> Place:
    names = {name: number for number, name in enumerate(dict.fromkeys(filter(None, text.speakers)), 1)}
    speakers = np.zeros(len(text), dtype=np.int64)
    if text.speakers:
        speakers[:] = [names.get(name, 0) for name in text.speakers]
    return Place(np.arange(len(text)), np.array(text.sentences, dtype=np.int64), speakers)


@dataclass(slots=True, frozen=True)
class Reading:
    """What was read of one text.

    Attributes:
        heads: the scores of the network.
        vectors: (n_words, width) float16 of the words.
        place: where the words stand.
    """

    heads: Heads
    vectors: np.ndarray
    place: Place

    def words(self, words: np.ndarray) -> WordParts:
        """What the scores of links between some words need, by the numbers of the words."""
        return self.heads.words(self.vectors, self.place.at(words), words)

    def edges(self, heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the mentions of these heads begin, and end (see `Heads.edges`)."""
        return self.heads.edges(self.vectors, self.place.sentences, heads)
