"""Consecutive groups, such as the items of sets and the links of items: their bounds, members, choice and rows."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse


def set_numbers(which: Any, n_sets: int) -> np.ndarray:
    """(n_chosen,) int64 numbers, from 0, of the sets that a key of `Links.__getitem__` selects."""
    if isinstance(which, slice):
        return np.arange(n_sets, dtype=np.int64)[which]
    single = isinstance(which, Integral)
    if single or isinstance(which, list | range | np.ndarray):
        found = np.atleast_1d(np.asarray(which))
        if not found.size:
            return np.zeros(0, dtype=np.int64)
        if found.ndim == 1 and found.dtype == bool and not single:
            if len(found) != n_sets:
                raise IndexError(f"a mask of {len(found)} values for {n_sets} item sets")
            return np.flatnonzero(found)
        if found.ndim == 1 and np.issubdtype(found.dtype, np.integer):
            missing = found[(found < -n_sets) | (found >= n_sets)]
            if len(missing):
                raise IndexError(f"there is no set {missing[0]} among {n_sets} item sets")
            return np.where(found < 0, found + n_sets, found).astype(np.int64)
    raise TypeError(
        f"item sets are selected by a whole number, a slice, or a flat sequence of numbers or bools, not by {which!r}"
    )


def group_members(bounds: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The members of the chosen groups, group after group, and (n_chosen,) the number of members of each.

    Args:
        bounds: (n_groups + 1,) where the members of each group begin.
        chosen: (n_chosen,) numbers of groups.
    """
    starts = bounds[chosen]
    counts = bounds[chosen + 1] - starts
    return np.repeat(starts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum()), counts


def group_bounds(counts: np.ndarray) -> np.ndarray:
    """(n + 1,) int64 where each of n consecutive groups begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def with_dummies(correct: np.ndarray, dummies: np.ndarray) -> np.ndarray:
    """Fill in whether the links to the dummy are correct: of the items of which no other link is.

    Args:
        correct: (n_links,) bool, right for all other links; it is changed.
        dummies: (n_items,) int, the first link of each item, that to the dummy.
    """
    correct[dummies] = False
    if len(correct):
        correct[dummies] = ~np.logical_or.reduceat(correct, dummies)
    return correct


def stacked_rows(parts: Sequence[sparse.csr_matrix], n_features: int) -> sparse.csr_matrix:
    """The rows of several CSR matrices in one of so many columns, at least as many as any has."""
    nnz = np.cumsum([0] + [part.nnz for part in parts])
    rows = np.concatenate([[0], *(part.indptr[1:] + n for part, n in zip(parts, nnz, strict=False))])
    return sparse.csr_matrix(
        (
            np.concatenate([part.data for part in parts]),
            np.concatenate([part.indices for part in parts]),
            rows.astype(np.int64 if nnz[-1] > np.iinfo(np.int32).max else np.int32),
        ),
        shape=(len(rows) - 1, n_features),
        copy=False,
    )
