"""From a mention table to Links: candidates, templates, one CSR feature matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.features.candidates import candidates
from corefpipe.features.pairs import Pairs
from corefpipe.features.sets import FeatureSet
from corefpipe.features.table import MentionTable
from corefpipe.features.templates import Hasher, Template

BITS = 22
_BLOCK = 200_000  # links computed at once, so that memory does not grow with the document


def build_links(table: MentionTable, features: FeatureSet) -> Links:
    """The candidate links of one document with their features: 2**BITS hashed columns, all values 1."""
    indptr, antecedent = candidates(table, features.candidates)
    item = np.repeat(np.arange(len(table), dtype=np.int32), np.diff(indptr))
    blocks = []
    for first in range(0, max(len(table), 1), _items_a_block(indptr)):
        last = min(first + _items_a_block(indptr), len(table))
        lo, hi = indptr[first], indptr[last]
        blocks.append(_block(table, features, item[lo:hi], antecedent[lo:hi]))
    sets = np.array([0, len(table)], dtype=np.int64)
    matrix = blocks[0] if len(blocks) == 1 else sparse.vstack(blocks, format="csr")
    return Links(sets, indptr, antecedent, matrix)


def _items_a_block(indptr: np.ndarray) -> int:
    return max(1, int(_BLOCK * (len(indptr) - 1) / max(indptr[-1], 1)))


def _block(table: MentionTable, features: FeatureSet, item: np.ndarray, antecedent: np.ndarray) -> sparse.csr_matrix:
    real = antecedent >= 0
    columns = np.full((len(item), max(len(features.link), len(features.start), 1)), -1, dtype=np.int32)
    _fill(columns, np.flatnonzero(real), features.link, Pairs(table, antecedent[real], item[real]))
    # The dummy has no antecedent: its templates speak of the anaphor alone.
    _fill(columns, np.flatnonzero(~real), features.start, Pairs(table, item[~real], item[~real]))
    fires = columns >= 0
    rows = np.concatenate([[0], np.cumsum(fires.sum(axis=1))])
    indices = columns[fires]
    return sparse.csr_matrix(
        (np.ones(len(indices), dtype=np.float32), indices, rows.astype(np.int32)), shape=(len(item), 1 << BITS)
    )


def _fill(columns: np.ndarray, rows: np.ndarray, templates: Sequence[Template], pairs: Pairs) -> None:
    hasher = Hasher(pairs)
    for number, template in enumerate(templates):
        hashes = hasher.hashes(template)
        column = (hashes >> np.uint64(64 - BITS)).astype(np.int32)
        column[hashes == 0] = -1
        columns[rows, number] = column
