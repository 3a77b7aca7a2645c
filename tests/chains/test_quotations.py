"""Quotations on a Doc: `doc._.coref.quotations`, how they are stored, merged, cut and retokenized."""

from __future__ import annotations

import json

import pytest
from helpers.chain_docs import VOCAB, with_chains
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from corefpipe.chains import Quotation, cut, merge
from corefpipe.chains.docs import to_doc
from corefpipe.chains.documents import from_doc, quotations_of
from corefpipe.chains.layout import QUOTATIONS_KEY, clear_chains
from corefpipe.chains.quotations import QuotationSpan, quotation_spans, write_quotations
from corefpipe.document import Quotation as DocumentQuotation

WORDS = "“ Go , ” said Ann , “ or stay . ” \n\n “ No . ” The dog barked . She left .".split(" ")
SPANS = [
    QuotationSpan(1, 3, 0, "1", (5, 6), 0.9, (4, 5), "", (17, 19), 0.6),
    QuotationSpan(8, 11, 0, "1", (5, 6), 0.9, (4, 5), "", (17, 19), 0.6),
    QuotationSpan(14, 16, 1, addressee="1", addressee_mention=(5, 6), addressee_probability=0.7),
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
    assert (first.cue.text, first.addressee, first.addressee_mention.text) == ("said", None, "The dog")
    assert first.addressee_probability == 0.6
    assert (third.cue, third.addressee, third.addressee_mention.id_) == (None, first.speaker, "1")


def test_in_print(doc):
    first, _, third = doc._.coref.quotations
    assert repr(first) == "<Quotation 0: 'Go ,', Ann to The dog (0.90)>"
    assert repr(third) == "<Quotation 1: 'No .', unknown to Ann>"
    assert str(first) == "Ann to The dog: Go ,"
    long = Doc(VOCAB, ["“", *["no"] * 40, "\n", "”"])
    write_quotations(with_chains(long), [QuotationSpan(1, 42, 0, "", None, None)])
    assert repr(long._.coref.quotations[0]) == f"<Quotation 0: '{'no ' * 19}no…', unknown>"


def test_as_json(doc):
    first, _, third = json.loads(doc._.coref.to_json())["quotations"]
    assert (first["start"], first["end"], first["text"], first["turn"]) == (1, 3, "Go ,", 0)
    assert doc.text[first["start_char"] : first["end_char"]] == "Go ,"
    assert first["speaker"]["name"] == "Ann"
    assert (first["speaker"]["chain"], first["speaker"]["probability"]) == ("1", 0.9)
    assert first["speaker"]["mention"] == {"start": 5, "end": 6, "start_char": 14, "end_char": 17, "text": "Ann"}
    assert (first["addressee"]["chain"], first["addressee"]["mention"]["text"]) == (None, "The dog")
    assert (first["cue"]["text"], third["cue"], third["speaker"]) == ("said", None, None)
    assert third["addressee"]["chain"] == "1"
    assert "quotations" not in with_chains(Doc(VOCAB, ["Ann"]), [(0, 1)])._.coref.to_dict()


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
        retokenizer.merge(doc[17:19])
    quotations = doc._.coref.quotations
    assert [one.text for one in quotations] == [text for text, _ in texts]
    assert quotations[0].mention.text == quotations[0].cue.text == "said Ann"
    assert quotations[0].addressee_mention.text == "The dog"
    assert str(quotations[0].speaker) == str(quotations[2].addressee) == "said Ann, She"
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
    for one in doc._.coref.quotations:
        assert (one.speaker, one.cue, one.addressee, one.addressee_mention) == (None, None, None, None)


@pytest.mark.parametrize(
    ("changed", "lost"),
    [
        ({"cues": [9, None, None]}, "cue"),
        ({"cues": None}, "cue"),
        ({"addressees": [1, "", ""]}, "addressee"),
        ({"addressees": None}, "addressee"),
        ({"addressee_mentions": ["4", None, None]}, "addressee"),
        ({"addressee_probabilities": [0.5, -1, None]}, "addressee"),
        ({"cues": None, "addressees": None, "addressee_mentions": None, "addressee_probabilities": None}, ""),
    ],
)
def test_speakers_are_kept_where_the_others_do_not_fit(doc, changed, lost):
    doc.spans[QUOTATIONS_KEY].attrs.update(changed)
    if not lost:  # as an older version wrote it
        for name in changed:
            del doc.spans[QUOTATIONS_KEY].attrs[name]
    found = quotation_spans(doc)
    assert [one[:6] for one in found] == [one[:6] for one in SPANS]
    assert [one.cue for one in found] == [None if lost in ("cue", "") else one.cue for one in SPANS]
    told = [one[7:] for one in found]
    assert told == [("", None, None) if lost in ("addressee", "") else one[7:] for one in SPANS]


def test_merge(doc):
    whole = merge([doc, Doc(VOCAB, ["Snow", "."]), doc], ["a", "b", "c"])
    found = whole._.coref.quotations
    assert [one.turn for one in found] == [0, 0, 1, 2, 2, 3]
    assert [one.speaker and one.speaker.id for one in found] == ["a:1", "a:1", None, "c:1", "c:1", None]
    assert [one.text for one in found[3:]] == [one.text for one in doc._.coref.quotations]
    assert found[3].mention.start == len(doc) + 2 + 5
    assert found[3].cue.start == len(doc) + 2 + 4
    assert found[3].addressee_mention.text == "The dog"
    assert [one.addressee and one.addressee.id for one in found] == [None, None, "a:1", None, None, "c:1"]


def test_cut(doc):
    part = cut(doc[4:17])
    first, second = part._.coref.quotations
    assert (first.cue.text, first.addressee_mention, second.addressee_mention.text) == ("said", None, "Ann")
    assert [(one.text, str(one.speaker), str(one.mention)) for one in part._.coref.quotations] == [
        ("or stay .", "Ann", "Ann"),
        ("No .", "None", "None"),
    ]
    part = cut(doc[7:])
    assert [(one.text, str(one.speaker), str(one.mention)) for one in part._.coref.quotations] == [
        ("or stay .", "She", "None"),
        ("No .", "None", "None"),
    ]
    assert part._.coref.quotations[0].cue is None


def test_documents(doc):
    document = from_doc(doc)
    assert document.words == [word for word in WORDS if word != "\n\n"]
    assert document.quotations == [
        DocumentQuotation(1, 3, "1", (5, 6), 0.9, 0, (4, 5), "", (16, 18), 0.6),
        DocumentQuotation(8, 11, "1", (5, 6), 0.9, 0, (4, 5), "", (16, 18), 0.6),
        DocumentQuotation(13, 15, "", None, None, 1, None, "1", (5, 6), 0.7),
    ]
    assert [one.addressee for one in quotations_of(document)] == ["", "", "1"]


def test_what_has_no_word_is_unknown(doc):
    write_quotations(doc, [QuotationSpan(1, 3, 0, "1", (12, 13), 0.9), QuotationSpan(12, 13, 1)])
    assert from_doc(doc).quotations == [DocumentQuotation(1, 3, "1", None, 0.9, 0)]


@given(st.data())
def test_law_what_is_written_is_read(data):
    doc = Doc(VOCAB, WORDS)
    place = st.integers(0, len(WORDS) - 1).flatmap(
        lambda start: st.tuples(st.just(start), st.integers(start + 1, len(WORDS)))
    )
    span = st.builds(
        lambda place, *rest: QuotationSpan(*place, *rest),
        place,
        st.integers(0, 5),
        *(people := (st.sampled_from(["", "1", "x y"]), st.none() | place, st.none() | st.floats(0, 1))),
        st.none() | place,
        *people,
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
    assert [one.cue.text for one in found] == ["said", "said", "answered"]
    assert [one.addressee_mention.text for one in found] == ["her brother", "her brother", "Ann"]
    assert found[2].addressee.name == "Ann"
    assert all(one.addressee_probability >= 0.5 for one in found)
    document = from_doc(doc)
    assert [document.words[one.start] for one in document.quotations] == ["I", "unless", "Then"]
    again = packaged(to_doc(document, packaged))
    assert len(again._.coref.quotations) == 3
