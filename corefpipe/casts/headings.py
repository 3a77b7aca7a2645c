"""Headings that name who narrates, and to whom: "Mina Murray's Journal", "Letter, Lucy to Mina", "Addie"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from corefpipe.casts.cast import Cast
from corefpipe.casts.forms import Form
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse

_LONGEST, _LONGEST_NAME = 40, 6
"""Tokens of a heading, and of a name in it, at most."""
_CAPITALS = 0.5
"""Share of the words of a heading that begin with a capital, at least."""
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_CRIES = frozenset("!?")
_MOST_PEOPLE = 2
"""People in a heading beside its addressee, at most; more are a list: "Present: Ann, Eva and Tom"."""


class NamingHeading(NamedTuple):
    """A heading that names people of the cast.

    Attributes:
        start, end: its tokens.
        narrator: number of the person who may narrate what follows.
        addressee: number of the person to whom it may be written, -1 for none.
    """

    start: int
    end: int
    narrator: int
    addressee: int


def naming_headings(table: MentionTable, cast: Cast) -> Iterator[NamingHeading]:
    """The paragraphs outside quotations that are titles and name somebody who may narrate."""
    titles = list(_titles(table))
    known = forms_of_people(table, cast)
    for start, end in titles:
        narrator, addressee = _roles(table.parse, known, start, end)
        if narrator >= 0:
            yield NamingHeading(start, end, narrator, addressee)


def paragraphs_of(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of the paragraphs, in tokens."""
    numbers = parse.paragraphs
    starts = [token for token in range(len(parse)) if not token or numbers[token] > numbers[token - 1]]
    yield from pairwise([*starts, len(parse)])


def _titles(table: MentionTable) -> Iterator[tuple[int, int]]:
    """(start, end) of the short paragraphs outside quotations that are titles."""
    for start, end in paragraphs_of(table.parse):
        if end - start <= _LONGEST and max(table.quotes.number[start:end]) < 0 and _is_title(table.parse, start, end):
            yield start, end


def _is_title(parse: Parse, start: int, end: int) -> bool:
    """Whether most words of a paragraph begin with a capital, and it is neither a clause nor a cry: "O Ann!"."""
    if parse.words[end - 1] in _CRIES or not _FINITE.isdisjoint(parse.tags[start:end]):
        return False
    letters = [word for word in parse.words[start:end] if word[0].isalpha()]
    return sum(word[0].isupper() for word in letters) >= _CAPITALS * len(letters)


def forms_of_people(table: MentionTable, cast: Cast) -> dict[Form, int]:
    """The forms of names of those who are mostly recognised as people where no title is: not "May" or "Telegram"."""
    types, heads = table.parse.entity_types, table.spans.head
    in_title = {token for one in _titles(table) for token in range(*one)}
    named, recognised = Counter[int](), Counter[int]()
    for row, number in cast.person.items():
        if heads[row] not in in_title:
            named[number] += 1
            recognised[number] += types[heads[row]] == "person"
    pronouns = table.lexicon.pronouns
    return {
        form: number
        for number, one in enumerate(cast.people)
        if 2 * recognised[number] > named[number]
        for form in one.forms
        if form.words[-1] not in pronouns
    }


def _roles(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> tuple[int, int]:
    """The narrator and the addressee whom a title names: "Letter, Lucy to Mina"; -1 for none."""
    people, addressees = list[int](), list[int]()
    token, named = start, people
    while token < end:
        if parse.lower[token] in parse.lexicon.recipient_fields:
            named = addressees
        person, length = person_at(parse, known, token, end)
        named += [person] * (person >= 0)
        token += length
    is_list = len(set(people)) > _MOST_PEOPLE
    return -1 if is_list or not people else people[0], addressees[0] if addressees else -1


def person_at(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> tuple[int, int]:
    """The person whose name begins at a token, -1 for nobody, and its number of tokens, else 1."""
    if parse.words[start][0].isupper():
        for stop in range(min(end, start + _LONGEST_NAME), start, -1):
            person = known.get(Form.of(parse.lexicon, tuple(parse.lower[start:stop])))
            if person is not None:
                return person, stop - start
    return -1, 1
