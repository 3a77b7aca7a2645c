"""Headings that name who narrates, and to whom: "Mina Murray's Journal", "Letter, Lucy to Mina", "Addie"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
    titles = [
        (start, end)
        for start, end in _short_paragraphs(table.parse)
        if max(table.quotes.number[start:end]) < 0 and _is_title(table.parse.words[start:end])
    ]
    known = _forms_of_people(table, cast, titles)
    for start, end in titles:
        narrator, addressee = _roles(table.parse, known, start, end)
        if narrator >= 0:
            yield NamingHeading(start, end, narrator, addressee)


def _short_paragraphs(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of the paragraphs that are not longer than headings."""
    numbers = parse.paragraphs
    starts = [token for token in range(len(parse)) if not token or numbers[token] > numbers[token - 1]]
    yield from (both for both in pairwise([*starts, len(parse)]) if both[1] - both[0] <= _LONGEST)


def _is_title(words: list[str]) -> bool:
    """Whether most words begin with a capital."""
    letters = [word for word in words if word[0].isalpha()]
    return sum(word[0].isupper() for word in letters) >= _CAPITALS * len(letters)


def _forms_of_people(table: MentionTable, cast: Cast, titles: Sequence[tuple[int, int]]) -> dict[Form, int]:
    """The forms of names of those who are mostly recognised as people where no title is: not "May" or "Telegram"."""
    types, heads, in_title = table.parse.entity_types, table.spans.head, {i for one in titles for i in range(*one)}
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
        person, length = _person_at(parse, known, token, end)
        named += [person] * (person >= 0)
        token += length
    is_list = len(set(people)) > _MOST_PEOPLE
    return -1 if is_list or not people else people[0], addressees[0] if addressees else -1


def _person_at(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> tuple[int, int]:
    """The person whose name begins at a token, -1 for nobody, and its number of tokens, else 1."""
    if parse.words[start][0].isupper():
        for stop in range(min(end, start + _LONGEST_NAME), start, -1):
            person = known.get(Form.of(parse.lexicon, tuple(parse.lower[start:stop])))
            if person is not None:
                return person, stop - start
    return -1, 1
