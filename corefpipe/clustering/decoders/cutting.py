"""A given number of clusters, from the mergers that decoders make, in the order of their similarities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Integral

import numpy as np

from corefpipe.clustering.links import Links
from corefpipe.exceptions import LinksError, SettingError


def cluster_counts(n_clusters: int | Sequence[int], sizes: np.ndarray) -> list[int]:
    """The number of clusters of each set.

    Args:
        n_clusters: that of every set, or of each set in turn.
        sizes: (n_sets,) int, number of items of each set.

    Raises:
        SettingError: no whole numbers above 0.
        LinksError: not one number per set, or more clusters than items.
    """
    if isinstance(n_clusters, np.ndarray):
        n_clusters = n_clusters.tolist()
    every = not isinstance(n_clusters, list | tuple | range)
    given = [n_clusters] * len(sizes) if every else list(n_clusters)  # type: ignore[arg-type]
    if len(given) != len(sizes):
        raise LinksError(f"numbers of clusters of {len(given)} sets for {len(sizes)} sets", cure="Give one per set")
    for number, (count, size) in enumerate(zip(given, sizes.tolist(), strict=True)):
        if not isinstance(count, Integral) or isinstance(count, bool) or count < 1:
            raise SettingError(
                f"{{setting}} is {count!r}",
                setting="n_clusters",
                cure="It must be a whole number, 1 or more, or one per set",
            )
        if count > size:
            raise LinksError(
                f"set {number} has {size} items, and {count} clusters are wanted",
                cure="Give at most the number of items",
            )
    return [int(count) for count in given]  # type: ignore[arg-type]


def linkage_mergers(merged: np.ndarray) -> np.ndarray:
    """(n - 1, 2) int, for each merger one item of both clusters.

    Args:
        merged: (n - 1, 4) float, what SciPy's `linkage` returns.
    """
    n = len(merged) + 1
    one = np.concatenate([np.arange(n), np.empty(len(merged), dtype=np.int64)])  # an item of each cluster
    ends = merged[:, :2].astype(np.int64)
    for number, left in enumerate(ends[:, 0].tolist(), start=n):
        one[number] = one[left]
    return one[ends]


def mergers_of_links(
    links: Links, antecedent: np.ndarray, gain: np.ndarray, value: np.ndarray
) -> Iterator[tuple[int, int]]:
    """The pairs along which a decoder from left to right merges, from many clusters to few.

    First the links that it chose, those of the largest gain first: to leave out the last ones means to raise the
    threshold. Then the best links of the items that start a cluster, which means to lower it; last all other links.

    Args:
        links: candidates of one set.
        antecedent: (n_items,) int, the links chosen; -1 where a cluster starts.
        gain: (n_items,) float64, how much better each choice is than to start a cluster.
        value: (n_links,) float64, how much better each single link is.
    """
    item = links.item()
    chosen = np.flatnonzero(antecedent >= 0)
    chosen = chosen[np.argsort(-gain[chosen], kind="stable")]
    yield from zip(antecedent[chosen].tolist(), chosen.tolist(), strict=True)
    candidate = links.antecedent >= 0
    rows = np.flatnonzero(candidate & (antecedent[item] < 0))
    rows = rows[np.lexsort((-value[rows], item[rows]))]
    best = rows[np.flatnonzero(np.diff(item[rows], prepend=-1))]
    for further in (best, np.flatnonzero(candidate)):
        ordered = further[np.argsort(-value[further], kind="stable")]
        yield from zip(links.antecedent[ordered].tolist(), item[ordered].tolist(), strict=True)
