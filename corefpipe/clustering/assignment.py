"""Assign new items to known clusters, from left to right; known items keep their labels."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.links import Links
from corefpipe.errors import LinksError

NEW = -1
"""The label of an item whose cluster is not known yet."""


def known_first(links: Links, labels: list[np.ndarray]) -> tuple[Links, list[np.ndarray], list[Constraints | None]]:
    """The links with the known items first, the order of items, and constraints that keep the known clusters.

    Args:
        links: candidates of all sets.
        labels: for each set (n_items,) int, the cluster of each item, or `NEW`.

    Returns:
        Links, and for each set (n_items,) int, which item comes first, which second, and so on, and constraints on the
        items in that order.

    Raises:
        LinksError: a label below `NEW`.
    """
    for number, own in enumerate(labels):
        wrong = np.flatnonzero(own < NEW)
        if len(wrong):
            raise LinksError(
                f"the label of item {wrong[0]} of set {number} is {own[wrong[0]]}",
                cure=f"Known clusters are numbered from 0; {NEW} is a new item",
            )
    order = [np.argsort(own == NEW, kind="stable") for own in labels]
    constraints = [_kept(own[rows]) for own, rows in zip(labels, order, strict=True)]
    return links.reorder(order), order, constraints


def with_known(labels: np.ndarray, order: np.ndarray, found: np.ndarray) -> np.ndarray:
    """(n_items,) int64 labels: the known ones as they are, and the next free numbers for new clusters.

    Args:
        labels: (n_items,) int, the known clusters, or `NEW`.
        order: (n_items,) int, the items in the order of `found`.
        found: (n_items,) int, clusters numbered from 0 by their first items.
    """
    name = np.full(int(found.max(initial=-1)) + 1, NEW, dtype=np.int64)
    np.maximum.at(name, found, labels[order])
    fresh = name == NEW
    name[fresh] = labels.max(initial=NEW) + 1 + np.arange(fresh.sum())
    result = np.empty(len(labels), dtype=np.int64)
    result[order] = name[found]
    return result


def _kept(labels: np.ndarray) -> Constraints | None:
    """Constraints that keep known clusters as they are."""
    if not (labels != NEW).any():
        return None
    by_label = np.argsort(labels, kind="stable")
    one, other = by_label[:-1], by_label[1:]
    same = (labels[one] == labels[other]) & (labels[one] != NEW)
    return Constraints(together=np.stack([one[same], other[same]], axis=1), values=labels[:, None])
