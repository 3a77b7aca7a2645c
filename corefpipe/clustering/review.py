"""What a clusterer is unsure of: pairs to review, and how well each item fits its cluster."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefpipe.clustering.links import Links


class UnsurePairs(NamedTuple):
    """Pairs of items of one set, the most unsure first.

    Attributes:
        left: (n_pairs,) int, the earlier item.
        right: (n_pairs,) int, the later one.
        probability: (n_pairs,) float64, that both are in one cluster.
        together: (n_pairs,) bool, whether they are in one of the predicted clusters.
        n_found: number of unsure pairs of different contents, those left out because of their number included.
        n_repeated: number of further ones, for which a pair of the same contents stands.
    """

    left: np.ndarray
    right: np.ndarray
    probability: np.ndarray
    together: np.ndarray
    n_found: int
    n_repeated: int


def unsure_pairs(
    links: Links,
    probability: np.ndarray,
    labels: np.ndarray,
    content: np.ndarray | None = None,
    least: float = 0.05,
    most: int = 1000,
) -> UnsurePairs:
    """The pairs whose probability is closest to one half, and those that the clusters contradict.

    A pair is contradicted if it is more probably in one cluster than not and is divided, or the other way round; its
    clusters are then due to other pairs.

    Args:
        links: candidates of one set.
        probability: (n_links,) float64, of each pair.
        labels: (n_items,) int, the predicted clusters.
        content: (n_items,) int, the same for items that are the same to compare: of pairs with the same contents, all
            joined or all divided, the first one stands for all. None if no two items are the same.
        least: pairs of a lower probability, or of one above 1 less this, are left out unless they are contradicted.
        most: number of pairs.
    """
    item = links.item()
    together = (labels[item] == labels[links.antecedent]) & (links.antecedent >= 0)
    contradicted = together != (probability > 0.5)
    chosen = (links.antecedent >= 0) & (((probability >= least) & (probability <= 1 - least)) | contradicted)
    rows = np.flatnonzero(chosen)
    n_chosen = len(rows)
    if content is not None:
        ends = np.sort(np.stack([content[links.antecedent[rows]], content[item[rows]]], axis=1), axis=1)
        first = np.unique(np.column_stack([ends, together[rows]]), axis=0, return_index=True)[1]
        rows = rows[np.sort(first)]
    n_found = len(rows)
    rows = rows[np.argsort(np.abs(probability[rows] - 0.5), kind="stable")][:most]
    return UnsurePairs(
        links.antecedent[rows], item[rows], probability[rows], together[rows], n_found, n_chosen - n_found
    )


def membership(links: Links, probability: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """How well each item fits its cluster, from 0 to 1.

    It is the mean probability of the item's links to others of its cluster, 0 if it has none; for an item alone in its
    cluster it is 1 less the highest probability of its links.

    Args:
        links: candidates of one set.
        probability: (n_links,) float64, of each pair.
        labels: (n_items,) int, the predicted clusters.

    Returns:
        (n_items,) float64.
    """
    pairs = links.antecedent >= 0
    item, other, p = links.item()[pairs], links.antecedent[pairs], probability[pairs]
    one, two = np.concatenate([item, other]), np.concatenate([other, item])
    p = np.concatenate([p, p])
    inside = labels[one] == labels[two]
    total = np.bincount(one[inside], p[inside], minlength=links.n_items)
    count = np.bincount(one[inside], minlength=links.n_items)
    highest = np.zeros(links.n_items)
    np.maximum.at(highest, one, p)
    alone = np.bincount(labels)[labels] == 1
    return np.where(alone, 1 - highest, total / np.maximum(count, 1))
