"""Labels of clusters, which are compared as partitions and never as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from corefpipe.exceptions import LinksError
from corefpipe.utils.text import with_article


def by_first_item(labels: np.ndarray) -> np.ndarray:
    """The same partition with clusters numbered from 0 by their first items, int32."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int32)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[number]


def first_items(labels: np.ndarray) -> np.ndarray:
    """(n,) int, the first item of the cluster of each item."""
    _, first, number = np.unique(labels, return_index=True, return_inverse=True)
    return first[number]


def set_labels(labels: Any, sizes: np.ndarray, what: str) -> list[np.ndarray]:
    """For each set its (n_items,) int64 labels.

    Args:
        labels: for each set an int array, the label of each item.
        sizes: (n_sets,) int, number of items of each set.
        what: what the labels are for, in the error: "links".

    Raises:
        LinksError: another number of sets or items, or labels that are no whole numbers.
    """
    if not hasattr(labels, "__len__") or isinstance(labels, str | dict | set):
        raise LinksError(f"labels are {with_article(type(labels).__name__)}", cure="Give a list with one array per set")
    if len(labels) != len(sizes):
        raise LinksError(f"labels of {len(labels)} sets for {what} of {len(sizes)}", cure="Give one array per set")
    return [
        whole_labels(label, size, number)
        for number, (label, size) in enumerate(zip(labels, sizes.tolist(), strict=True))
    ]


def whole_labels(label: Any, size: int, number: int) -> np.ndarray:
    """(size,) int64 labels of one set, by its number.

    Raises:
        LinksError: another number of labels, or some that are no whole numbers.
    """
    try:
        found = np.asarray(label)
    except ValueError as error:  # a ragged list
        raise LinksError(f"the labels of set {number} are no array: {error}", cure="Give one int per item") from error
    if found.ndim != 1:
        raise LinksError(f"the labels of set {number} have shape {found.shape}", cure="Give one int per item")
    if len(found) != size:
        raise LinksError(f"{len(found)} labels for the {size} items of set {number}", cure="Give one int per item")
    if found.dtype.kind == "f":
        wrong = np.flatnonzero(~(np.abs(found) < 2**53) | (np.floor(found) != found))
        if len(wrong):
            raise LinksError(
                f"the label of item {wrong[0]} of set {number} is {found[wrong[0]]}", cure="Labels are whole numbers"
            )
    elif found.dtype.kind not in "biu":
        raise LinksError(
            f"the labels of set {number} have the type {found.dtype}",
            cure="Labels are whole numbers; np.unique(labels, return_inverse=True)[1] makes some of other values",
        )
    return found.astype(np.int64, copy=False)
