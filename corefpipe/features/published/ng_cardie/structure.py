"""Syntactic structure for the constraints of Ng & Cardie 2002, derived from a UD or ClearNLP dependency parse."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

SUBJECT, OBJECT, OBLIQUE = 1, 2, 3
_ARGUMENTS = {"nsubj": SUBJECT, "csubj": SUBJECT, "obj": OBJECT, "iobj": OBJECT, "obl": OBLIQUE}
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")
# Relations of a phrase that refers to something else than its governor.
_OTHERS = frozenset("nmod compound conj nsubj obj iobj obl amod nummod det".split())
_WITHIN_NP = frozenset("nmod compound amod nummod det".split())
# Relations that end the domain of c-command.
_CUT = frozenset("parataxis vocative dislocated discourse list".split())


@dataclass(slots=True, frozen=True)
class Structure:
    """Syntactic relations, one value per token; -1 for none.

    Attributes:
        conjunct: the first conjunct of its coordination.
        governor: the governor of that conjunct, prepositions skipped.
        argument: its function for its governor: 1 subject, 2 object, 3 oblique, 0 other.
        binder: for an object, the subject of its verb, also an implicit one: "Ann wants to see *her*".
        other: whether it refers to something else than its governor.
        clause: for a predicate noun without preposition (not "is in Boston"), the governor of its subject.
        top: the head of the largest noun phrase that contains it, without a clause in between.
        before: position in pre-order.
        last: position of the last token of its subtree.
        region: index of the domain within which c-command is possible.
    """

    conjunct: np.ndarray
    governor: np.ndarray
    argument: np.ndarray
    binder: np.ndarray
    other: np.ndarray
    clause: np.ndarray
    top: np.ndarray
    before: np.ndarray
    last: np.ndarray
    region: np.ndarray

    def below(self, token: np.ndarray, above: np.ndarray) -> np.ndarray:
        """(n,) bool: whether a token is another one or depends on it, directly or not."""
        return (self.before[above] <= self.before[token]) & (self.before[token] <= self.last[above])


def structure(table: MentionTable) -> Structure:
    """The structure of a document."""
    parse = table.parse
    order, last = _preorder(parse)
    before = np.empty(len(parse), dtype=np.int64)
    before[order] = np.arange(len(parse))
    columns = _relations(parse, order, table.lexicon.titles)
    binder = _binders(parse, order, *(columns[name] for name in ("conjunct", "governor", "argument")))
    arrays = {name: np.array(values, dtype=np.int64) for name, values in columns.items()}
    other = arrays.pop("other") > 0
    return Structure(binder=np.array(binder, dtype=np.int64), other=other, before=before, last=last, **arrays)


def _relations(parse: Parse, order: list[int], titles: frozenset[str]) -> dict[str, list[int]]:
    """Columns of `Structure` that depend only on the columns of the governor."""
    size = len(parse)
    short = [dep.split(":")[0] for dep in parse.deps]
    behind = {parse.heads[token] for token in range(size) if short[token] == "case" and parse.heads[token] > token}
    predicates = {parse.heads[token] for token in range(size) if short[token] == "cop"} - behind
    alike_words = parse.lexicon.predicatives  # before a predicate: "served as president"
    alikes = {
        parse.heads[token] for token in range(size) if short[token] == "case" and parse.lower[token] in alike_words
    }
    clauses = _with_subject(parse)
    conjunct, top, region = (list(range(size)) for _ in range(3))
    governor, argument, other = [-1] * size, [0] * size, [0] * size
    for token in order:
        above, dep = parse.heads[token], short[token]
        if above == token:
            continue
        own_subject = token in clauses
        if dep == "conj" and not own_subject and parse.pos[token] in _NOMINAL and parse.pos[above] in _NOMINAL:
            conjunct[token], governor[token], argument[token] = conjunct[above], governor[above], argument[above]
            top[token] = top[above]
        else:
            # in ClearNLP the noun depends on its preposition.
            skipped = parse.pos[above] == "ADP" and parse.heads[above] != above
            under, relation = (parse.heads[above], short[above]) if skipped else (above, dep)
            alike = (skipped and parse.lower[above] in alike_words) or token in alikes
            governor[token], argument[token] = under, 0 if alike else _ARGUMENTS.get(dep, 0)
            same = parse.deps[token] == "nmod:desc" or parse.lower[token] in titles  # Captain Ahab
            same |= alike or (argument[token] == SUBJECT and under in predicates)
            other[token] = dep in _OTHERS and not same
            if relation in _WITHIN_NP and not same and parse.pos[under] in _NOMINAL:
                top[token] = top[under]
        if dep not in _CUT and not (dep == "conj" and own_subject):
            region[token] = region[above]
    return {
        "conjunct": conjunct,
        "governor": governor,
        "argument": argument,
        "other": other,
        "clause": _clauses(parse, short, predicates),
        "top": top,
        "region": region,
    }


def _clauses(parse: Parse, short: list[str], predicates: set[int]) -> list[int]:
    """For each predicate noun the head of its clause, else -1.

    Args:
        parse: the document.
        short: relations without subtypes.
        predicates: heads of copulas.
    """
    with_object = {above for above, dep in zip(parse.heads, short, strict=True) if dep == "obj"}
    clause = [-1] * len(parse)
    for token, (above, dep) in enumerate(zip(parse.heads, short, strict=True)):
        if token in predicates:
            clause[token] = token
        # ClearNLP's "is a doctor", and "became a doctor" in UD; but not "made her a doctor".
        elif dep == "attr" or (dep == "xcomp" and parse.pos[token] in _NOMINAL and above not in with_object):
            clause[token] = above
    return clause


def _binders(
    parse: Parse, order: list[int], conjunct: list[int], governor: list[int], argument: list[int]
) -> list[int]:
    """For each object the subject of its verb, explicit or implicit; -1 for none."""
    own = [token for token in order if conjunct[token] == token]
    objects = {governor[token]: token for token in own if argument[token] == OBJECT}
    subject = {governor[token]: token for token in own if argument[token] == SUBJECT}
    clauses = _with_subject(parse)
    for token in order:
        above = parse.heads[token]
        if token in clauses or above == token:
            continue
        if parse.deps[token] == "conj":
            subject[token] = subject.get(above, -1)
        elif parse.deps[token] == "xcomp":  # the object of "asked Ann to go", the subject of "wants to go"
            subject[token] = objects.get(above, subject.get(above, -1))
    return [subject.get(governor[token], -1) if argument[token] == OBJECT else -1 for token in range(len(parse))]


def _with_subject(parse: Parse) -> set[int]:
    """The tokens with a subject of their own."""
    return {above for above, dep in zip(parse.heads, parse.deps, strict=True) if dep[:5] in ("nsubj", "csubj")}


def _preorder(parse: Parse) -> tuple[list[int], np.ndarray]:
    """The tokens in pre-order, and the position of the last token of each subtree."""
    size = len(parse)
    order: list[int] = []
    stack = [token for token in range(size - 1, -1, -1) if parse.heads[token] == token]
    while stack:
        token = stack.pop()
        order.append(token)
        stack.extend(reversed(parse.children[token]))
    below = [1] * size
    for token in reversed(order):
        if parse.heads[token] != token:
            below[parse.heads[token]] += below[token]
    last = np.empty(size, dtype=np.int64)
    last[order] = np.arange(size) + np.array([below[token] for token in order], dtype=np.int64) - 1
    return order, last
