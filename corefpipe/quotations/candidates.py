"""Candidates for the speaker of a quotation: mentions of people in the narration around it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import says

_BEFORE, _AFTER = 14, 8
"""Mentions of people before and after a quotation that may be its speaker, at most."""
_PARAGRAPHS_BEFORE, _PARAGRAPHS_AFTER = 6, 1
_MANY = 10
"""Quotations above which a document should have several paragraphs."""
_SPEAKERS_BEFORE = 4
"""Quotations before this one whose speakers may be its speaker."""


class Person(NamedTuple):
    """A mention in the narration that may be a person.

    Attributes:
        row: of the mention table.
        start, end, head: its tokens.
        kind: "name", "nominal", "pronoun" or "coordination".
        form: kind, for a pronoun person and number: "pronoun3s".
    """

    row: int
    start: int
    end: int
    head: int
    kind: str
    form: str


class Quotation(NamedTuple):
    """The tokens of a quotation between its marks.

    Attributes:
        number: in `Quotes`.
        first, last: its tokens, both included.
        opening, after: its first token with its marks, and the token after them; a mark may be missing.
    """

    number: int
    first: int
    last: int
    opening: int
    after: int


class Candidate(NamedTuple):
    """A person who may be the speaker of a quotation.

    Attributes:
        person: the mention.
        rank: how many candidates are nearer on its side; `FARTHEST` for the speaker of an earlier quotation.
    """

    person: Person
    rank: int


FARTHEST = 9
_SENTENCE_ENDS = frozenset(".?!")
_OF_PEOPLE = frozenset({"personal", "possessive", "reflexive", "indefinite"})


@dataclass(slots=False)
class Scene:
    """The quotations of a table's documents, and the people in the narration between them.

    Attributes:
        table: the mentions.
        relations: what is known of two people by the rows of their mentions (see `evidence.relation`).
    """

    table: MentionTable
    relations: dict[tuple[int, int], str] = field(default_factory=dict, repr=False)

    @property
    def parse(self) -> Parse:
        """The text."""
        return self.table.parse

    @cached_property
    def quotations(self) -> list[Quotation]:
        """The speeches that are not empty, in text order; not those of a labelled speaker, as in a play."""
        quotes, speakers = self.table.quotes, self.parse.speakers
        return [
            Quotation(number, first, last, *quotes.outside[number])
            for number, (first, last) in sorted(quotes.ends().items())
            if quotes.speech[number] and not speakers[first]
        ]

    @cached_property
    def lacks_paragraphs(self) -> bool:
        """Whether a document with many quotations is one paragraph, as in corpora that keep no paragraphs."""
        if len(self.quotations) <= _MANY:
            return False
        first, last = self.quotations[0].first, self.quotations[-1].last
        return self.parse.paragraphs[first] == self.parse.paragraphs[last]

    def goes_on(self, place: int) -> bool:
        """Whether a quotation is the next paragraph of the speech before it."""
        if not place:
            return False
        turns, (one, other) = self.table.quotes.turn, self.quotations[place - 1 : place + 1]
        return turns[one.number] == turns[other.number] and self.paragraphs_between(place - 1, place) > 0

    @cached_property
    def people(self) -> list[Person]:
        """Mentions outside quotations that may be people, in the order of their heads."""
        return self.everybody[-1]

    @cached_property
    def quoted_people(self) -> dict[int, list[Person]]:
        """Number of a quotation -> its mentions, without pronouns, that may be people, in the order of their heads."""
        found = {number: [one for one in own if one.kind != "pronoun"] for number, own in self.everybody.items()}
        return {number: own for number, own in found.items() if number >= 0 and own}

    @cached_property
    def everybody(self) -> dict[int, list[Person]]:
        """Number of a quotation, -1 for the narration -> mentions there that may be people, in order of heads."""
        table, parse = self.table, self.parse
        columns = (table.values(name) for name in ("kind", "animacy", "person", "number"))
        found: dict[tuple[int, bool], Person] = {}
        for row, (kind, animacy, person, number) in enumerate(zip(*columns, strict=True)):
            start, end, head = table.triples()[row]
            if kind not in ("name", "nominal", "pronoun", "coordination"):
                continue
            if animacy in ("inanimate", "group") and parse.entity_types[head] != "person":
                continue
            if kind == "pronoun" and not _may_be_person(parse, head):
                continue
            form = f"pronoun{person}{number[:1]}" if kind == "pronoun" else kind
            found.setdefault((head, kind == "coordination"), Person(row, start, end, head, kind, form))
        numbers = defaultdict[int, list[Person]](list)
        for one in sorted(found.values(), key=lambda one: (one.head, one.start)):
            numbers[table.quotes.number[one.head]].append(one)
        return numbers

    @cached_property
    def sentence_ends(self) -> list[int]:
        """(n_tokens + 1,) marks at the ends of sentences of the narration before each token, and in all."""
        numbers = self.table.quotes.number
        ends = (w in _SENTENCE_ENDS and number < 0 for w, number in zip(self.parse.words, numbers, strict=True))
        return [0, *accumulate(map(int, ends))]

    @cached_property
    def heads(self) -> list[int]:
        """The heads of the people."""
        return [person.head for person in self.people]

    @cached_property
    def coordinated(self) -> frozenset[int]:
        """The heads of coordinations, which are those of their first conjuncts: "Tom" of "Tom and Ann".

        A coordination with a verb is mostly an error of the parser: “Go,” said Tom and Ann left.
        """
        several = (one for own in self.everybody.values() for one in own if one.kind == "coordination")
        return frozenset(one.head for one in several if "VERB" not in self.parse.pos[one.start : one.end])

    def says_with_others(self, person: Person) -> bool:
        """Whether a mention is the first of several who say something: "Tom" in “We won,” said Tom and Ann."""
        parse, head = self.parse, person.head
        is_first = person.kind != "coordination" and head in self.coordinated
        return is_first and parse.deps[head] in ("nsubj", "obj") and says(parse, parse.heads[head])

    @cached_property
    def names(self) -> Counter[str]:
        """How often each word is the head of a person's name in the narration."""
        return Counter(self.parse.lower[one.head] for one in self.people if one.kind == "name")

    def candidates(self, place: int, speakers: Sequence[Person | None]) -> list[Candidate]:
        """The candidates for the speaker of a quotation.

        Args:
            place: of the quotation among `quotations`.
            speakers: of the quotations before it.
        """
        nearby = [*self._nearby(self.quotations[place])]
        known = {candidate.person.head for candidate in nearby}
        for back in range(1, min(_SPEAKERS_BEFORE, place) + 1):
            speaker = speakers[place - back]
            if speaker is None or speaker.head in known or not self.are_near(place - back, place):
                continue
            known.add(speaker.head)
            nearby.append(Candidate(speaker, FARTHEST))
        return nearby

    def same(self, candidates: Sequence[Candidate]) -> list[tuple[str, str | int]]:
        """A key of each candidate, equal for mentions of one person: names with the same last word."""
        lower = self.parse.lower
        people = (one.person for one in candidates)
        genders = self.table.values("gender")
        return [(lower[one.head], genders[one.row]) if one.kind == "name" else ("", one.head) for one in people]

    def _nearby(self, quotation: Quotation) -> Iterator[Candidate]:
        """Those before a quotation and after it, the nearest first."""
        paragraphs, at = self.parse.paragraphs, bisect_left(self.heads, quotation.first)
        first, last = self.parse.document_at(quotation.first)
        before = self.people[max(0, at - _BEFORE) : at]
        nearest = paragraphs[quotation.first] - _PARAGRAPHS_BEFORE
        for rank, person in enumerate(reversed(before)):
            if person.head >= first and paragraphs[person.head] >= nearest:
                yield Candidate(person, rank)
        for rank, person in enumerate(self.people[at : at + _AFTER]):
            if person.head < last and paragraphs[person.head] <= paragraphs[quotation.last] + _PARAGRAPHS_AFTER:
                yield Candidate(person, rank)

    def are_near(self, place: int, later: int) -> bool:
        """Whether two quotations may belong to one conversation, by the paragraphs between them."""
        return self.paragraphs_between(place, later) <= _PARAGRAPHS_BEFORE

    def paragraphs_between(self, place: int, later: int) -> int:
        """Paragraphs from the end of a quotation to the beginning of a later one; many from another document."""
        one, other = self.quotations[place], self.quotations[later]
        if self.parse.document_at(one.last) != self.parse.document_at(other.first):
            return len(self.parse)
        return self.parse.paragraphs[other.first] - self.parse.paragraphs[one.last]


def _may_be_person(parse: Parse, token: int) -> bool:
    """Whether a pronoun may refer to a person: not "it", "this" or "which"."""
    pronoun = parse.pronoun(token)
    return pronoun is not None and pronoun.animacy != "inanimate" and not _OF_PEOPLE.isdisjoint(pronoun.kinds)
