"""C-command, approximated on a dependency tree (Reinhart 1983)."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import ARGUMENTS, SUBJECTS

_COMMANDED = ARGUMENTS | {"obl:agent", "nmod:poss", "compound"}
"""Relations of the noun phrases that may be commanded."""
_ROOT_LIKE = frozenset({"parataxis", "discourse", "vocative", "dislocated"})
"""Relations to what is no part of a clause."""


def commands(parse: Parse, predicate: int, below: int, in_adjuncts: bool = False) -> bool:
    """Whether an argument of a predicate c-commands a noun below that predicate.

    Args:
        parse: the parse.
        predicate: the predicate.
        below: the noun.
        in_adjuncts: also in relative clauses, and in adverbial clauses after the predicate.
    """
    top = below
    while parse.deps[top] == "conj" and parse.heads[top] != top:
        top = parse.heads[top]
    # A noun that is itself predicated, "He became a priest", is no argument.
    if parse.deps[top] not in _COMMANDED or top in parse.copular or _is_role(parse, below):
        return False
    while top != predicate:
        if _is_barrier(parse, predicate, top, in_adjuncts):
            return False
        top = parse.heads[top]
    return True


def _is_role(parse: Parse, noun: int) -> bool:
    """Whether a noun is predicative after "as": "He served as president"."""
    return any(
        parse.deps[child] == "case" and parse.lower[child] in parse.lexicon.predicatives
        for child in parse.children[noun]
    )


def _is_barrier(parse: Parse, predicate: int, token: int, in_adjuncts: bool) -> bool:
    """Whether the domain of an argument of a predicate ends at a dependent (see `commands`)."""
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
    """Whether a relative clause has no comma: "the ring that Viola lost"."""
    return parse.pos[parse.left[clause] - 1] != "PUNCT" and parse.pos[parse.left[clause]] != "PUNCT"


def _is_adjunct(parse: Parse, predicate: int, above: int) -> bool:
    """Whether a clause below `above` is an adjunct of the predicate or a comparison: "later than he had hoped"."""
    return above == predicate or (parse.deps[above] in ("advmod", "xcomp") and parse.heads[above] == predicate)


def is_set_off(parse: Parse, start: int) -> bool:
    """Whether punctuation precedes a phrase: "She had, this lady, a perfect taste"."""
    return start > parse.document_at(start)[0] and parse.pos[start - 1] == "PUNCT"
