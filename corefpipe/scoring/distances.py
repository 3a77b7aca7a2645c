"""Metrics of two clusterings of the same items, computed from the contingency tables of all documents at once.

Each function returns one row of counts per document; the metric is a function of their sums over a corpus. Daumé &
Marcu 2005, section 6, write G for the key, H for the response and N for the number of items.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from corefpipe.scoring.assignment import best_assignment
from corefpipe.scoring.contingency import Contingency
from corefpipe.scoring.metrics import ceaf_m, muc, pairs
from corefpipe.scoring.registry import CountFunction, ScoreFunction, ratio, register_metric


def _distance(
    name: str, title: str, code: str, score: ScoreFunction, *, lower: bool = False
) -> Callable[[CountFunction], CountFunction]:
    """Register a metric of one number, which needs the same items on both sides."""
    return register_metric(
        name, title, code, scores=lambda c: score(c)[..., None], names=("value",), same_items=True, lower=lower
    )


def _or_perfect(counts: np.ndarray) -> np.ndarray:
    """The ratio of two counts; 1 if there is nothing to count, as in scikit-learn."""
    return ratio(counts[..., 0], counts[..., 1], 1.0)


def _items(table: Contingency) -> np.ndarray:
    return table.over_keys(table.key_sizes)


def _pair_counts(table: Contingency) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return, per document, the pairs together on both sides, in the key, in the response, and all pairs."""
    return (
        table.over_cells(pairs(table.shared)),
        table.over_keys(pairs(table.key_sizes)),
        table.over_responses(pairs(table.response_sizes)),
        pairs(_items(table)),
    )


@_distance("rand", "Rand index", "rand", _or_perfect)
def rand(table: Contingency) -> np.ndarray:
    """(pairs on which both agree, all pairs): the Rand index (Rand 1971)."""
    both, key, response, total = _pair_counts(table)
    return np.stack([total - key - response + 2 * both, total], axis=-1)


@_distance("adjusted_rand", "adjusted Rand", "ari", _or_perfect)
def adjusted_rand(table: Contingency) -> np.ndarray:
    """(pairs together on both sides above chance, the most there could be) (Hubert & Arabie 1985)."""
    both, key, response, total = _pair_counts(table)
    chance = key * response / np.maximum(total, 1)
    return np.stack([both - chance, (key + response) / 2 - chance], axis=-1)


@_distance("edit_score", "edit score", "nes", lambda c: 1 - ratio(c[..., 0] + c[..., 1], 2 * c[..., 2]))
@_distance("edit_distance", "edit distance", "edits", lambda c: c[..., 0], lower=True)
def edits(table: Contingency) -> np.ndarray:
    """(operations from the response to the key, those from the key to the response, N of them at most).

    Operations create a cluster of one item, move an item, or merge two clusters (Pantel 2003). The fewest: each cluster
    goes to the one that shares most items with it; its other items are moved, and clusters that go to the same one
    are merged. Ties are resolved so that as many different clusters as possible are chosen.
    """
    return np.stack(
        [
            _edits(table.columns, table.rows, table, table.over_responses, len(table.response_sizes)),
            _edits(table.rows, table.columns, table, table.over_keys, len(table.key_sizes)),
            _items(table),
        ],
        axis=-1,
    )


def _edits(
    sources: np.ndarray,
    targets: np.ndarray,
    table: Contingency,
    over_sources: Callable[[np.ndarray], np.ndarray],
    size: int,
) -> np.ndarray:
    most = np.zeros(size)
    np.maximum.at(most, sources, table.shared)
    tied = table.shared == most[sources]
    reached = np.zeros(len(sources))
    reached[tied] = best_assignment(sources[tied], targets[tied], np.ones(tied.sum()))
    return _items(table) - over_sources(most) + over_sources(np.ones(size)) - table.over_cells(reached)


@_distance("normalised_vi", "normalised VI", "nvi", lambda c: 1 - ratio(c[..., 0], c[..., 2]))
@_distance("vi", "VI", "vi", lambda c: ratio(c[..., 0], c[..., 1]), lower=True)
def variation(table: Contingency) -> np.ndarray:
    """(N times the variation of information, N, N times its bound log N), in nats.

    VI = H(G) + H(H) - 2I(G, H) = H(G|H) + H(H|G) (Meilă 2003). Over a corpus it is the mean over all items, which is
    the variation of information of the corpus as one set of items.
    """
    c = table.shared
    apart = -c * (np.log(c / table.key_sizes[table.rows]) + np.log(c / table.response_sizes[table.columns]))
    items = _items(table)
    return np.stack([table.over_cells(apart), items, items * np.log(np.maximum(items, 1))], axis=-1)


@_distance("one_to_one", "one-to-one", "1-1", _or_perfect)
def one_to_one(table: Contingency) -> np.ndarray:
    """(items in the best one-to-one alignment of clusters, N) (Elsner & Charniak 2008)."""
    return np.stack([table.over_cells(ceaf_m(table)[0].recall), _items(table)], axis=-1)


@_distance("pairwise_loss", "Δ_P", "dp", lambda c: ratio(c[..., 0], c[..., 1]), lower=True)
def pairwise_loss(table: Contingency) -> np.ndarray:
    """(Δ_P = 100 W/T, 1): W of the T pairs of items disagreed on (Finley & Joachims 2005, section 6).

    0 where there are no pairs. Over a corpus it is the mean over the documents, as a loss is.
    """
    right, total = rand(table).T
    return np.stack([100 * (total - right) / np.maximum(total, 1), np.ones(len(total))], axis=-1)


@_distance("mitre_loss", "Δ_M", "dm", lambda c: ratio(c[..., 0], c[..., 1]), lower=True)
def mitre_loss(table: Contingency) -> np.ndarray:
    """(Δ_M = 100(1 - F), 1), with F of MUC (Finley & Joachims 2005, section 6); 0 where neither side has a link.

    The paper prints 100 · 2(1 - R)(1 - P)/((1 - R) + (1 - P)). That is 0 for all items in one cluster, where R is 1,
    yet its Table 1 has a loss of 51.0 for them: for the numbers of items and clusters it gives, 1 - F is 50.8 percent.
    Over a corpus it is the mean over the documents.
    """
    (credit,) = muc(table)
    right = table.over_cells(credit.recall)
    links = table.over_keys(credit.expected) + table.over_responses(credit.given)
    loss = np.where(links > 0, 100 * (1 - 2 * right / np.maximum(links, 1)), 0)
    return np.stack([loss, np.ones(len(loss))], axis=-1)
