"""The cast of a mention table: the people whose names its mentions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from corefpipe.casts.forms import Form
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


def cast_of(table: MentionTable, names: Mapping[int, tuple[str, ...]]) -> Cast:
    """The cast of a document.

    Args:
        table: its mentions.
        names: row -> words of the name with titles, in lower case.
    """
    forms = {row: Form.of(table.lexicon, words) for row, words in names.items()}
    counts = Counter(forms.values())
    people = sorted(people_of(table.lexicon, counts, _genders(table, forms)), key=lambda one: -one.count)
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
