"""Tokenization of raw text: words from characters, and character offsets of words."""

from __future__ import annotations

import time

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.formats import tokens
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import layout, tokenize

PLACE = Place("f", "d")
TEXT = "Hello there. \n\nMr. Smith's dog didn't bark! Yes.\nNo more"


def test_words_sentences_and_paragraphs():
    found = tokenize(TEXT, PLACE, Reading())
    assert found.words == "Hello there . Mr. Smith 's dog did n't bark ! Yes . No more".split()
    assert [found.words[start] for start in found.sentence_starts] == ["Hello", "Mr.", "Yes", "No"]
    assert [found.words[start] for start in found.paragraph_starts] == ["Hello", "Mr."]
    assert tokenize(" \n ", PLACE, Reading()).words == tokenize("", PLACE, Reading()).words == []


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=60))
@settings(max_examples=200, deadline=None)
def test_offsets_slice_the_text(text):
    found = tokenize(text, PLACE, Reading())
    for word, offset, space in zip(found.words, found.offsets, found.spaces, strict=True):
        end = offset + len(word)
        assert text[offset:end] == word
        assert word.strip()
        assert space == text[end : end + 1].isspace()
    assert "".join(found.words) == "".join(text.split()) or any(w != "".join(w.split()) for w in found.words)
    assert found.sentence_starts[:1] == ([0] if found.words else [])
    assert sorted(set(found.sentence_starts)) == found.sentence_starts
    assert set(found.paragraph_starts) <= set(found.sentence_starts)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 5, (0, 1, True)),
        (0, 6, (0, 1, True)),
        (1, 5, (0, 1, False)),
        (4, 8, (0, 2, False)),
        (0, 12, (0, 3, True)),
        (5, 6, None),
        (12, 15, None),
        (len(TEXT), len(TEXT) + 9, None),
        (0, 0, None),
    ],
)
def test_words_at_characters(start, end, expected):
    assert tokenize(TEXT, PLACE, Reading()).at(start, end) == expected


def test_misfits_are_noted():
    reading, found = Reading(), tokenize(TEXT, PLACE, Reading())
    assert found.span(TEXT, 0, 5, Place("f", "d"), reading) == (0, 1)
    assert reading.report.misfits == []
    assert found.span(TEXT, 1, 9, Place("f", "d"), reading, 7) == (0, 2)
    assert found.span(TEXT, 12, 14, Place("f", "d"), reading) is None
    first, second = reading.report.misfits
    assert str(first).startswith(
        "f:7 (document d): the mention 'ello the' in characters 1 to 9 is not whole words; it is read as 'Hello there'"
    )
    assert "has no words and is left out" in str(second)
    assert len(str(reading.report.misfits[0])) < 300


@pytest.mark.parametrize("run", ["<", "a", "a-", "…"])
def test_long_runs_take_no_time(run):
    begun = time.perf_counter()
    found = tokenize("Some " + run * 100_000 + " more words.", PLACE, Reading())
    assert found.words[-3:] == ["more", "words", "."]
    assert time.perf_counter() - begun < 5


def test_layout_is_the_text_or_made_of_words():
    found = tokenize(TEXT, PLACE, Reading())
    document = Document("d", words=found.words, sentence_starts=found.sentence_starts, spaces=found.spaces)
    text, offsets = layout(document)
    assert text == "Hello there.\nMr. Smith's dog didn't bark!\nYes.\nNo more"
    assert [text[o : o + len(w)] for o, w in zip(offsets, document.words, strict=True)] == document.words
    document.paragraph_starts = found.paragraph_starts
    assert layout(document)[0].startswith("Hello there.\n\nMr.")
    document.text, document.offsets = TEXT, found.offsets
    assert layout(document) == (TEXT, found.offsets)


@pytest.mark.parametrize("size", [1, 7, 50])
def test_pieces_do_not_change_words_and_sentences(monkeypatch, samples, size):
    texts = [(samples / "bakery.txt").read_text(encoding="utf-8"), TEXT, 'End. " ) Next? \n\n . . Last! a (b. ) c']
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    for text in texts:
        whole = tokenize(text, PLACE, Reading())
        doc = nlp(text)
        words = [token for token in doc if not token.is_space]
        assert (whole.words, whole.offsets) == ([t.text for t in words], [t.idx for t in words])
        assert {n for n, t in enumerate(words) if t.is_sent_start} <= set(whole.sentence_starts)
        with monkeypatch.context() as context:
            context.setattr(tokens, "PIECE", size)
            assert tokenize(text, PLACE, Reading()) == whole
