"""The cast of a mention table: the people whose names its mentions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from corefpipe.casts.beside import forms_beside
from corefpipe.casts.forms import Form
from corefpipe.casts.names import endeared_persons_of, persons_of
from corefpipe.casts.people import people_of
from corefpipe.casts.person import Person
from corefpipe.casts.ranks import bearer_of, ranks_of
from corefpipe.features import MentionTable

_MOST_GENDER = 0.8
"""Share of the names of a form whose gender is known that must have one gender."""


@dataclass(slots=True, frozen=True)
class Cast:
    """The people of one document.

    Attributes:
        people: the most frequent first.
        forms: row of the table -> form of the name.
        person: row of the table -> number of the person, of names that are one person's, and of titles for names.
    """

    people: list[Person]
    forms: Mapping[int, Form]
    person: Mapping[int, int]

    def united(self, same: Mapping[int, int]) -> Cast:
        """The cast in which some people, by their numbers, are others; nobody has their numbers any more."""
        if not same:
            return self
        people = [
            replace(one, forms=Counter(one.forms), firsts={*one.firsts}, lasts={*one.lasts}) for one in self.people
        ]
        for one, other in same.items():
            people[other].forms.update(people[one].forms)
            people[other].firsts |= people[one].firsts
            people[other].lasts |= people[one].lasts
            people[other].titles = people[other].titles + people[one].titles
            people[other].gender = people[other].gender or people[one].gender
            people[one] = Person()
        return Cast(people, self.forms, {row: same.get(number, number) for row, number in self.person.items()})


def cast_of(table: MentionTable) -> Cast:
    """The cast of a document, given its mentions."""
    persons = sorted((endeared_persons_of(table) | persons_of(table)).items())
    forms = {row: Form.of(table.lexicon, (*titles, *words)) for row, (words, titles) in persons}
    counts = Counter(forms.values())
    found = people_of(table.lexicon, counts, _genders(table, forms), forms_beside(table, forms))
    people = sorted(found, key=lambda one: -one.count)
    number = {form: place for place, one in enumerate(people) for form in one.forms}
    person = {row: number[form] for row, form in forms.items() if form in number}
    return Cast(people, forms, person | _by_rank(table, people))


def _by_rank(table: MentionTable, people: list[Person]) -> dict[int, int]:
    """Row -> number of the person, of titles that stand for a name."""
    ranks = dict(ranks_of(table))
    bearers = {title: bearer_of(people, title) for title in ranks.values()}
    number = {one: place for place, one in enumerate(people)}
    return {row: number[bearer] for row, title in ranks.items() if (bearer := bearers[title])}


def _genders(table: MentionTable, forms: Mapping[int, Form]) -> dict[Form, str]:
    """The gender that nearly all names of a form with a known gender have, if it is known of most of them."""
    gender, counts = table.values("gender"), dict[Form, Counter[str]]()
    for row, form in forms.items():
        counts.setdefault(form, Counter())[gender[row]] += 1
    found = {}
    for form, own in counts.items():
        known = own["male"] + own["female"]
        most = "male" if own["male"] >= own["female"] else "female"
        if 2 * known > own.total() and own[most] >= _MOST_GENDER * known:
            found[form] = most
    return found
