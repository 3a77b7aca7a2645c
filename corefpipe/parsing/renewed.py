"""A base pipeline for a process that runs long: it is loaded again before its vocabulary fills the memory."""

from __future__ import annotations

from spacy.language import Language

from corefpipe.parsing import pipelines

MAX_LEXEMES = 200_000
"""Number of new word forms after which the pipeline is reloaded: spaCy never frees them, about 400 bytes each."""


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
        """The pipeline; another one, without the old words, after `MAX_LEXEMES` new ones."""
        if len(self._nlp.vocab) > self._lexemes + MAX_LEXEMES:
            self._load()
        return self._nlp

    def _load(self) -> None:
        self._nlp = pipelines.load_base(self._base)
        self._lexemes = len(self._nlp.vocab)
