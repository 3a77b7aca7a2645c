"""Operations on sparse matrices of small integers, which store the relations of WordNet."""

from __future__ import annotations

import numpy as np
from scipy import sparse


def starts_of(counts: np.ndarray) -> np.ndarray:
    """Start of each row, and end of the last one, from the sizes of the rows."""
    return np.append(0, np.cumsum(counts, dtype=np.int64))


def slices(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Indices of all entries of some rows, one row after the other, and the index into `rows` of each."""
    counts = starts[rows + 1] - starts[rows]
    of = np.repeat(np.arange(len(rows)), counts)
    return np.arange(len(of)) - starts_of(counts)[of] + starts[rows][of], of


def table_of(row: np.ndarray, column: np.ndarray, value: np.ndarray, shape: tuple[int, int]) -> sparse.csr_matrix:
    """A canonical sparse matrix; of several values (1 to 255) in one cell, the smallest is kept."""
    # Sorting plain integers is much faster than an argsort.
    keys = np.sort(((row.astype(np.int64) * shape[1] + column) << 8) | value)
    keys = keys[np.append(True, np.diff(keys >> 8) > 0)] if len(keys) else keys
    row, column = np.divmod(keys >> 8, max(shape[1], 1))
    indptr = starts_of(np.bincount(row, minlength=shape[0])).astype(np.int32)
    return sparse.csr_matrix(((keys & 255).astype(np.uint8), column.astype(np.int32), indptr), shape)


def pattern(table: sparse.csr_matrix) -> sparse.csr_matrix:
    """A matrix with 1 in the same cells."""
    return sparse.csr_matrix((np.ones_like(table.data), table.indices, table.indptr), table.shape)


def shared(a: sparse.csr_matrix, b: sparse.csr_matrix) -> sparse.csr_matrix:
    """The cells of `a` that are also in `b`."""
    return a.multiply(pattern(b)).tocsr()


def any_in_row(table: sparse.csr_matrix) -> np.ndarray:
    """(rows,) bool: whether a row has a cell."""
    return np.diff(table.indptr) > 0


def cells(table: sparse.csr_matrix, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """(n,) values of single cells, 0 for empty ones."""
    return np.asarray(table[rows, columns]).ravel() if len(rows) else np.zeros(0, dtype=table.dtype)
