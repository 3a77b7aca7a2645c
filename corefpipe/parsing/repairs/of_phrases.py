"""Phrases with "of" that belong to the verb: "accused it *of fraud*", "stripped Ana Ruiz *of her title*"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.of_phrases import may_have_of

_PREDICATES = frozenset({"VERB", "AUX", "ADJ"})


def raise_of_phrases(columns: Columns) -> None:
    """Attach to the verb each "of" that cannot belong to the word that it is attached to, in place."""
    pos, deps, heads, genitives = columns.pos, columns.deps, columns.heads, columns.lexicon.genitives
    for of, word in enumerate(columns.lower):
        if word in genitives and deps[of] == "case" and deps[heads[of]] == "nmod":
            noun = heads[of]
            token = heads[noun]
            is_free = token < of and heads[token] != token and pos[heads[token]] in _PREDICATES
            if is_free and not may_have_of(columns, token, noun):
                heads[noun], deps[noun] = heads[token], "obl"
