"""Inputs for tests of decoders: pairs with random weights, random constraints, and all partitions of a few items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import log

import numpy as np
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from helpers.links import all_pairs


def random_pairs(n: int, seed: int, shift: float = 0.0, share: float = 1.0, whole: bool = False) -> ScoredPairs:
    """A random share of all pairs, with normal weights around `shift`; `whole` weights have many ties."""
    random = np.random.default_rng(seed)
    left, right = np.triu_indices(n, 1)
    kept = random.random(len(left)) < share
    weight = random.normal(shift, 1.5, kept.sum())
    return ScoredPairs(n, left[kept], right[kept], np.round(weight) if whole else weight)


@st.composite
def scored_pairs(draw: st.DrawFn, most: int = 8, ties: bool = True) -> ScoredPairs:
    """Pairs of at most `most` items, some not scored; with `ties`, some weights are 0 or equal."""
    n = draw(st.integers(0, most))
    whole = draw(st.booleans()) and ties
    shift, share = draw(st.sampled_from([-1.0, -0.3, 0.5])), draw(st.sampled_from([0.4, 0.8, 1.0]))
    return random_pairs(n, draw(st.integers(0, 2**32)), shift, share, whole)


@cache
def partitions(n: int) -> np.ndarray:
    """(Bell number of n, n) int, the labels of every partition of n items."""

    def grown(labels: list[int]) -> Iterator[list[int]]:
        if len(labels) == n:
            yield labels
            return
        for label in range(max(labels, default=-1) + 2):
            yield from grown([*labels, label])

    every = list(grown([]))
    return np.array(every, dtype=np.int64).reshape(len(every), n)


def labels_of(clusters: Sequence[Sequence[int]]) -> np.ndarray:
    """(n_items,) int, the number of each item's cluster."""
    labels = np.zeros(sum(map(len, clusters)), dtype=int)
    for number, items in enumerate(clusters):
        labels[items] = number
    return labels


def log_urn(labels: Iterable[int], alpha: float) -> float:
    """Log probability of labels by the predictive rule: n_k/(α + i) for cluster k, α/(α + i) for a new one."""
    found, labels = 0.0, list(labels)
    for i, label in enumerate(labels):
        found += log(labels[:i].count(label) or alpha) - log(alpha + i)
    return found


@st.composite
def satisfiable(draw: st.DrawFn, n: int) -> Constraints:
    """Random constraints on n items that some partition satisfies; often some kinds are empty."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    pairs = np.stack(np.triu_indices(n, 1), axis=1)
    cluster = random.integers(0, max(n // draw(st.integers(1, 3)), 1), n)
    same = cluster[pairs[:, 0]] == cluster[pairs[:, 1]]
    together, apart = (draw(st.sampled_from([0.0, 0.2, 0.7])) for _ in range(2))
    kept = random.random(len(pairs)) < np.where(same, together, apart)
    flipped = np.where(random.random((len(pairs), 1)) < 0.5, pairs, pairs[:, ::-1])
    first = np.unique(cluster, return_index=True)[1]
    starts = np.isin(np.arange(n), first) & (random.random(n) < draw(st.sampled_from([0.0, 0.5, 1.0])))
    # The items of a cluster have one value, or an unknown one.
    columns = draw(st.integers(0, 2))
    values = random.integers(0, 2, (n, columns))[cluster] if n else np.zeros((0, columns), dtype=np.int64)
    values = np.where(random.random(values.shape) < 0.5, values, -1)
    return Constraints(
        flipped[kept & same],
        flipped[kept & ~same],
        starts if starts.any() else None,
        values if columns else None,
    )


def meets(labels: np.ndarray, constraints: Constraints) -> np.ndarray:
    """Whether labels, or each row of labels, satisfy the constraints."""
    together, apart = constraints.together.T, constraints.apart.T
    kept = (labels[..., together[0]] == labels[..., together[1]]).all(axis=-1)
    kept &= (labels[..., apart[0]] != labels[..., apart[1]]).all(axis=-1)
    for item in [] if constraints.starts is None else np.flatnonzero(constraints.starts).tolist():
        kept &= (labels[..., :item] != labels[..., item : item + 1]).all(axis=-1)
    for column in [] if constraints.values is None else constraints.values.T:
        one, other = np.nonzero((column[:, None] != column) & (column[:, None] >= 0) & (column >= 0))
        kept &= (labels[..., one] != labels[..., other]).all(axis=-1)
    return kept


def best_objective(pairs: ScoredPairs, constraints: Constraints | None = None) -> float:
    """The largest objective of all partitions that satisfy the constraints, by enumeration."""
    every = partitions(pairs.n)
    if constraints is not None:
        every = every[meets(every, constraints)]
    return float(((every[:, pairs.left] == every[:, pairs.right]) @ pairs.weight).max())


def same_partition(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two labellings describe the same clusters."""
    return np.array_equal(one[:, None] == one, other[:, None] == other)


def links_of(pairs: ScoredPairs) -> tuple[Links, np.ndarray]:
    """Links and scores of one set with these pairs; the dummies score 7, which must not matter."""
    links = all_pairs(pairs.n)
    place = {(j, i): k for k, (i, j) in enumerate(zip(links.item().tolist(), links.antecedent.tolist(), strict=True))}
    scores = np.full(links.n_links, 7.0)
    kept = links.antecedent < 0
    for left, right, weight in zip(pairs.left.tolist(), pairs.right.tolist(), pairs.weight.tolist(), strict=True):
        scores[place[left, right]] = weight
        kept[place[left, right]] = True
    indptr = np.concatenate([[0], np.cumsum(kept)])[links.indptr]
    return Links(links.sets, indptr, links.antecedent[kept], links.features[kept]), scores[kept]
