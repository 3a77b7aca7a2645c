"""A reader of words that keeps the vectors of those that were read before, and a resolver that reads with it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.network.text import Text, TextReader
from corefpipe.resolver.model import Resolver

AROUND = 100
"""Words before the new ones that are read again with them."""


@dataclass(slots=True)
class ResumedReader:
    """Reads the words of a text from some word on; those before have vectors (see `TextReader`).

    Attributes:
        reader: gives words their vectors.
        known: (n_known, width) float16 of the first words of the text that is read next.
        found: (n_words, width) those of this text; None before it is read, as a text without mentions never is.
    """

    reader: TextReader
    known: np.ndarray | None = None
    found: np.ndarray | None = None
    _read: Sequence[str] | None = None

    def begin(self, known: np.ndarray | None) -> None:
        """Go on with another text, of which nothing is read yet."""
        self.known, self.found, self._read = known, None, None

    def take(self, text: Text) -> np.ndarray | None:
        """(n_words, width) float16 of a text, which are not kept any longer; None if it was not read.

        Raises:
            RuntimeError: another text was read.
        """
        found, read = self.found, self._read
        self.begin(None)
        if found is not None and (read is not text.words or len(found) != len(text)):
            raise RuntimeError(f"{len(found)} vectors of another text were read for one of {len(text)} words")
        return found

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16."""
        if self._read is text.words:  # another table of the same text
            assert self.found is not None
            return self.found
        self._read = text.words
        known = self.known
        if known is None or not len(known):
            self.found = self.reader(text)
            return self.found
        first = max(len(known) - AROUND, 0)
        vectors = None if text.vectors is None else text.vectors.between(first, len(text))
        rest = replace(
            text,
            words=text.words[first:],
            sentences=text.sentences[first:],
            speakers=text.speakers[first:],
            vectors=vectors,
        )
        self.found = np.concatenate([known, self.reader(rest)[len(known) - first :]])
        return self.found


def resuming(resolver: Resolver) -> tuple[Resolver, ResumedReader | None]:
    """A resolver with the same weights whose network keeps the vectors of what it has read, and its reader.

    Raises:
        SettingError: the decoder does not honour constraints.
    """
    if not resolver.decoder.honours_constraints:
        raise SettingError(
            "the decoder of the model does not honour constraints, so it would change what was decided",
            cure="Use a model with a decoder that goes from left to right, such as l3m",
        )
    network = resolver.features.context
    if network is None:
        return resolver, None
    found, reader = replace(resolver), ResumedReader(network.reader)
    found.features = copy(resolver.features)
    found.features.use_context(replace(network, reader=reader))
    return found, reader
