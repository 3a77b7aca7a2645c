"""Clashes of number: one is not several."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import is_one, name_start
from corefpipe.features.attributes.phrases import core_words
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import SINGULAR, THING_TYPES, THINGS, clashes, pronouns
from corefpipe.resolver.constraints.registry import constraint

_PLURAL = frozenset({"we", "they", "these", "those"})
_PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_PLURAL_OBJECTS = frozenset({"them", "us", "these", "those"})


@constraint
@joinable
def numbers(table: MentionTable) -> Constraints | None:
    """One (I, he, she, a name, a thing) and several (we, plural nouns, police) are not the same.

    It is not several; a brother is no couple, but may be "they", and so may somebody with a first name of women and men
    alike; an idea is not "they", but corpora join "the gain" and
    "these gains".
    """
    parse, lexicon, senses = table.parse, table.lexicon, table.values("supersense")
    found = np.full((len(table), 4), -1)  # one, it, somebody, something: 0; several: 1
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        canonical = "" if pronoun is None else pronoun.canonical
        tag, word = parse.tags[head], parse.words[head]
        is_group = kind in ("nominal", "name") and word.lower() in lexicon.group_nouns
        if canonical in SINGULAR:
            found[row, 0] = 0
        elif canonical in _PLURAL:
            found[row, [0, 1, 3]] = 1
        elif canonical == "it":
            found[row, 1] = 0
        elif word.lower() in lexicon.plural_quantifiers and _counts_several(parse, head):
            found[row, :3] = 1
        elif is_group:
            # Most may be "it" or "they".
            found[row, 2] = 1
            found[row, 0] = 1
            found[row, 1] = 1 if word.lower() in lexicon.plural_nouns else -1
        elif kind == "nominal" and tag == "NNS" and not is_one(parse, start, head):
            # Taggers call some names plural nouns.
            begins = head == 0 or parse.sentences[head] != parse.sentences[head - 1]
            if word.islower() or (begins and word.istitle()):
                found[row, :3] = 1
        elif kind == "nominal" and tag == "NN":
            is_thing = parse.entity_types[head] in THING_TYPES and word.lower() not in lexicon.partitive_nouns
            is_thing = is_thing and not _takes_plural(parse, head)
            found[row, 0] = 0 if senses[row] in THINGS else -1
            # Somebody whose gender is known is not "they".
            found[row, 3] = 0 if is_thing or lexicon.gender_of_noun(word.lower()) else -1
            found[row, 2] = 0 if word.lower() in lexicon.person_nouns else -1
        elif kind == "name" and _are_people(table, start, end, head):
            found[row, :3] = 1
        elif kind == "name" and tag == "NNPS" and parse.entity_types[head] == "person":
            # "the Clintons"
            found[row, :3] = 1 if parse.lower[start] in lexicon.definite_articles else -1
        elif kind == "name" and tag == "NNP" and parse.entity_types[head] == "person":
            first = parse.lower[name_start(parse, start, head)]
            if first in lexicon.first_names or first in lexicon.titles:
                found[row, 2] = 0
                is_either = first in lexicon.first_names and not lexicon.sure_gender(first)
                found[row, 0] = -1 if is_either else 0
    return clashes(found)


def _takes_plural(parse: Parse, subject: int) -> bool:
    """Whether the verb of a singular noun is plural: "Data are cheap"."""
    verb = parse.heads[subject]
    verbs = [verb, *(child for child in parse.children[verb] if parse.deps[child].startswith(("aux", "cop")))]
    return parse.deps[subject].startswith("nsubj") and any(parse.tags[word] == "VBP" for word in verbs)


def _are_people(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether a plural name is that of people: "Democrats said so". A surname is somebody's: "Masters said so"."""
    parse, lexicon = table.parse, table.lexicon
    word = core_words(parse, start, end)
    if parse.tags[head] not in _PLURAL_TAGS or parse.entity_types[head] in ("organization", "place"):
        return False
    is_somebody = word in lexicon.surnames or word in lexicon.first_names
    return (
        word == parse.lower[head]
        and not is_somebody
        and bool(table.wordnet.may_be(table.wordnet.ids([word]), "person")[0])
    )


def _counts_several(parse: Parse, quantifier: int) -> bool:
    """Whether a quantifier is the head of "most of them" or "many of the boys", and not of "most of it"."""
    below = [child for child in parse.children[quantifier] if parse.deps[child] == "nmod"]
    return any(parse.tags[child] in _PLURAL_TAGS or parse.lower[child] in _PLURAL_OBJECTS for child in below)
