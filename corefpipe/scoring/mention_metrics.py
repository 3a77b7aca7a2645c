"""Metrics of the mentions' words, as CorefUD's scorer has them: mention overlap (MOR) and zero anaphora.

They are in no group but `corefud` (`groups.py`): they need mentions with words, which clusterings do not have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency
from corefpipe.scoring.matching import Matching, Side, Span
from corefpipe.scoring.registry import register_metric


def _matchings(table: Contingency, title: str) -> Sequence[Matching]:
    if not table.matchings:
        raise AnnotationError(f"{title} needs mentions with words", cure="Score documents, not labels of items")
    return table.matchings


@register_metric("mention_overlap", "mention overlap", "mor")
def mention_overlap(table: Contingency) -> np.ndarray:
    """Words shared by the best one-to-one pairs of mentions, of all words of the mentions of each side.

    The pairs are those with the largest sum of shared words, whatever the match is (mention overlap ratio, MOR:
    Žabokrtský et al. 2022, "Findings of the Shared Task on Multilingual Coreference Resolution").
    """
    found = np.zeros((len(table.names), 4))
    for number, matching in enumerate(_matchings(table, "mention overlap")):
        cells = _overlaps(matching.key.spans, matching.response.spans)
        shared = 0.0
        if cells:
            rows, columns = np.array(list(cells), dtype=np.int64).T
            weights = np.array(list(cells.values()), dtype=float)
            shared = float(weights[best_assignment(rows, columns, weights)].sum())
        found[number] = shared, _words(matching.key.spans), shared, _words(matching.response.spans)
    return found


def _words(spans: Iterable[Span]) -> int:
    return sum(end - start for span in spans for start, end in span)


def _overlaps(left: Sequence[Span], right: Sequence[Span]) -> dict[tuple[int, int], int]:
    """Return (left, right) -> number of shared words, of the spans that share some."""
    pieces = sorted((start, end, number) for number, span in enumerate(right) for start, end in span)
    longest = max((end - start for start, end, _ in pieces), default=0)
    starts = np.array([start for start, _, _ in pieces], dtype=np.int64)
    found: dict[tuple[int, int], int] = {}
    for number, span in enumerate(left):
        for start, end in span:
            low, high = np.searchsorted(starts, (start - longest + 1, end))
            for first, last, other in pieces[low:high]:
                common = min(end, last) - max(start, first)
                if common > 0:
                    found[number, other] = found.get((number, other), 0) + common
    return found


@register_metric("zero_anaphora", "zero anaphora", "zero")
def zero_anaphora(table: Contingency) -> np.ndarray:
    """Zeros linked to a right antecedent, of the zeros of each side that are not the first mention of their chain.

    A zero of the key is right if the response mention that is the same is not the first of its chain, and its chain has
    the partner of an earlier mention of the key chain (anaphor-decomposable score: Tuggener 2014; CorefUD's scorer).
    A mention whose partner is not the mention of the same words is compared with the latter if there is one, as there.
    """
    return np.array([_zero_counts(matching) for matching in _matchings(table, "zero anaphora")]).reshape(-1, 4)


def _zero_counts(matching: Matching) -> tuple[int, int, int, int]:
    """Return numerator and denominator of recall, then of precision."""
    partner = dict(matching.pairs) | matching.twins
    later = {mention for chain in _ordered(matching.response) for mention in chain[1:]}
    right = wrong = missing = 0
    covered = set()
    for chain in _ordered(matching.key):
        before: set[int] = set()  # response chains of the mentions so far
        for position, mention in enumerate(chain):
            other = partner.get(mention)
            if position and mention in matching.key.zeros:
                if other is None or other not in later:
                    missing += 1
                elif matching.response.chains[other] in before:
                    right += 1
                else:
                    wrong += 1
                if other is not None:
                    covered.add(other)
            if other is not None:
                before.add(matching.response.chains[other])
    invented = len((later & matching.response.zeros) - covered)
    return right, right + missing + wrong, right, right + invented + wrong


def _ordered(side: Side) -> list[list[int]]:
    """Return the mentions of each chain in text order: by first word, last word, number of words."""
    chains: list[list[int]] = [[] for _ in range(side.size)]
    for number, chain in enumerate(side.chains):
        chains[chain].append(number)
    spans = side.spans
    for chain_of in chains:
        chain_of.sort(key=lambda n: (spans[n][0][0], spans[n][-1][1], sum(end - start for start, end in spans[n])))
    return chains
