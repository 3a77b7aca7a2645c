"""Command: principle C of binding theory (Chomsky 1981; Reinhart 1983)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.predicatives import is_predicative
from corefpipe.features import MentionTable
from corefpipe.features.attributes.kinds import NOUN_KINDS
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import OBJECTS, SUBJECTS
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl", "obl:agent", "nmod", "nmod:poss", "compound"})
_ROOT_LIKE = frozenset({"parataxis", "discourse", "vocative", "dislocated"})
"""Relations to what is no part of a clause."""
_REACH_TOKENS = 100  # from a pronoun to the noun phrases that it commands


@constraint
@joinable
def commanding_pronouns(table: MentionTable) -> Constraints | None:
    """A pronoun does not corefer with a noun phrase that it c-commands: "He said that John was ill" (principle C).

    A subject commands what depends on its predicate and follows, an object what is not in the subject.
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
    in_adjuncts = dep in SUBJECTS and pronoun.canonical in ("he", "she", "they")
    for below, row in map(nouns.__getitem__, range(bisect_left(nouns, (token + 1,)), len(nouns))):
        if below > token + _REACH_TOKENS or parse.sentences[below] != parse.sentences[token]:
            break
        is_argument = not is_predicative(parse, predicate, below) and not _is_dislocated(table, predicate, row)
        if is_argument and commands(parse, predicate, below, in_adjuncts):
            yield row


def _is_dislocated(table: MentionTable, predicate: int, row: int) -> bool:
    """Whether a dependent of a predicate is set off by a comma: "She had, this lady, a perfect taste"."""
    start, _, head = table.triples()[row]
    return table.parse.heads[head] == predicate and not table.at_bounds[start] and table.parse.pos[start - 1] == "PUNCT"


def commands(parse: Parse, predicate: int, below: int, in_adjuncts: bool = False) -> bool:
    """Whether an argument of a predicate commands a noun below that predicate.

    Args:
        parse: the parse.
        predicate: the predicate.
        below: the noun.
        in_adjuncts: also in relative clauses, and adverbial clauses after the predicate.
    """
    top = below
    while parse.deps[top] == "conj" and parse.heads[top] != top:
        top = parse.heads[top]
    # A noun that is itself predicated, "He became a priest", is no argument.
    if parse.deps[top] not in _ARGUMENTS or top in parse.copular or _is_role(parse, below):
        return False
    while top != predicate:
        if _is_barrier(parse, predicate, top, in_adjuncts):
            return False
        top = parse.heads[top]
    return True


def _is_role(parse: Parse, noun: int) -> bool:
    """Whether a noun is a predicative with "as": "He served as president"."""
    return any(
        parse.deps[child] == "case" and parse.lower[child] in parse.lexicon.predicatives
        for child in parse.children[noun]
    )


def _is_barrier(parse: Parse, predicate: int, token: int, in_adjuncts: bool) -> bool:
    """Whether an argument of a predicate commands nothing at or below a dependent (see `commands`)."""
    above, dep = parse.heads[token], parse.deps[token]
    if dep == "acl:relcl":
        return not (in_adjuncts and _is_restrictive(parse, token))
    if dep == "advcl":
        return not (in_adjuncts and predicate < parse.left[token] and _is_adjunct(parse, predicate, above))
    if dep == "conj":  # a coordinated clause with a subject of its own
        return above == token or any(parse.deps[child] in SUBJECTS for child in parse.children[token])
    is_subject = above == predicate and dep in SUBJECTS | {"nsubj:outer"}
    return above == token or dep in _ROOT_LIKE or is_subject


def _is_restrictive(parse: Parse, clause: int) -> bool:
    """Whether a relative clause stands without a comma: "the ring that Viola lost"."""
    return parse.pos[parse.left[clause] - 1] != "PUNCT" and parse.pos[parse.left[clause]] != "PUNCT"


def _is_adjunct(parse: Parse, predicate: int, above: int) -> bool:
    """Whether a clause below `above` is an adjunct of the predicate or a comparison: "later than he had hoped"."""
    return above == predicate or (parse.deps[above] in ("advmod", "xcomp") and parse.heads[above] == predicate)
