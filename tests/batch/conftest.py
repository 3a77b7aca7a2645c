"""Fixtures for the tests of batch runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from spacy.language import Language

from corefpipe.batch import Settings


@pytest.fixture
def settings(model: Path, monkeypatch: pytest.MonkeyPatch, base: Language) -> Settings:
    """Batch settings for CoNLL files and a small model; the base pipeline is loaded once."""
    monkeypatch.setattr("corefpipe.parsing.pipelines.load_base", lambda name="en": base)
    return Settings("conll", str(model))
