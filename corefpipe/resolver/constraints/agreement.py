"""Disagreement in gender, sex and age."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.genders import described_gender, gender_of_apposition, sure_gender_of_name
from corefpipe.constructions.names import name_start
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.reading import Words
from corefpipe.resolver.constraints.mentions import clashes, document_numbers, pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint

_SEXES = ("male", "female")
_GENDERS = (*_SEXES, "neuter")


@constraint
@joinable
def genders(table: MentionTable) -> Constraints | None:
    """Mentions of different genders do not corefer: "he" and "it", "my brother" and "Mrs. Bell".

    A nominal predicate has the gender of its subject, and a mention that of its apposition: "My sister is a painter",
    "the youngest, my sister". Nouns for people of different ages do not corefer either, "the boy" and "the man", nor
    does an animal of one sex corefer with a person of the other. A cow may be "it" or "she".
    """
    own = _genders(table)
    columns = _Columns(_with_predicates(table, own), _ages(table), _sexes(table, own))
    return clashes(np.array(columns, dtype=np.int64).T)


class _Columns(NamedTuple):
    """What is compared of the mentions, as numbers; -1 where it is unknown.

    Attributes:
        gender: male, female or neuter.
        age: the age class of a noun for a male.
        sex: male or female, of people and animals.
    """

    gender: list[int]
    age: list[int]
    sex: list[int]


def _genders(table: MentionTable) -> list[str]:
    """The gender that each mention shows by its form, "" for none."""
    lexicon, parse, found = table.lexicon, table.parse, []
    documents, surnames = document_numbers(table), _last_words(table)
    columns = zip(documents, pronouns(table), table.values("kind"), table.triples(), strict=True)
    for document, pronoun, kind, (start, end, head) in columns:
        gender = ""
        if pronoun is not None:
            found.append(pronoun.gender if pronoun.person == "3" else "")
            continue
        if kind == "nominal":
            gender = lexicon.gender_of_noun(parse.lower[head])
        elif kind == "name":
            sure = sure_gender_of_name(parse, start, end, head, surnames.get(document, ()))
            gender = described_gender(parse, start, head) or sure
        found.append(gender or gender_of_apposition(parse, head, end))
    return found


def _last_words(table: MentionTable) -> dict[int, set[str]]:
    """Number of a document -> the last words of its names of several words."""
    parse, found = table.parse, dict[int, set[str]]()
    columns = zip(document_numbers(table), table.values("kind"), table.triples(), strict=True)
    for document, kind, (start, end, head) in columns:
        if kind == "name" and end - name_start(parse, start, head) > 1:
            found.setdefault(document, set()).add(parse.lower[end - 1])
    return found


def _with_predicates(table: MentionTable, genders: Sequence[str]) -> list[int]:
    """The number of the gender of each mention, -1 for none; a predicate without a gender has that of its subject."""
    found = [_GENDERS.index(gender) if gender else -1 for gender in genders]
    for row, subject in _predicates(table):
        if found[row] < 0 <= found[subject] < len(_SEXES):
            found[row] = found[subject]
    return found


def _ages(table: MentionTable) -> list[int]:
    """The age class of each noun for a male, -1 for other mentions and for a noun with "young": "the young man"."""
    lower, youthful = table.parse.lower, table.lexicon.youthful_modifiers
    return [
        _class_of(lower[head], table.lexicon.ages)
        if kind == "nominal" and youthful.isdisjoint(lower[start:head])
        else -1
        for kind, (start, _, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]


def _sexes(table: MentionTable, genders: Sequence[str]) -> list[int]:
    """Male or female by number, of people and animals; -1 for other mentions."""
    parse, animals = table.parse, (table.lexicon.male_animals, table.lexicon.female_animals)
    columns = zip(genders, table.values("kind"), table.spans.head.tolist(), strict=True)
    return [
        _SEXES.index(gender) if gender in _SEXES else _class_of(parse.lower[head], animals) if kind == "nominal" else -1
        for gender, kind, head in columns
    ]


def _class_of(word: str, classes: Sequence[Words]) -> int:
    """The number of the first class that has a word, -1 for none."""
    return next((number for number, words in enumerate(classes) if word in words), -1)


def _predicates(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Rows of nominal predicates and of their subjects, without coordinated subjects: "My sister is a painter"."""
    parse, rows = table.parse, rows_by_head(table)
    for row, (kind, head) in enumerate(zip(table.values("kind"), table.spans.head.tolist(), strict=True)):
        if kind != "nominal" or head not in parse.copular:
            continue
        subjects = [child for child in parse.children[head] if parse.deps[child] == "nsubj"]
        if len(subjects) == 1 and not any(parse.deps[child] == "conj" for child in parse.children[subjects[0]]):
            yield from ((row, subject) for subject in rows.get(subjects[0], []))
