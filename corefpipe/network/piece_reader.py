"""Vectors of words as means of those of their pieces, by an encoder that reads windows of word pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from corefpipe.network.pieces import WordPieces
from corefpipe.network.text import Text
from corefpipe.network.windows import windows_of

Encode = Callable[[np.ndarray], np.ndarray]
"""(n_pieces,) int64 numbers of word pieces -> (n_pieces, width) float32 vectors."""


@dataclass(slots=True, frozen=True)
class PieceReader:
    """An encoder with the word pieces and the windows that it was trained with (see `TextReader`).

    Attributes:
        encode: vectors of the pieces of a window.
        pieces_of: the pieces of words.
        width: of the vectors.
        window: most pieces of a window, those at its ends included.
        around: pieces that a window shares with each of its neighbours.
    """

    encode: Encode
    pieces_of: WordPieces
    width: int
    window: int = 512
    around: int = 0

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16, the mean of the vectors of each word's pieces."""
        found = np.zeros((len(text), self.width), dtype=np.float16)
        begin, end = self.pieces_of.begin, self.pieces_of.end
        for window in windows_of(text.words, text.sentences, self.pieces_of, self.window - 2, self.around):
            of_pieces = self.encode(np.array([begin, *window.pieces, end], dtype=np.int64))[1:-1]
            counts = np.diff(window.first, append=len(of_pieces))
            means = np.add.reduceat(of_pieces, window.first) / counts[:, None].astype(np.float32)
            first, last = window.own
            found[first:last] = means[first - window.start : last - window.start]
        return found
