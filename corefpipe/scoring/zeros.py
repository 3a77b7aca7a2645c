"""Align the zeros of key and response by their dependencies, as the CorefUD scorer does by default since 2024.

A response may write a dropped pronoun at another place of the sentence than the key. What says which zero it is are its
enhanced dependencies (DEPS): zeros are aligned one to one so that the sum of 10·F(parents with relations) + F(parents)
is largest, where F is the F-score of two sets; only pairs above 0 are aligned (Novák et al. 2024, "Findings of the
Third Shared Task on Multilingual Coreference Resolution"). Of equally good alignments, which the official scorer takes
as its solver finds them, the one whose mentions share more of their words and empty nodes is taken. Zeros without DEPS,
which the official scorer refuses, are aligned to none.

Where a zero stands at the place of another aligned zero of the key, the official scorer can lose one of the two in
recall or precision; here each pair counts on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

from corefpipe.document import Mention
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.empty_nodes import NodeDocument
from corefpipe.scoring.heads import FIRST, head_words
from corefpipe.scoring.loose_matching import Pairs, check_pairs

Zeros = dict[int, int]
"""Number of a mention -> its head, which is an empty node."""

Span = tuple[tuple[int, int], ...]

_RELATIONS = 10.0
"""Weight of the F-score of parents with relations; that of the parents alone has 1."""

_SAME_WORDS = 1e-6
"""Weight of the share of common words and empty nodes: less than any difference of the sums of texts."""


def zero_heads(mentions: Sequence[Mention], nodes: NodeDocument, rule: str, *syntax: NodeDocument) -> Zeros:
    """Return number -> head of the mentions that are zeros, i.e. whose head is an empty node.

    Args:
        mentions: mentions of the document, in its nodes.
        nodes: the document.
        rule: where heads come from that are not annotated, as in `head_words`; without a tree it is the first word.
        syntax: other documents of the same nodes, in which a tree is looked for.
    """
    some = [number for number, mention in enumerate(mentions) if nodes.has_empty(mention)]
    documents = [one.document for one in (nodes, *syntax)]
    if all(document.heads is None for document in documents):
        rule = FIRST
    heads = head_words([mentions[number] for number in some], *documents, rule=rule)
    return {number: head for number, head in zip(some, heads, strict=True) if head in nodes.empty}


def aligned_zeros(
    left: Zeros, right: Zeros, spans: tuple[Sequence[Span], Sequence[Span]], key: NodeDocument, response: NodeDocument
) -> Pairs:
    """Return the pairs of zeros that are the same.

    Args:
        left: number -> head of the zeros among the key's mentions.
        right: the same of the response.
        spans: the pieces of all mentions of both sides.
        key: the key.
        response: the response.

    Raises:
        AnnotationError: there are too many pairs to choose from.
    """
    by_parent: dict[int, list[int]] = {}
    for j, head in right.items():
        for parent in {parent for parent, _ in response.parents.get(head, ())}:
            by_parent.setdefault(parent, []).append(j)
    cells: dict[tuple[int, int], float] = {}
    for i, head in left.items():
        pairs = key.parents.get(head, frozenset())
        parents = {parent for parent, _ in pairs}
        for j in {j for parent in parents for j in by_parent.get(parent, ())}:
            others = response.parents[right[j]]
            score = _RELATIONS * _f_score(pairs, others) + _f_score(parents, {parent for parent, _ in others})
            cells[i, j] = score + _SAME_WORDS * _f_score(_nodes(spans[0][i]), _nodes(spans[1][j]))
        check_pairs(len(cells), response.document)
    if not cells:
        return []
    rows, columns = np.array(list(cells), dtype=np.int64).T
    chosen = best_assignment(rows, columns, np.array(list(cells.values())))
    return list(zip(rows[chosen].tolist(), columns[chosen].tolist(), strict=True))


def _nodes(span: Span) -> set[int]:
    return {node for start, end in span for node in range(start, end)}


def _f_score(one: AbstractSet[Any], other: AbstractSet[Any]) -> float:
    """F-score of two sets that are not empty: 2·|A ∩ B| / (|A| + |B|)."""
    return 2 * len(one & other) / (len(one) + len(other))
