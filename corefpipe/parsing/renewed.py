"""A base pipeline for long-running processes, which is reloaded before its vocabulary fills the memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacy import attrs
from spacy.language import Language

from corefpipe.parsing import pipelines
from corefpipe.utils.memory import release_memory

MAX_BYTES = 80_000_000
"""Bytes of new word forms (about 200,000) after which the pipeline is reloaded, because spaCy never frees them."""

PER_WORD = 350
"""Bytes per word form, regardless of its length."""

COPIES = 4
"""Number of copies of a word form in a vocabulary: the form, its lower case, and further attributes."""


class RenewedPipeline:
    """A base pipeline; call the object, `pipeline()`, before each text or batch of texts.

    Args:
        base: its name or folder (see `load_base`).

    Raises:
        ModelError: there is no such pipeline.
    """

    def __init__(self, base: str):
        self._base = base
        self._load()

    def __call__(self) -> Language:
        """The pipeline, reloaded with an empty vocabulary after `MAX_BYTES` of new word forms."""
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
        bytes: memory of the word forms so far.
    """

    def __init__(self, getter: Callable[[str], Any]):
        self._getter = getter
        self.bytes = 0

    def __call__(self, word: str) -> Any:
        self.bytes += PER_WORD + COPIES * len(word.encode("utf8", "surrogatepass"))
        return self._getter(word)
