"""A base pipeline for a process that runs long."""

from __future__ import annotations

from spacy.tokens import Doc

from corefpipe.parsing import renewed
from corefpipe.parsing.renewed import RenewedPipeline


def test_the_pipeline_is_loaded_again_after_many_word_forms(monkeypatch):
    monkeypatch.setattr(renewed, "MAX_BYTES", 4 * renewed.PER_WORD)
    pipeline = RenewedPipeline("blank:en")
    first = pipeline()
    first("one two three")
    assert pipeline() is first
    first("four five")
    assert pipeline() is not first
    assert len(pipeline().vocab) < len(first.vocab)


def test_long_words_count_by_their_length(monkeypatch):
    monkeypatch.setattr(renewed, "MAX_BYTES", 100_000)
    pipeline = RenewedPipeline("blank:en")
    first = pipeline()
    first("y" * 10_000)
    assert pipeline() is first
    first("Ж" * 10_000)
    assert pipeline() is not first


def test_words_of_documents_count(monkeypatch):
    monkeypatch.setattr(renewed, "MAX_BYTES", 100_000)
    pipeline = RenewedPipeline("blank:en")
    first = pipeline()
    Doc(first.vocab, words=["y" * 30_000])
    assert pipeline() is not first
