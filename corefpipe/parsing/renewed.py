"""A base pipeline for a process that runs long: it is loaded again before its vocabulary fills the memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacy import attrs
from spacy.language import Language

from corefpipe.parsing import pipelines
from corefpipe.utils.memory import release_memory

MAX_BYTES = 80_000_000
"""Bytes of new word forms after which the pipeline is loaded again: spaCy never frees them. 200,000 usual words."""

PER_WORD = 350
"""Bytes that a word form takes whatever its length."""

COPIES = 4
"""How often a vocabulary contains a word form: as it is, in lower case, and as further attributes of its tokens."""


class RenewedPipeline:
    """A base pipeline, to be asked for before each text or batch of texts: `pipeline()`.

    Args:
        base: its name or folder (see `load_base`).

    Raises:
        ModelError: there is no such pipeline.
    """

    def __init__(self, base: str):
        self._base = base
        self._load()

    def __call__(self) -> Language:
        """The pipeline; another one, without the old words, after new ones of `MAX_BYTES`."""
        if self._counter.bytes > MAX_BYTES:
            self._load()
            release_memory()
        return self._nlp

    def _load(self) -> None:
        self._nlp = pipelines.load_base(self._base)
        getters = self._nlp.vocab.lex_attr_getters  # type: ignore[attr-defined]  # missing in spaCy's stub
        self._counter = getters[attrs.LOWER] = _Counter(getters[attrs.LOWER])


class _Counter:
    """A getter of a lexical attribute, which spaCy calls once for each new word form.

    Args:
        getter: computes the attribute.

    Attributes:
        bytes: what the word forms take so far.
    """

    def __init__(self, getter: Callable[[str], Any]):
        self._getter = getter
        self.bytes = 0

    def __call__(self, word: str) -> Any:
        self.bytes += PER_WORD + COPIES * len(word.encode("utf8", "surrogatepass"))
        return self._getter(word)
