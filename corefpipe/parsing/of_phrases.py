"""Phrases with "of" that belong to the verb: "accused it *of fraud*", "stripped Ana Ruiz *of her title*"."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.lexicon import Lexicon
from corefpipe.parsing.relations import OBJECTS

_PREDICATES = frozenset({"VERB", "AUX", "ADJ"})
_OF_WHERE = frozenset({"organization", "place"})
"""Entity types of what people are of: "Shiu Ka-chun of the party"."""


def may_have_of(
    token: int, of_whom: int, lower: Sequence[str], pos: Sequence[str], deps: Sequence[str],
    entity_types: Sequence[str], lexicon: Lexicon,
) -> bool:  # fmt: skip
    """Whether an "of" after a word may belong to it: not to "it" nor, before a noun, to a person's name as object.

    In OntoGUM and LitBank train no personal pronoun has an "of" in its gold mention.

    Args:
        token: the word.
        of_whom: the head of what "of" is about.
        lower: the words in lower case.
        pos: universal parts of speech.
        deps: Universal Dependencies relations.
        entity_types: GUM's entity type at the head of an entity, else "".
        lexicon: word lists of the language.
    """
    if pos[token] == "PRON":
        pronoun = lexicon.pronouns.get(lower[token])
        return pronoun is None or "personal" not in pronoun.kinds
    if pos[token] != "PROPN" or entity_types[token] != "person" or deps[token] not in OBJECTS:
        return True
    return pos[of_whom] == "PROPN" or entity_types[of_whom] in _OF_WHERE


def raise_of_phrases(
    lower: list[str], pos: list[str], deps: list[str], heads: list[int], entity_types: list[str], lexicon: Lexicon
) -> None:
    """Attach to the verb each "of" that cannot belong to the word that it is attached to, in place.

    Args:
        lower, pos, deps, entity_types, lexicon: see `may_have_of`.
        heads: index of each token's head; a root is its own.
    """
    for of, word in enumerate(lower):
        if word in lexicon.genitives and deps[of] == "case" and deps[heads[of]] == "nmod":
            noun = heads[of]
            token = heads[noun]
            is_free = token < of and heads[token] != token and pos[heads[token]] in _PREDICATES
            if is_free and not may_have_of(token, noun, lower, pos, deps, entity_types, lexicon):
                heads[noun], deps[noun] = heads[token], "obl"
