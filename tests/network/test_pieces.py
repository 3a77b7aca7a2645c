"""Word pieces."""

from __future__ import annotations

import pytest

from corefpipe.network.pieces import LONGEST_WORD, MOST_OF_WORD, WordPieces

PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "un",
    "##want",
    "##ed",
    "want",
    "runn",
    "##ing",
    ",",
    "e",
    "##e",
    "日",
    "σ",
    ".",
]


@pytest.fixture
def pieces():
    return WordPieces(PIECES)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("unwanted", ["un", "##want", "##ed"]),
        ("Wanted", ["want", "##ed"]),
        ("RUNNING", ["runn", "##ing"]),
        ("é", ["e"]),
        ("e\N{COMBINING ACUTE ACCENT}", ["e"]),
        ("want,want", ["want", ",", "want"]),
        ("e日e", ["e", "日", "e"]),
        ("e\u200be", ["e", "##e"]),
        ("want\u2028want", ["want", "want"]),
        ("xyz", ["[UNK]"]),
        ("wantx.", ["[UNK]", "."]),
        ("Σ", ["σ"]),
        ("ΣΣ", ["[UNK]"]),
        ("", ["[UNK]"]),
        ("\u200b", ["[UNK]"]),
        ("e" * (LONGEST_WORD + 1), ["[UNK]"]),
    ],
)
def test_the_longest_piece_comes_first(pieces, word, found):
    assert [PIECES[number] for number in pieces(word)] == found


def test_a_word_has_a_bounded_number_of_pieces(pieces):
    assert len(pieces("," * 1000)) == MOST_OF_WORD


def test_what_is_remembered_is_the_same(pieces):
    assert pieces("unwanted") == pieces("unwanted")


def test_long_words_are_not_remembered(pieces):
    pieces("want")
    assert pieces("want" * 20_000) == pieces("want" * 20_000)
    assert list(pieces._known) == ["want"]
