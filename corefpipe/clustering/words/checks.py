"""Checks of counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.exceptions import LinksError, SettingError


def checked_counts(counts: Any, *, square: bool = False, columns: int | None = None) -> sparse.csr_matrix:
    """(n_words, n_contexts) CSR float64 of counts, without stored zeros; the given ones are not changed.

    Args:
        counts: a sparse matrix or an array, one row per word.
        square: whether they must have one column per word, as counts of class bigrams do.
        columns: the number of columns that they must have; None for any.

    Raises:
        LinksError: no numbers, another shape, no words, or counts that are negative or not finite; with row and column.
    """
    if not sparse.issparse(counts):
        try:
            counts = np.asarray(counts)
        except ValueError as error:  # a ragged list
            raise LinksError(f"the counts are no array: {error}", cure="Give rows of equal length") from error
        if counts.ndim != 2:
            raise LinksError(f"counts of shape {counts.shape}", cure="Give one row per word and one column per context")
    if counts.dtype.kind not in "biuf":
        raise LinksError(f"counts of type {counts.dtype}", cure="Counts are real numbers, 0 or more")
    found = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    found.sum_duplicates()
    wrong = np.flatnonzero(~np.isfinite(found.data) | (found.data < 0))
    if len(wrong):
        row = int(np.searchsorted(found.indptr, wrong[0], side="right")) - 1
        value = found.data[wrong[0]]
        raise LinksError(
            f"the count in row {row}, column {found.indices[wrong[0]]} is {value:g}",
            cure="Counts are finite numbers, 0 or more"
            + ("; weights such as PMI are computed by the methods themselves" if value < 0 else ""),
        )
    n_words, n_columns = found.shape
    if not n_words or not n_columns:
        raise LinksError(f"counts of shape {found.shape}", cure="Give at least one word and one context")
    if square and n_words != n_columns:
        raise LinksError(
            f"{n_words} rows and {n_columns} columns",
            cure="Class bigrams are counted from words to words: row and column i belong to the same word",
        )
    if columns is not None and n_columns != columns:
        raise LinksError(f"{n_columns} contexts, and {columns} in training", cure="Give counts of the same contexts")
    found.eliminate_zeros()
    return found


def require_contexts(counts: sparse.csr_matrix) -> None:
    """Raise an error for a word without any context: nothing says where it belongs.

    Raises:
        LinksError: the error names the first such word's row.
    """
    empty = np.flatnonzero(np.diff(counts.indptr) == 0)
    if len(empty):
        raise LinksError(
            f"the word in row {empty[0]} has no counts (so have {len(empty)} of {counts.shape[0]} words)",
            cure="Leave such words out, or count more contexts",
        )


def require_words(n_clusters: int, n_words: int) -> None:
    """Raise an error if there are fewer words than classes.

    Raises:
        SettingError: n_clusters is larger than the vocabulary.
    """
    if n_clusters > n_words:
        raise SettingError(
            f"{n_clusters} classes of a vocabulary of {n_words} words",
            cure=f"Ask for {n_words} classes or fewer, or give more text",
        )
