"""Words that a following "of" phrase does not modify: "accused *it* of fraud", "stripped *Ana Ruiz* of her title"."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS

_OF_WHERE = frozenset({"organization", "place"})
"""Entity types of the complement of "of" after a person's name: "Shiu Ka-chun of the party"."""


def is_bare_pronoun(parse: Parse, token: int) -> bool:
    """Whether a word is a personal or reflexive pronoun, which has few modifiers: "me", not "one" or "those"."""
    pronoun = parse.lexicon.pronouns.get(parse.lower[token])
    return pronoun is not None and not {"personal", "reflexive"}.isdisjoint(pronoun.kinds)


def may_have_of(parse: Parse, token: int, of_whom: int) -> bool:
    """Whether an "of" phrase may modify the word before it: not a pronoun, nor a person's name as object before a noun.

    In OntoGUM and LitBank train no personal pronoun has an "of" in its gold mention.

    Args:
        parse: the parse.
        token: the word.
        of_whom: the head of the complement of "of".
    """
    pos, types = parse.pos, parse.entity_types
    if pos[token] == "PRON":
        return not is_bare_pronoun(parse, token)
    if pos[token] != "PROPN" or types[token] != "person" or parse.deps[token] not in OBJECTS:
        return True
    return pos[of_whom] == "PROPN" or types[of_whom] in _OF_WHERE
