"""Attributes that identify singletons (Recasens, de Marneffe & Potts 2013), as used by Clark & Manning 2015.

Modifiers and the clause of a mention: negated, modal, reported.
"""

from __future__ import annotations

from collections.abc import Container

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_SOURCE = "Recasens, de Marneffe & Potts 2013; Clark & Manning 2015"
_MODIFIERS = frozenset("amod nummod nmod compound acl appos obl".split())
_CLAUSES = frozenset("root ccomp xcomp advcl acl parataxis csubj".split())
_ARGUMENTS = frozenset("nsubj obj iobj obl attr expl vocative dislocated discourse".split())


@attribute(source=_SOURCE)
def modifier_count(table: MentionTable) -> list[str]:
    """Number of modifiers of the head in the mention, without possessors: 0, 1, 2, more."""
    parse, found = table.parse, []
    for start, end, head in table.spans:
        below = [parse.deps[c] for c in parse.children_between(head, start, end)]
        count = sum(dep.split(":")[0] in _MODIFIERS and dep != "nmod:poss" for dep in below)
        found.append(str(count) if count < 3 else "more")
    return found


@attribute(source=_SOURCE)
def negated(table: MentionTable) -> Column:
    """Whether the mention or its predicate is negated: yes, no."""
    negated = _heads_of(table.parse, table.lexicon.negations)
    return Column.flags(
        head in negated or predicate in negated
        for head, predicate in zip(table.spans.head.tolist(), table.once(_predicates), strict=True)
    )


@attribute(source=_SOURCE)
def modal(table: MentionTable) -> Column:
    """Whether the mention's predicate has a modal verb: yes, no."""
    modal = _heads_of(table.parse, table.lexicon.modal_verbs)
    return Column.flags(predicate in modal for predicate in table.once(_predicates))


@attribute(source=_SOURCE)
def reported(table: MentionTable) -> Column:
    """Whether the mention's clause is reported speech or thought: yes, no."""
    parse, verbs = table.parse, table.lexicon.speech_verbs | table.lexicon.attitude_verbs
    return Column.flags(
        parse.deps[predicate] in ("ccomp", "parataxis") and parse.lemmas[parse.heads[predicate]] in verbs
        for predicate in table.once(_predicates)
    )


@attribute(source=_SOURCE)
def coordinated(table: MentionTable) -> Column:
    """Whether the mention is a coordination or part of one: yes, no."""
    parse = table.parse
    conjuncts = [token for token, dep in enumerate(parse.deps) if dep == "conj"]
    joined = {*conjuncts, *(parse.heads[token] for token in conjuncts)}
    return Column.flags(head in joined for head in table.spans.head.tolist())


def _predicates(table: MentionTable) -> list[int]:
    """The token of the predicate of each mention's clause; the head itself if it is a predicate."""
    found: dict[int, int] = {}
    return [_predicate(table.parse, head, found) for head in table.spans.head.tolist()]


def _predicate(parse: Parse, token: int, found: dict[int, int]) -> int:
    """The token of the predicate of a token's clause; `found` has those of other tokens, and gets new ones."""
    way = []
    while token not in found and parse.heads[token] != token:
        relation, above = parse.deps[token].split(":")[0], parse.heads[token]
        if relation in _CLAUSES:
            break
        way.append(token)
        if relation in _ARGUMENTS and parse.pos[above] != "ADP":  # in ClearNLP nouns depend on prepositions
            found[token] = above
            break
        token = above
    predicate = found.get(token, token)
    found.update(dict.fromkeys(way, predicate))
    return predicate


def _heads_of(parse: Parse, words: Container[str]) -> set[int]:
    """The heads of the tokens that are one of these words."""
    tokens = enumerate(zip(parse.lower, parse.heads, strict=True))
    return {head for token, (word, head) in tokens if word in words and head != token}
