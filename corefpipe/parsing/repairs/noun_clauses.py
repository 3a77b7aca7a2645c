"""Clauses that parsers hang on a noun: "A man *presented* with pain", "a message *whenever he prints*"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import SUBJECTS

_NOMINAL = frozenset({"NOUN", "PROPN"})
_PREDICATE = SUBJECTS | {"cop", "expl"}
_FAR = 6  # words above a noun among which its verb is looked for


def raise_noun_clauses(columns: Columns) -> None:
    """Correct clauses that modify no noun, in place.

    1. A verb that the tagger calls finite is the predicate of the noun that would be the root: "A man presented with
       chest pain".
    2. A clause with a subject of its own after "whenever" says when: "It shows a message whenever someone prints".
    """
    deps, heads, tags = columns.deps, columns.heads, columns.tags
    clauses = [i for i, dep in enumerate(deps) if dep == "acl" and heads[i] < i and columns.pos[heads[i]] in _NOMINAL]
    if not clauses:
        return
    children: dict[int, list[int]] = {i: [] for clause in clauses for i in (clause, heads[clause])}
    for token, head in enumerate(heads):
        if head in children and head != token:
            children[head].append(token)
    for clause in clauses:
        noun = heads[clause]
        own = [deps[child] in _PREDICATE for child in children[clause]]
        if any(own):
            adverb = next((i for i in children[clause] if columns.lower[i] in columns.lexicon.time_conjunctions), -1)
            verb = _verb_above(columns, noun)
            is_first = noun < adverb < min(i for i, is_own in zip(children[clause], own, strict=True) if is_own)
            # "the day when he left", "an example of when it rained"
            told = columns.pos[adverb - 1] not in ("ADP", "ADV") and columns.entity_types[noun] != "time"
            if is_first and told and verb >= 0:
                heads[clause], deps[clause] = verb, "advcl"
        elif (
            tags[clause] == "VBD"
            and heads[noun] == noun
            and columns.pos[clause - 1] != "PUNCT"
            and columns.lines[clause] == columns.lines[noun]
            and not any(deps[i] in _PREDICATE for i in children[noun])
        ):
            heads[clause] = heads[noun] = clause
            deps[clause], deps[noun] = deps[noun], "nsubj"
            for child in children[noun]:
                if child > clause:
                    heads[child] = clause


def _verb_above(columns: Columns, token: int) -> int:
    """The nearest verb above a noun, -1 if there is none near."""
    for _ in range(_FAR):
        above = columns.heads[token]
        if above == token:
            return -1
        if columns.pos[above] == "VERB":
            return above
        token = above
    return -1
