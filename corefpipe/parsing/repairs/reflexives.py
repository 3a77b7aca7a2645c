"""Reflexives that belong to the verb, not to the noun before them: "She read the letters *herself*"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_PREDICATES = frozenset({"VERB", "AUX", "ADJ"})
_PERSONAL = frozenset({"1", "2"})
_UNOWNED = frozenset({"abstract", "event", "object", "place", "plant", "substance", "time"})
"""Types of entities of which nobody says "himself"."""


def raise_reflexives(columns: Columns) -> None:
    """Attach to the verb each reflexive that cannot stress the noun to which it is attached, in place.

    It has another person or number, or is "himself" beside a thing, or the noun is indefinite: "grew up on an island
    himself". None of the 29 stressed nouns of OntoGUM train is like this.
    """
    pos, deps, heads = columns.pos, columns.deps, columns.heads
    classes = columns.lexicon.determiners
    indefinite = {
        heads[i] for i, word in enumerate(columns.lower) if deps[i] == "det" and classes.get(word) == "indefinite"
    }
    for token, dep in enumerate(deps):
        if dep != "nmod:unmarked" or pos[token] != "PRON" or heads[token] >= token:
            continue
        noun = heads[token]
        if pos[noun] in ("NOUN", "PROPN") and (noun in indefinite or _differs(columns, token, noun)):
            above = noun
            while pos[above] not in _PREDICATES and heads[above] != above:
                above = heads[above]
            if pos[above] in _PREDICATES and above < noun:
                heads[token], deps[token] = above, "obl:unmarked"


def _differs(columns: Columns, token: int, noun: int) -> bool:
    """Whether a noun does not agree with a reflexive."""
    pronoun = columns.lexicon.pronouns.get(columns.lower[token])
    if pronoun is None or "reflexive" not in pronoun.kinds:
        return False
    if pronoun.person in _PERSONAL:
        return True
    if pronoun.number == "singular" and "Number=Plur" in columns.morphs[noun]:
        return True
    return pronoun.canonical in ("he", "she") and columns.entity_types[noun] in _UNOWNED
