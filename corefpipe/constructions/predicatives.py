"""Predicative complements, which are no arguments: "They call her the boss", "He was elected a Fellow"."""

from __future__ import annotations

from corefpipe.constructions.determiners import has_determiner
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS

_OUTER_SUBJECTS = ("nsubj", "nsubj:outer")


def is_predicative(parse: Parse, predicate: int, noun: int) -> bool:
    """Whether a noun is the predicative complement of a verb of naming or becoming.

    Args:
        parse: the parse.
        predicate: the verb.
        noun: the head of the noun phrase.
    """
    lexicon, dep = parse.lexicon, parse.deps[noun]
    if parse.lemmas[predicate] not in lexicon.naming_verbs or parse.pos[noun] == "PRON":
        return False
    if dep not in OBJECTS | {"xcomp"} or parse.heads[noun] != predicate:
        return False
    if dep == "xcomp" or parse.lemmas[predicate] in lexicon.linking_verbs:
        return True
    # "He called Bernd", not "He made captain"
    refers = parse.pos[noun] == "PROPN" or has_determiner(parse, noun)
    before = (parse.deps[child] for child in parse.children[predicate] if child < noun)
    return not refers or any(relation in OBJECTS | {"nsubj:pass"} for relation in before)


def nouns_of_subjects(parse: Parse) -> dict[int, int]:
    """Head of a subject -> its nominal predicate; nouns after a preposition are none: "in the barn"."""
    found = {}
    for noun in parse.copular:
        subjects = [child for child in parse.children[noun] if parse.deps[child] in _OUTER_SUBJECTS]
        if parse.pos[noun] == "NOUN" and len(subjects) == 1 and not case_of(parse, noun):
            found[subjects[0]] = noun
    return found
