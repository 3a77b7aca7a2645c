"""People of a book's cast who are one: "Harry" is Lord Henry, "Mr. Bast" is Leonard.

Names of one person avoid each other in a paragraph, where those of two people who know each other meet; and who is
called by one name answers under the other. A log-linear model weighs both, with titles, genders and namesakes; its
weights are learned on novels whose names are listed by hand (`eval/novels/people`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, product
from math import log, log1p, sqrt
from pathlib import Path

import numpy as np

from corefpipe.casts.beside import are_apart
from corefpipe.casts.cast import Cast
from corefpipe.casts.forms import are_alike
from corefpipe.casts.person import Person
from corefpipe.casts.sections import Telling, telling_of
from corefpipe.features import MentionTable
from corefpipe.lexicon import Lexicon
from corefpipe.quotations.answers import Answers, answers_of
from corefpipe.quotations.log_linear import LogLinear

LEAST = 5
"""Names of each of two people, at least."""
_ANSWERS, _ANSWERS_APART = 2, 3
"""Answers of two people, at least, that have no surname in common; that have two surnames."""
_PROBABLE, _MARGIN = 0.7, 0.2
"""Probability that two people are one, at least, and how far it is from the next one of either."""
_MET, _AVOIDED = 0.2, -0.2
"""Standard deviations of the paragraphs that name both from their expected number: from the first one people are not
one, and below the second one without answers. Chosen of five, on the novels that the weights are learned on.
"""
_PARTS = 24
"""Parts of a book in which names are counted."""
Pair = tuple[int, int]


def book_telling(table: MentionTable) -> Telling:
    """Who tells a book (see `telling_of`), with the people of its cast who are one united; computed once."""
    return table.once(_book_telling)


def _book_telling(table: MentionTable) -> Telling:
    telling, model = telling_of(table), alias_model(table.parse.language)
    if model is None or not telling.cast.people:
        return telling
    same = united({pair: probability(model, own) for pair, own in Pairs(table, telling.cast).features().items()})
    sections = [
        one._replace(narrator=same.get(one.narrator, one.narrator), addressee=same.get(one.addressee, one.addressee))
        for one in telling.sections
    ]
    return replace(telling, cast=telling.cast.united(same), sections=sections)


@cache
def alias_model(language: str) -> LogLinear | None:
    """The packaged model of a language, None if there is none."""
    path = Path(__file__).with_name(f"{language}.aliases.json")
    return LogLinear.from_disk(path) if path.is_file() else None


def probability(model: LogLinear, features: list[str]) -> float:
    """The probability that two people are one, instead of two."""
    place, share = model.choose([features, []], ["one", "two"])
    return share if place == 0 else 1 - share


def united(found: dict[Pair, float]) -> dict[int, int]:
    """Person -> the more frequent person who they are, of the pairs that are probable and better than all others."""
    same: dict[int, int] = {}
    taken: set[int] = set()
    for pair, probability in sorted(found.items(), key=lambda item: (-item[1], item[0])):
        rivals = [other for key, other in found.items() if key != pair and not {*pair}.isdisjoint(key)]
        is_sure = probability >= _PROBABLE and all(other <= probability - _MARGIN for other in rivals)
        if is_sure and taken.isdisjoint(pair):
            same[max(pair)] = min(pair)
            taken.update(pair)
    return same


@dataclass(frozen=True)
class Pairs:
    """Pairs of the people of a cast that may be one, and what is known of each.

    Attributes:
        table: the mentions of a book.
        cast: its people, the most frequent first.
    """

    table: MentionTable
    cast: Cast

    def features(self) -> dict[Pair, list[str]]:
        """Numbers of two people, the more frequent one first -> the features of the pair."""
        people = self.cast.people
        frequent = [number for number, one in enumerate(people) if one.count >= LEAST and self._is_named(one)]
        return {pair: [*self._features(*pair)] for pair in combinations(frequent, 2) if self._may_be_one(*pair)}

    def _is_named(self, person: Person) -> bool:
        """Whether a person has a name, and not a title alone: "Sir" is what many are called."""
        return any(not self._lexicon.titles.issuperset(form.words) for form in person.forms)

    @property
    def _lexicon(self) -> Lexicon:
        return self.table.lexicon

    @cached_property
    def _answers(self) -> Answers:
        return answers_of(self.table, self.cast)

    @cached_property
    def _places(self) -> list[_Places]:
        """Where the narration names each person."""
        numbers, parse = self.table.quotes.number, self.table.parse
        found = [_Places(set(), set(), np.zeros(_PARTS), 0) for _ in self.cast.people]
        for row, person in self.cast.person.items():
            head, own = self.table.triples()[row][2], found[person]
            if numbers[head] >= 0:
                own.quoted += 1
                continue
            own.sentences.add(parse.sentences[head])
            own.paragraphs.add(parse.paragraphs[head])
            own.parts[head * _PARTS // len(parse)] += 1
        return found

    def _beside(self, one: int, other: int) -> int:
        """Narrated sentences that name both."""
        return len(self._places[one].sentences & self._places[other].sentences)

    def _replies(self, one: int, other: int) -> tuple[int, int, float, int, int]:
        """Answers of each to the name of the other; all; as many as chance gives; to the own name; calls by each."""
        pairs, found = ((one, other), (other, one)), self._answers
        return (
            sum(found.of[pair] for pair in pairs),
            found.heard[one] + found.heard[other],
            sum(found.expected(*pair) for pair in pairs),
            found.of[one, one] + found.of[other, other],
            sum(found.calls[pair] for pair in pairs),
        )

    def _may_be_one(self, one: int, other: int) -> bool:
        """Whether gender, titles, names, answers and sentences that name both leave it open."""
        a, b = self.cast.people[one], self.cast.people[other]
        if (a.gender and b.gender and a.gender != b.gender) or _titles(self._lexicon, a, b) == "exclude":
            return False
        if a.firsts and b.firsts and not self._are_alike(a, b):
            return False
        if are_apart(self._beside(one, other), min(a.count, b.count)):
            return False
        answers, together = self._replies(one, other)[0], self._together(one, other)
        if together >= _MET or (together >= _AVOIDED and not answers):
            return False
        if a.lasts & b.lasts:
            return True
        return answers >= (_ANSWERS_APART if a.lasts and b.lasts else _ANSWERS)

    def _together(self, one: int, other: int) -> float:
        """By how many standard deviations more paragraphs of the narration name both than their frequencies give."""
        first, second = self._places[one], self._places[other]
        met = float(first.parts @ second.parts) * _PARTS / max(1, self.table.parse.paragraphs[-1])
        return (len(first.paragraphs & second.paragraphs) - met) / sqrt(met + 1)

    def _are_alike(self, a: Person, b: Person) -> bool:
        """Whether first names of two people may be forms of one."""
        return any(are_alike(self._lexicon, *pair) for pair in product(a.firsts, b.firsts))

    def _features(self, one: int, other: int) -> Iterator[str]:
        """The features of two people: of numbers, one for each limit that is reached."""
        a, b = self.cast.people[one], self.cast.people[other]
        kind = "same surname" if a.lasts & b.lasts else "other"
        yield kind
        yield f"{kind} titles {_titles(self._lexicon, a, b)}"
        yield f"{kind} gender {bool(a.gender and b.gender)}"
        yield f"{kind} namesakes {min(3, self._namesakes(one, other))}"
        yield f"first names {bool(a.firsts)} {bool(b.firsts)}"
        if _have_parts(a, b):
            yield "a part of the name"
        for name, number, limits in self._numbers(one, other):
            for limit in limits:
                if number >= limit:
                    yield f"{name} {limit}"
                    if name in ("answers", "share", "together"):
                        yield f"{kind} {name} {limit}"

    def _numbers(self, one: int, other: int) -> Iterator[tuple[str, float, tuple[float, ...]]]:
        """The name, value and limits of each number that is known of two people."""
        a, b = self.cast.people[one], self.cast.people[other]
        first, second = self._places[one], self._places[other]
        answers, heard, expected, own, calls = self._replies(one, other)
        rarer = min(len(first.sentences), len(second.sentences))
        yield "answers", log1p(answers), (0.5, 1, 1.5, 2, 3)
        yield "share", answers / (heard + 2), (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
        yield "expected", log((answers + 0.5) / (expected + 0.5)), (0, 0.5, 1, 1.5, 2)
        yield "calls", calls / (calls + answers + 1), (0.05, 0.1, 0.3)
        yield "own", own / (heard + 2), (0.1, 0.3, 0.5)
        yield "together", self._together(one, other), (-2, -1, -0.5, -0.2)
        yield "beside", self._beside(one, other) / (rarer + 3), (0.01, 0.03, 0.1)
        yield "quoted", abs(first.quoted / a.count - second.quoted / b.count), (0.2, 0.4, 0.6, 0.8)
        yield "count", min(a.count, b.count), (10, 20, 40, 80)

    def _namesakes(self, one: int, other: int) -> int:
        """Other people with a surname of both, and not of another gender."""
        people = self.cast.people
        lasts, gender = people[one].lasts & people[other].lasts, people[one].gender or people[other].gender
        others = (person for number, person in enumerate(people) if number not in (one, other))
        return sum(
            person.count >= LEAST and person.gender in ("", gender or person.gender) and bool(person.lasts & lasts)
            for person in others
        )


@dataclass(slots=True)
class _Places:
    """Where a person is named.

    Attributes:
        sentences, paragraphs: of the narration.
        parts: (_PARTS,) number of the names in each part of the book.
        quoted: number of names in quotations.
    """

    sentences: set[int]
    paragraphs: set[int]
    parts: np.ndarray
    quoted: int


def _titles(lexicon: Lexicon, a: Person, b: Person) -> str:
    """How the titles of two people agree: "exclude", "wife", "kin", "both", "one" or "none" have titles."""
    pairs = [pair for pair in product(a.titles, b.titles) if pair[0] != pair[1]]
    if any(lexicon.titles_exclude(*pair) for pair in pairs):
        return "exclude"
    if any((one in lexicon.wife_titles) != (other in lexicon.wife_titles) for one, other in pairs):
        return "wife"
    if not lexicon.kin_titles.isdisjoint({*a.titles, *b.titles}):
        return "kin"
    return ("none", "one", "both")[bool(a.titles) + bool(b.titles)]


def _have_parts(a: Person, b: Person) -> bool:
    """Whether a word of a name begins or ends with a word of the other: "Medee" and "Amedee"."""
    words = [{word for form in one.forms for word in form.words} for one in (a, b)]
    pairs = (sorted(pair, key=len) for pair in product(*words))
    return any(
        len(short) > 2 and short != long and (long.startswith(short) or long.endswith(short)) for short, long in pairs
    )
