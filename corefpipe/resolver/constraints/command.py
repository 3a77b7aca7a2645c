"""C-command: principle C of binding theory (Chomsky 1981; Reinhart 1983)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.command import commands, is_set_off
from corefpipe.constructions.predicatives import is_predicative
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_REACH_TOKENS = 100  # from a pronoun to the noun phrases that it commands


@constraint
@joinable
def commanding_pronouns(table: MentionTable) -> Constraints | None:
    """A pronoun does not corefer with a noun phrase that it c-commands: "He said that John was ill" (principle C).

    A subject commands the later dependents of its predicate, an object everything outside the subject.
    """
    triples = table.triples()
    nouns = sorted((triples[row][2], row) for row, kind in enumerate(table.values("kind")) if kind in NOUN_KINDS)
    found = [
        (row, other)
        for row, pronoun in enumerate(pronouns(table))
        if pronoun is not None and pronoun.person == "3" and "personal" in pronoun.kinds
        for other in _commanded(table, nouns, pronoun, triples[row][2])
    ]
    return Constraints(apart=np.array(found)) if found else None


def _commanded(table: MentionTable, nouns: Sequence[tuple[int, int]], pronoun: Pronoun, token: int) -> Iterator[int]:
    """Rows of the noun phrases that a pronoun commands.

    Args:
        table: the mentions.
        nouns: (head, row) of the noun phrases, ascending.
        pronoun: the entry of the pronoun.
        token: its token.
    """
    parse, predicate, dep = table.parse, table.parse.heads[token], table.parse.deps[token]
    if dep not in SUBJECTS | OBJECTS:
        return
    # "He left before Karl came"; but "it" before "because the word" may be the word.
    people = table.lexicon.gendered_pronouns | table.lexicon.third_plural_pronouns
    in_adjuncts = dep in SUBJECTS and pronoun.canonical in people
    for below, row in map(nouns.__getitem__, range(bisect_left(nouns, (token + 1,)), len(nouns))):
        if below > token + _REACH_TOKENS or parse.sentences[below] != parse.sentences[token]:
            break
        is_dislocated = parse.heads[below] == predicate and is_set_off(parse, table.triples()[row][0])
        is_argument = not is_predicative(parse, predicate, below) and not is_dislocated
        if is_argument and commands(parse, predicate, below, in_adjuncts):
            yield row
