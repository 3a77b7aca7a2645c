"""Names and the full names that they are parts of: "Nkechi" of "Nkechi Eze", "Zeta" of "Zeta Holdings Inc."."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.word_sets import words_within
from corefpipe.lexicon import Lexicon

Words = frozenset[str]
Name = tuple[int, Words]
"""The number of a document, and the words of a name in it."""

_NO_NAME, _SEVERAL = -2, -1
"""Instead of the number of a full name: the mention is no name; it may be short for several."""


@attribute()
@joinable
def long_name(table: MentionTable) -> list[str]:
    """The words of the only full name that has those of a name, sorted; "" where several have them."""
    full, _ = table.once(_full_names)
    _, names = table.once(_numbered)
    return [" ".join(sorted(names[number][1])) if number >= 0 else "" for number in full.tolist()]


@categorical("", "same", "short", "one of several", "shares words", "other")
@joinable
def full_name(pairs: MentionPairs) -> np.ndarray:
    """For two names: whether they are the same, or short for the only full name in the document that has their words.

    "Eze" is "short" for "Nkechi Eze", but "one of several" where "Ada Eze" is named, too. Titles and legal forms do not
    count, and short forms of first names do: "Bob" is "short" for "Robert Kline".
    """
    full, own = pairs.table.once(_full_names)
    ante, ana = full.take(pairs.ante), full.take(pairs.ana)
    named = (ante > _NO_NAME) & (ana > _NO_NAME)
    same = own.take(pairs.ante) == own.take(pairs.ana)
    codes = np.where(named, 5, 0)
    rows = np.flatnonzero(named)
    some = MentionPairs(pairs.table, pairs.ante[rows], pairs.ana[rows])
    shared = np.zeros(len(pairs), dtype=bool)
    shared[rows] = words_within(some, "words", "words") > 0
    codes[shared] = np.where((ante == _SEVERAL) | (ana == _SEVERAL), 3, 4)[shared]
    codes[named & (ante == ana) & (ante >= 0)] = 2
    codes[named & same] = 1
    return codes


def _full_names(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) the number of the full name of each name, or a code for none; and of the name itself."""
    of_row, names = table.once(_numbered)
    numbers = {name: number for number, name in enumerate(names)}
    having: dict[tuple[int, str], list[Name]] = {}
    for document, words in numbers:
        for word in words:
            having.setdefault((document, word), []).append((document, words))
    full_of = {name: _full_name(table.lexicon, name, having, numbers) for name in numbers}
    full, own = np.full(len(table), _NO_NAME), np.full(len(table), _NO_NAME)
    for row, number in of_row.items():
        full[row], own[row] = full_of[names[number]], number
    return full, own


def _numbered(table: MentionTable) -> tuple[dict[int, int], list[Name]]:
    """Row -> number of its name, of all names; and the different names."""
    documents = table.document_of(np.arange(len(table))).tolist()
    numbers: dict[Name, int] = {}
    of_row = {}
    for row in np.flatnonzero(table["kind"].is_("name")).tolist():
        words = _without_titles(table.lexicon, table.values("words")[row])
        if words:
            of_row[row] = numbers.setdefault((documents[row], words), len(numbers))
    return of_row, list(numbers)


def _without_titles(lexicon: Lexicon, words: str) -> Words:
    """The words without titles and legal forms, if there are others."""
    every = frozenset(words.split())
    return every - lexicon.titles - lexicon.legal_forms or every


def _full_name(
    lexicon: Lexicon, name: Name, having: dict[tuple[int, str], list[Name]], numbers: dict[Name, int]
) -> int:
    """The number of the only longest name that has the words of a name, its own if no longer one has."""
    document, words = name
    longer = [other for form in _forms(lexicon, words) for other in _with(document, form, having) if other != name]
    longest = max(longer, key=lambda other: len(other[1]), default=name)
    return numbers[longest] if all(other[1] <= longest[1] for other in longer) else _SEVERAL


def _forms(lexicon: Lexicon, words: Words) -> Iterator[Words]:
    """The words of a name, and for a single short first name the full ones: "bob", "robert"."""
    yield words
    if len(words) == 1:
        yield from (frozenset({full}) for word in words for full in lexicon.full_names.get(word, ()))


def _with(document: int, words: Words, having: dict[tuple[int, str], list[Name]]) -> Iterator[Name]:
    """The names of a document that have these words and more."""
    (rarest, *_) = sorted(words, key=lambda word: len(having.get((document, word), ())))
    yield from (name for name in having.get((document, rarest), ()) if words < name[1])
