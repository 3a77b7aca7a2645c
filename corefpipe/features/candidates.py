"""Candidate antecedents: a window of mentions, and through an index the earlier mentions with the same head or words.

The number of candidates grows linearly with the document.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from corefpipe.features.table import MentionTable


@dataclass(slots=True, frozen=True)
class CandidateSettings:
    """Which antecedents an anaphor may have.

    Attributes:
        window: the so many mentions before it. A window as long as the document means all pairs.
        indexed: of the mentions before the window, the last so many with the same head lemma or the same words.
            Pronouns are not indexed.
    """

    window: int = 50
    indexed: int = 10


def candidates(table: MentionTable, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
    """(indptr, antecedent) of one document, the dummy (-1) first, then antecedents ascending."""
    n = len(table)
    if not n:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32)
    far = _indexed(table, settings)
    first = np.maximum(np.arange(n) - settings.window, 0)
    counts = np.array([1 + len(extra) for extra in far], dtype=np.int64) + np.arange(n) - first
    indptr = np.concatenate([[0], np.cumsum(counts)])
    antecedent = np.empty(indptr[-1], dtype=np.int32)
    antecedent[indptr[:-1]] = -1
    for item, extra in enumerate(far):
        at = indptr[item] + 1
        antecedent[at : at + len(extra)] = extra
        antecedent[at + len(extra) : indptr[item + 1]] = np.arange(first[item], item)
    return _without_variants(table, indptr, antecedent)


def _without_variants(table: MentionTable, indptr: np.ndarray, antecedent: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two spans of one head are two readings of one mention: they never link."""
    head = table.spans.head
    item = np.repeat(np.arange(len(table)), np.diff(indptr))
    kept = (antecedent < 0) | (head[item] != head[antecedent])
    return np.concatenate([[0], np.cumsum(kept)])[indptr], antecedent[kept]


def _indexed(table: MentionTable, settings: CandidateSettings) -> list[list[int]]:
    known: dict[tuple[str, str], list[int]] = defaultdict(list)
    found: list[list[int]] = []
    for item, (kind, lemma, core) in enumerate(
        zip(*(table.values(name) for name in ("kind", "lemma", "core")), strict=True)
    ):
        keys = [] if kind == "pronoun" else [("lemma", lemma), ("core", core)]
        extra: set[int] = set()
        for key in keys:
            extra.update(
                [i for i in known[key][-settings.indexed - settings.window :] if i < item - settings.window][
                    -settings.indexed :
                ]
            )
            known[key].append(item)
        found.append(sorted(extra)[-settings.indexed :])
    return found
