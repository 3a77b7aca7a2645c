"""Names that stand beside each other: a sentence that names Anne and Miss Elliot speaks of two people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from corefpipe.casts.forms import Form
from corefpipe.features import MentionTable

Beside = Mapping[tuple[Form, Form], int]
"""Two forms in alphabetic order -> number of narrated sentences that have both."""

_LEAST, _SHARE = 3, 0.05
"""Sentences that have two names, from which these are two people's: their number, and their share of the rarer name's.

In 59 novels, 1,055 of 1,057 pairs of forms that stand beside each other as often are of two people.
"""
_APPOSED = frozenset({"appos", "flat"})


def forms_beside(table: MentionTable, forms: Mapping[int, Form]) -> Counter[tuple[Form, Form]]:
    """Count the narrated sentences in which two forms of names stand beside each other.

    A name within another mention that is a name, or in apposition to it, does not stand beside it. What is said in
    quotations does not count: there people are called.

    Args:
        table: the mentions.
        forms: row -> form of the name.
    """
    parse, triples = table.parse, table.triples()
    quoted = table.quote_numbers >= 0
    of_sentence: dict[int, dict[int, int]] = {}
    for row in forms:
        head = triples[row][2]
        if not quoted[row]:
            of_sentence.setdefault(parse.sentences[head], {}).setdefault(head, row)
    found = Counter[tuple[Form, Form]]()
    for rows in of_sentence.values():
        pairs = combinations(rows.values(), 2)
        found.update({_key(forms[one], forms[other]) for one, other in pairs if _is_beside(table, one, other)})
    return Counter({pair: count for pair, count in found.items() if pair[0] != pair[1]})


def beside(counts: Beside, one: Form, other: Form) -> int:
    """The number of narrated sentences that have both forms."""
    return counts.get(_key(one, other), 0)


def are_apart(sentences: int, rarer: int) -> bool:
    """Whether so many sentences have two names that they are two people's.

    Args:
        sentences: narrated ones that have both.
        rarer: number of the names of the rarer one.
    """
    return sentences >= max(_LEAST, _SHARE * rarer)


def _key(one: Form, other: Form) -> tuple[Form, Form]:
    return (one, other) if one <= other else (other, one)


def _is_beside(table: MentionTable, one: int, other: int) -> bool:
    """Whether neither of two mentions contains the other one or is in apposition to it."""
    (start, end, head), (first, last, second) = table.triples()[one], table.triples()[other]
    if (start <= first and last <= end) or (first <= start and end <= last):
        return False
    heads, deps = table.parse.heads, table.parse.deps
    is_apposed = (heads[second] == head and deps[second] in _APPOSED) or (
        heads[head] == second and deps[head] in _APPOSED
    )
    return not is_apposed
