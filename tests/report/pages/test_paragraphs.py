"""The text of a document in paragraphs."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.report.pages.paragraphs import LONGEST, paragraph_at, paragraphs_of

WRAPPED = "It was a dark\nand rainy day\nin the town.\nNext day it\nrained.\n\nThen snow."


def document(text, **columns):
    words = text.split()
    offsets, end = [], 0
    for word in words:
        offsets.append(text.index(word, end))
        end = offsets[-1] + len(word)
    return Document("d", words=words, text=text, offsets=offsets, **columns)


def texts(document):
    return [paragraph.text for paragraph in paragraphs_of(document)]


def test_lines_that_are_full_go_on():
    assert texts(document(WRAPPED)) == ["It was a dark and rainy day in the town. Next day it rained.", "Then snow."]
    assert texts(document("Roses are red,\n\nviolets\nare blue and much too long to fit")) == [
        "Roses are red,",
        "violets",
        "are blue and much too long to fit",
    ]


def test_a_paragraph_per_line_where_lines_are_long():
    long = "word " * 40
    assert len(texts(document(f"{long}\n{long}\n{long}"))) == 3


def test_where_the_document_says():
    given = document(WRAPPED, paragraph_starts=[0, 3])
    assert [paragraph.first for paragraph in paragraphs_of(given)] == [0, 3]


def test_a_paragraph_per_sentence_without_a_text():
    known = Document("d", words=["Ann", "came", ".", "Bo", "left", "."], sentence_starts=[0, 3])
    assert texts(known) == ["Ann came.", "Bo left."]
    assert texts(replace(known, spaces=[True, False, False, True, False, False])) == ["Ann came.", "Bo left."]


def test_speakers():
    words = "Hi . Hello . Well .".split()
    said = Document("d", words=words, sentence_starts=[0, 2, 4], speakers=["Ann"] * 2 + ["Bo"] * 4)
    assert [paragraph.speaker for paragraph in paragraphs_of(said)] == ["Ann", "Bo", ""]


def test_turns_begin_with_their_labels():
    said = document(
        "Ann: Hi there!\nBo: Oh.\nAnn: Well, well.",
        sentence_starts=[0, 1, 3, 4, 5, 6],
        speakers=["", "Ann", "Ann", "", "Bo", "", "Ann", "Ann"],
    )
    found = paragraphs_of(said)
    assert [paragraph.text for paragraph in found] == ["Ann: Hi there!", "Bo: Oh.", "Ann: Well, well."]
    assert [paragraph.speaker for paragraph in found] == ["", "", ""]  # the text has the labels


def test_raw_and_empty_texts():
    assert texts(Document("d", text="not\ntokenized")) == ["not tokenized"]
    assert texts(Document("d")) == []


def test_long_paragraphs_are_cut_between_sentences():
    words = ["word"] * 3000
    starts = list(range(0, 3000, 90))
    pieces = paragraphs_of(Document("d", words=words, sentence_starts=starts, paragraph_starts=[0]))
    pieces = [piece for piece in pieces if piece.first == 0 or piece.continues]
    assert len(pieces) == 6
    assert all(piece.first in starts and len(piece.text) <= LONGEST for piece in pieces)
    assert [piece.continues for piece in pieces] == [False] + [True] * 5


@given(st.lists(st.text(st.characters(exclude_categories=["Z"]), min_size=1), min_size=1), st.data())
def test_offsets_are_those_of_browsers(words, data):
    words = ["".join(word.split()) or "x" for word in words]
    starts = sorted(data.draw(st.sets(st.integers(0, len(words) - 1)))) or [0]
    given = Document("d", words=words, sentence_starts=sorted({0, *starts}))
    paragraphs = paragraphs_of(given)
    for number, word in enumerate(words):
        paragraph = paragraphs[paragraph_at(paragraphs, number)]
        at = number - paragraph.first
        units = paragraph.text.encode("utf-16-le")
        found = units[2 * paragraph.starts[at] : 2 * paragraph.ends[at]].decode("utf-16-le")
        assert len(found) == len(word)
        assert all(a == b or b == "\ufffd" for a, b in zip(word, found, strict=True))
