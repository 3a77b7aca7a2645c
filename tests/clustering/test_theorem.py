"""Theorem 1 of Samdani, Chang & Roth 2014 by enumeration, the decoder's probabilities, and the limit γ = 0."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import pytest
from helpers.links import only_item, random_links
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MLearner

GAMMAS = [0.2, 0.5, 1.0]


def partition_of(tree: tuple[int, ...]) -> tuple[int, ...]:
    """The clusters of a left-linking tree: for each item, the first item of its cluster."""
    first: list[int] = []
    for item, left in enumerate(tree):
        first.append(item if left < 0 else first[left])
    return tuple(first)


def trees(links: Links, scores: np.ndarray) -> dict[tuple[int, ...], float]:
    """The score Σ w of every left-linking tree of one set; a tree is the tuple of the items' antecedents."""
    choices = [list(zip(links.antecedent[lo:hi].tolist(), scores[lo:hi], strict=True)) for lo, hi in links.slices()]
    return {tuple(j for j, _ in tree): sum(w for _, w in tree) for tree in product(*choices)}


def likelihood(links: Links, scores: np.ndarray, labels: np.ndarray, gamma: float) -> float:
    """The likelihood of a partition by equation 4."""
    right = links.coreferent([labels])
    measure = np.exp(scores / gamma)
    return float(np.prod([measure[lo:hi][right[lo:hi]].sum() / measure[lo:hi].sum() for lo, hi in links.slices()]))


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("window", [None, 2])
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_theorem_1(gamma, window, n, seed):
    links = Links.windows([n], window)
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    weights = {tree: np.exp(w / gamma) for tree, w in trees(links, scores).items()}
    total = sum(weights.values())
    of_partition: dict[tuple[int, ...], float] = defaultdict(float)
    for tree, weight in weights.items():
        of_partition[partition_of(tree)] += weight / total
    assert sum(of_partition.values()) == pytest.approx(1)
    if window is None:
        for partition, probability in of_partition.items():
            assert likelihood(links, scores, np.array(partition), gamma) == pytest.approx(probability)
        return
    # With a window the trees that lead to a partition are fewer than those whose links all lie within its clusters:
    # an item may start a new tree because its cluster is out of reach. Equation 4 sums over the latter.
    for partition in of_partition:
        labels = np.array(partition)
        right = links.coreferent([labels])
        allowed = [set(links.antecedent[lo:hi][right[lo:hi]].tolist()) for lo, hi in links.slices()]
        within = sum(w for tree, w in weights.items() if all(j in ok for j, ok in zip(tree, allowed, strict=True)))
        assert likelihood(links, scores, labels, gamma) == pytest.approx(within / total)


@pytest.mark.parametrize("gamma", GAMMAS)
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_cluster_probabilities(gamma, n, seed):
    """Equation 6: a decoder's probability is that of all trees that attach the item to the cluster it joins."""
    links = Links.windows([n])
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    decoding = L3MDecoder(gamma).decode(links, scores)
    weights = {tree: np.exp(w / gamma) for tree, w in trees(links, scores).items()}
    total = sum(weights.values())
    for item in range(n):
        own = decoding.labels[item]
        joined = {j for j in range(item) if decoding.labels[j] == own} or {-1}
        attached = sum(weight for tree, weight in weights.items() if tree[item] in joined)
        assert decoding.probability[item] == pytest.approx(attached / total)
        assert decoding.antecedent[item] in joined


@pytest.mark.parametrize("seed", range(4))
def test_losses_and_slopes_tend_to_those_of_gamma_0(seed):
    links, labels = random_links(seed)
    links = links.with_features(np.eye(links.n_links))  # so that weights are scores
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    for item in range(links.n_items):
        hard, soft = (L3MLearner(gamma, passes=1, step="sgd", rate=1.0, average=False) for gamma in (0.0, 1e-4))
        for learner in (hard, soft):
            learner.fit(only_item(links, item), labels, scores)
        assert soft.objective_ == pytest.approx(hard.objective_, abs=1e-3)
        assert soft.coef_ == pytest.approx(hard.coef_, abs=1e-3)
