"""Sentences that are cut in their middle are joined."""

from __future__ import annotations

import pytest

from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.encoder.labels import BREAK, JOINED, SPACE
from corefpipe.parsing.encoder.whole_sentences import certain_starts, whole_sentences

ENGLISH = load_lexicon()


@pytest.mark.parametrize(
    ("text", "starts", "expected"),
    [
        ("When she came home , Mary slept .", [0, 5], [0]),
        ("I slept . Because he was late , Tom ran .", [0, 3, 8], [0, 3]),
        ("Yours , Anna", [0, 2], [0, 2]),
        ("Where is it , Bo ? Here .", [0, 4, 6], [0, 6]),
        ("I am ill , Tom is not .", [0, 4], [0, 4]),
        ("Dear Tom , I am ill .", [0, 1, 3], [0, 3]),
        ("Dearest Tom , I am ill .", [0, 1, 3], [0, 3]),
        ("I slept . When she came , Mary slept . Tom ran .", [0, 3, 7, 10], [0, 3, 10]),
        ("", [], []),
    ],
)
def test_starts(text, starts, expected):
    words = text.split()
    assert whole_sentences(starts, words, [SPACE] * len(words), [0] * len(words), ENGLISH) == expected


def test_a_line_break_ends_a_sentence():
    assert whole_sentences([0, 2], ["Since", ",", "Tom"], [SPACE, SPACE, BREAK], [0] * 3, ENGLISH) == [0, 2]


def test_known_starts_stay():
    assert whole_sentences([0, 2], ["Since", ",", "Tom"], [SPACE] * 3, [1, -1, 1], ENGLISH) == [0, 2]


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["****", "****"], False),
        (["?", "????"], False),
        (["file", "Name"], False),
        (["!", "Next"], True),
    ],
)
def test_words_without_a_space_between(words, kept):
    assert whole_sentences([0, 1], words, [SPACE, JOINED], [0, 0], ENGLISH) == ([0, 1] if kept else [0])


def test_a_verb_of_saying_after_a_quotation_is_in_its_sentence():
    words = ['"', "Yes", ",", '"', "he", "said", "."]
    assert whole_sentences([0, 4], words, [SPACE] * len(words), [0] * len(words), ENGLISH) == [0]


def test_a_quotation_mark_before_everything():
    words = ['"', "He", "said", ","]
    assert whole_sentences([0, 1], words, [SPACE] * len(words), [0] * len(words), ENGLISH) == [0, 1]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Twenty . Thirty .", [2]),
        ("Why ? It is fun ! Look .", [2, 6]),
        ("Why ? it is fun .", []),
        ("Read this : 2 . Then go .", []),
        ("", []),
    ],
)
def test_certain_starts(text, starts):
    words = text.split()
    assert certain_starts(words, [SPACE] * len(words)) == starts


def test_rows_of_marks_are_one_sentence(base):
    assert len(list(base("Thanks!\n*******************\nSee you.").sents)) <= 3


def test_the_packaged_pipeline(base):
    doc = base("When she came home, Mary slept. Because he was late, Tom took a taxi.")
    assert [sent.text for sent in doc.sents] == [
        "When she came home, Mary slept.",
        "Because he was late, Tom took a taxi.",
    ]
