"""The best tree over scores of arcs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.parsing.encoder import best_tree as module
from corefpipe.parsing.encoder.best_tree import best_tree


def test_nothing_has_no_heads():
    assert best_tree(np.zeros((1, 1))).tolist() == []


@given(st.integers(1, 4), st.integers(0, 10**6))
def test_law_the_best_tree(n, seed):
    scores = np.random.default_rng(seed).normal(size=(n + 1, n + 1))
    found = best_tree(scores.copy())

    def reaches_root(heads) -> bool:
        for i in range(n):
            seen, node = set(), i + 1
            while node and node not in seen:
                seen.add(node)
                node = heads[node - 1]
            if node:
                return False
        return heads.count(0) == 1

    trees = [heads for heads in product(range(n + 1), repeat=n) if reaches_root(heads)]
    values = [sum(scores[i + 1, head] for i, head in enumerate(heads)) for heads in trees]
    assert tuple(found.tolist()) in trees
    assert sum(scores[i + 1, head] for i, head in enumerate(found)) == pytest.approx(max(values))


@given(st.integers(2, 40), st.integers(0, 10**6))
def test_long_sentences_have_trees(n, seed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_LONG", 1)
        heads = best_tree(np.random.default_rng(seed).normal(size=(n + 1, n + 1))).tolist()
    assert heads.count(0) == 1
    for node in range(1, n + 1):
        for _ in range(n):
            node = heads[node - 1] if node else 0
        assert node == 0


def test_equal_scores_take_no_longer():
    heads = best_tree(np.zeros((501, 501)))
    assert (heads == 0).sum() == 1
