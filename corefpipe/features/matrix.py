"""From a mention table to Links: candidates, templates, one CSR feature matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.features.candidates import candidates
from corefpipe.features.pairs import Pairs
from corefpipe.features.sets import FeatureSet
from corefpipe.features.table import MentionTable
from corefpipe.features.templates import Hasher, Template

BITS = 22
_BLOCK = 32_768  # links computed at once, so that memory does not grow with the document
_CHUNK = 2048  # rows written at once: what fits the cache


def build_links(table: MentionTable, features: FeatureSet) -> Links:
    """The candidate links of one document with their features: 2**BITS hashed columns, all values 1."""
    indptr, antecedent = candidates(table, features.candidates)
    blocks = list(_blocks(table, features, indptr, antecedent))
    matrix = blocks[0] if len(blocks) == 1 else sparse.vstack(blocks, format="csr")
    return Links(np.array([0, len(table)], dtype=np.int64), indptr, antecedent, matrix)


def score_links(table: MentionTable, features: FeatureSet, weights: np.ndarray) -> tuple[Links, np.ndarray]:
    """The candidate links of one document and their scores; no more than a block of features is held at a time.

    Returns:
        The links, without features, and (n_links,) w_ij.
    """
    indptr, antecedent = candidates(table, features.candidates)
    scores = [block @ weights for block in _blocks(table, features, indptr, antecedent)]
    nothing = sparse.csr_matrix((len(antecedent), 0), dtype=np.float32)
    return Links(np.array([0, len(table)], dtype=np.int64), indptr, antecedent, nothing), np.concatenate(scores)


def _blocks(
    table: MentionTable, features: FeatureSet, indptr: np.ndarray, antecedent: np.ndarray
) -> Iterator[sparse.csr_matrix]:
    item = np.repeat(np.arange(len(table), dtype=np.int32), np.diff(indptr))
    size = _items_a_block(indptr)
    for first in range(0, max(len(table), 1), size):
        lo, hi = indptr[first], indptr[min(first + size, len(table))]
        yield _block(table, features, item[lo:hi], antecedent[lo:hi])


def _items_a_block(indptr: np.ndarray) -> int:
    return max(1, int(_BLOCK * (len(indptr) - 1) / max(indptr[-1], 1)))


def _block(table: MentionTable, features: FeatureSet, item: np.ndarray, antecedent: np.ndarray) -> sparse.csr_matrix:
    real = antecedent >= 0
    links = _columns(features.link, Pairs(table, antecedent[real], item[real]))
    # The dummy has no antecedent: its templates speak of the anaphor alone.
    starts = _columns(features.start, Pairs(table, item[~real], item[~real]))
    counts = np.zeros(len(item), dtype=np.int64)
    counts[real] = (links >= 0).sum(axis=1)
    counts[~real] = (starts >= 0).sum(axis=1)
    indices = np.empty(counts.sum(), dtype=np.int32)
    of_dummy = np.repeat(~real, counts)
    indices[~of_dummy] = links[links >= 0]
    indices[of_dummy] = starts[starts >= 0]
    return _ones(indices, counts)


def mention_features(table: MentionTable, features: FeatureSet) -> sparse.csr_matrix:
    """(n_mentions, 2**BITS) the features of each mention's dummy link, all values 1."""
    rows = np.arange(len(table), dtype=np.int32)
    columns = _columns(features.start, Pairs(table, rows, rows))
    return _ones(columns[columns >= 0], (columns >= 0).sum(axis=1))


def _ones(indices: np.ndarray, counts: np.ndarray) -> sparse.csr_matrix:
    rows = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return sparse.csr_matrix((np.ones(len(indices), dtype=np.float32), indices, rows), shape=(len(counts), 1 << BITS))


def _columns(templates: Sequence[Template], pairs: Pairs) -> np.ndarray:
    """(n_pairs, n_templates) int32: the column of each template, -1 where it is silent."""
    hasher = Hasher(pairs)
    by_template = [_column(hasher.hashes(template)) for template in templates]
    columns = np.empty((len(pairs), len(templates)), dtype=np.int32)
    for first in range(0, len(pairs), _CHUNK):
        rows = slice(first, first + _CHUNK)
        for number, column in enumerate(by_template):
            columns[rows, number] = column[rows]
    return columns


def _column(hashes: np.ndarray) -> np.ndarray:
    column = (hashes >> np.uint64(64 - BITS)).astype(np.int32)
    column[hashes == 0] = -1
    return column
