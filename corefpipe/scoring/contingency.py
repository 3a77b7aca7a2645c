"""Sparse contingency tables of key chains and response chains, from which all metrics are computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from corefpipe.exceptions import AnnotationError
from corefpipe.scoring.matching import Matching


@dataclass(frozen=True, slots=True)
class Contingency:
    """Key chains K_0 … by response chains S_0 … of D documents; no chain is empty, and each is in one document.

    The cells are the pairs of chains with common mentions, row by row. They are plain arrays, not a `scipy.sparse`
    matrix, since importing SciPy would take longer than all of the scoring.

    Attributes:
        names: the documents, D of them.
        rows: key chain i of each cell.
        columns: response chain j of each cell.
        shared: c(i, j) = |K_i ∩ S_j| of each cell, float.
        key_sizes: |K_i|, float, twinless mentions included.
        response_sizes: |S_j|, float, twinless mentions included.
        key_documents: document of each key chain.
        response_documents: document of each response chain.
        matchings: the matched mentions of each document, for metrics of words; none if items were clustered.
    """

    names: tuple[str, ...]
    rows: np.ndarray
    columns: np.ndarray
    shared: np.ndarray
    key_sizes: np.ndarray
    response_sizes: np.ndarray
    key_documents: np.ndarray
    response_documents: np.ndarray
    matchings: tuple[Matching, ...] = ()

    def over_cells(self, values: np.ndarray) -> np.ndarray:
        """Sum over the cells of each document, (D,), of one value per cell."""
        return np.bincount(self.key_documents[self.rows], values, len(self.names))

    def over_keys(self, values: np.ndarray) -> np.ndarray:
        """Sum over the key chains of each document, (D,), of one value per key chain."""
        return np.bincount(self.key_documents, values, len(self.names))

    def over_responses(self, values: np.ndarray) -> np.ndarray:
        """Sum over the response chains of each document, (D,), of one value per response chain."""
        return np.bincount(self.response_documents, values, len(self.names))

    def of_keys(self, values: np.ndarray) -> np.ndarray:
        """Sum over the cells of each key chain, of one value per cell."""
        return np.bincount(self.rows, values, len(self.key_sizes))

    def of_responses(self, values: np.ndarray) -> np.ndarray:
        """Sum over the cells of each response chain, of one value per cell."""
        return np.bincount(self.columns, values, len(self.response_sizes))

    def twinless(self) -> np.ndarray:
        """Number of mentions of each document, (D,), that are on one side only."""
        mentions = self.over_keys(self.key_sizes) + self.over_responses(self.response_sizes)
        return mentions - 2 * self.over_cells(self.shared)


def from_labels(names: Sequence[str], keys: Iterable[np.ndarray], responses: Iterable[np.ndarray]) -> Contingency:
    """Return the tables of clusterings of the same items, given one label per item and side for each document.

    Raises:
        AnnotationError: the sides have different numbers of documents or items; labels are not flat arrays, are of
            several types, or some are missing (NaN, None) or infinite.
    """
    sides = [_Chains(), _Chains()]
    pairs = list(keys), list(responses)
    if len(pairs[0]) != len(pairs[1]):
        raise AnnotationError(
            f"the key has labels of {len(pairs[0])} documents, the response of {len(pairs[1])}",
            cure="Give one array per document and side",
        )
    for document, (name, *pair) in enumerate(zip(names, *pairs, strict=True)):
        labels = [_label_array(values, side, name) for values, side in zip(pair, ("key", "response"), strict=True)]
        if len(labels[0]) != len(labels[1]):
            raise AnnotationError(
                f"the key has {len(labels[0])} labels, the response {len(labels[1])}",
                cure="Give one label per item on both sides, for the same items in the same order",
                document=name,
            )
        for side, values in zip(sides, labels, strict=True):
            found, numbers = np.unique(values, return_inverse=True)
            side.add(document, numbers.tolist(), len(found))
    rows, columns = (np.array(side.chains, dtype=np.int64) for side in sides)
    return _table(names, rows, columns, *sides)


def _label_array(values: Sequence[object] | np.ndarray, side: str, document: str) -> np.ndarray:
    """Return the labels of one document as an array.

    Raises:
        AnnotationError: they are not labels of one type, in a flat array.
    """
    fault = ""
    try:
        labels = np.asarray(values)
    except ValueError:
        labels = np.empty((0, 0))
    # NumPy makes strings of all labels if one is a string, NaN included.
    types = {type(value) for value in values} if labels.dtype.kind in "OUS" and labels.ndim == 1 else set()
    if labels.ndim != 1:
        fault = "are not a flat array"
    elif len(types) > 1:
        fault = f"are of several types: {', '.join(sorted(found.__name__ for found in types))}"
    elif len(labels) and labels.dtype.kind not in "biufUS" and not (types and types <= {str, int}):
        fault = f"are of the type {types.pop().__name__ if types else labels.dtype}"
    elif labels.dtype.kind == "f" and not np.isfinite(labels).all():
        item = int(np.flatnonzero(~np.isfinite(labels))[0])
        fault = f"are not all finite numbers: that of item {item} is {labels[item]}"
    if fault:
        raise AnnotationError(
            f"the labels of the {side} {fault}",
            cure="Give one array per document, with one label per item: whole numbers, or strings",
            document=document,
        )
    return labels


def from_matchings(names: Sequence[str], matchings: Sequence[Matching]) -> Contingency:
    """Return the tables of matched annotations."""
    keys, responses = _Chains(), _Chains()
    rows: list[int] = []
    columns: list[int] = []
    for document, matching in enumerate(matchings):
        first_key = keys.add(document, matching.key.chains, matching.key.size)
        first_response = responses.add(document, matching.response.chains, matching.response.size)
        rows += [first_key + i for i, _ in matching.pairs]
        columns += [first_response + j for _, j in matching.pairs]
    rows_of, columns_of = (
        np.array(keys.chains, dtype=np.int64)[rows],
        np.array(responses.chains, dtype=np.int64)[columns],
    )
    return replace(_table(names, rows_of, columns_of, keys, responses), matchings=tuple(matchings))


class _Chains:
    """The chains of one side, numbered over all documents."""

    def __init__(self) -> None:
        self.chains: list[int] = []  # of each mention
        self.documents: list[int] = []  # of each chain

    def add(self, document: int, chains: Iterable[int], size: int) -> int:
        """Add the chains of a document; return the number of its first mention."""
        mention, chain = len(self.chains), len(self.documents)
        self.chains += [chain + number for number in chains]
        self.documents += [document] * size
        return mention


def _table(names: Sequence[str], row: np.ndarray, column: np.ndarray, keys: _Chains, responses: _Chains) -> Contingency:
    """Sum over pairs of mentions, given row and column of each."""
    width = max(len(responses.documents), 1)
    cells, cell = np.unique(row * width + column, return_inverse=True)
    sizes = [np.bincount(np.array(s.chains, dtype=np.int64), minlength=len(s.documents)) for s in (keys, responses)]
    return Contingency(
        tuple(names),
        *np.divmod(cells, width),
        shared=np.bincount(cell, minlength=len(cells)).astype(float),
        key_sizes=sizes[0].astype(float),
        response_sizes=sizes[1].astype(float),
        key_documents=np.array(keys.documents, dtype=np.int64),
        response_documents=np.array(responses.documents, dtype=np.int64),
    )
