"""Checks of the arrays of links: what they count, the order of the candidates, and the features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.exceptions import LinksError

NO_ARRAY = "Give them to a Clusterer as they are; scale or change vectors and features before"
"""What to do instead of turning item sets or links into an array."""


def link_place(sets: np.ndarray, indptr: np.ndarray, antecedent: np.ndarray, link: int) -> str:
    """Describe a link for error messages: item, antecedent and set, by number (the arrays of `Links`)."""
    item = int(np.searchsorted(indptr, link, "right")) - 1
    of_set = int(np.searchsorted(sets, item, "right")) - 1
    left = antecedent[link]
    target = "the dummy" if left < 0 else f"item {left}"
    return f"link from item {item - sets[of_set]} to {target} of set {of_set}"


def set_sizes(sizes: Any) -> np.ndarray:
    """(n_sets,) int64 numbers of items.

    Raises:
        LinksError: no flat sequence of whole numbers, 0 or more.
    """
    found = np.asarray(sizes)
    if found.ndim != 1 or (found.size and found.dtype.kind not in "iu") or (found < 0).any():
        raise LinksError(f"the sizes of the sets are {sizes!r}", cure="Give whole numbers, 0 or more, one per set")
    return found.astype(np.int64)


def check_bounds(sets: np.ndarray, indptr: np.ndarray, antecedent: np.ndarray) -> None:
    """Raise LinksError unless the arrays count up from 0 to each other's ends."""
    for name, array in (("sets", sets), ("indptr", indptr), ("antecedent", antecedent)):
        if not isinstance(array, np.ndarray) or array.ndim != 1 or array.dtype.kind != "i":
            raise LinksError(f"'{name}' is no flat array of signed integers", cure="See `Links`")
    for name, bounds, end in (("sets", sets, len(indptr) - 1), ("indptr", indptr, len(antecedent))):
        if not len(bounds) or bounds[0] != 0 or bounds[-1] != end or (bounds[1:] < bounds[:-1]).any():
            raise LinksError(f"'{name}' does not count up from 0 to {end}", cure="See `Links`")


def check_candidates(sets: np.ndarray, indptr: np.ndarray, antecedent: np.ndarray) -> None:
    """Raise LinksError unless the links of each item lead to the dummy and then to earlier items in ascending order."""
    n_items = len(indptr) - 1
    if not n_items:
        return
    first, last = indptr[:-1], indptr[1:] - 1
    empty = np.flatnonzero(first > last)
    if len(empty):
        of_set = int(np.searchsorted(sets, empty[0], "right")) - 1
        raise LinksError(
            f"item {empty[0] - sets[of_set]} of set {of_set} has no links",
            cure="Each item has at least the link to the dummy, -1",
        )
    # If all items begin with -1, their links ascend if there are no other places where the numbers do not.
    ascents = np.count_nonzero(antecedent[1:] > antecedent[:-1])
    if (antecedent[first] != -1).any() or ascents != len(antecedent) - n_items:
        ascending = np.diff(antecedent, prepend=0) > 0
        ascending[first] = antecedent[first] == -1
        raise LinksError(
            f"the {link_place(sets, indptr, antecedent, int(ascending.argmin()))} is out of order",
            cure="The links of an item lead to the dummy, -1, and then to its antecedents in ascending order",
        )
    earlier = antecedent[last] < np.arange(n_items) - np.repeat(sets[:-1], np.diff(sets))
    if not earlier.all():
        raise LinksError(
            f"the {link_place(sets, indptr, antecedent, int(last[earlier.argmin()]))} does not lead to an earlier item",
            cure="The antecedent of a link comes before its item",
        )


def check_features(
    matrix: sparse.csr_matrix, teaching: np.ndarray | None, n_links: int, place: Callable[[int], str]
) -> None:
    """Raise LinksError unless there is one row of finite features per link, and one value of `teaching` if any.

    Args:
        matrix, teaching: see `Links`.
        n_links: number of links.
        place: describes a link.
    """
    if not sparse.issparse(matrix) or matrix.format != "csr" or matrix.dtype.kind not in "biuf":
        raise LinksError("the features are no CSR matrix of real numbers", cure="`Links.with_features` makes one")
    if matrix.shape[0] != n_links:
        raise LinksError(
            f"{matrix.shape[0]} rows of features for {n_links} links", cure="Give one row per link, dummies included"
        )
    if teaching is not None and teaching.shape != (n_links,):
        raise LinksError(
            f"{len(teaching)} values of 'teaching' for {n_links} links", cure="Give one per link, dummies included"
        )
    data = matrix.data
    with np.errstate(over="ignore"):
        if np.isfinite(data.sum(dtype=np.float64)):  # a quick test that needs no second array
            return
    wrong = np.flatnonzero(~np.isfinite(data))
    if len(wrong):
        row = int(np.searchsorted(matrix.indptr, wrong[0], "right")) - 1
        raise LinksError(
            f"the {place(row)} has the value {data[wrong[0]]} in column {matrix.indices[wrong[0]]}",
            cure="Features are finite numbers",
        )
