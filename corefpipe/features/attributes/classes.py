"""Nominal anaphors of names, by class: "Lisbon … the city", "Siemens … the company", "Mayor Bell … the mayor"."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefpipe.constructions.ages import is_age
from corefpipe.constructions.determiners import is_definite_determiner
from corefpipe.constructions.phrases import base_end, core_words, ends_at_head, only_describes
from corefpipe.features.attributes.context import sentences_of
from corefpipe.features.attributes.ranks import RANKS, ranks
from corefpipe.features.attributes.traits import OPPOSITE
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import categorical, joinable
from corefpipe.features.engine.table import MentionTable

_CLASSES = ("title", "place", "organization", "person", "demonym", "modified")
_TITLE_BEFORE = 3  # words before a name that may be its title
_LATER = frozenset({"person", "demonym"})
"""Classes that need an antecedent in an earlier sentence: within one sentence the two are mostly different people."""

Classes = list[frozenset[str]]


@categorical("", *_CLASSES)
@joinable
def noun_for_name(pairs: MentionPairs) -> np.ndarray:
    """Whether a definite noun such as "the city" may have a name as its antecedent, by the class that both share.

    "title": the noun, with at most one modifier, is part of the name or its title, or describes its last word: "the
    Boston Globe … the newspaper"; "place": the name is a place of the noun's type; "organization": the name is an
    organization, and the noun is a general one for organizations; "person": the name of a person in an earlier
    sentence, and the noun is an occupation that agrees in gender, "the physicist", "the former banker", or an age, "the
    34-year-old"; "demonym": the same for "the American"; "modified": a noun for an organization with modifiers, "the
    Japanese company".
    """
    return pairs.once("noun for name", lambda: _codes(pairs))


@categorical(*RANKS)
@joinable
def noun_for_name_rank(pairs: MentionPairs) -> np.ndarray:
    """Rank by distance among the names with the same `noun_for_name`, in this sentence and the three before."""
    return ranks(pairs, noun_for_name(pairs))


def _codes(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) codes of `noun_for_name`."""
    codes = np.zeros(len(pairs), dtype=np.int64)
    nouns, names = pairs.table.once(_numbered)
    noun, name = nouns.of.take(pairs.ana), names.of.take(pairs.ante)
    apart = pairs.table.spans.end.take(pairs.ante) <= pairs.table.spans.start.take(pairs.ana)
    rows = np.flatnonzero((noun > 0) & (name > 0) & apart)
    sentence = pairs.table.of_parse(sentences_of)[pairs.table.spans.head]
    later = sentence.take(pairs.ante[rows]) < sentence.take(pairs.ana[rows])
    # Few sets of classes differ.
    keys, inverse = np.unique((noun[rows] * len(names.sets) + name[rows]) * 2 + later, return_inverse=True)
    found = []
    for key in keys.tolist():
        both, is_later = divmod(key, 2)
        one, other = divmod(both, len(names.sets))
        found.append(_code(nouns.sets[one] & names.sets[other], bool(is_later)))
    codes[rows] = np.array(found, dtype=np.int64)[inverse]
    return codes


def _code(shared: frozenset[str], later: bool) -> int:
    """The code of the first class that a noun and a name share."""
    kinds = {one.partition(" ")[0] for one in shared} - (frozenset() if later else _LATER)
    return next((number for number, kind in enumerate(_CLASSES, 1) if kind in kinds), 0)


class _Numbered(NamedTuple):
    """Sets of classes.

    Attributes:
        sets: the distinct ones; the first is empty.
        of: (n_mentions,) number of each mention's set.
    """

    sets: list[frozenset[str]]
    of: np.ndarray


def _numbered(table: MentionTable) -> tuple[_Numbered, _Numbered]:
    """The classes of nouns and of names (see `_classes`)."""
    found = []
    for classes in _classes(table):
        numbers: dict[frozenset[str], int] = {frozenset(): 0}
        of = np.array([numbers.setdefault(one, len(numbers)) for one in classes], dtype=np.int64)
        found.append(_Numbered(list(numbers), of))
    return found[0], found[1]


