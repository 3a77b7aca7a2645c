"""Certain clashes of gender, number and person."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_GENDERS = ("male", "female", "neuter")
_SINGULAR = frozenset({"i", "he", "she"})
_PLURAL = frozenset({"we", "they", "these", "those"})
_SPEAKING = frozenset({"i", "you", "we"})


@constraint
def genders(table: MentionTable) -> Constraints | None:
    """He, she and it are three: by pronoun, noun ("my brother") and title ("Mrs. Bell")."""
    lexicon, parse = table.lexicon, table.parse
    found = np.full((len(table), 1), -1)
    for row, (pronoun, kind, (start, _, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if pronoun is not None:
            gender = pronoun.gender if pronoun.person == "3" and pronoun.gender in _GENDERS else ""
        elif kind == "nominal":
            word = parse.lower[head]
            gender = "male" if word in lexicon.male_nouns else "female" if word in lexicon.female_nouns else ""
        elif kind == "name":
            word = parse.lower[start]
            gender = "male" if word in lexicon.male_titles else "female" if word in lexicon.female_titles else ""
        else:
            gender = ""
        if gender:
            found[row] = _GENDERS.index(gender)
    return _columns(found)


@constraint
def numbers(table: MentionTable) -> Constraints | None:
    """I, he and she are one, we, they and plural nouns are several, and it is not we, they, these or those."""
    parse = table.parse
    found = np.full((len(table), 2), -1)
    for row, (pronoun, kind, (_, _, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        canonical = "" if pronoun is None else pronoun.canonical
        if canonical in _SINGULAR:
            found[row, 0] = 0
        elif canonical in _PLURAL:
            found[row] = 1
        elif canonical == "it":
            found[row, 1] = 0
        # Taggers call some names plural nouns.
        elif kind == "nominal" and parse.tags[head] == "NNS" and parse.words[head].islower():
            found[row, 0] = 1
    return _columns(found)


@constraint
def persons(table: MentionTable) -> Constraints | None:
    """It is nobody who speaks or is spoken to."""
    found = np.full((len(table), 1), -1)
    for row, pronoun in enumerate(pronouns(table)):
        if pronoun is not None and pronoun.canonical in _SPEAKING | {"it"}:
            found[row] = pronoun.canonical == "it"
    return _columns(found)


def _columns(values: np.ndarray) -> Constraints | None:
    return Constraints(values=values) if (values >= 0).any() else None
