"""Maximum spanning forests, compared with Kruskal's algorithm."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import make_links
from helpers.partitions import links_of, meets, same_partition, satisfiable, scored_pairs
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.decoders.forest import SpanningForestDecoder, maximum_forest
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.exceptions import LinksError, SettingError


def kruskal(pairs: ScoredPairs) -> list[bool]:
    """Take the heaviest pairs first (ties: the earlier one) unless their items are already connected."""
    tree = list(range(pairs.n))
    chosen = [False] * len(pairs)
    for k in sorted(range(len(pairs)), key=lambda k: (-pairs.weight[k], k)):
        one, other = tree[pairs.left[k]], tree[pairs.right[k]]
        if one != other:
            chosen[k] = True
            tree = [one if label == other else label for label in tree]
    return chosen


@given(scored_pairs(14))
def test_as_kruskal_has_it(pairs):
    assert maximum_forest(pairs.n, pairs.left, pairs.right, pairs.weight).tolist() == kruskal(pairs)


@given(scored_pairs(10), st.floats(-3, 3))
def test_a_shift_of_all_weights_changes_nothing(pairs, shift):
    # Rounded weights, so that the shift cannot change their order.
    pairs = ScoredPairs(pairs.n, pairs.left, pairs.right, np.round(pairs.weight, 3))
    shifted = np.round(pairs.weight + round(shift, 3), 3)
    assert np.array_equal(
        maximum_forest(pairs.n, pairs.left, pairs.right, shifted),
        maximum_forest(pairs.n, pairs.left, pairs.right, pairs.weight),
    )


def test_ends_in_any_order():
    # A path given from right to left, and a triangle whose lightest link is dropped.
    left, right = np.array([2, 1, 0, 3]), np.array([1, 0, 2, 4])
    assert maximum_forest(5, left, right, np.array([-1.0, -3, -2, 0])).tolist() == [True, False, True, True]


def test_sets_side_by_side():
    random = np.random.default_rng(1)
    one, other = np.triu_indices(6, 1)
    weight = random.normal(size=(2, len(one)))
    both = maximum_forest(12, np.r_[one, one + 6], np.r_[other, other + 6], weight.ravel())
    alone = [maximum_forest(6, one, other, w) for w in weight]
    assert np.array_equal(both, np.concatenate(alone))


@given(scored_pairs(10), st.floats(-1, 1))
def test_clusters_are_the_trees(pairs, threshold):
    above = pairs.weight > threshold
    left, right = pairs.left[above], pairs.right[above]
    tree = maximum_forest(pairs.n, left, right, pairs.weight[above])
    labels = np.arange(pairs.n)
    for one, other in zip(left[tree], right[tree], strict=True):
        labels[labels == labels[other]] = labels[one]
    assert same_partition(SpanningForestDecoder(threshold).decode(*links_of(pairs)).labels, labels)


@given(st.data(), scored_pairs(10), st.floats(-1, 1))
def test_kruskal_leaves_out_what_brings_items_together_that_must_be_apart(data, pairs, threshold):
    constraints = data.draw(satisfiable(pairs.n))
    labels = constraints.components(pairs.n)
    # Of equal weights the first link is taken first: links are in the order of their anaphors.
    for k in np.lexsort((pairs.left, pairs.right, -pairs.weight)).tolist():
        joined = np.where(labels == labels[pairs.left[k]], labels[pairs.right[k]], labels)
        if pairs.weight[k] > threshold and meets(joined, constraints):
            labels = joined
    assert same_partition(SpanningForestDecoder(threshold).decode(*links_of(pairs), constraints).labels, labels)


def test_nothing_and_nonsense():
    none = np.zeros(0, dtype=int)
    assert maximum_forest(0, none, none, np.zeros(0)).tolist() == []
    assert maximum_forest(3, none, none, np.zeros(0)).tolist() == []
    assert SpanningForestDecoder().decode(make_links([]), np.zeros(0)).labels.tolist() == []
    assert SpanningForestDecoder(-1.0).decode(make_links([[], []]), np.ones(2)).labels.tolist() == [0, 1]
    with pytest.raises(SettingError, match="threshold is inf"):
        SpanningForestDecoder(float("inf"))
    with pytest.raises(LinksError, match="is nan"):
        SpanningForestDecoder().decode(make_links([[], [0]]), np.array([0, 0, np.nan]))
