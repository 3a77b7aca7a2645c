"""Relative clauses that belong to the noun before "of it", "on it": "She wrote notes on it *that made her famous*"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_NOMINAL = frozenset({"NOUN", "PROPN"})


def raise_relative_clauses(columns: Columns) -> None:
    """Attach to the noun each relative clause of the "it" that only modifies this noun, in place.

    In OntoGUM train's trees no "it" has a relative clause.
    """
    pos, deps, heads = columns.pos, columns.deps, columns.heads
    for token, dep in enumerate(deps):
        above = heads[token]
        if dep == "acl:relcl" and deps[above] == "nmod" and above < token and pos[heads[above]] in _NOMINAL:
            pronoun = columns.lexicon.pronouns.get(columns.lower[above])
            if pronoun is not None and pronoun.canonical == "it" and "personal" in pronoun.kinds:
                heads[token] = heads[above]
