"""Subjects and objects that parsers hang on the wrong word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import OBJECTS, SUBJECTS

_JOINED = frozenset({"flat", "compound"})
_WITH_SUBJECT = frozenset({"cop", "aux", "aux:pass"})
_OWN = SUBJECTS | OBJECTS | _WITH_SUBJECT
_OBJECT_CASE = frozenset({"object"})
_SUBJECT_CASE = frozenset({"subject"})
_FINITE = frozenset({"VBD", "VBP", "VBZ"})
_POSSESSIVE_CASE = frozenset({"possessive"})


def set_arguments_right(columns: Columns) -> None:
    """Correct what cannot be, in place.

    1. Words are joined to no word beyond the verb of which that is an argument, "Banks *closed* branches", nor is a
       pronoun right after the verb: "Patients like *her*".
    2. A pronoun in the object case is no second subject: "*Him* Bruno could not bear".
    3. A subject before the first of several predicates is its subject: "*Hilda* is kind, cheerful, and fond of her".
    4. A pronoun in the subject case between a predicate and a verb that is joined to it is the subject of this verb:
       "My name is Tom, and *I* called".
    5. A possessive beside a subject owns the predicate: "The deal was *its* largest".

    In OntoGUM and EWT dev it changes four heads, all of them to the gold ones.
    """
    pos, deps, heads = columns.pos, columns.deps, columns.heads
    own: dict[int, list[int]] = {}  # what each word has of subjects, objects and auxiliaries
    for token, dep in enumerate(deps):
        if dep in _OWN:
            own.setdefault(heads[token], []).append(token)
    found: dict[int, tuple[int, str]] = {}
    for token, (dep, head) in enumerate(zip(deps, heads, strict=True)):
        above = heads[head]
        is_joined = dep in _JOINED or (dep == "nmod" and above == token - 1 and _cases(columns, token) >= _OBJECT_CASE)
        if is_joined and pos[above] == "VERB" and min(token, head) < above < max(token, head):
            is_after = token > head
            taken = OBJECTS if is_after else SUBJECTS
            if not any(deps[child] in taken and child != head for child in own.get(above, ())):
                found[token] = above, "obj" if is_after else "nsubj"
        elif dep in SUBJECTS and deps[head] == "conj" and token < above < head and not deps[above].startswith("acl"):
            before = [child for child in own.get(head, ()) if child < above and deps[child] in _WITH_SUBJECT]
            if not any(deps[child] in SUBJECTS for child in own.get(above, ())):
                found |= {child: (above, deps[child]) for child in (token, *before)}
        elif dep == "conj" and _begins_clause(columns, token, own):
            found[token] = token + 1, "nsubj"
    for of_one in own.values():
        for one, other in pairwise(child for child in of_one if deps[child] in SUBJECTS):
            if _cases(columns, one) == _OBJECT_CASE:
                found[one] = heads[one], "obj"
            if _cases(columns, other) == _POSSESSIVE_CASE:
                found[other] = heads[other], "nmod:poss"
    for token, (head, dep) in found.items():
        heads[token], deps[token] = head, dep


def _begins_clause(columns: Columns, token: int, own: Mapping[int, Sequence[int]]) -> bool:
    """Whether a conjunct is a pronoun right before a finite verb without subject, a conjunct of the same word."""
    verb, heads, deps = token + 1, columns.heads, columns.deps
    if verb == len(heads) or (deps[verb], heads[verb], columns.pos[verb]) != ("conj", heads[token], "VERB"):
        return False
    if columns.tags[verb] not in _FINITE or _cases(columns, token) != _SUBJECT_CASE:
        return False
    return all(deps[child] in OBJECTS for child in own.get(verb, ()))


def _cases(columns: Columns, token: int) -> frozenset[str]:
    """The cases that a pronoun may be in."""
    pronoun = columns.lexicon.pronouns.get(columns.lower[token]) if columns.pos[token] in ("PRON", "DET") else None
    return frozenset() if pronoun is None else pronoun.cases
