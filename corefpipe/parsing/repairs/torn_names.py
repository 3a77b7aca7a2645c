"""Names and compounds that parsers tear: "Lake" and "Baikal" as two subjects, "vacuum" and "cleaner" as two objects."""

from __future__ import annotations

from itertools import pairwise

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.nicknames import nicknames
from corefpipe.parsing.relations import SUBJECTS

_RECEIVING = frozenset({"person", "animal"})
"""Types of entities to which somebody gives something: "gave the dog food"."""
_PARTS = frozenset({"flat", "compound", "nmod:desc", "goeswith", "conj", "appos"})
"""Relations of which the parts of a name may have several: "Anna Maria Bell"."""
_FROM = frozenset({"ADJ", "PROPN"})
_ADVERBIAL = frozenset({"", "time"})
"""Types of nouns that may be no objects: "supported the law month in, month out"."""


def join_torn_names(columns: Columns) -> None:
    """Make one of what is torn, in place.

    1. Two names in a row that are subjects of one verb, "Lake Baikal froze", or of one person, whatever they are: "They
       saw Miss Jessie".
    2. Two nouns in a row that are objects of one verb, of which the second has nothing before it: "I bought this
       vacuum cleaner".
    3. A name with a nickname in quotation marks: 'Robert "Bob" Ellis'.
    4. Two subjects in a row of one verb, of which the first says where somebody is from, "The Argentine forward", or
       the second is "the" and what a name is: "Benny the bear".
    """
    pos, deps, heads, bounds = columns.pos, columns.deps, columns.heads, frozenset(columns.bounds)
    _join_nicknames(columns)
    torn: dict[int, int] = {}
    for one, other in pairwise(i for i, tag in enumerate(pos) if tag == "PROPN"):
        first = torn.get(one, one)
        twice = other == one + 1 and other not in bounds and (deps[first], heads[first]) == (deps[other], heads[other])
        if twice and (deps[other] in SUBJECTS or _are_somebody(columns, one, other)):
            torn[other] = first
    _hang(columns, torn)
    for other, first in torn.items():
        heads[other], deps[other] = first, "flat"
    _join_subjects(columns)
    objects = [i for i, dep in enumerate(deps) if dep == "obj" and pos[i] == "NOUN"]
    torn = {
        one: other
        for one, other in pairwise(objects)
        if other == one + 1
        and other not in bounds
        and heads[one] == heads[other] < one
        and columns.tags[one] == "NN"
        and columns.entity_types[one] not in _RECEIVING
        and columns.entity_types[other] not in _ADVERBIAL
    }
    _hang(columns, torn)
    for one, other in torn.items():
        heads[one], deps[one] = other, "compound"


def _are_somebody(columns: Columns, one: int, other: int) -> bool:
    """Whether two words are of the name of one person, and what they are is not said of parts of names."""
    entity, type = columns.entities[one], columns.entity_types[one]
    is_part = columns.deps[one] in _PARTS
    return 0 < entity == columns.entities[other] and type == "person" and not is_part


def _join_subjects(columns: Columns) -> None:
    """Make one of a name and a noun in a row that are subjects of one verb."""
    lower, pos, deps, heads = columns.lower, columns.pos, columns.deps, columns.heads
    bounds, articles, demonyms = frozenset(columns.bounds), columns.lexicon.definite_articles, columns.lexicon.demonyms
    subjects = [i for i, dep in enumerate(deps) if dep in SUBJECTS]
    outside: dict[int, int] = {}
    joined: dict[int, tuple[int, str]] = {}
    for one, other in pairwise(subjects):
        between = range(one + 1, other + 1)
        if (deps[one], heads[one], pos[other]) != (deps[other], heads[other], "NOUN") or not bounds.isdisjoint(between):
            continue
        if other == one + 1 and pos[one] in _FROM and lower[one] in demonyms:
            outside[one] = other
            joined[one] = other, "amod"
        elif pos[one] == "PROPN" and lower[one + 1] in articles and all(heads[i] == other for i in between[:-1]):
            joined[other] = one, "appos"
    _hang(columns, outside)
    for token, (head, dep) in joined.items():
        heads[token], deps[token] = head, dep
        if dep == "amod":
            pos[token], columns.tags[token], columns.entity_types[token] = "ADJ", "JJ", ""


def _hang(columns: Columns, others: dict[int, int]) -> None:
    """Hang what hangs on some words on others."""
    if others:
        columns.heads[:] = [others.get(head, head) if head != i else head for i, head in enumerate(columns.heads)]


def _join_nicknames(columns: Columns) -> None:
    """Make one name, headed by its first word, of each name with a nickname in quotation marks."""
    deps, heads = columns.deps, columns.heads
    outside: dict[int, int] = {}
    names = []
    for nickname in nicknames(columns.words, columns.pos, columns.bounds, columns.sentences):
        first = nickname - 2
        name, others = heads[first] if deps[first] == "flat" else first, (nickname, nickname + 2)
        own = [name, *others]
        outer = next((i for i in own if heads[i] not in own or heads[i] == i), name)
        names.append((own, name if heads[outer] == outer else heads[outer], deps[outer]))
        outside |= dict.fromkeys(others, name)
    _hang(columns, outside)
    for own, head, dep in names:
        name = own[0]
        heads[name], deps[name] = head, dep
        for i in own[1:]:
            heads[i], deps[i], columns.entity_types[i] = name, "flat", ""
