"""The sections of a book that several people tell, in journals, letters, or chapters with their names.

A section begins with a heading that names its narrator. That somebody narrates shows in their sections, not in the
words of the headings: there "I" is frequent outside quotations, and the narrator's own name is rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from corefpipe.casts.cast import Cast, cast_of
from corefpipe.casts.enclosed import EnclosedLetter, enclosed_letters
from corefpipe.casts.forms import are_alike
from corefpipe.casts.headings import NamingHeading, naming_headings
from corefpipe.casts.person import Person
from corefpipe.features import MentionTable
from corefpipe.letters.reading import read_letter

BOOK = 10_000
"""Tokens from which a document is a book: in shorter ones forms of names are too rare to tell who bears them."""
_QUOTED = 0.8
"""Share of a letter that is in quotation marks, at least, if it stands in these."""
_FEWEST, _FIRST = 30, 0.01
"""First persons of a narrator, at least: their number, and their share of the narrator's words."""
_NAMED = 0.05
"""Names of narrators in their own words for each first person, at most: narrators call themselves "I"."""
_MOST = 0.5
"""Share of a book's narrating first persons that are in sections of known narrators, at least."""


class Section(NamedTuple):
    """A part of a text that one person narrates or writes.

    Attributes:
        start, end: its tokens; the first ones are those of its heading.
        narrator: number of the person in the cast, -1 if unknown.
        addressee: number of the person to whom it is written, -1 for none.
        quoted: whether it is a letter in quotation marks.
        enclosed: whether it is a letter in somebody else's narration.
    """

    start: int
    end: int
    narrator: int = -1
    addressee: int = -1
    quoted: bool = False
    enclosed: bool = False


@dataclass(slots=True, frozen=True)
class Telling:
    """Who tells a book.

    Attributes:
        cast: its people; narrators with one first name are one: "Mina Murray's Journal", "Mina Harker's Journal".
        sections: in text order, the whole text. If no headings name narrators, they are the letters that the book
            contains and what is between them; none of a shorter text, and of a letter or a thread.
    """

    cast: Cast
    sections: list[Section] = field(default_factory=list)

    @property
    def has_narrators(self) -> bool:
        """Whether several narrators tell the book."""
        return any(one.narrator >= 0 and not one.enclosed for one in self.sections)


def telling_of(table: MentionTable) -> Telling:
    """Who tells a book, given its mentions; computed once. A shorter text has no cast."""
    return table.once(_telling)


def _telling(table: MentionTable) -> Telling:
    if len(table.parse) < BOOK:
        return Telling(Cast([], {}, {}))
    cast = cast_of(table)
    headings = list(naming_headings(table, cast))
    counts = _Counts(table, cast, _sections(table, headings))
    confirmed = {one for one in {heading.narrator for heading in headings} if counts.narrates(one)}
    told = sum(counts.first[one] for one in confirmed)
    if len(confirmed) < 2 or told < _MOST * counts.first.total():
        letters = list(enclosed_letters(table, cast))
        is_one = len(letters) <= 1 and table.of_parse(read_letter) is not None
        return Telling(cast, [] if is_one else _around(letters, len(table.parse)))
    headings = [one for one in headings if one.narrator in confirmed or one.addressee >= 0]
    same = _same(table, cast, dict.fromkeys(one.narrator for one in headings))
    united = [one._replace(narrator=same.get(one.narrator, one.narrator)) for one in headings]
    return Telling(
        cast.united(same),
        [one._replace(addressee=same.get(one.addressee, one.addressee)) for one in _sections(table, united)],
    )


def _sections(table: MentionTable, headings: Sequence[NamingHeading]) -> list[Section]:
    """The sections that begin with headings, and what is before the first one."""
    ends = [*(one.start for one in headings), len(table.parse)]
    found = [Section(0, ends[0])]
    for one, end in zip(headings, ends[1:], strict=True):
        own = table.quotes.number[one.end : end]
        quoted = one.addressee >= 0 and sum(number >= 0 for number in own) > _QUOTED * len(own)
        found.append(Section(one.start, end, one.narrator, one.addressee, quoted))
    return found


def _around(letters: Iterable[EnclosedLetter], end: int) -> list[Section]:
    """The sections of a text of so many tokens: these letters, and what is between them."""
    found, before = list[Section](), 0
    for start, stop, writer, recipient in letters:
        found += [Section(before, start), Section(start, stop, writer, recipient, enclosed=True)]
        before = stop
    return [*found, Section(before, end)]


class _Counts:
    """First persons, own names and words of each narrator in what they say in sections.

    Attributes:
        first, names, words: narrator, -1 for unknown -> number.
    """

    def __init__(self, table: MentionTable, cast: Cast, sections: Iterable[Section]):
        self.first, self.names, self.words = Counter[int](), Counter[int](), Counter[int]()
        says = narrators_by_token(table, sections)
        self.words.update(one for one in says if one is not None)
        persons, numbers = table.values("person"), table.values("number")
        for row, (_, _, head) in enumerate(table.triples()):
            narrator = says[head]
            if narrator is not None:
                self.first[narrator] += (persons[row], numbers[row]) == ("1", "singular")
                self.names[narrator] += cast.person.get(row) == narrator

    def narrates(self, person: int) -> bool:
        """Whether somebody whom headings name narrates."""
        least = max(_FEWEST, _FIRST * self.words[person])
        return self.first[person] >= least and self.names[person] <= _NAMED * self.first[person]


def narrators_by_token(table: MentionTable, sections: Iterable[Section]) -> list[int | None]:
    """The narrator who says each token of a text, -1 for an unknown one, None for what others say in quotations."""
    number, nested = table.quotes.number, {token for one in table.quotes.nested for token in range(one.start, one.end)}
    return [
        one.narrator if number[token] < 0 or (one.quoted and token not in nested) else None
        for one in sections
        for token in range(one.start, one.end)
    ]


def _same(table: MentionTable, cast: Cast, narrators: Iterable[int]) -> dict[int, int]:
    """People -> narrator who they are: with the first name of an earlier one, or of two who are one and no surname."""
    same: dict[int, int] = {}
    for one, other in combinations(narrators, 2):
        if one not in same and _are_alike(table, cast.people[one], cast.people[other]):
            same[other] = one
    for one in dict.fromkeys(same.values()):
        for other, person in enumerate(cast.people):
            if other != one and not person.lasts and _are_alike(table, cast.people[one], person):
                same.setdefault(other, one)
    return same


def _are_alike(table: MentionTable, one: Person, other: Person) -> bool:
    """Whether two people have the same first name and not two genders."""
    if {one.gender, other.gender} == {"male", "female"}:
        return False
    return any(are_alike(table.lexicon, *pair) for pair in product(one.firsts, other.firsts))
