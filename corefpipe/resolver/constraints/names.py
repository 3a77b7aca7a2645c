"""Different first names or surnames are different people; one name is one person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import TypeVar

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import name_start
from corefpipe.features.attributes.phrases import in_organization
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.nicknames import QUOTATION_MARKS
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import clashes, document_numbers
from corefpipe.resolver.constraints.registry import constraint

Words = tuple[str, ...]
"""Words of a name, in lower case."""
Person = tuple[Words, Words]
"""The name of a person without titles, and the titles."""
Name = TypeVar("Name")

_LONGEST = 6  # words of a person's name
_NUMERALS = frozenset("ivx")
_MOST_NAMES = 1000  # of people who are told apart
_NEAR = 2  # edits between forms of a name
_SAME_START = 3  # letters


@constraint
@joinable
def single_names(table: MentionTable) -> Constraints | None:
    """Different first names, or surnames, are different people: "Ann" and "Mary"; "Sherlock Holmes" and "Watson".

    So are a first name and a name that no list knows, each alone: "Sam", "Gollum". Not where one may be a form of the
    other ("Elizabeth", "Eliza"), where a longer name holds both ("Mary Ann Bell"), or where two full names begin alike
    ("Beatrice Blaine", "Beatrice O'Hara"). "Mrs." may be before another surname.
    """
    found = np.full((len(table), 3), -1)
    for persons in by_document(table, persons_of(table)):
        for column, people in enumerate(_people_named(table, persons)):
            for row, person in people.items():
                found[row, column] = person
    return clashes(found)


def _people_named(table: MentionTable, persons: dict[int, Person]) -> list[dict[int, int]]:
    """Row -> number of a person, by first names, by surnames and by single names, of the persons of one document."""
    lexicon, types, heads = table.lexicon, table.parse.entity_types, table.spans.head
    called_so = lexicon.titles | lexicon.person_nouns  # "Daddy", "Madame"
    first, last, only = {}, {}, {}
    for row, (words, titled) in persons.items():
        # In a name of several words the first is a first name, known or not.
        named = words[0] in lexicon.first_names or (len(words) > 1 and words[0] not in lexicon.surnames)
        wife = table.parse.lower[table.spans.start[row]] in lexicon.female_titles
        # "Mr. Charles" has a surname, "King Charles II" has none.
        if named and (not titled or _is_numeral(words)):
            first[row] = words[0]
        if len(words) > 1:
            surname = words[-1] not in lexicon.name_suffixes
        else:
            title = lexicon.title_class.get(titled[-1] if titled else "")
            known = words[0] in lexicon.surnames or title in lexicon.surname_titles
            surname = known and not named and not wife
        if surname:
            last[row] = words[-1]
        elif len(words) == 1 and not titled and types[heads[row]] == "person" and words[0] not in called_so:
            only[row] = words[0]
    # What one person is called.
    called = [set(words) for words, _ in persons.values() if len(words) > 1]
    begin: dict[str, set[str]] = {}
    for words, _ in persons.values():
        if len(words) > 1:
            begin.setdefault(words[0], set()).add(words[-1])
    called += [names for names in begin.values() if len(names) > 1]
    return [_people(lexicon, names, called) for names in (first, last, only)]


def _people(lexicon: Lexicon, names: dict[int, str], called: list[set[str]]) -> dict[int, int]:
    """Row -> number of a person, for names of which two may be one person only if alike, or if both are called so."""
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    forms = list(dict.fromkeys(names.values()))
    if not 1 < len(forms) <= _MOST_NAMES:
        return {}
    number = {form: i for i, form in enumerate(forms)}
    near = cdist(forms, forms, scorer=Levenshtein.distance, score_cutoff=_NEAR)
    alike = [(one, other) for one, other in np.argwhere(np.triu(near <= _NEAR, 1)).tolist()]
    groups: dict[str, set[str]] = {}
    for form in forms:
        groups.setdefault(form[:_SAME_START], set()).add(form)
        for full in lexicon.full_names.get(form, ()):
            groups.setdefault(f"short for {full}", {full}).add(form)
    for group in (*groups.values(), *called):
        alike += pairwise(sorted(number[form] for form in group if form in number))
    people = _joined(len(forms), alike)
    return {row: people[number[name]] for row, name in names.items()} if len(set(people)) > 1 else {}


@constraint
@joinable
def same_names(table: MentionTable) -> Constraints | None:
    """Mentions of one person's name corefer, if both have the same title or none: "Holmes" … "Holmes"."""
    types, heads = table.parse.entity_types, table.spans.head.tolist()
    found = []
    for persons in by_document(table, persons_of(table)):
        last: dict[Person, int] = {}
        for row, name in persons.items():
            if types[heads[row]] != "person":
                continue
            if name in last:
                found.append((last[name], row))
            last[name] = row
    return Constraints(np.array(found)) if found else None


