"""Quoted letters: their writers, and those to whom they are written."""

from __future__ import annotations

import pytest

from corefpipe.quotations.voices import voices
from corefpipe.resolver.loading import load_resolver

LETTER = """Ann gave the letter to Mary, who read it aloud.

“My dear Ann,

“I am well, and I shall come home soon. You will see me on Monday.

“TOM HILL.”

“How good of him,” said Mary.
"""
CALLED = """“Who is there?” asked Ann. The door opened, and her uncle answered,

“Tom Hill.”
"""


@pytest.fixture(scope="module")
def correspondents(base):
    """Text -> the speaker and the addressee of its first turn, "" for unknown ones, and whether they are certain."""
    resolver = load_resolver("en")

    def found(text: str) -> list[tuple[str, bool]]:
        table = resolver.table(base(text))
        known = voices(table)
        words, triples = table.parse.words, table.triples()
        both = known.speakers.get(0), known.addressees.get(0)
        return [
            (" ".join(words[slice(*triples[one.row][:2])]), one.probability == 1.0) if one else ("", False)
            for one in both
        ]

    return found


def test_who_signs_writes_to_whom_the_letter_greets(correspondents):
    (writer, is_certain), (recipient, _) = correspondents(LETTER)
    assert (writer.rstrip(" ."), is_certain) == ("TOM HILL", True)
    assert recipient.endswith("Ann")


def test_without_a_signature_nobody_is_certain(correspondents):
    assert not correspondents(LETTER.replace("“TOM HILL.”", "“He will come again, too.”"))[0][1]


def test_a_name_after_the_words_of_the_narrator_is_no_signature(correspondents):
    assert correspondents(CALLED)[0][0] != "Tom Hill"
