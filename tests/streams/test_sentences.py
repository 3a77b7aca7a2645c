"""The sentences of a parsed Doc as Docs."""

from __future__ import annotations

from math import log2
from time import process_time

import numpy as np
import pytest
from spacy import attrs
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from corefpipe.dialogue.docs import SPEAKER
from corefpipe.parsing import pipelines
from corefpipe.parsing.word_vectors import network_of, put_vectors
from corefpipe.streams.sentences import joined, sentence_docs

TEXT = "Ann Bell of Leeds lost her keys on Monday.\n\nDr. Smith found them. “Thank you”, she said… Bo\tran!\n"
CHECKED = ("text_with_ws", "lemma_", "norm_", "tag_", "pos_", "dep_", "ent_type_", "ent_iob_", "is_sent_start")


@pytest.fixture(scope="module")
def nlp():
    return pipelines.load_base("en")


def rows(doc):
    return [(*(getattr(token, name) for name in CHECKED), str(token.morph), token.head.i) for token in doc]


def test_they_are_those_of_spacy(nlp):
    doc = nlp(TEXT * 3)
    doc[1]._.set(SPEAKER, "Ann")
    put_vectors(doc, np.arange(3 * len(doc), dtype=np.float32).reshape(-1, 3), "some network")
    found = list(sentence_docs(doc))
    assert len(found) == len(list(doc.sents)) > 9
    for one, span in zip(found, doc.sents, strict=True):
        assert rows(one) == rows(span.as_doc())
        np.testing.assert_array_equal(one.tensor, doc.tensor[span.start : span.end])
        assert one.tensor.base is None  # does not keep the tensor of all
        assert network_of(one) == "some network"
    assert any(one.ents for one in found)
    assert found[0][1]._.get(SPEAKER) == "Ann"
    assert rows(joined(found)) == rows(doc)


def test_entities_and_heads_beyond_a_sentence(nlp):
    doc = Doc(nlp.vocab, "Ann saw the New York of old Bo".split(), sent_starts=[True, *[False] * 3, True, *[False] * 3])
    doc.set_ents([Span(doc, 0, 1, "PERSON"), Span(doc, 3, 5, "GPE"), Span(doc, 7, 8, "PERSON")])
    heads = np.array([1, 0, 2, 1, -3, -1, 1, -5], dtype=np.int64).astype(np.uint64)
    column = np.array([doc.vocab.strings.add("obj")] * 8, dtype=np.uint64)
    starts = doc.to_array([attrs.SENT_START]).ravel()
    doc.from_array([attrs.HEAD, attrs.DEP], np.stack([heads, column], axis=1))
    doc.from_array([attrs.SENT_START], starts.reshape(-1, 1))
    first, second = sentence_docs(doc)
    assert [[ent.text for ent in one.ents] for one in (first, second)] == [["Ann"], ["Bo"]]
    for one in (first, second):
        assert len(list(one.sents)) == 1
        assert {token.head.i for token in one} <= {*range(len(one))}
    assert second[0].head == second[0]
    assert second[3].head == second[0]


def test_the_work_is_linear():
    """Twice as many sentences take about twice the time; four times for `Span.as_doc`."""
    seconds = []
    for size in (4000, 8000):
        doc = Doc(Vocab(), ["Ann"] * size, sent_starts=[True] * size)
        doc.set_ents([Span(doc, place, place + 1, "PERSON") for place in range(size)])
        best = []
        for _ in range(3):
            start = process_time()
            assert sum(map(len, sentence_docs(doc))) == size
            best.append(process_time() - start)
        seconds.append(min(best))
    assert log2(seconds[1] / seconds[0]) < 1.5
