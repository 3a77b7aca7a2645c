"""Greedy clustering by scores plus Δ_M: every merger against the definition of the loss."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers import definitions
from helpers.partitions import same_partition
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.learners.muc_search import greedy_with_muc


def worth(weights: np.ndarray, true: np.ndarray, found: np.ndarray) -> float:
    inside = np.triu(found[:, None] == found, 1)
    return float(weights[inside].sum()) + definitions.mitre_loss(true, found)


def by_definition(weights: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Section 5.1 word by word."""
    found = np.arange(len(true))
    while True:
        merged = [np.where(found == b, a, found) for a, b in combinations(np.unique(found), 2)]
        best = max(merged, key=lambda labels: worth(weights, true, labels), default=found)
        if not worth(weights, true, best) > worth(weights, true, found):
            return found
        found = best


@given(st.lists(st.integers(0, 3), max_size=6), st.integers(0, 2**32), st.sampled_from([3.0, 30.0, 100.0]))
def test_merges_as_the_paper_says(true, seed, scale):
    true = np.array(true, dtype=int)
    weights = np.random.default_rng(seed).normal(0, scale, (len(true), len(true)))
    weights = np.triu(weights, 1) + np.triu(weights, 1).T
    assert same_partition(greedy_with_muc(weights.copy(), true), by_definition(weights, true))


def test_without_scores_it_merges_what_is_wrong():
    true = np.array([7, 7, 7, 2, 2])
    found = greedy_with_muc(np.zeros((5, 5)), true)
    # All items apart have the loss 100, and no merger raises that.
    assert len(set(found.tolist())) == 5
    # If all true pairs are worth their loss, the true clusters come out.
    weights = np.where(true[:, None] == true, 200.0, -200.0)
    assert same_partition(greedy_with_muc(weights, true), true)


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_merge(n):
    assert greedy_with_muc(np.zeros((n, n)), np.zeros(n, dtype=int)).tolist() == list(range(n))


def test_a_wrong_merger_pays_where_nothing_is_coreferent():
    # No link in the key: two items together have the loss 100, apart 0.
    assert len(set(greedy_with_muc(np.full((2, 2), -99.0), np.array([0, 1])).tolist())) == 1
    assert len(set(greedy_with_muc(np.full((2, 2), -101.0), np.array([0, 1])).tolist())) == 2
