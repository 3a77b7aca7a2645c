"""Links for tests: random ones, linearly separable ones, all pairs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering import Links


def make_links(antecedents: list[list[int]], n_features: int = 4, seed: int = 0) -> Links:
    """One set with the given antecedents per item and the dummy, and random sparse features."""
    counts = [1 + len(left) for left in antecedents]
    flat = [j for left in antecedents for j in (-1, *left)]
    features = sparse.random(len(flat), n_features, 0.4, "csr", np.float32, np.random.default_rng(seed))
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(int)
    return Links(np.array([0, len(antecedents)]), indptr, np.array(flat, dtype=np.int32), features)


@st.composite
def link_sets(draw: st.DrawFn, teaching: bool = False) -> Links:
    """One to four sets, some empty; some items have only the dummy; random `teaching` if requested."""
    parts = []
    for seed in range(draw(st.integers(1, 4))):
        size = draw(st.integers(0, 6))
        parts.append(
            make_links([sorted(draw(st.sets(st.integers(0, i - 1)))) if i else [] for i in range(size)], seed=seed)
        )
    links = Links.stack(parts)
    if not teaching:
        return links
    return replace(links, teaching=np.random.default_rng(draw(st.integers(0, 9))).random(links.n_links) < 0.5)


def random_links(seed: int, sizes: tuple[int, ...] = (6, 1, 4), n_features: int = 5) -> tuple[Links, list[np.ndarray]]:
    """Sets with all pairs as candidates, dense random features, and labels."""
    random = np.random.default_rng(seed)
    parts, labels = [], []
    for n in sizes:
        flat = np.array([j for i in range(n) for j in range(-1, i)], dtype=np.int32)
        matrix = random.normal(size=(len(flat), n_features)) * (random.random((len(flat), n_features)) < 0.7)
        indptr = np.concatenate([[0], np.cumsum(np.arange(1, n + 1))])
        parts.append(Links(np.array([0, n]), indptr, flat, sparse.csr_matrix(matrix.astype(np.float32))))
        labels.append(random.integers(0, 3, n))
    return Links.stack(parts), labels


def loss_of(w: np.ndarray, links: Links, right: np.ndarray, margin: np.ndarray, item: int, gamma: float) -> float:
    """The loss of one item by its definition (Samdani, Chang & Roth 2014, equation 7, times γ)."""
    rows = slice(links.indptr[item], links.indptr[item + 1])
    scores = links.features[rows].astype(float) @ w
    if gamma == 0:
        return (scores + margin[rows]).max() - scores[right[rows]].max()
    all_links = np.exp((scores + margin[rows]) / gamma).sum()
    return gamma * (np.log(all_links) - np.log(np.exp(scores[right[rows]] / gamma).sum()))


def only_item(links: Links, item: int) -> Links:
    """The same items, but only one has candidates besides the dummy, so that online learners make a single step."""
    counts = np.diff(links.indptr)
    kept = np.repeat(np.arange(links.n_items) == item, counts) | (links.antecedent < 0)
    indptr = np.concatenate([[0], np.cumsum(kept)])[links.indptr]
    return Links(links.sets, indptr, links.antecedent[kept], links.features[kept])


def separable(seed: int) -> tuple[Links, list[np.ndarray]]:
    """Two sets with labels; feature 0 is 1 on correct links, feature 1 on wrong ones, feature 2 on dummies."""
    links, labels = random_links(seed, sizes=(12, 9))
    right = links.coreferent(labels)
    dummy = links.antecedent < 0
    columns = np.stack([right & ~dummy, ~right & ~dummy, dummy], axis=1).astype(np.float32)
    return Links(links.sets, links.indptr, links.antecedent, sparse.csr_matrix(columns)), labels


def all_pairs(n: int) -> Links:
    """One set in which all earlier items are candidates, with an empty feature column."""
    counts = np.arange(1, n + 1)
    flat = np.array([j for i in range(n) for j in range(-1, i)], dtype=np.int32)
    empty = sparse.csr_matrix((len(flat), 1), dtype=np.float32)
    return Links(np.array([0, n]), np.concatenate([[0], np.cumsum(counts)]), flat, empty)


def windowed(seed: int, sizes: tuple[int, ...] = (5, 1, 0, 4), window: int = 3) -> tuple[Links, list[np.ndarray]]:
    """Sets with candidates within a window, random features of links and dummies, and labels."""
    random = np.random.default_rng(seed)
    links = Links.windows(sizes, window)
    features = random.normal(size=(links.n_links, 6)) * (random.random((links.n_links, 6)) < 0.8)
    return links.with_features(features.astype(np.float32)), [random.integers(0, 3, n) for n in sizes]
