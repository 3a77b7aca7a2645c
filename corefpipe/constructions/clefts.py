"""Clefts and identification: "it was Ann who rang", "it was her boss" (Huddleston & Pullum 2002, chapter 16)."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.clauses_after import FINITE, children_after
from corefpipe.constructions.determiners import is_definite
from corefpipe.parsing.parse import Parse


def is_cleft(parse: Parse, focus: int) -> bool:
    """It was Ann who rang; it was on Monday that she rang. Not: it is a dog that bites."""
    if focus not in parse.copular:
        return False
    lexicon, openings = parse.lexicon, frozenset(_relative_openings(parse, focus))
    is_adjunct = any(parse.deps[child] == "case" and child < focus for child in parse.children[focus])
    if is_adjunct or parse.lemmas[focus] in lexicon.cleft_adjunct_nouns:
        return not openings.isdisjoint(lexicon.cleft_adjunct_openings)
    pronoun = parse.pronoun(focus)
    if parse.pos[focus] == "PROPN" or (pronoun is not None and pronoun.animacy == "animate"):
        return not openings.isdisjoint(lexicon.cleft_openings)
    return not openings.isdisjoint(lexicon.cleft_noun_openings) and is_definite(parse, focus)


def _relative_openings(parse: Parse, focus: int) -> Iterator[str]:
    """The first words of the finite clauses after a focus or the names after it."""
    for head in (focus, *(child for child in children_after(parse, focus) if parse.pos[child] == "PROPN")):
        for clause in children_after(parse, head):
            if parse.deps[clause] in FINITE:
                yield parse.lower[parse.left[clause]]


def identifies(parse: Parse, person: int) -> bool:
    """It was her boss; it is me; it was Ann. Not: it is a friend of the family."""
    if person not in parse.copular or any(parse.deps[child] == "case" for child in parse.children[person]):
        return False
    pronoun = parse.pronoun(person)
    if parse.pos[person] == "PRON" and pronoun is not None:
        return pronoun.animacy == "animate" and "personal" in pronoun.kinds
    if parse.pos[person] == "PROPN":
        return parse.entity_types[person] == "person"
    is_noun = parse.pos[person] == "NOUN" and parse.lower[person] in parse.lexicon.person_nouns
    return is_noun and is_definite(parse, person)
