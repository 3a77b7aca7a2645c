"""Phrases with "of", and words that have none: "accused *it* of fraud", "stripped *Ana Ruiz* of her title"."""

from __future__ import annotations

from corefpipe.constructions.pronouns import is_bare_pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS

_OF_WHERE = frozenset({"organization", "place"})
"""Entity types of the noun after a person's name and "of": "Shiu Ka-chun of the party"."""


def continues_with_of(parse: Parse, token: int, end: int) -> bool:
    """Whether a phrase that ends before "of" may continue there: not "it" of "accused it of fraud"."""
    noun = parse.heads[end]
    if parse.lower[end] not in parse.lexicon.genitives or noun <= end:
        return False
    return may_have_of(parse, token, noun)


def may_have_of(parse: Parse, token: int, of_whom: int) -> bool:
    """Whether a phrase with "of" may belong to the word before it.

    It does not belong to a personal pronoun nor, before a common noun, to a person's name that is an object. In OntoGUM
    and LitBank train no personal pronoun has an "of" in its gold mention.

    Args:
        parse: the parse.
        token: the word.
        of_whom: the noun of the phrase with "of".
    """
    pos, types = parse.pos, parse.entity_types
    if pos[token] == "PRON":
        return not is_bare_pronoun(parse, token)
    if pos[token] != "PROPN" or types[token] != "person" or parse.deps[token] not in OBJECTS:
        return True
    return pos[of_whom] == "PROPN" or types[of_whom] in _OF_WHERE
