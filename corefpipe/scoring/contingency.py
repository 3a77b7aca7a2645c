"""One sparse contingency table a document: all that the metrics know of a key and a response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from corefpipe.document import Document
from corefpipe.errors import AnnotationError

Repeats = Literal["error", "first", "official"]
Singletons = Literal["keep", "drop"]
Span = tuple[tuple[int, int], ...]
"""The (start, end) pieces of a mention; what two mentions must share to be the same."""

REPEATS: tuple[Repeats, ...] = get_args(Repeats)
SINGLETONS: tuple[Singletons, ...] = get_args(Singletons)
MOST_REPEATS = 10
"""Repeated response spans in a corpus above which the official scorer v8.01 refuses to score."""


@dataclass(frozen=True, slots=True)
class Contingency:
    """Key chains K_0 … against response chains S_0 …; no chain is empty.

    The cells are those pairs of chains that meet, row by row. They are plain arrays, not a `scipy.sparse` matrix:
    metrics need no more, and importing SciPy would take longer than all of the scoring.

    Attributes:
        rows: key chain i of each cell.
        columns: response chain j of each cell.
        shared: c(i, j) = |K_i ∩ S_j| of each cell, float.
        linked: c(i, j) with each response mention in one key chain only; differs from `shared` only where the key
            repeats a span, and may then be 0.
        key_sizes: |K_i|, float, twinless mentions included.
        response_sizes: |S_j|, float, twinless mentions included.
        key_mentions: number of different spans in the key.
        response_mentions: number of different spans in the response.
    """

    rows: np.ndarray
    columns: np.ndarray
    shared: np.ndarray
    linked: np.ndarray
    key_sizes: np.ndarray
    response_sizes: np.ndarray
    key_mentions: int
    response_mentions: int


def from_labels(key: np.ndarray, response: np.ndarray) -> Contingency:
    """The table of two clusterings of the same items, one label an item each.

    Raises:
        ValueError: the arrays are not two flat arrays of the same length.
    """
    key, response = np.asarray(key), np.asarray(response)
    if key.ndim != 1 or key.shape != response.shape:
        raise ValueError(f"expected one label an item on both sides, got shapes {key.shape} and {response.shape}")
    _, rows, key_sizes = np.unique(key, return_inverse=True, return_counts=True)
    _, columns, response_sizes = np.unique(response, return_inverse=True, return_counts=True)
    return _table(
        rows,
        columns,
        np.ones(len(rows)),
        key_sizes.astype(float),
        response_sizes.astype(float),
        len(key),
        len(response),
    )


def from_documents(
    key: Document, response: Document, *, singletons: Singletons = "keep", repeats: Repeats = "official"
) -> tuple[Contingency, list[str], int]:
    """The table of two annotations of a document, mentions matched by exact span.

    A span may stand in a side more than once. With `repeats="error"` that is an error; with `"first"` each span keeps
    its first mention; `"official"` does as the reference scorer v8.01 does: a response span that is in the key stays in
    the chain whose id appears first and leaves the others, one that is not in the key counts every time; a key span
    counts in the size of every chain that has it, B-cubed and CEAF find it in each of them, and the last one owns it.
    (One difference: a span twice in the same key chain counts once, not twice, in the numerator of CEAF.)

    `singletons="drop"` removes chains of one span from both sides before anything is counted.

    Returns:
        The table, a note on each repeated span, and the number of response mentions that the official rule dropped.

    Raises:
        AnnotationError: a repeated span, with `repeats="error"`.
    """
    key_chains, response_chains = _chains(key), _chains(response)
    notes = [
        *_repeat_notes(key, key_chains, "key", repeats),
        *_repeat_notes(response, response_chains, "response", repeats),
    ]
    if repeats == "first":
        key_chains, response_chains = _keep_first(key_chains), _keep_first(response_chains)
    if singletons == "drop":
        key_chains = [chain for chain in key_chains if len(set(chain)) > 1]
        response_chains = [chain for chain in response_chains if len(set(chain)) > 1]
    homes: dict[Span, list[int]] = {}
    for i, chain in enumerate(key_chains):
        for span in dict.fromkeys(chain):
            homes.setdefault(span, []).append(i)
    before = sum(map(len, response_chains))
    if notes:
        response_chains = _keep_first(response_chains, only=homes)
    dropped = before - sum(map(len, response_chains))
    return _count(key_chains, response_chains, homes), notes, dropped


def _count(
    key_chains: Sequence[list[Span]], response_chains: Sequence[list[Span]], homes: dict[Span, list[int]]
) -> Contingency:
    cells = [
        (i, j, i == homes[span][-1])
        for j, chain in enumerate(response_chains)
        for span in chain
        if span in homes
        for i in homes[span]
    ]
    rows, columns, owned = np.array(cells, dtype=np.int64).reshape(-1, 3).T
    return _table(
        rows,
        columns,
        owned,
        key_sizes=np.array([len(chain) for chain in key_chains], dtype=float),
        response_sizes=np.array([len(chain) for chain in response_chains], dtype=float),
        key_mentions=len(homes),
        response_mentions=len({span for chain in response_chains for span in chain}),
    )


def _table(
    rows: np.ndarray,
    columns: np.ndarray,
    owned: np.ndarray,
    key_sizes: np.ndarray,
    response_sizes: np.ndarray,
    key_mentions: int,
    response_mentions: int,
) -> Contingency:
    """Sums up one row, column and 0 or 1 for `linked` for each mention that both sides have."""
    width = max(len(response_sizes), 1)
    cells, cell = np.unique(rows * width + columns, return_inverse=True)
    return Contingency(
        *np.divmod(cells, width),
        shared=np.bincount(cell, minlength=len(cells)).astype(float),
        linked=np.bincount(cell, weights=owned, minlength=len(cells)),
        key_sizes=key_sizes,
        response_sizes=response_sizes,
        key_mentions=key_mentions,
        response_mentions=response_mentions,
    )


def _chains(document: Document) -> list[list[Span]]:
    """Spans of each chain; chains in the order in which the official scorer meets their ids.

    It reads a CoNLL cell's one-word mentions before the brackets that open there.
    """
    chains: dict[str, list[Span]] = {}
    spans = [(mention.fragments or (mention.span,), mention.entity) for mention in document.mentions]
    for span, entity in sorted(spans, key=lambda item: (item[0][0][0], item[0][0][1] - item[0][0][0] > 1)):
        chains.setdefault(entity, []).append(span)
    return list(chains.values())


def _keep_first(chains: Sequence[list[Span]], only: dict[Span, list[int]] | None = None) -> list[list[Span]]:
    """The chains with each span (each span in `only`) in the first chain that has it, once; empty chains left out."""
    seen: set[Span] = set()
    kept = []
    for chain in chains:
        rest = []
        for span in chain:
            if span not in seen:
                rest.append(span)
                if only is None or span in only:
                    seen.add(span)
        kept.append(rest)
    return [chain for chain in kept if chain]


def _repeat_notes(document: Document, chains: Sequence[list[Span]], side: str, repeats: Repeats) -> list[str]:
    if sum(map(len, chains)) == len({span for chain in chains for span in chain}):
        return []
    entities: dict[Span, list[str]] = {}
    for mention in document.mentions:
        entities.setdefault(mention.fragments or (mention.span,), []).append(mention.entity)
    notes = []
    for span, ids in entities.items():
        if len(ids) > 1:
            words = " … ".join(" ".join(document.words[start:end]) for start, end in span)
            place = ", ".join(f"{start + 1}-{end}" if end - start > 1 else f"{end}" for start, end in span)
            found = f"the {side} has {len(ids)} mentions of the words {place} ({words}), in chains {', '.join(ids)}"
            if repeats == "error":
                raise AnnotationError(
                    found,
                    document=str(document),
                    cure="Leave one of them, or score with repeats='official' or repeats='first'",
                )
            notes.append(f"document {document}: {found}")
    return notes
