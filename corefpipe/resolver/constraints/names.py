"""Names of people: different first names or surnames do not corefer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from corefpipe.casts.names import PersonName, Words, ends_in_numeral, persons_of
from corefpipe.casts.sections import BOOK
from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.resolver.constraints.mentions import clashes, document_numbers
from corefpipe.resolver.constraints.registry import constraint

Name = TypeVar("Name")

_MOST_NAMES = 1000
"""Different names of a document that are compared, at most: each with each."""
_SPELLING_EDITS = 2
"""Levenshtein distance up to which two words may be forms of one name."""
_SAME_LETTERS = 3
"""First letters that forms of one name may share: "Elizabeth", "Eliza"."""


@constraint
@joinable
def single_names(table: MentionTable) -> Constraints | None:
    """Names with different first names or surnames do not corefer: "Ann" and "Mary"; "Sherlock Holmes" and "Watson".

    Nor does a first name corefer with an unknown name, each without a surname: "Sam", "Gollum". They may corefer where
    one may be a form of the other ("Elizabeth", "Eliza"), where a longer name contains both ("Mary Ann Bell"), or where
    two full names begin alike ("Beatrice Blaine", "Beatrice O'Hara"). In texts shorter than a book a first name has the
    surname that alone follows it, so that after "Emma Woodhouse" "Emma" is not "Miss Taylor"; and all titles show
    surnames. In books, whose people marry, a single name after "Mrs." or "Miss" is not compared.
    """
    values = np.full((len(table), len(_NamesByRole._fields)), -1)
    for persons in by_document(table, persons_of(table)):
        together, in_book = _called_together(persons), _is_in_book(table, min(persons))
        for column, names in enumerate(_names_by_role(table, persons, in_book)):
            for row, number in _numbers_of_people(table.lexicon, names, together).items():
                values[row, column] = number
    return clashes(values)


class _NamesByRole(NamedTuple):
    """The words of the names of a document by their role: row -> a word of the name.

    Attributes:
        first: first names.
        last: surnames.
        only: names of people that consist of one word, known or not, and are no surnames.
    """

    first: dict[int, str]
    last: dict[int, str]
    only: dict[int, str]


def _is_in_book(table: MentionTable, row: int) -> bool:
    """Whether a mention is in a document that is a book."""
    number, bounds = document_numbers(table)[row], table.parse.bounds
    return bounds[number + 1] - bounds[number] >= BOOK


def _names_by_role(table: MentionTable, persons: dict[int, PersonName], in_book: bool) -> _NamesByRole:
    """The first names, surnames and single names among the names of the people of a document."""
    lexicon, types, heads = table.lexicon, table.parse.entity_types, table.spans.head
    common = lexicon.titles | lexicon.person_nouns  # "Daddy", "Madame"
    firsts = {words[0] for words, titles in persons.values() if len(words) > 1 or not titles}
    found = _NamesByRole({}, {}, {})
    for row, (words, titles) in persons.items():
        # "Mr. Charles" has a surname, "King Charles II" has none.
        if _has_first_name(lexicon, words) and (not titles or ends_in_numeral(words)):
            found.first[row] = words[0]
        is_titled = not in_book and _is_titled_surname(lexicon, persons[row], firsts)
        if is_titled or _has_surname(table, row, persons[row]):
            found.last[row] = words[-1]
        elif len(words) == 1 and not titles and types[heads[row]] == "person" and words[0] not in common:
            found.only[row] = words[0]
    if not in_book:
        found.last.update(_known_surnames(persons, found))
    return found


def _has_surname(table: MentionTable, row: int, person: PersonName) -> bool:
    """Whether a name ends with a surname, which a single name of a wife does not show."""
    lexicon, (words, titles) = table.lexicon, person
    if len(words) > 1:
        return words[-1] not in lexicon.name_suffixes
    is_of_wife = table.parse.lower[table.spans.start[row]] in lexicon.female_titles
    return _may_be_surname(lexicon, words[0], titles) and not is_of_wife and not _has_first_name(lexicon, words)


def _is_titled_surname(lexicon: Lexicon, person: PersonName, firsts: set[str]) -> bool:
    """Whether a name is a title and a surname: "Miss Taylor", unless "Taylor" is a first name of the text.

    Of 4,800 pairs of names that this and known surnames keep apart in training parts, four are of one person. Titles of
    nobles may be followed by the name of a place.
    """
    words, titles = person
    title = lexicon.title_class.get(titles[-1] if titles else "")
    if len(words) > 1 or title not in lexicon.courtesy_titles | lexicon.surname_titles:
        return False
    word = words[0]
    is_first = word in lexicon.first_names and (word not in lexicon.surnames or word in firsts)
    is_other = word in lexicon.titles or word in lexicon.person_nouns or len(word.rstrip(".")) == 1
    return not is_first and not is_other


def _known_surnames(persons: dict[int, PersonName], found: _NamesByRole) -> dict[int, str]:
    """Row -> surname of a single first name, from the only surname that follows it: "Emma" after "Emma Woodhouse"."""
    after = _last_words(persons[row][0] for row in found.last)
    surnames = {*found.last.values()}
    single = ((row, words[0]) for row, (words, titles) in persons.items() if len(words) == 1 and not titles)
    return {row: min(after[word]) for row, word in single if len(after.get(word, ())) == 1 and word not in surnames}


def _has_first_name(lexicon: Lexicon, words: Words) -> bool:
    """Whether a name begins with a first name, known or, if it has several words, no surname."""
    return words[0] in lexicon.first_names or (len(words) > 1 and words[0] not in lexicon.surnames)


def _may_be_surname(lexicon: Lexicon, word: str, titles: Words) -> bool:
    """Whether a word is a known surname, or after a title that stands before surnames."""
    title = lexicon.title_class.get(titles[-1] if titles else "")
    return word in lexicon.surnames or title in lexicon.surname_titles


def _called_together(persons: dict[int, PersonName]) -> list[set[str]]:
    """Sets of words that may name one person: the words of a longer name, and the last words after one first word."""
    several = [words for words, _ in persons.values() if len(words) > 1]
    return [*map(set, several), *(names for names in _last_words(several).values() if len(names) > 1)]


def _last_words(names: Iterable[Words]) -> dict[str, set[str]]:
    """First word -> the last words of the names of several words that begin with it."""
    found: dict[str, set[str]] = {}
    for words in names:
        if len(words) > 1:
            found.setdefault(words[0], set()).add(words[-1])
    return found


def _numbers_of_people(lexicon: Lexicon, names: dict[int, str], together: list[set[str]]) -> dict[int, int]:
    """Row -> a number that two names share if they may be names of one person.

    It is empty if all of them may be, or if there are too many names.
    """
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    forms = list(dict.fromkeys(names.values()))
    if not 1 < len(forms) <= _MOST_NAMES:
        return {}
    near = cdist(forms, forms, scorer=Levenshtein.distance, score_cutoff=_SPELLING_EDITS) <= _SPELLING_EDITS
    alike = [(one, other) for one, other in np.argwhere(np.triu(near, 1)).tolist()]
    place = {form: i for i, form in enumerate(forms)}
    for group in (*_variants(lexicon, forms), *together):
        alike += pairwise(sorted(place[form] for form in group if form in place))
    number = _components(len(forms), alike)
    return {row: number[place[name]] for row, name in names.items()} if len(set(number)) > 1 else {}


def _variants(lexicon: Lexicon, forms: list[str]) -> list[set[str]]:
    """Sets of names that begin alike, or are a first name and its short forms."""
    begun: dict[str, set[str]] = {}
    short: dict[str, set[str]] = {}
    for form in forms:
        begun.setdefault(form[:_SAME_LETTERS], set()).add(form)
        for full in lexicon.full_names.get(form, ()):
            short.setdefault(full, {full}).add(form)
    return [*begun.values(), *short.values()]


def by_document(table: MentionTable, names: dict[int, Name]) -> list[dict[int, Name]]:
    """Row -> name, ascending, of each document in which there are any."""
    documents = document_numbers(table)
    return [dict(own) for _, own in groupby(names.items(), lambda item: documents[item[0]])]


def _components(n: int, alike: Sequence[tuple[int, int]]) -> list[int]:
    """The component of each of n forms in the graph of these pairs."""
    one, other = np.array([*alike], dtype=np.int64).reshape(-1, 2).T
    graph = sparse.coo_matrix((np.ones(len(one), dtype=bool), (one, other)), shape=(n, n))
    number: list[int] = connected_components(graph, directed=False)[1].tolist()
    return number
