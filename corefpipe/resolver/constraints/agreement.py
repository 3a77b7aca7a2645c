"""Clashes of gender, age and sex of people."""

from __future__ import annotations

from collections.abc import Container, Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import described, name_start
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import (
    clashes,
    document_numbers,
    pronouns,
    rows_by_head,
)
from corefpipe.resolver.constraints.names import core_end
from corefpipe.resolver.constraints.registry import constraint

_GENDERS = ("male", "female", "neuter")


@constraint
@joinable
def genders(table: MentionTable) -> Constraints | None:
    """He, she and it are three: by pronoun, noun ("my brother"), title ("Mrs. Bell") and first name ("Olga").

    A noun said of "my sister" is no "he": "My sister is a painter", "the youngest, my sister". Nor is a boy a man.
    A cow may be "it" or "she".
    """
    lexicon, parse = table.lexicon, table.parse
    found = np.full((len(table), 3), -1)  # gender; age; sex
    kinds, triples = table.values("kind"), table.triples()
    documents = document_numbers(table)
    last: dict[int, set[str]] = {}  # document -> last words of its full names
    for document, (start, end, head), kind in zip(documents, triples, kinds, strict=True):
        if kind == "name" and end - name_start(parse, start, head) > 1:
            last.setdefault(document, set()).add(parse.lower[end - 1])
    for row, (pronoun, kind, (start, end, head)) in enumerate(zip(pronouns(table), kinds, triples, strict=True)):
        gender = ""
        if pronoun is not None:
            gender = pronoun.gender if pronoun.person == "3" and pronoun.gender in _GENDERS else ""
        elif kind == "nominal":
            gender = lexicon.gender_of_noun(parse.lower[head])
            animals = (lexicon.male_animals, lexicon.female_animals)
            found[row, 2] = next((sex for sex, nouns in enumerate(animals) if parse.lower[head] in nouns), -1)
        elif kind == "name":
            noun = described(parse, start, head)
            gender = lexicon.gender_of_noun(parse.lower[noun]) if noun >= 0 else ""
            gender = gender or _gender_of_name(table, start, end, head, last.get(documents[row], ()))
        if pronoun is None:
            gender = gender or _gender_of_apposition(table, head, end)
        if gender:
            found[row, 0] = _GENDERS.index(gender)
        if gender in _GENDERS[:2]:
            found[row, 2] = _GENDERS.index(gender)
        if kind == "nominal" and "young" not in parse.lower[start:head]:
            found[row, 1] = next((age for age, nouns in enumerate(lexicon.ages) if parse.lower[head] in nouns), -1)
    for row, subject in _predicates(table):
        if found[row, 0] < 0 <= found[subject, 0] < _GENDERS.index("neuter"):
            found[row, 0] = found[subject, 0]
    return clashes(found)


def _gender_of_apposition(table: MentionTable, head: int, end: int) -> str:
    """The gender of a noun within a mention that says who somebody is: "the youngest, my sister"; "" if none."""
    parse = table.parse
    nouns = (child for child in parse.children_between(head, head + 1, end) if parse.deps[child] == "appos")
    return next(filter(None, (table.lexicon.gender_of_noun(parse.lower[noun]) for noun in nouns)), "")


def _predicates(table: MentionTable) -> Iterator[tuple[int, int]]:
    """(row of a noun, row of the subject that it is said of): "my sister" of "My sister is a painter"."""
    parse, rows = table.parse, rows_by_head(table)
    for row, (kind, (_, _, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        if kind != "nominal" or head not in parse.copular:
            continue
        subjects = [child for child in parse.children[head] if parse.deps[child] == "nsubj"]
        if len(subjects) == 1 and not any(parse.deps[child] == "conj" for child in parse.children[subjects[0]]):
            yield from ((row, subject) for subject in rows.get(subjects[0], []))


def _gender_of_name(table: MentionTable, start: int, end: int, head: int, surnames: Container[str]) -> str:
    """The gender that the title or the first name tells, "" if none.

    Args:
        table: the mentions.
        start, end, head: the name.
        surnames: last words of the full names in the text.
    """
    parse, lexicon = table.parse, table.lexicon
    begin, end = name_start(parse, start, head), core_end(table, head, end)
    end -= end - begin > 1 and parse.lower[end - 1] in lexicon.possessive_marks
    titles = 0
    while begin + titles < end - 1 and parse.lower[begin + titles] in lexicon.titles:
        titles += 1
    for title in parse.lower[begin : begin + titles + 1]:
        if title in lexicon.male_titles or title in lexicon.female_titles:
            return "male" if title in lexicon.male_titles else "female"
    first, words = parse.lower[begin + titles], parse.words[begin + titles : end]
    if len(words) == 1:
        # "Nida" is no first name beside "Eugene Nida", nor is "Bell" of "Dr. Bell".
        ordinary = first in lexicon.surnames and first not in lexicon.given_names
        if titles or first in surnames or ordinary:
            return ""
    hyphened = first in lexicon.name_particles and words[1:2] == ["-"]  # "Al-Zahrani"
    # The list knows how people of the US are called: "Lula da Silva", "Andrea del Sarto" are men.
    foreign = any(word.islower() for word in words)
    is_person = parse.entity_types[head] == "person" and not hyphened and not foreign
    return lexicon.sure_gender(first) if is_person else ""
