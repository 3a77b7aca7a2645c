"""Letters that a novel contains outside quotation marks: from "My dear Ann," to the name of the writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from corefpipe.casts.cast import Cast
from corefpipe.casts.forms import Form
from corefpipe.casts.headings import forms_of_people, paragraphs_of, person_at
from corefpipe.features import MentionTable
from corefpipe.letters.names import signing_name
from corefpipe.letters.phrases import letter_phrases
from corefpipe.parsing.parse import Parse

_GREETING = 8
"""Tokens of a greeting with the name and the mark after it, at most."""
_AFTER_NAME = frozenset((",", ":", ":--", "--", "—", "!"))
_LONGEST = 60
"""Paragraphs of a letter, at most."""
_NAMED = 5
"""Names of a correspondent in the whole text, at least."""
_NAMED_OWN = 0.1
"""Names of the writer before the signature for each first person, at most."""
_SIGNATURE = 12
"""Tokens of the paragraph of a signature with its closing, at most."""


class EnclosedLetter(NamedTuple):
    """A letter.

    Attributes:
        start, end: its tokens, from the greeting to the signature.
        writer: number of the person in the cast who signs it.
        recipient: number of the person whom it greets, -1 for unknown.
    """

    start: int
    end: int
    writer: int
    recipient: int


def enclosed_letters(table: MentionTable, cast: Cast) -> Iterator[EnclosedLetter]:
    """The letters outside quotations, in text order. Each has a greeting and a signature."""
    parse, known, number = table.parse, _correspondents(table, cast), table.quotes.number
    paragraphs, place = list(paragraphs_of(parse)), 0
    while place < len(paragraphs):
        start, end = paragraphs[place]
        place += 1
        if number[start] >= 0 or not _greets(parse, start, end):
            continue
        for last, (first, stop) in enumerate(paragraphs[place : place + _LONGEST], place):
            if number[first] < 0 and _greets(parse, first, stop):
                break  # the letter before has no signature
            writer = (
                _first_person(parse, known, first, stop) if number[first] < 0 and _signs(parse, first, stop) else -1
            )
            if writer >= 0 and _writes(parse, known, writer, end, first):
                recipient = _first_person(parse, known, start, min(end, start + _GREETING))
                yield EnclosedLetter(start, stop, writer, recipient)
                place = last + 1
                break


def _correspondents(table: MentionTable, cast: Cast) -> dict[Form, int]:
    """The names of people who are named several times, without nouns that may be anybody's: "Madam"."""
    nouns = table.lexicon.titles | table.lexicon.person_nouns
    return {
        form: person
        for form, person in forms_of_people(table, cast).items()
        if cast.people[person].count >= _NAMED and form.words[-1] not in nouns
    }


def _writes(parse: Parse, known: Mapping[Form, int], person: int, start: int, end: int) -> bool:
    """Whether somebody whose name is a title below a text may have written it: who writes is "I" there, not named."""
    pronouns = (parse.pronoun(token) for token in range(start, end))
    first = sum(pronoun is not None and (pronoun.person, pronoun.number) == ("1", "singular") for pronoun in pronouns)
    named = sum(person_at(parse, known, token, end)[0] == person for token in range(start, end))
    return first > 0 and named <= _NAMED_OWN * first


def _greets(parse: Parse, start: int, end: int) -> bool:
    """Whether a paragraph begins with a greeting and a mark after the name: "Dear Ann, I am well"."""
    beginning = parse.words[start : min(end, start + _GREETING)]
    greeting = letter_phrases(parse.lexicon).warm_greeting.match(" ".join(beginning))
    if greeting is None:
        return False
    name = greeting[0].count(" ") + 1
    marks = [place for place, word in enumerate(beginning) if word in _AFTER_NAME]
    return bool(marks) and marks[0] > name and beginning[name][:1].isupper()


def _signs(parse: Parse, start: int, end: int) -> bool:
    """Whether a paragraph is the name of a writer, or a closing and this name on its last line."""
    if end - start > _SIGNATURE:
        return False
    line = next(token for token in range(start, end) if parse.lines[token] == parse.lines[end - 1])
    closing = " ".join(parse.words[start:line]).replace(" ,", ",")
    if line > start and not letter_phrases(parse.lexicon).closing.match(closing):
        return False
    signed = signing_name(parse, line, end)
    return signed is not None and not any(map(str.isalnum, parse.words[signed[1] : end]))


def _first_person(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> int:
    """The person of the first name between two tokens, -1 if there is none."""
    found = (person_at(parse, known, token, end)[0] for token in range(start, end))
    return next((person for person in found if person >= 0), -1)
