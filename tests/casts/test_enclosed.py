"""Letters in the narration of a novel."""

from __future__ import annotations

import pytest

from corefpipe.casts import sections
from corefpipe.casts.cast import cast_of
from corefpipe.casts.enclosed import enclosed_letters
from corefpipe.resolver.loading import load_resolver

BEFORE = "\n\n".join(
    ["When Tom Hill came home at last, Ann Bell was glad to see him, and so Tom stayed with her there."] * 6
)
LETTER = """Dear Ann,

I am well, and I think of you.

Yours ever,
TOM

Ann laughed."""


@pytest.fixture(scope="module")
def letters(base):
    """Text -> its letters, each with its words, and the words of a name of the writer and of the recipient."""
    resolver = load_resolver("en")

    def found(text: str) -> list[tuple[str, str, str]]:
        table = resolver.table(base(f"{BEFORE}\n\n{text}"))
        cast = cast_of(table)
        return [
            (" ".join(table.parse.words[one.start : one.end]), *(_first_name(cast, who) for who in one[2:]))
            for one in enclosed_letters(table, cast)
        ]

    return found


def _first_name(cast, person: int) -> str:
    return next(iter(cast.people[person].firsts)) if person >= 0 else ""


def test_from_the_greeting_to_the_signature(letters):
    assert letters(LETTER) == [("Dear Ann , I am well , and I think of you . Yours ever , TOM", "tom", "ann")]


@pytest.mark.parametrize(
    "text",
    [
        LETTER.replace("Dear Ann,", "Ann read this."),
        LETTER.replace("Yours ever,\nTOM", "Nobody had signed it."),
        LETTER.replace("TOM", "THE END"),
        LETTER.replace("I am well, and I think of you.", "Tom is well, and Tom thinks of you."),  # a title
        LETTER.replace("Dear Ann,", "Dear me, it was late."),
    ],
)
def test_no_letter(letters, text):
    assert letters(text) == []


def test_a_greeting_before_the_signature_begins_another_letter(letters):
    (found,) = letters(f"Dear Bo, I am ill.\n\n{LETTER}")
    assert found[0].startswith("Dear Ann")


def test_a_novel_in_letters_is_not_one_letter(base, monkeypatch):
    monkeypatch.setattr(sections, "BOOK", 100)
    own = "Dear Ann,\n\nI am well, and I was glad when Eva Lee came to see me and my sister.\n\nYours ever,\nTOM HILL"
    other = "Dear Ann,\n\nTom Hill came to see me, and I was glad to see Tom. I think of you.\n\nYours ever,\nEVA"
    text = "\n\n".join([own, other] * 4)
    telling = sections.telling_of(load_resolver("en").table(base(text)))
    writers = [one.narrator for one in telling.sections if one.enclosed]
    assert [_first_name(telling.cast, one) for one in writers] == ["tom", "eva"] * 4
