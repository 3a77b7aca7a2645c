"""The layout of letters and threads: senders, recipients, bodies and names, each on the parse of the packaged base."""

from __future__ import annotations

import pytest
import spacy

from corefpipe.letters.people import Roles
from corefpipe.letters.reading import UNKNOWN, may_be_letter, read_letter
from corefpipe.parsing.parse import Parse

QUOTED = """Hi Nora,

I sold it.

Paul

On 3 May 2024, Nora Vance wrote:
> Where is Ann?
>
> Nora
"""


@pytest.fixture(scope="module")
def parsed(base):
    return lambda text: Parse.from_doc(base(text))


def names_of(letter, parse, person):
    return [" ".join(parse.words[slice(*tokens)]) for number, tokens in letter.names if number == person]


def test_a_quoted_part_has_its_own_sender_and_recipient(parsed):
    parse = parsed(QUOTED)
    letter = read_letter(parse)
    sold, where = parse.words.index("sold"), parse.words.index("Where")
    assert letter.senders[sold] == letter.recipients[where]
    assert letter.recipients[sold] == letter.senders[where]
    assert names_of(letter, parse, letter.senders[sold]) == ["Paul"]
    assert names_of(letter, parse, letter.senders[where]) == ["Hi Nora", "Nora Vance", "Nora"]


@pytest.mark.parametrize("day", ["Monday", "3 May 2024"])
def test_an_attribution_that_is_quoted_with_its_part(parsed, day):
    parse = parsed(QUOTED.replace("On 3 May 2024, Nora Vance", f"> On {day}, Nora Vance").replace(">\n> Nora\n", ""))
    letter = read_letter(parse)
    where = parse.words.index("Where")
    assert "Nora Vance" in names_of(letter, parse, letter.senders[where])
    assert letter.recipients[where] == letter.senders[parse.words.index("sold")]


def test_the_body_has_no_greeted_name_attribution_or_signature(parsed):
    parse = parsed(QUOTED)
    letter = read_letter(parse)
    body = [word for word, inside in zip(parse.words, letter.in_body, strict=True) if inside and word.isalpha()]
    assert body == "Hi I sold it Where is Ann".split()


def test_a_further_greeting_begins_a_message(parsed):
    parse = parsed("Dear Nora,\n\nI sold it.\n\nPaul\n\nDear Ken,\n\nThe bank has written.\n\nRuth\n")
    letter = read_letter(parse)
    sold, written = parse.words.index("sold"), parse.words.index("written")
    assert [names_of(letter, parse, letter.senders[token]) for token in (sold, written)] == [["Paul"], ["Ruth"]]
    assert names_of(letter, parse, letter.recipients[written]) == ["Dear Ken"]


def test_a_greeting_without_a_name(parsed):
    parse = parsed("Dear diary,\n\nI am ill.\n")
    letter = read_letter(parse)
    assert letter.greeted == {1: letter.senders[3]}
    assert letter.recipients[3] == UNKNOWN


@pytest.mark.parametrize("text", ["Hi-all\n\nI am ill.\n\nThanks,\nAnn\n", ">>>\n> >\n", "From:\nTo:\n", "x"])
def test_lines_without_what_they_should_have(parsed, text):
    parse = parsed(text)
    letter = read_letter(parse)
    assert letter is None or len(letter.senders) == len(parse)


def test_two_names_of_one_sender_are_read_the_same_in_each_process(python):
    code = f"import runpy; print(runpy.run_path({__file__!r})['people_of_two_names']())"
    done = python("-c", code, PYTHONHASHSEED="1")
    assert done.stdout == f"{people_of_two_names()}\n", done.stderr


def people_of_two_names() -> object:
    """Who has which role where senders and recipients share two names."""
    roles = Roles(Parse.from_doc(spacy.blank("en")("Ann Lee Bo Ray")))
    for names in ("A", "B", "AB", "BA"):
        sender, recipient = roles.add_message()
        for role in (sender, recipient)[: len(names)]:
            for name in names:
                roles.add_name(role, (0, 2) if name == "A" else (2, 4))
    return roles.people()


@pytest.mark.parametrize(
    ("text", "may_be"), [("Hi Ann, I am ill.", True), ("I am ill.\n\nAnn", True), ("I am ill.", False), ("", False)]
)
def test_may_be_letter(parsed, text, may_be):
    parse = parsed(text)
    assert may_be_letter(parse, 0, len(parse)) == may_be


def test_an_empty_document_is_no_letter(parsed):
    assert read_letter(parsed("")) is None


def test_a_novel_that_contains_a_letter_is_none(parsed):
    before = "\n".join(["Nobody was at home, and the house was dark."] * 250)
    assert read_letter(parsed(f"{before}\n\nDear Ann,\n\nI am well.\n\nYours, Tom")) is None
