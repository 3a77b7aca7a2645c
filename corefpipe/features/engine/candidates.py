"""Candidate antecedents: the mentions in a window, and earlier mentions with the same head or words from an index.

The number of candidates grows linearly with the length of the document.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefpipe.errors import SettingError
from corefpipe.features.engine.spec_errors import is_a, show
from corefpipe.features.engine.table import MentionTable

_MOST = 2**31 - 1


@dataclass(slots=True, frozen=True)
class CandidateSettings:
    """The candidate antecedents of an anaphor.

    Attributes:
        window: number of preceding mentions that are candidates. A window as long as the document means all pairs.
        indexed: most candidates from before the window with the same head lemma or the same words. Of pronouns, only
            those of the first and second person are indexed. 0: no index, and no annotation except words is needed.
        pronoun_antecedents: False: a pronoun is no candidate for an anaphor that is not one (Bengtson & Roth 2008).
    """

    window: int = 50
    indexed: int = 10
    pronoun_antecedents: bool = True

    def __post_init__(self) -> None:
        for name in ("window", "indexed"):
            value = getattr(self, name)
            if not is_a(value, int) or not 0 <= value <= _MOST:
                raise SettingError(f"{name} is {show(value)}", cure=f"It must be a number from 0 to {_MOST}")
        if not is_a(self.pronoun_antecedents, bool):
            raise SettingError(
                f"pronoun_antecedents is {show(self.pronoun_antecedents)}", cure="It must be true or false"
            )


def candidates(table: MentionTable, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
    """(indptr, antecedent) of the links of one document: for each item the dummy (-1), then antecedents, ascending."""
    n = len(table)
    if not n:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32)
    by, far = _indexed(table, settings)
    first = np.maximum(np.arange(n) - settings.window, 0)
    n_far = np.bincount(by, minlength=n)
    counts = 1 + n_far + np.arange(n) - first
    indptr = np.concatenate([[0], np.cumsum(counts)])
    # The window ends at the item; before the window come the dummy and the mentions from the index.
    antecedent = (np.arange(indptr[-1]) - np.repeat(indptr[:-1] + 1 + n_far - first, counts)).astype(np.int32)
    antecedent[indptr[:-1]] = -1
    antecedent[indptr[by] + 1 + np.arange(len(by)) - (np.cumsum(n_far) - n_far)[by]] = far
    # Two spans with one head are two readings of one mention: they are never linked.
    head = table.spans.head
    anaphor = np.repeat(np.arange(n), np.diff(indptr))
    kept = head[anaphor] != head[antecedent]
    if not settings.pronoun_antecedents:
        pronoun = table["kind"].is_("pronoun")
        kept &= pronoun[anaphor] | ~pronoun[antecedent]
    kept |= antecedent < 0
    return np.concatenate([[0], np.cumsum(kept)])[indptr], antecedent[kept]


def teaching(
    table: MentionTable, settings: CandidateSettings, indptr: np.ndarray, antecedent: np.ndarray
) -> np.ndarray | None:
    """Which links may be positive examples in training: none from a noun or name to a pronoun (Ng & Cardie 2002, 3).

    Returns:
        (n_links,) bool, or None if the candidates need no annotation except words.
    """
    if not settings.indexed and settings.pronoun_antecedents:
        return None
    if not len(table):  # no annotation is needed
        return np.zeros(0, dtype=bool)
    pronoun = table["kind"].is_("pronoun")
    return np.repeat(pronoun, np.diff(indptr)) | ~np.append(pronoun, False)[antecedent]


def _indexed(table: MentionTable, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
    """The items for which the index finds candidates, ascending, and those candidates, ascending."""
    by = far = np.zeros(0, dtype=np.int64)
    if settings.indexed:  # without an index, its keys are not computed: they need a parse
        pronoun = table["kind"].is_("pronoun")
        keys = [(table[name].codes, ~pronoun) for name in ("lemma", "core")]
        # A speaker may be silent for a long time.
        keys.append((table["type"].codes, pronoun & table["person"].is_("1", "2")))
        found = [_last_alike(codes, np.flatnonzero(rows), settings) for codes, rows in keys]
        links = np.unique(np.concatenate([item * len(table) + other for item, other in found]))
        by, far = np.divmod(links, max(len(table), 1))
    counts = np.bincount(by, minlength=len(table))
    kept = np.cumsum(counts)[by] - np.arange(len(by)) <= settings.indexed
    return by[kept], far[kept]


def _last_alike(codes: np.ndarray, rows: np.ndarray, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of an item and an earlier mention: for each item, the last ones before its window with the same code.

    Args:
        codes: (n_mentions,) codes of all mentions.
        rows: the mentions that are indexed.
        settings: size of the window, and how many are kept.
    """
    size = len(codes) + 1
    keys = np.sort(codes[rows] * size + rows)
    items = keys % size
    stop = np.searchsorted(keys, np.maximum(keys - settings.window, keys - items))
    start = np.maximum(np.searchsorted(keys, keys - items), stop - settings.indexed)
    counts = stop - start
    at = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - start, counts)
    return np.repeat(items, counts), items[at]
