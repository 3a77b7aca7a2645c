"""A text as networks read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np


@dataclass(slots=True, frozen=True)
class WordVectors:
    """Vectors of the words of a text.

    Attributes:
        network: digest of the network that they are of; layers over them fit no others.
        tensor: (n_tokens, width) float16 of all tokens.
        tokens: (n_words,) the token of each word; vectors are not copied, for those of a novel have 100 MB and more.
    """

    network: str
    tensor: np.ndarray
    tokens: np.ndarray

    def rows(self, start: int = 0, end: int | None = None) -> np.ndarray:
        """(n, width) float16 of the words from one to another."""
        found: np.ndarray = self.tensor[self.tokens[start:end]]
        return found

    def between(self, start: int, end: int) -> WordVectors:
        """Those of some of the words."""
        return WordVectors(self.network, self.tensor, self.tokens[start:end])


@dataclass(slots=True, frozen=True)
class Text:
    """The words of a text, without white space.

    Attributes:
        words: the words.
        sentences: number of the sentence of each word, ascending.
        speakers: the speaker of each word, "" for an unknown one; empty where all are unknown.
        vectors: those of the words by the network that parsed them, if they are known.
    """

    words: Sequence[str]
    sentences: Sequence[int]
    speakers: Sequence[str] = ()
    vectors: WordVectors | None = None

    def __len__(self) -> int:
        return len(self.words)


@runtime_checkable
class ReadsSeveral(Protocol):
    """Reads several texts at once in less time than one by one."""

    def several(self, texts: Sequence[Text]) -> list[np.ndarray]:
        """(n_words, width) float16 of each text."""


class TextReader(Protocol):
    """Gives the words of a text vectors."""

    def __call__(self, text: Text) -> np.ndarray:
        """(n_words, width) float16; the work is linear in the words, and no text depends on others."""
