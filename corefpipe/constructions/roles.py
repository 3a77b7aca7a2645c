"""Grammatical roles."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import NOMINAL

_ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubj:outer": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "indirect",
    "obl": "oblique",
    "nmod": "modifier",
    "nmod:poss": "possessor",
    "det:poss": "possessor",
    "appos": "apposition",
    "attr": "predicate",
    "compound": "compound",
    "vocative": "vocative",
    "dislocated": "dislocated",
    "flat": "compound",
}
_MOST_CONJUNCTS = 8  # from a conjunct to the first one


def role_of(parse: Parse, head: int) -> str:
    """The grammatical role of a head; a conjunct has the role of the first conjunct."""
    for _ in range(_MOST_CONJUNCTS):
        if parse.deps[head] != "conj":
            break
        head = parse.heads[head]
    dep = parse.deps[head]
    if head in parse.copular:
        return "predicate"
    above = parse.heads[head]
    if parse.pos[above] == "ADP" and above != head:  # in ClearNLP the noun depends on its preposition
        return "modifier" if parse.pos[parse.heads[above]] in NOMINAL else "oblique"
    return _ROLES.get(dep) or _ROLES.get(dep.split(":")[0], "other")
