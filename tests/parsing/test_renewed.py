"""A base pipeline for a process that runs long."""

from __future__ import annotations

from corefpipe.parsing import renewed
from corefpipe.parsing.renewed import RenewedPipeline


def test_the_pipeline_is_loaded_again_after_many_word_forms(monkeypatch):
    monkeypatch.setattr(renewed, "MAX_LEXEMES", 3)
    pipeline = RenewedPipeline("blank:en")
    first = pipeline()
    first("one two three")
    assert pipeline() is first
    first("four five")
    assert pipeline() is not first
    assert len(pipeline().vocab) < len(first.vocab)