def _classes(table: MentionTable) -> tuple[Classes, Classes]:
    """For each mention, the classes that it denotes if it is a definite noun, and those of its referent if a name."""
    nouns: Classes = [frozenset()] * len(table)
    names: Classes = list(nouns)
    singular, genders, lexicon = table["number"].is_("singular").tolist(), table.values("gender"), table.lexicon
    columns = (table.values("kind"), table.spans, singular, genders)
    for row, (kind, (start, end, head), single, gender) in enumerate(zip(*columns, strict=True)):
        if kind not in ("nominal", "name"):
            continue
        definite = head > start and is_definite_determiner(table.parse, start)
        if definite and head == start + 1 and table.parse.lower[head] in lexicon.demonyms:
            nouns[row] = frozenset({"demonym"}) if ends_at_head(table.parse, head, end) else frozenset()
        elif kind == "name":
            names[row] = _of_name(table, start, end, head, gender)
        elif definite and is_age(table.parse, head):
            nouns[row] = frozenset({"person"})
        elif definite and single and ends_at_head(table.parse, head, end):
            if head == start + 1:
                nouns[row] = _of_noun(table, head, gender)
            elif only_describes(table.parse, start, head):
                nouns[row] = _of_described(table, row, gender)
    return nouns, names


def _of_noun(table: MentionTable, head: int, gender: str) -> frozenset[str]:
    """The classes that a noun without modifiers may stand for."""
    lexicon, word = table.lexicon, table.parse.lower[head]
    kinds = {f"place {kind}" for kind in lexicon.place_kinds.get(table.parse.lemmas[head], ())}
    found = {f"title {lexicon.title_class.get(word, word)}"} | kinds
    if _is_organization(table, head):
        found.add("organization")
    if word in lexicon.known_for:
        found.add(_person(gender))
    return frozenset(found)


def _of_described(table: MentionTable, row: int, gender: str) -> frozenset[str]:
    """The classes of a noun with modifiers: "the German company", "the prime minister", "the former banker"."""
    (start, _, head), lexicon = table.triples()[row], table.lexicon
    if _is_organization(table, head):
        return frozenset({"modified"})
    words = table.parse.lower[start + 1 : head]
    if all(word in lexicon.demonyms or word in lexicon.biographic for word in words):
        found = {one for one in _of_noun(table, head, gender) if not one.startswith("place")}
        is_person = table.parse.lower[head] in lexicon.person_nouns or table.values("supersense")[row] == "person"
        return frozenset(found | {_person(gender)} if is_person else found)
    return frozenset({f"title {' '.join([*words, table.parse.lower[head]])}"})


def _person(gender: str) -> str:
    """The class of a noun for people of one gender, or of either."""
    return "person" if gender not in OPPOSITE else f"person {gender}"


def _is_organization(table: MentionTable, head: int) -> bool:
    """Whether a noun may stand for any name of an organization."""
    lemma, lexicon = table.parse.lemmas[head], table.lexicon
    return lemma in lexicon.organization_nouns or lemma.endswith(tuple(lexicon.maker_endings))


def _of_name(table: MentionTable, start: int, end: int, head: int, gender: str) -> frozenset[str]:
    """The classes of a name: its titles and kinds, its entity type, the gender of a person."""
    parse, lexicon = table.parse, table.lexicon
    core, type = core_words(parse, start, end), parse.entity_types[head]
    before = (
        i for i in range(max(start - _TITLE_BEFORE, 0), start) if head in (parse.heads[i], parse.heads[parse.heads[i]])
    )
    parts = (*before, *range(start, base_end(parse, head, end)))
    words = [parse.lower[i] for i in parts if parse.lower[i] != core]
    found = {f"title {lexicon.title_class.get(word, word)}" for word in words}
    found |= {f"title {' '.join(pair)}" for pair in pairwise(words)}  # "Prime Minister"
    found |= {f"title {noun}" for noun in lexicon.called_kinds.get(core.partition(" ")[0], ())}
    if type == "organization":
        found |= {"organization", "modified"}
        found |= {f"title {noun}" for noun in lexicon.organization_kinds.get(core.rpartition(" ")[2], ())}
    elif type == "person":
        found |= {"demonym", "person", *(f"person {one}" for one, other in OPPOSITE.items() if gender != other)}
        if core not in lexicon.first_names and core not in lexicon.surnames and " " not in core:
            found.add("organization")  # Taggers label some companies as people: "Lufthansa".
    if type in ("", "place"):
        found |= {f"place {kind}" for kind in lexicon.places.get(core, ())}
    return frozenset(found)
