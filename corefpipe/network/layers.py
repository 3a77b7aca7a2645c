"""Layers over the vectors of words that the encoder of a base pipeline gives, in NumPy.

They read more at once than the encoder, and cost less: words instead of word pieces. The attention of a word to another
one depends on their distance, too (Raffel et al. 2020).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.network.distances import CLASSES, class_of
from corefpipe.network.one_thread import ONE_THREAD
from corefpipe.network.text import Text, WordVectors
from corefpipe.network.transformer import affine, normalized, through, weights_of
from corefpipe.network.windows import stretches

_ENTER, _DISTANCES = ("enter/norm", "enter", "enter/norm2"), "distances"


class Layers:
    """Layers over vectors of words.

    Args:
        arrays: those of `transformer.through` for each of "layers", "of_head", "distances" (32, heads), and those by
            which vectors enter: normalized, multiplied, and normalized again. Matrices may be in 8 bits.

    Raises:
        ValueError: an array is missing, or they do not fit each other.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._w, self._layers, self._of_head = weights_of(arrays, [_DISTANCES], _ENTER)
        self.given, self.width = self._w["enter"].shape
        self(np.zeros((2, self.given), dtype=np.float16))  # raises ValueError where they do not fit

    def __call__(self, vectors: np.ndarray) -> np.ndarray:
        """(n, width) float32 vectors of words that are read together, of (n, given) vectors."""
        w, n = self._w, len(vectors)
        with ONE_THREAD:
            hidden = normalized(vectors.astype(np.float32), w["enter/norm"], w["enter/norm/b"])
            hidden = normalized(affine(hidden, w, "enter"), w["enter/norm2"], w["enter/norm2/b"])
            bias = self._bias(n)
            for layer in self._layers:
                hidden = through(layer, hidden, [slice(0, n)], self._of_head, bias)
        return hidden

    def _bias(self, n: int) -> np.ndarray:
        """(heads, n, n) what the distance of each word (column) from each other one adds to its attention."""
        back = np.arange(n - 1, -n, -1)
        classes = class_of(np.abs(back)) + np.where(back < 0, CLASSES, 0)
        row = np.ascontiguousarray(self._w[_DISTANCES][classes].T)  # (heads, 2n - 1), from the farthest word before on
        windows = np.lib.stride_tricks.sliding_window_view(row, n, axis=1)
        return windows[:, ::-1]


@dataclass(slots=True, frozen=True)
class LayerReader:
    """The vectors of a base pipeline, or layers over them (see `TextReader`).

    Attributes:
        layers: the layers; None for the vectors as they are.
        network: digest of the network whose vectors they read.
        window: most words that are read together.
        base: gives the words of a text that has no such vectors these; None if that is not possible.
    """

    layers: Layers | None
    network: str
    window: int
    base: Callable[[Text], WordVectors] | None = None

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16.

        Raises:
            SettingError: the text has no vectors of the network, and there is nothing to read it with.
        """
        if text.vectors is not None and text.vectors.network == self.network:
            given = text.vectors
        elif self.base is not None:
            given = self.base(text)
        else:
            raise SettingError(
                "the network reads vectors of words that this text does not have",
                cure="Parse it with the base pipeline of the model",
            )
        if self.layers is None:
            return given.rows()
        found = np.zeros((len(text), self.layers.width), dtype=np.float16)
        for start, end in stretches(text.sentences, range(len(text) + 1), self.window):
            found[start:end] = self.layers(given.rows(start, end))
        return found
