"""Two full names are two people; short names and acronyms go to the full ones."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, groupby, pairwise
from typing import TypeVar

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import name_start
from corefpipe.features.attributes.phrases import before_brackets
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.registry import constraint

Words = tuple[str, ...]
"""Words of a name, in lower case."""
Person = tuple[Words, Words]
"""The name of a person without titles, and the titles."""
Name = TypeVar("Name")

_LONGEST = 6  # words of a person's name
_MANY = 12  # words of another one
_OF_PLACE = 2  # words of a place's name with what it is
_NUMERALS = frozenset("ivx")
_MOST_NAMES = 1000  # of people who are told apart
_NEAR = 2  # edits between forms of a name
_SAME_START = 3  # letters


@constraint
@joinable
def full_names(table: MentionTable) -> Constraints | None:
    """First name and surname against others, of which neither is a form of the other: "Jane Bell", "Tom Bell".

    Names of the same first name, with the same words in part, or spelled nearly alike may be forms of one name.
    """
    found = np.full((len(table), 1), -1)
    for names in _by_document(table, _full_names(table)):
        forms = list(dict.fromkeys(names.values()))
        if len(forms) < 2:
            continue
        by_word: dict[str, list[int]] = {}
        for number, words in enumerate(forms):
            for word in words:
                by_word.setdefault(word, []).append(number)
        alike = [
            pair
            for sharing in by_word.values()
            for pair in combinations(sharing, 2)
            if _may_be_one(table, *(forms[i] for i in pair))
        ]
        name_of = dict(zip(forms, _joined(len(forms), alike), strict=True))
        for row, words in names.items():
            found[row] = name_of[words]
    return Constraints(values=found) if (found >= 0).any() else None


@constraint
@joinable
def single_names(table: MentionTable) -> Constraints | None:
    """Two first names are two people, and so are two surnames: "Ann", "Mary"; "Sherlock Holmes", "Watson".

    So are a first name and a name that no list knows, each alone: "Sam", "Gollum". Not where one may be a form of the
    other ("Elizabeth", "Eliza"), where a longer name holds both ("Mary Ann Bell"), or where two full names begin alike
    ("Beatrice Blaine", "Beatrice O'Hara"). "Mrs." may be before another surname.
    """
    found = np.full((len(table), 3), -1)
    for persons in _by_document(table, table.once(_persons)):
        for column, people in enumerate(_people_named(table, persons)):
            for row, person in people.items():
                found[row, column] = person
    return Constraints(values=found) if (found >= 0).any() else None


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
            surname = words[0] in lexicon.surnames and not named and not wife
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
def short_names(table: MentionTable) -> Constraints | None:
    """A first name or a surname is the one person of the document who has it: "Nkechi Eze", "Nkechi".

    A firm's name without "Inc.", and its first word, is the one firm that has it: "Zeta Holdings Inc.", "Zeta"; so is
    that of a place without what it is: "Mount Etna", "Etna".
    """
    persons = table.once(_persons)
    found: list[tuple[int, int]] = []
    for names in _by_document(table, dict.fromkeys(np.flatnonzero(table["kind"].is_("name")).tolist())):
        people = {row: persons[row] for row in names if row in persons}
        owners: dict[Words, set[Words]] = {}
        for words, _ in people.values():
            if len(words) > 1:
                for part in {words[:1], words[1:], words[:-1], words[-1:]}:
                    owners.setdefault(part, set()).add(words)
        found += _short_people(table, people, owners)
        found += _short_firms(table, names, owners)
        found += _short_places(table, names)
    return Constraints(np.array(found)) if found else None


def _short_people(
    table: MentionTable, people: dict[int, Person], owners: dict[Words, set[Words]]
) -> Iterator[tuple[int, int]]:
    """Pairs of a full name and a part of it: "Nkechi Eze", "Nkechi".

    Args:
        table: the mentions.
        people: those of one document.
        owners: part of a name -> the full names with this part.
    """
    genders, last = table.values("gender"), dict[Words, int]()
    for row, (words, titled) in people.items():
        whole = owners.get(words, set())
        before = last.get(next(iter(whole))) if len(whole) == 1 else None
        # "Mrs. Bell" may be another one than Jane Bell.
        if before is not None and not titled and ("" in (pair := {genders[row], genders[before]}) or len(pair) == 1):
            yield before, row
        last[words] = row


def _short_firms(table: MentionTable, rows: Iterable[int], people: Container[Words]) -> Iterator[tuple[int, int]]:
    """Pairs of a firm's name, and the same without "Inc." or only its first word: "Zeta Holdings Inc.", "Zeta".

    Args:
        table: the mentions.
        rows: the names of one document.
        people: names of people, in lower case, which such a short name must not be.
    """
    lexicon, triples = table.lexicon, table.triples()
    names: dict[int, Words] = {}
    firms: dict[Words, set[Words]] = {}
    reached = 0  # end of the names so far
    for row in rows:
        start, end, head = triples[row]
        if end <= reached:
            continue  # "Zeta" in "Zeta Holdings Inc."
        reached = end
        words = _without_articles(table, name_start(table.parse, start, head), end)
        names[row] = whole = tuple(word.lower() for word in words if word[0].isalnum())
        own = tuple(word for word in whole if word not in lexicon.legal_forms)
        if own and whole[-1] in lexicon.legal_forms and words[0][0].isupper():
            for part in {own, own[:1]}:
                firms.setdefault(part, set()).add(whole)
    last: dict[Words, int] = {}
    for row, name in names.items():
        of = firms.get(name, set())
        full = next(iter(of)) if len(of) == 1 and name not in people and name[0] not in lexicon.first_names else ()
        if full and full in last:
            yield last[full], row
        last[name] = row


def _short_places(table: MentionTable, rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a place's name and the same without its first word, which says what it is: "Lake Garda", "Garda"."""
    parse, lexicon, triples = table.parse, table.lexicon, table.triples()
    last: dict[str, int] = {}  # "garda" -> "Lake Garda"
    for row in rows:
        start, end, head = triples[row]
        start += end - start > 1 and parse.lower[start] in lexicon.definite_articles
        # Taggers call volcanoes people.
        may_be_place = parse.entity_types[head] in ("", "place") or parse.lower[start] not in lexicon.first_names
        if end - start == _OF_PLACE and parse.lower[start] in lexicon.place_titles:
            last[parse.lower[end - 1]] = row
        elif end - start == 1 and parse.lower[start] in last and may_be_place:
            yield last[parse.lower[start]], row
            last[parse.lower[start]] = row


