"""`corefpipe.resolve`: from texts and documents to documents with chains."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

import corefpipe
from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, ModelError, SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import resolve_docs, resolve_documents

TEXT = "Nora Bell lost her keys. She found them under the sofa."


def spans(document):
    return [(mention.start, mention.end, mention.entity) for mention in document.mentions]


@pytest.fixture(scope="module")
def resolve(model):
    def resolve(documents, **settings):
        return corefpipe.resolve(documents, model, **settings)

    return resolve


def test_a_text_is_one_document(resolve):
    found = resolve(TEXT)
    assert isinstance(found, Document)
    assert found.text == TEXT
    assert found.chains()


def parsed(text):
    nlp = corefpipe.load("en")
    nlp.remove_pipe("corefpipe")
    return nlp(text)


def spans_of(resolver, doc):
    found = resolver.resolve(doc)
    return found.decoding.labels.tolist(), found.spans.start.tolist()


def longest_chain(document):
    return max(map(len, document.chains().values()))


def test_texts_and_documents_are_resolved_one_by_one(resolve):
    found = resolve([TEXT, Document("b", text=TEXT)])
    first, second = next(found), next(found)
    assert (first.name, second.name) == ("text", "b")
    assert spans(first) == spans(second) == spans(resolve(TEXT))
    assert list(resolve([])) == []


def test_an_error_comes_after_the_documents_before_it(resolve):
    good = resolve(TEXT)
    found = resolve([good, replace(good, name="b", mentions=[Mention(3, 99, "1")]), good], mentions="gold")
    assert spans(next(found)) == spans(good)
    with pytest.raises(AnnotationError, match=r"document b: mention \(3, 99\) lies outside"):
        next(found)


def test_as_the_component_does(resolve, nlp):
    assert spans(resolve(TEXT)) == spans(from_doc(nlp(TEXT)))


def test_a_resolver_for_a_model(resolver):
    assert spans(corefpipe.resolve(TEXT, resolver)) == spans(next(corefpipe.resolve([TEXT], resolver)))
    with pytest.raises(SettingError, match=r"settings beside a Resolver. Change its own: resolver.configure"):
        corefpipe.resolve(TEXT, resolver, threshold=1.0)


def test_settings_reach_the_decoder_and_leave_the_model_alone(resolve):
    before = spans(resolve(TEXT))
    assert before
    assert longest_chain(resolve(TEXT, threshold=50.0)) == 1 < longest_chain(resolve(TEXT))
    assert spans(resolve(TEXT)) == before
    with pytest.raises(SettingError, match="gamma is 7"):
        resolve(TEXT, gamma=7)


def test_gold_mentions_and_given_parses(resolve, samples):
    documents = list(corefpipe.read(samples, "conllu"))
    for document, found in zip(documents, resolve(documents, mentions="gold", parse="given"), strict=True):
        assert found.words == document.words
        assert found.heads == document.heads
        assert {mention.span for mention in found.mentions} <= {mention.span for mention in document.mentions}


def test_plain_text_has_no_gold_mentions(resolve):
    with pytest.raises(AnnotationError, match="document text: plain text has no mentions of its own"):
        resolve(TEXT, mentions="gold")


def test_half_of_a_character(resolve):
    for document in (Document("tweet", text="Ann \ud83d left."), Document("tweet", words=["Ann", "\udcff", "left"])):
        with pytest.raises(AnnotationError, match=r"document tweet: .*half of a surrogate pair, '\\u"):
            list(resolve([document]))


def test_no_parser(gold_resolver):
    blank = Resolver.from_bytes(gold_resolver.to_bytes())
    blank.base = "blank:en"
    with pytest.raises(ModelError, match=r"has no parser \(base 'blank:en'\)"):
        corefpipe.resolve(TEXT, blank)


def test_docs_keep_their_resolution(resolver, annotated, base):
    for (doc, document), found in zip(
        annotated, resolve_docs([(doc.copy(), document) for doc, document in annotated], resolver), strict=True
    ):
        labels = resolver.resolve(doc).decoding.labels
        assert np.array_equal(found.resolution.decoding.labels, labels)
        assert found.source is document
        assert spans(found.document()) == spans(next(resolve_documents([document], resolver, base)))


def test_a_model_that_is_trained_again_is_loaded_again(resolver, tmp_path):
    resolver.to_disk(tmp_path)
    assert longest_chain(corefpipe.resolve(TEXT, tmp_path)) > 1
    other = Resolver.from_disk(tmp_path)
    other.configure(threshold=50.0)
    other.to_disk(tmp_path, overwrite=True)
    assert longest_chain(corefpipe.resolve(TEXT, tmp_path)) == 1


@pytest.mark.parametrize(
    "documents", [None, 3, b"Ann left.", Path("x.txt"), {"text": "Ann left."}, Doc(Vocab(), ["Ann"])]
)
def test_what_is_no_document(documents):
    with pytest.raises(AnnotationError, match=r"is neither a text nor a Document. For files use corefpipe\.read"):
        corefpipe.resolve(documents)
    if not isinstance(documents, Path):
        with pytest.raises(AnnotationError, match="is neither a text nor a Document"):
            list(corefpipe.resolve([documents]))


def test_what_is_changed_in_a_stream_changes_nothing_elsewhere():
    before = spans(corefpipe.resolve(TEXT))
    stream = corefpipe.Stream()
    stream.model.min_probability = 1.0
    stream.model.constraints = ()
    stream.model.features.use_context(None)
    stream.model.meta["licence"] = "none"
    stream.model.selector.classifier.intercept = -99.0
    stream.model.use(np.zeros_like(stream.model.weights))
    assert spans(corefpipe.resolve(TEXT)) == before
    other = corefpipe.Stream().model
    assert other.meta["licence"] != "none"
    with pytest.raises(ValueError, match="read-only"):
        other.weights[:] = 0


def test_copies_of_a_model_share_its_tables_of_weights():
    doc = parsed(TEXT)
    first = load_resolver("en")
    second = first.copied()
    assert spans_of(first, doc) == spans_of(second, doc)
    assert first.features._weights_of(first.weights) is second.features._weights_of(second.weights)
    second.weights = np.zeros_like(second.weights)
    assert spans_of(first, doc) != spans_of(second, doc)
    assert first.features._weights_of(first.weights) is not second.features._weights_of(second.weights)


def test_a_fault_of_resolving_together_is_an_error(monkeypatch):
    def fails(self, docs):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Resolver, "_resolve_together", fails)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        list(corefpipe.resolve([TEXT, TEXT]))
    assert corefpipe.resolve(TEXT).chains()
