"""A reader that keeps the vectors of each text, for texts that are read several times."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from corefpipe.network.text import Text, TextReader


@dataclass(slots=True, frozen=True)
class KeptVectors:
    """Reads each text once; a word takes two bytes per number of its vector.

    Attributes:
        reader: gives words their vectors.
    """

    reader: TextReader
    _known: dict[tuple[tuple[object, ...], ...], np.ndarray] = field(default_factory=dict, repr=False)

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16, those that the reader gave the same text before."""
        key = (tuple(text.words), tuple(text.sentences), tuple(text.speakers))
        if key not in self._known:
            self._known[key] = self.reader(text)
        return self._known[key]
