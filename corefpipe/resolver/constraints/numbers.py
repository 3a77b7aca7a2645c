"""Disagreement in number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.determiners import has_singular_article
from corefpipe.constructions.names import name_start
from corefpipe.constructions.phrases import core_words
from corefpipe.constructions.plurals import has_plural_verb, is_of_several
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import PLURAL_TAGS
from corefpipe.resolver.constraints.mentions import THING_TYPES, THINGS, clashes, pronouns
from corefpipe.resolver.constraints.registry import constraint

_UNKNOWN, _ONE, _SEVERAL = -1, 0, 1


class _Number(NamedTuple):
    """The number of a mention, in one column per class of mentions: a word agrees with some of the others only.

    Attributes:
        concrete: of "I", "he", "she", nouns for things and names of people; of plural pronouns, plural nouns, groups.
        neuter: of "it"; of plural pronouns and plural nouns. A group is "it" or "they".
        person: of nouns for people and names of people; of plural nouns and groups. "They" may refer to one person.
        plural_pronoun: of nouns for things, and of those that have a gender; of plural pronouns. Corpora join "the
            gain" and "these gains".
    """

    concrete: int = _UNKNOWN
    neuter: int = _UNKNOWN
    person: int = _UNKNOWN
    plural_pronoun: int = _UNKNOWN


_OPEN = _Number()
_PLURAL = _Number(concrete=_SEVERAL, neuter=_SEVERAL, person=_SEVERAL)
_PLURAL_PRONOUN = _Number(concrete=_SEVERAL, neuter=_SEVERAL, plural_pronoun=_SEVERAL)
_GROUP = _Number(concrete=_SEVERAL, person=_SEVERAL)


@constraint
@joinable
def numbers(table: MentionTable) -> Constraints | None:
    """A singular mention does not corefer with a plural one: "The girl saw the swans. They flew".

    Singular are "I", "he", "she", "it", people's names and nouns for things; plural are "we", "they", "these", plural
    nouns, quantified phrases such as "most of them", and groups such as a couple, though "it" may refer to most groups.
    "They" may refer to one person, unless a noun shows the gender or nearly all bearers of the first name are of one
    gender.
    """
    columns = zip(table.values("kind"), table.values("supersense"), pronouns(table), table.triples(), strict=True)
    rows = []
    for kind, sense, pronoun, (start, end, head) in columns:
        number = _OPEN if pronoun is None else _of_pronoun(table.parse, pronoun.canonical)
        if number == _OPEN:
            number = _of_quantifier_or_group(table.parse, kind, head)
        if number == _OPEN and kind == "nominal":
            number = _of_noun(table.parse, start, head, sense)
        if number == _OPEN and kind == "name":
            number = _of_name(table, start, end, head)
        rows.append(number)
    return clashes(np.array(rows, dtype=np.int64).reshape(-1, len(_OPEN)))


def _of_pronoun(parse: Parse, canonical: str) -> _Number:
    """The number of a pronoun by its canonical form."""
    if canonical in parse.lexicon.one_person_pronouns:
        return _Number(concrete=_ONE)
    if canonical in parse.lexicon.plural_pronouns:
        return _PLURAL_PRONOUN
    return _Number(neuter=_ONE) if canonical in parse.lexicon.neuter_pronouns else _OPEN


def _of_quantifier_or_group(parse: Parse, kind: str, head: int) -> _Number:
    """The number of "most of them", "the couple", "the police"."""
    lexicon, word = parse.lexicon, parse.lower[head]
    if word in lexicon.plural_quantifiers and is_of_several(parse, head):
        return _PLURAL
    if kind not in ("nominal", "name") or word not in lexicon.group_nouns:
        return _OPEN
    return _PLURAL if word in lexicon.plural_nouns else _GROUP


def _of_noun(parse: Parse, start: int, head: int, sense: str) -> _Number:
    """The number of a common noun by its tag, article, class and verb."""
    lexicon, tag, word = parse.lexicon, parse.tags[head], parse.lower[head]
    if tag == "NNS":
        # Taggers call some names plural nouns.
        is_common = parse.words[head].islower() or (parse.begins_sentence(head) and parse.words[head].istitle())
        return _PLURAL if is_common and not has_singular_article(parse, start, head) else _OPEN
    if tag != "NN":
        return _OPEN
    is_thing = parse.entity_types[head] in THING_TYPES and word not in lexicon.partitive_nouns
    is_gendered = bool(lexicon.gender_of_noun(word))
    return _Number(
        concrete=_ONE if sense in THINGS else _UNKNOWN,
        person=_ONE if word in lexicon.person_nouns else _UNKNOWN,
        plural_pronoun=_ONE if is_gendered or (is_thing and not has_plural_verb(parse, head)) else _UNKNOWN,
    )


def _of_name(table: MentionTable, start: int, end: int, head: int) -> _Number:
    """The number of the name of a person, a family or a group of people."""
    parse, lexicon, tag = table.parse, table.lexicon, table.parse.tags[head]
    is_family = tag == "NNPS" and parse.lower[start] in lexicon.definite_articles  # "the Clintons"
    if (is_family and parse.entity_types[head] == "person") or _is_plural_of_people(table, start, end, head):
        return _PLURAL
    first = parse.lower[name_start(parse, start, head)]
    is_first_name = first in lexicon.first_names
    if tag != "NNP" or parse.entity_types[head] != "person" or not (is_first_name or first in lexicon.titles):
        return _OPEN
    may_be_they = is_first_name and not lexicon.sure_gender(first)
    return _Number(concrete=_UNKNOWN if may_be_they else _ONE, person=_ONE)


def _is_plural_of_people(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether a name is a plural noun for people: "Democrats said so"; surnames are not: "Masters said so"."""
    parse, lexicon, word = table.parse, table.lexicon, table.parse.lower[head]
    if parse.tags[head] not in PLURAL_TAGS or parse.entity_types[head] in ("organization", "place"):
        return False
    is_surname = word in lexicon.surnames or word in lexicon.first_names
    if is_surname or core_words(parse, start, end) != word:
        return False
    return bool(table.wordnet.may_be(table.wordnet.ids([word]), "person")[0])
