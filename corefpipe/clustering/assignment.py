"""Assign new items to known clusters, from left to right; known items keep their labels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.links import Links
from corefpipe.exceptions import LinksError

NEW = -1
"""The label of an item whose cluster is not known yet."""


def known_first(
    links: Links, labels: list[np.ndarray], given: Sequence[Constraints | None] | None = None
) -> tuple[Links, list[np.ndarray], list[Constraints | None]]:
    """The links with the known items first, the order of items, and constraints that keep the known clusters.

    Args:
        links: candidates of all sets.
        labels: for each set (n_items,) int, the cluster of each item, or `NEW`.
        given: for each set pairs of items that must, or must not, be in one cluster; None for none.

    Returns:
        Links, and for each set (n_items,) int, which item comes first, which second, and so on, and constraints on the
        items in that order.

    Raises:
        LinksError: a label below `NEW`; another number of constraints than of sets; constraints of other kinds.
    """
    given = [None] * len(labels) if given is None else list(given)
    if len(given) != len(labels):
        raise LinksError(f"{len(given)} constraints for {len(labels)} sets", cure="Give one per set, or None")
    for number, own in enumerate(labels):
        wrong = np.flatnonzero(own < NEW)
        if len(wrong):
            raise LinksError(
                f"the label of item {wrong[0]} of set {number} is {own[wrong[0]]}",
                cure=f"Known clusters are numbered from 0; {NEW} is a new item",
            )
    order = [np.argsort(own == NEW, kind="stable") for own in labels]
    constraints = [_kept(own[rows], rows, more) for own, rows, more in zip(labels, order, given, strict=True)]
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


def _kept(labels: np.ndarray, order: np.ndarray, more: Constraints | None) -> Constraints | None:
    """Constraints that keep known clusters as they are, and given ones, of items in another order."""
    by_label = np.argsort(labels, kind="stable")
    one, other = by_label[:-1], by_label[1:]
    same = (labels[one] == labels[other]) & (labels[one] != NEW)
    together, apart = np.stack([one[same], other[same]], axis=1), np.zeros((0, 2), dtype=np.int64)
    if more is not None:
        if more.starts is not None or more.values is not None:
            raise LinksError("constraints of starts or values in an assignment", cure="Give pairs: together, apart")
        place = np.argsort(order)
        Constraints(more.together, more.apart, values=labels[place, None]).check(len(labels))
        together, apart = np.concatenate([together, place[more.together]]), place[more.apart]
    known = (labels != NEW).any()
    if not known and more is None:
        return None
    return Constraints(together, apart, values=labels[:, None] if known else None)