@constraint
@joinable
def same_names(table: MentionTable) -> Constraints | None:
    """A person's name, with the same title or none, is the same person again: "Holmes" … "Holmes"."""
    types, heads = table.parse.entity_types, table.spans.head.tolist()
    found = []
    for persons in _by_document(table, table.once(_persons)):
        last: dict[Person, int] = {}
        for row, name in persons.items():
            if types[heads[row]] != "person":
                continue
            if name in last:
                found.append((last[name], row))
            last[name] = row
    return Constraints(np.array(found)) if found else None


@constraint
@joinable
def acronyms(table: MentionTable) -> Constraints | None:
    """An acronym stands for the name with its initials: "World Health Organization", "the WHO"."""
    triples, kinds, documents = table.triples(), table.values("kind"), document_numbers(table)
    words = [_without_articles(table, start, end) for start, end, _ in triples]
    of_letters: dict[tuple[int, str], list[int]] = {}
    for row, kind in enumerate(kinds):
        # Taggers call "International Business Machines" no name.
        named = kind == "name" or (kind == "nominal" and all(word[:1].isupper() for word in words[row]))
        for letters in _initials(table.lexicon, words[row]) if named else ():
            of_letters.setdefault((documents[row], letters), []).append(row)
    found = []
    for row, kind in enumerate(kinds if of_letters else ()):
        short = words[row][0].replace(".", "") if len(words[row]) == 1 else ""
        rows = of_letters.get((documents[row], short), []) if short.isupper() else []
        # Taggers take "the WHO" for a pronoun.
        if rows and (kind != "pronoun" or triples[row][1] - triples[row][0] > 1):
            later = bisect_left(rows, row)
            nearest_first = chain(reversed(range(later)), range(later, len(rows)))
            apart = (rows[i] for i in nearest_first if not _within(triples[row], triples[rows[i]]))
            nearest = next(apart, None)
            if nearest is not None:
                found.append((min(row, nearest), max(row, nearest)))
    return Constraints(np.array(found)) if found else None


