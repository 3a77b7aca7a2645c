"""Counts of metrics, split by the type of mention."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.document import Document
from corefpipe.scoring.contingency import Contingency
from corefpipe.scoring.heads import TYPES, mention_types
from corefpipe.scoring.matching import Matching
from corefpipe.scoring.registry import Metric


def counts_by_type(
    table: Contingency, matchings: Sequence[Matching], keys: Sequence[Document], metrics: Sequence[Metric]
) -> dict[str, dict[str, np.ndarray]]:
    """Return type -> metric -> (documents × k) counts.

    Each mention gets an equal share of what its chain adds to a denominator, and of what its cell adds to a numerator;
    key mentions count for recall, response mentions for precision.

    Raises:
        AnnotationError: the key has no parts of speech.
    """
    width = max(len(table.response_sizes), 1)
    cells = table.rows * width + table.columns
    # Type and chain of each mention, and the pairs of mentions.
    left: list[str] = []
    right: list[str] = []
    rows: list[int] = []
    columns: list[int] = []
    pairs: list[tuple[int, int]] = []
    key_chain = response_chain = 0
    for matching, document in zip(matchings, keys, strict=True):
        pairs += [(len(left) + i, len(right) + j) for i, j in matching.pairs]
        left += mention_types(matching.key.mentions, document)
        right += mention_types(matching.response.mentions, document)
        rows += [key_chain + chain for chain in matching.key.chains]
        columns += [response_chain + chain for chain in matching.response.chains]
        key_chain += matching.key.size
        response_chain += matching.response.size
    row, column = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    first, second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    cell = np.searchsorted(cells, row[first] * width + column[second])
    credits = {metric.name: metric.credit(table) for metric in metrics if metric.credit}
    found = {}
    for kind in TYPES:
        is_left, is_right = (np.array([one == kind for one in side], dtype=bool) for side in (left, right))
        recall = np.bincount(cell[is_left[first]], minlength=len(cells)) / table.shared
        precision = np.bincount(cell[is_right[second]], minlength=len(cells)) / table.shared
        expected = np.bincount(row[is_left], minlength=len(table.key_sizes)) / table.key_sizes
        given = np.bincount(column[is_right], minlength=len(table.response_sizes)) / table.response_sizes
        counts = {}
        for name, blocks in credits.items():
            parts = []
            for credit in blocks:
                parts += [table.over_cells(credit.recall * recall), table.over_keys(credit.expected * expected)]
                parts += [table.over_cells(credit.precision * precision), table.over_responses(credit.given * given)]
            counts[name] = np.stack(parts, axis=-1)
        found[kind] = counts
    return found
