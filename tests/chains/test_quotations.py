"""Quotations on a Doc: `doc._.coref.quotations`, how they are stored, merged, cut and retokenized."""

from __future__ import annotations

import pytest
from helpers.chain_docs import VOCAB, with_chains
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from corefpipe.chains import Quotation, cut, merge
from corefpipe.chains.documents import from_doc, to_doc
from corefpipe.chains.layout import QUOTATIONS_KEY, clear_chains
from corefpipe.chains.quotations import QuotationSpan, quotation_spans, write_quotations
from corefpipe.document import Quotation as DocumentQuotation

WORDS = "“ Go , ” said Ann , “ or stay . ” \n\n “ No . ” The dog barked . She left .".split(" ")
SPANS = [
    QuotationSpan(1, 3, 0, "1", (5, 6), 0.9),
    QuotationSpan(8, 11, 0, "1", (5, 6), 0.9),
    QuotationSpan(14, 16, 1, "", None, None),
]


@pytest.fixture
def doc() -> Doc:
    doc = with_chains(Doc(VOCAB, WORDS), [(5, 6), (21, 22)])
    write_quotations(doc, SPANS)
    return doc


def test_what_is_told_of_a_quotation(doc):
    first, second, third = doc._.coref.quotations
    assert isinstance(first, Quotation)
    assert (first.text, first.turn, first.mention.text, first.probability) == ("Go ,", 0, "Ann", 0.9)
    assert str(first.speaker) == "Ann, She"
    assert first.mention.id_ == "1"
    assert (second.span.start, second.span.end, second.turn) == (8, 11, 0)
    assert (third.speaker, third.mention, third.probability, third.turn) == (None, None, None, 1)


def test_in_print(doc):
    first, _, third = doc._.coref.quotations
    assert repr(first) == "<Quotation 0: 'Go ,', Ann (0.90)>"
    assert repr(third) == "<Quotation 1: 'No .', unknown>"
    assert str(first) == "Ann: Go ,"
    long = Doc(VOCAB, ["“", *["no"] * 40, "\n", "”"])
    write_quotations(with_chains(long), [QuotationSpan(1, 42, 0, "", None, None)])
    assert repr(long._.coref.quotations[0]) == f"<Quotation 0: '{'no ' * 19}no…', unknown>"


def test_a_speaker_without_a_chain(doc):
    write_quotations(doc, [QuotationSpan(1, 3, 0, "", (17, 19), 0.5)])
    (quotation,) = doc._.coref.quotations
    assert (quotation.speaker, quotation.mention.text) == (None, "The dog")
    assert repr(quotation) == "<Quotation 0: 'Go ,', The dog (0.50)>"


def test_frozen(doc):
    with pytest.raises(AttributeError):
        doc._.coref.quotations[0].turn = 3


def test_no_quotations():
    doc = with_chains(Doc(VOCAB, ["Ann"]), [(0, 1)])
    write_quotations(doc, [])
    assert doc._.coref.quotations == []
    assert QUOTATIONS_KEY not in doc.spans
    with pytest.warns(UserWarning, match="was not resolved"):
        assert Doc(VOCAB, ["Ann"])._.coref.quotations == []


def test_they_go_with_the_chains(doc):
    clear_chains(doc)
    assert QUOTATIONS_KEY not in doc.spans


def test_bytes_and_docbin(doc):
    copies = [
        Doc(VOCAB).from_bytes(doc.to_bytes()),
        next(DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(VOCAB)),
        doc.copy(),
    ]
    for copy in copies:
        assert quotation_spans(copy) == SPANS
        assert list(map(repr, copy._.coref.quotations)) == list(map(repr, doc._.coref.quotations))


def test_retokenizing(doc):
    texts = [(one.text, one.mention and one.mention.text) for one in doc._.coref.quotations]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[4:6])
        retokenizer.merge(doc[9:11])
    quotations = doc._.coref.quotations
    assert [one.text for one in quotations] == [text for text, _ in texts]
    assert quotations[0].mention.text == "said Ann"
    assert str(quotations[0].speaker) == "said Ann, She"
    doc._.coref.realign()
    again = Doc(VOCAB).from_bytes(doc.to_bytes())
    assert [one.text for one in again._.coref.quotations] == [text for text, _ in texts]


