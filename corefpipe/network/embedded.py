"""An encoder of its own over the embeddings of a base pipeline's word pieces, in NumPy.

The embeddings are two thirds of a small encoder. They stay as they are while one is tuned, so those of the pipeline
serve both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.network.one_thread import ONE_THREAD
from corefpipe.network.piece_reader import PieceReader
from corefpipe.network.pieces import MOST_OF_WORD, WordPieces
from corefpipe.network.text import Text
from corefpipe.network.transformer import normalized, through, weights_of

_PLACES, _NORM = "places", "norm"


@dataclass(slots=True, frozen=True, weakref_slot=True)
class Embeddings:
    """Those of word pieces, in 8 bits.

    Attributes:
        rows: (n_pieces, width) int8.
        scales: (n_pieces,) float32, by which the rows are multiplied.
    """

    rows: np.ndarray
    scales: np.ndarray

    def __call__(self, pieces: np.ndarray) -> np.ndarray:
        """(n, width) float32 of some pieces by their numbers."""
        found: np.ndarray = self.rows[pieces] * self.scales[pieces, None]
        return found


class EmbeddedEncoder:
    """The layers of an encoder without the embeddings of its pieces.

    Args:
        arrays: those of `transformer.through` for each of "layers", "of_head", "places" (longest window, width), which
            are added to the embeddings, and "norm", by which the sums are normalized. Matrices may be in 8 bits.

    Raises:
        ValueError: an array is missing, or they do not fit each other.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._w, self._layers, self._of_head = weights_of(arrays, [_PLACES], [_NORM])
        self.longest, self.width = self._w[_PLACES].shape
        self(np.zeros((2, self.width), dtype=np.float32), [2])  # raises ValueError where they do not fit

    def __call__(self, embeddings: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
        """The vectors of the pieces of some windows: with one product for all, short ones cost no more per piece.

        Args:
            embeddings: (n, width) float32 of the pieces, window after window.
            sizes: pieces of each window.

        Returns:
            (n, width) float32.
        """
        w, ends = self._w, np.cumsum(sizes).tolist()
        rows = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        places = np.concatenate([np.arange(size) for size in sizes])
        with ONE_THREAD:
            hidden = normalized(embeddings + w[_PLACES][places], w[_NORM], w[f"{_NORM}/b"])
            for layer in self._layers:
                hidden = through(layer, hidden, rows, self._of_head)
        return hidden


@dataclass(frozen=True)
class EmbeddedReader:
    """An encoder over the embeddings of a base pipeline (see `TextReader`).

    Attributes:
        encoder: its layers.
        network: digest of the network whose embeddings and word pieces it reads.
        window: most pieces of a window.
        pieces_of_word: pieces of a word that are read.
        base: gives the embeddings and the pieces by number; None if there is none.
    """

    encoder: EmbeddedEncoder
    network: str
    window: int
    pieces_of_word: int = MOST_OF_WORD
    base: Callable[[], tuple[Embeddings, Sequence[str]]] | None = None

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16.

        Raises:
            SettingError: there is no base pipeline with these embeddings.
        """
        return self._reader(text)

    def several(self, texts: Sequence[Text]) -> list[np.ndarray]:
        """See `ReadsSeveral`."""
        return self._reader.several(texts)

    @cached_property
    def _reader(self) -> PieceReader:
        if self.base is None:
            raise SettingError(
                "the network reads the embeddings of a base pipeline, and there is none",
                cure="Use it in a model with the base pipeline that it was made for",
            )
        embeddings, listed = self.base()
        if embeddings.rows.shape[1] != self.encoder.width:
            raise SettingError(
                f"embeddings of {embeddings.rows.shape[1]} numbers, of which the network reads {self.encoder.width}",
                cure="Use it with the base pipeline that it was made for",
            )
        pieces_of = WordPieces(listed, most=self.pieces_of_word)
        width = self.encoder.width
        return PieceReader(lambda pieces, sizes: self.encoder(embeddings(pieces), sizes), pieces_of, width, self.window)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_reader"}
