"""Links between the items of sets: from pairs of items, and the constants among their features."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.grouping import group_bounds
from corefpipe.clustering.links import Links

CONSTANTS = ("constant", "start")
"""Names of the last two columns of links between items: 1 for each link between items, 1 for each link to the dummy."""


def links_of_pairs(sizes: Sequence[int] | np.ndarray, pairs: Sequence[np.ndarray]) -> Links:
    """Links without features, from each item to the dummy and to the earlier item of each of its pairs.

    Args:
        sizes: number of items of each set.
        pairs: for each set (n_pairs, 2) int, pairs i < j of its items, each once.
    """
    sets = group_bounds(np.asarray(sizes))
    offset = np.repeat(sets[:-1], [len(part) for part in pairs])
    both = np.concatenate([np.zeros((0, 2), dtype=np.int64), *pairs])
    later = both[:, 1] + offset
    order = np.lexsort((both[:, 0], later))
    indptr = group_bounds(np.bincount(later, minlength=int(sets[-1])) + 1)
    antecedent = np.full(indptr[-1], -1, dtype=np.int32)
    between = np.ones(len(antecedent), dtype=bool)
    between[indptr[:-1]] = False  # the first link of an item is that to the dummy
    antecedent[between] = both[order, 0]
    return Links.without_features(sets, indptr, antecedent)


def with_constants(compared: sparse.csr_matrix, between: np.ndarray) -> sparse.csr_matrix:
    """(n_links, n_features + 2) CSR: the features of the links between items, and the two constants."""
    width = compared.shape[1]
    counts = np.ones(len(between), dtype=np.int64)
    counts[between] += np.diff(compared.indptr)
    ends = np.cumsum(counts)
    data = np.empty(len(compared.data) + len(between), dtype=np.float32)
    indices = np.empty(len(data), dtype=np.int32)
    last = np.zeros(len(data), dtype=bool)
    last[ends - 1] = True  # the constant is the last value of each link
    data[last], indices[last] = 1, np.where(between, width, width + 1)
    data[~last], indices[~last] = compared.data, compared.indices
    return sparse.csr_matrix((data, indices, np.append(0, ends)), shape=(len(between), width + len(CONSTANTS)))