def _within(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether a mention is a part of another: "WHO" of "World Health Organization (WHO)"."""
    return other[0] <= one[0] and one[1] <= other[1]


def _without_articles(table: MentionTable, start: int, end: int) -> list[str]:
    """The words of a mention without articles, what marks a possessor, and "(WHO)"; none of a long one."""
    end = before_brackets(table.parse, start, end)
    articles, marks = table.lexicon.definite_articles, table.lexicon.possessive_marks
    words, lower = table.parse.words, table.parse.lower
    kept = range(start, end) if end - start <= _MANY else ()
    return [words[i] for i in kept if lower[i] not in articles and lower[i] not in marks]


def _initials(lexicon: Lexicon, words: list[str]) -> set[str]:
    """The acronyms that a name may have, with or without the letters of "of" and such."""
    named = [word for word in words if word.lower() not in lexicon.legal_forms and word[:1].isalpha()]
    capitals = [word[0] for word in named if word[0].isupper()]
    every = [word[0].upper() for word in named]
    if any(word.isupper() for word in named):
        return set()  # "U.S. Senate"
    return {"".join(letters) for letters in (capitals, every) if len(capitals) > 1}


def _by_document(table: MentionTable, names: dict[int, Name]) -> list[dict[int, Name]]:
    """What is known of mentions by row, ascending, for each document in which there are any."""
    documents = document_numbers(table)
    return [dict(own) for _, own in groupby(names.items(), lambda item: documents[item[0]])]


def _persons(table: MentionTable) -> dict[int, Person]:
    """Row -> words of the names of persons without titles, and the titles, in lower case."""
    parse, lexicon, found = table.parse, table.lexicon, {}
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "name" or parse.entity_types[head] not in ("", "person"):
            continue
        if end - start > 1 and parse.lower[end - 1] in lexicon.possessive_marks:
            end -= 1
        begin = first = name_start(parse, start, head)
        if not begin < end <= begin + _LONGEST:
            continue
        while first < end - 1 and parse.lower[first] in lexicon.titles:
            first += 1
        own = range(first, end - _is_numeral(parse.lower[first:end]))
        if all(parse.pos[i] == "PROPN" and parse.words[i][:1].isupper() for i in own):
            words = tuple(parse.lower[first:end])
            # A name that is longer must be that of a person.
            if len(words) == 1 or parse.entity_types[head] == "person":
                found[row] = words, tuple(parse.lower[begin:first])
    return found


def _is_numeral(words: Sequence[str]) -> bool:
    """Whether a name ends with a Roman numeral: "charles ii"."""
    return len(words) > 1 and _NUMERALS.issuperset(words[-1])


def _full_names(table: MentionTable) -> dict[int, Words]:
    """Row -> words, in lower case and without titles, of the names that begin with a first name."""
    parse, lexicon = table.parse, table.lexicon
    found = {}
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "name" or parse.entity_types[head] not in ("", "person"):
            continue
        begin = name_start(parse, start, head)
        words = [
            parse.lower[i]
            for i in range(begin, min(end, begin + _MANY))
            if parse.pos[i] == "PROPN" and parse.lower[i] not in lexicon.titles and parse.words[i][:1].isalpha()
        ]
        if len(words) > 1 and words[0] in lexicon.first_names:
            found[row] = tuple(words)
    return found


def _joined(n: int, alike: Sequence[tuple[int, int]]) -> list[int]:
    """For each of n forms a number that it shares with those it is joined to."""
    one, other = np.array([*alike], dtype=np.int64).reshape(-1, 2).T
    graph = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(n, n))
    number: list[int] = connected_components(graph, directed=False)[1].tolist()
    return number


def _may_be_one(table: MentionTable, one: Words, other: Words) -> bool:
    """Whether two names that share a word may be of one person."""
    from rapidfuzz.distance import Levenshtein

    first, second = one[0], other[0]
    suffixes = [words[-1].rstrip(".") for words in (one, other) if words[-1] in table.lexicon.name_suffixes]
    if len(set(suffixes)) == 2:
        return False  # "John Adams Jr.", "John Adams Sr."
    if set(one) <= set(other) or set(other) <= set(one) or first == second:
        return True
    if one[-1] != other[-1]:
        return True  # "Peter Charles L'Enfant", "Pierre Charles"
    if min(len(first.rstrip(".")), len(second.rstrip("."))) == 1:
        return first[0] == second[0]
    return table.lexicon.are_nicknames(first, second) or Levenshtein.distance(first, second) <= 2
