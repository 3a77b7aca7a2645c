"""Labels of clusters, which are compared as partitions and never as numbers."""

from __future__ import annotations

from numbers import Integral
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


def set_labels(labels: Any, sizes: np.ndarray, what: str, names: bool = True) -> list[np.ndarray]:
    """For each set its (n_items,) int64 labels.

    Args:
        labels: for each set an array, the label of each item: ints or strings. Strings are numbered within their set.
        sizes: (n_sets,) int, number of items of each set.
        what: what the labels are for, in the error: "links".
        names: whether labels may be strings.

    Raises:
        LinksError: another number of sets or items, or labels that are neither whole numbers nor strings.
    """
    if not hasattr(labels, "__len__") or isinstance(labels, str | dict | set):
        raise LinksError(f"labels are {with_article(type(labels).__name__)}", cure="Give a list with one array per set")
    if len(labels) != len(sizes):
        raise LinksError(f"labels of {len(labels)} sets for {what} of {len(sizes)}", cure="Give one array per set")
    return [
        whole_labels(label, size, number, names)
        for number, (label, size) in enumerate(zip(labels, sizes.tolist(), strict=True))
    ]


def whole_labels(label: Any, size: int, number: int, names: bool = True) -> np.ndarray:
    """(size,) int64 labels of one set, by its number.

    Raises:
        LinksError: another number of labels, or some that are neither whole numbers nor, with `names`, strings.
    """
    try:
        found = np.asarray(label)
    except ValueError as error:  # a ragged list
        raise LinksError(f"the labels of set {number} are no array: {error}", cure="Give one per item") from error
    if found.ndim != 1:
        raise LinksError(f"the labels of set {number} have shape {found.shape}", cure="Give one per item")
    if len(found) != size:
        raise LinksError(f"{len(found)} labels for the {size} items of set {number}", cure="Give one per item")
    if found.dtype.kind == "f":
        _refuse(~(np.abs(found) < 2**53) | (np.floor(found) != found), found, number, "whole numbers")
    elif names and found.dtype.kind in "UO":
        values = found.tolist()
        _refuse(~np.array([_is_label(v) for v in values], dtype=bool), found, number, "whole numbers or strings")
        numbers: dict[Any, int] = {}
        found = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.int64)
    elif found.dtype.kind not in "biu":
        raise LinksError(
            f"the labels of set {number} have the type {found.dtype}",
            cure=f"Labels are whole numbers{' or strings' if names else ''}",
        )
    return found.astype(np.int64, copy=False)


def _is_label(value: Any) -> bool:
    """Whether it is a whole number or a string; a blank one often stands for a missing label."""
    return bool(value.strip()) if isinstance(value, str) else isinstance(value, Integral)


def _refuse(wrong: np.ndarray, labels: np.ndarray, number: int, right: str) -> None:
    if wrong.any():
        item = int(wrong.argmax())
        raise LinksError(f"the label of item {item} of set {number} is {labels[item]}", cure=f"Labels are {right}")
