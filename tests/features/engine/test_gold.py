"""Tables of gold mentions: from the spans of a Doc, from a Document; mentions that cannot be located."""

from __future__ import annotations

import pytest
import spacy
from helpers.parses import make_doc
from helpers.tables import LOST_KEYS
from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.features import FeatureSet, gold_labels, gold_table, gold_tables
from corefpipe.mentions import Spans
from corefpipe.parsing.parse import Parse


def document(*mentions: tuple[int, int, str]) -> Document:
    words = [token.text for token in make_doc(LOST_KEYS)]
    return Document("keys", words=words, sentence_starts=[0, 9], mentions=[Mention(*m) for m in mentions])


def with_spans(*mentions: tuple[int, int, str]) -> Doc:
    doc = make_doc(LOST_KEYS)
    doc.spans["coref"] = SpanGroup(doc, spans=[Span(doc, start, end, kb_id=name) for start, end, name in mentions])
    return doc


MENTIONS = [(9, 14, "b"), (0, 3, "a"), (4, 5, "a"), (4, 8, ""), (18, 19, "")]


def test_a_doc_and_its_document():
    (table,), (labels,) = gold_tables([(make_doc(LOST_KEYS), document(*MENTIONS[:3]))])
    assert table.triples() == [(0, 3, 0), (4, 5, 4), (9, 14, 10)]
    assert labels.tolist() == [0, 0, 1]
    assert labels.dtype.kind == "i"


def test_a_doc_with_its_spans():
    # Mentions without an entity are singletons.
    (table,), (labels,) = gold_tables([with_spans(*MENTIONS)])
    assert table.triples() == [(0, 3, 0), (4, 8, 7), (4, 5, 4), (9, 14, 10), (18, 19, 18)]
    assert labels.tolist() == [0, 1, 0, 2, 3]


def test_both_give_the_same():
    kept = MENTIONS[:3]
    (one, other), labels = gold_tables([with_spans(*kept), (make_doc(LOST_KEYS), document(*kept))])
    assert one.triples() == other.triples()
    assert labels[0].tolist() == labels[1].tolist()
    features = FeatureSet("default")
    links = features.fit_transform([with_spans(*kept), (make_doc(LOST_KEYS), document(*kept))])
    one, other = links
    assert (one.features != other.features).nnz == 0


def test_no_mentions():
    for entry in (with_spans(), (make_doc(LOST_KEYS), document())):
        (table,), (labels,) = gold_tables([entry])
        assert (len(table), labels.tolist(), labels.dtype.kind) == (0, [], "i")
        links = FeatureSet("default").fit_transform([entry])
        assert (links.n_sets, links.n_items, links.n_links, links.features.shape) == (1, 0, 0, (0, 0))


def test_the_chain_of_a_span_that_stands_twice_is_the_first():
    pair = (make_doc(LOST_KEYS), document((0, 3, "a"), (0, 3, "b"), (4, 5, "b")))
    (table,), (labels,) = gold_tables([pair])
    assert len(table) == 2
    assert labels.tolist() == [0, 1]


@pytest.mark.parametrize("span", [(0, 99), (-1, 2), (3, 3), (4, 2), (22, 23)])
def test_a_mention_outside_its_doc(span):
    with pytest.raises(AnnotationError) as caught:
        gold_table(make_doc(LOST_KEYS), document((*span, "a")))
    assert str(caught.value) == (
        f"document keys: mention {span} lies outside its Doc of 22 tokens. "
        "Words are counted from 0, and a mention has at least one word"
    )


def test_other_words():
    other = Document("keys", words=["Oh"], mentions=[Mention(0, 1, "a")])
    with pytest.raises(
        AnnotationError, match=r"document keys: 1 words, its Doc has 22\. Gold mentions need a Doc with the same words"
    ):
        FeatureSet("default").fit([(make_doc(LOST_KEYS), other)])


def test_a_doc_without_spans():
    with pytest.raises(AnnotationError, match=r'the Doc has no mentions in doc.spans\["coref"\]. Add them'):
        FeatureSet("default").fit([spacy.blank("en")("Nobody.")])


def test_labels_of_detected_spans():
    parse = Parse.from_doc(make_doc("a a NOUN NN 2 nsubj\nb b VERB VB 0 root\nc c NOUN NN 2 obj"))
    given = Document("d", words=["a", "b", "c"], mentions=[Mention(0, 1, "x"), Mention(2, 3, "x")])
    labels = gold_labels(Spans.given([(0, 1), (0, 3), (1, 2), (2, 3)], parse), given).tolist()
    assert labels[1] == labels[3]  # (0, 3), (0, 1), (1, 2), (2, 3)
    assert len(set(labels)) == 3
