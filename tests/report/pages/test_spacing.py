"""Guessed spaces between words."""

from __future__ import annotations

import pytest

from corefpipe.report.pages.spacing import guessed_spaces


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("In this study , we did n't ( as Ann 's did ) .", "In this study, we didn't (as Ann's did)."),
        ('" Come in , " said Bo .', '"Come in," said Bo.'),
        ('He said " no " and left . "', 'He said "no" and left."'),
        ("It cost $ 5 or 20 % .", "It cost $5 or 20%."),
        ("“ Yes ” ; ` no '", "“Yes”; ` no'"),
        ("``  Oh '' -LRB- she -RRB-", "``Oh'' -LRB-she-RRB-"),
        (". . .", "..."),
    ],
)
def test_punctuation(words, text):
    spaces = guessed_spaces(words.split(), [0])
    found = "".join(f"{word} " if space else word for word, space in zip(words.split(), spaces, strict=True))
    assert found.strip() == text


def test_quotation_marks_begin_anew_in_each_sentence():
    words = '" Oh . " Go ! "'.split()
    assert guessed_spaces(words, [0, 3]) == [False, False, True, False, False, False, True]
