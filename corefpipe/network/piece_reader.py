"""Vectors of words as means of those of their pieces, by an encoder that reads windows of word pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corefpipe.network.pieces import WordPieces
from corefpipe.network.text import Text
from corefpipe.network.windows import Window, windows_of

Encode = Callable[[np.ndarray, Sequence[int]], np.ndarray]
"""(n_pieces,) int64 numbers of the word pieces of some windows, and the size of each -> (n_pieces, width) float32."""
_AT_ONCE = 1024  # pieces


@dataclass(slots=True, frozen=True)
class PieceReader:
    """An encoder with the word pieces and the windows that it was trained with (see `TextReader`).

    Attributes:
        encode: vectors of the pieces of windows.
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
        (found,) = self.several([text])
        return found

    def several(self, texts: Sequence[Text]) -> list[np.ndarray]:
        """See `ReadsSeveral`."""
        found = [np.zeros((len(text), self.width), dtype=np.float16) for text in texts]
        windows: list[tuple[np.ndarray, Window]] = []
        waiting = 0
        for text, vectors in zip(texts, found, strict=True):
            for window in windows_of(text.words, text.sentences, self.pieces_of, self.window - 2, self.around):
                if windows and waiting + len(window.pieces) > _AT_ONCE:
                    self._read(windows)
                    windows, waiting = [], 0
                windows.append((vectors, window))
                waiting += len(window.pieces)
        if windows:
            self._read(windows)
        return found

    def _read(self, windows: Sequence[tuple[np.ndarray, Window]]) -> None:
        """Read windows, and write the vectors of their own words to those of their texts."""
        begin, end = self.pieces_of.begin, self.pieces_of.end
        pieces = [piece for _, window in windows for piece in (begin, *window.pieces, end)]
        sizes = [len(window.pieces) + 2 for _, window in windows]
        read = self.encode(np.array(pieces, dtype=np.int64), sizes)
        for (vectors, window), of_pieces in zip(windows, np.split(read, np.cumsum(sizes)[:-1]), strict=True):
            counts = np.diff(window.first, append=len(window.pieces))
            means = np.add.reduceat(of_pieces[1:-1], window.first) / counts[:, None].astype(np.float32)
            first, last = window.own
            vectors[first:last] = means[first - window.start : last - window.start]