def by_document(table: MentionTable, names: dict[int, Name]) -> list[dict[int, Name]]:
    """What is known of mentions by row, ascending, for each document in which there are any."""
    documents = document_numbers(table)
    return [dict(own) for _, own in groupby(names.items(), lambda item: documents[item[0]])]


def core_end(table: MentionTable, head: int, end: int) -> int:
    """End of a name without what a comma sets off: "Hill, the champion", "the NTSB, which met"; not "Jr." or "Inc."."""
    words, lower, lexicon = table.parse.words, table.parse.lower, table.lexicon
    if "," not in words[head + 1 : end - 1]:
        return end
    parts = lexicon.name_suffixes | lexicon.legal_forms
    return next((i for i in range(head + 1, end - 1) if words[i] == "," and lower[i + 1] not in parts), end)


def name_end(table: MentionTable, start: int, end: int, head: int) -> int:
    """End of a name of several words as in `core_end`, without a possessive mark."""
    end = core_end(table, head, end)
    begin = name_start(table.parse, start, head)
    return end - (end - begin > 1 and table.parse.lower[end - 1] in table.lexicon.possessive_marks)


def after_titles(parse: Parse, start: int, end: int) -> int:
    """The first word of a name that is no title, or its last word."""
    return next((i for i in range(start, end - 1) if parse.lower[i] not in parse.lexicon.titles), max(start, end - 1))


def persons_of(table: MentionTable) -> dict[int, Person]:
    """Row -> words of the names of persons without titles, and the titles, in lower case; one dict for all callers."""
    return table.once(_persons)


def _persons(table: MentionTable) -> dict[int, Person]:
    parse, found = table.parse, dict[int, Person]()
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "name" or parse.entity_types[head] not in ("", "person") or in_organization(parse, head):
            continue
        begin, end = name_start(parse, start, head), name_end(table, start, end, head)
        if not begin < end <= begin + _LONGEST:
            continue
        first = after_titles(parse, begin, end)
        whole = [i for i in range(first, end) if parse.words[i] not in QUOTATION_MARKS]  # 'Robert "Bob" Ellis'
        words = tuple(parse.lower[i] for i in whole)
        own = whole[: len(whole) - _is_numeral(words)]
        named = all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in own)
        # A name that is longer must be that of a person.
        if named and (len(words) == 1 or parse.entity_types[head] == "person"):
            found[row] = words, tuple(parse.lower[begin:first])
    return found


def _is_numeral(words: Sequence[str]) -> bool:
    """Whether a name ends with a Roman numeral: "charles ii"."""
    return len(words) > 1 and _NUMERALS.issuperset(words[-1])


def _joined(n: int, alike: Sequence[tuple[int, int]]) -> list[int]:
    """For each of n forms a number that it shares with those it is joined to."""
    one, other = np.array([*alike], dtype=np.int64).reshape(-1, 2).T
    graph = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(n, n))
    number: list[int] = connected_components(graph, directed=False)[1].tolist()
    return number