@pytest.mark.parametrize(
    "attrs",
    [
        {},
        {"turns": [0, 0, 1]},
        {"turns": [0, 0], "speakers": [3, 3, None], "probabilities": [0.9, 0.9, None]},
        {"turns": [0, 0, 1], "speakers": [3, 9, None], "probabilities": [0.9, 0.9, None]},
        {"turns": [0, 0, "1"], "speakers": [3, 3, None], "probabilities": [0.9, 0.9, None]},
        {"turns": [0, 0, 1], "speakers": [3, 3, []], "probabilities": [0.9, 0.9, None]},
        {"turns": [0, 0, 1], "speakers": [3, 3, None], "probabilities": [2, 0.9, None]},
        {"turns": 3, "speakers": None, "probabilities": "abc"},
    ],
)
def test_attrs_that_do_not_fit(doc, attrs):
    doc.spans[QUOTATIONS_KEY].attrs = attrs
    assert [(one.start, one.end, one.mention) for one in quotation_spans(doc)] == [
        (1, 3, None),
        (8, 11, None),
        (14, 16, None),
    ]
    assert [one.speaker for one in doc._.coref.quotations] == [None, None, None]


def test_merge(doc):
    whole = merge([doc, Doc(VOCAB, ["Snow", "."]), doc], ["a", "b", "c"])
    found = whole._.coref.quotations
    assert [one.turn for one in found] == [0, 0, 1, 2, 2, 3]
    assert [one.speaker and one.speaker.id for one in found] == ["a:1", "a:1", None, "c:1", "c:1", None]
    assert [one.text for one in found[3:]] == [one.text for one in doc._.coref.quotations]
    assert found[3].mention.start == len(doc) + 2 + 5


def test_cut(doc):
    part = cut(doc[4:17])
    assert [(one.text, str(one.speaker), str(one.mention)) for one in part._.coref.quotations] == [
        ("or stay .", "Ann", "Ann"),
        ("No .", "None", "None"),
    ]
    part = cut(doc[7:])
    assert [(one.text, str(one.speaker), str(one.mention)) for one in part._.coref.quotations] == [
        ("or stay .", "She", "None"),
        ("No .", "None", "None"),
    ]


def test_documents(doc):
    document = from_doc(doc)
    assert document.words == [word for word in WORDS if word != "\n\n"]
    assert document.quotations == [
        DocumentQuotation(1, 3, "1", (5, 6), 0.9, 0),
        DocumentQuotation(8, 11, "1", (5, 6), 0.9, 0),
        DocumentQuotation(13, 15, "", None, None, 1),
    ]


@given(st.data())
def test_law_what_is_written_is_read(data):
    doc = Doc(VOCAB, WORDS)
    place = st.integers(0, len(WORDS) - 1).flatmap(
        lambda start: st.tuples(st.just(start), st.integers(start + 1, len(WORDS)))
    )
    span = st.builds(
        lambda place, turn, id, mention, p: QuotationSpan(*place, turn, id, mention, p),
        place,
        st.integers(0, 5),
        st.sampled_from(["", "1", "x y"]),
        st.none() | place,
        st.none() | st.floats(0, 1),
    )
    spans = data.draw(st.lists(span, max_size=6))
    write_quotations(doc, spans)
    assert quotation_spans(doc) == spans
    assert quotation_spans(Doc(VOCAB).from_bytes(doc.to_bytes())) == spans


def test_with_a_pipeline(packaged):
    text = "“I shall not go,” said Ann to her brother, “unless you come.”\n\n“Then we stay,” Tom answered. He sat down."
    doc = packaged(text)
    found = doc._.coref.quotations
    assert [(one.text, one.turn, one.speaker.name) for one in found] == [
        ("I shall not go,", 0, "Ann"),
        ("unless you come.", 0, "Ann"),
        ("Then we stay,", 1, "Tom"),
    ]
    assert [one.mention.text for one in found] == ["Ann", "Ann", "Tom"]
    document = from_doc(doc)
    assert [document.words[one.start] for one in document.quotations] == ["I", "unless", "Then"]
    again = packaged(to_doc(document, packaged))
    assert len(again._.coref.quotations) == 3
