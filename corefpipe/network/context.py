"""Context: what a network reads in a text about its words, and which of them corefer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefpipe.network.heads import Heads, Place, WordParts
from corefpipe.network.pieces import WordPieces
from corefpipe.network.reading import windows_of

Encode = Callable[[np.ndarray], np.ndarray]
"""(n_pieces,) int64 numbers of word pieces -> (n_pieces, width) float32 vectors."""


@dataclass(slots=True, frozen=True)
class Context:
    """A network with the word pieces and the windows that it was trained with.

    Attributes:
        encode: vectors of the pieces of a window.
        heads: scores of words and of links between them.
        pieces_of: the pieces of words.
        window: most pieces of a window, those at its ends included.
        around: pieces that a window shares with each of its neighbours.
        name: what the network is called.
        files: what it was read from: name -> contents.
    """

    encode: Encode
    heads: Heads
    pieces_of: WordPieces
    window: int = 512
    around: int = 0
    name: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def read(self, words: Sequence[str], sentences: Sequence[int], speakers: Sequence[str]) -> Reading:
        """Read a text.

        Args:
            words: without white space.
            sentences: number of the sentence of each word, ascending.
            speakers: the speaker of each word, "" for an unknown one.
        """
        numbers = {name: number for number, name in enumerate(dict.fromkeys(filter(None, speakers)), 1)}
        speaking = np.array([numbers.get(name, 0) for name in speakers], dtype=np.int64)
        place = Place(np.arange(len(words)), np.array(sentences, dtype=np.int64), speaking)
        return Reading(self.heads, self.vectors(words, sentences), place)

    def vectors(self, words: Sequence[str], sentences: Sequence[int]) -> np.ndarray:
        """(n_words, width) float16, the mean of the vectors of each word's pieces; the work is linear in the words."""
        found = np.zeros((len(words), self.heads.width), dtype=np.float16)
        begin, end = self.pieces_of.begin, self.pieces_of.end
        for window in windows_of(words, sentences, self.pieces_of, self.window - 2, self.around):
            of_pieces = self.encode(np.array([begin, *window.pieces, end], dtype=np.int64))[1:-1]
            counts = np.diff(window.first, append=len(of_pieces))
            means = np.add.reduceat(of_pieces, window.first) / counts[:, None].astype(np.float32)
            first, last = window.own
            found[first:last] = means[first - window.start : last - window.start]
        return found


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
        return self.heads.words(self.vectors[words], self.place.at(words))

    def edges(self, heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the mentions of these heads begin, and end (see `Heads.edges`)."""
        return self.heads.edges(self.vectors, self.place.sentences, heads)
