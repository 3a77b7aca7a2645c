"""ScoredPairs: what they are built from, and what is computed from them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import link_sets, make_links
from helpers.partitions import links_of, random_pairs, satisfiable, scored_pairs
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs, roots
from corefpipe.exceptions import LinksError


def test_dummies_play_no_part():
    links = make_links([[], [0], [], [0, 2]])
    pairs = ScoredPairs.of(links, np.array([9, 9, 1, 9, 9, 2, 3], dtype=np.float32))
    assert (pairs.n, pairs.left.tolist(), pairs.right.tolist()) == (4, [0, 0, 2], [1, 3, 3])
    assert pairs.weight.tolist() == [1, 2, 3]
    assert pairs.weight.dtype == np.float64


@given(link_sets())
def test_items_of_several_sets_are_numbered_through(links):
    scores = np.arange(links.n_links, dtype=float)
    whole = ScoredPairs.of(links, scores)
    bounds = links.indptr[links.sets]
    parts = [ScoredPairs.of(one, scores[lo:hi]) for one, lo, hi in zip(links, bounds[:-1], bounds[1:], strict=True)]
    for name in ("left", "right"):
        ends = [getattr(part, name) + first for part, first in zip(parts, links.sets[:-1], strict=True)]
        assert np.array_equal(getattr(whole, name), np.concatenate(ends))
    assert np.array_equal(whole.weight, np.concatenate([part.weight for part in parts]))


def test_scores_that_are_no_numbers():
    links = make_links([[], [0]])
    with pytest.raises(LinksError, match="the score of the link from item 1 to item 0 of set 0 is nan"):
        ScoredPairs.of(links, np.array([0, 0, np.nan]))
    with pytest.raises(LinksError, match=r"scores of shape \(2,\) for 3 links"):
        ScoredPairs.of(links, np.zeros(2))


@given(scored_pairs())
def test_links_and_back(pairs):
    again = ScoredPairs.of(*links_of(pairs))
    triples = [set(zip(p.left.tolist(), p.right.tolist(), p.weight.tolist(), strict=True)) for p in (pairs, again)]
    assert triples[0] == triples[1]
    assert pairs.n == again.n


@given(scored_pairs(12))
def test_joinable_components(pairs):
    seen = np.zeros(pairs.n, dtype=bool)
    component = np.arange(pairs.n) + pairs.n
    for number, (items, own, part) in enumerate(pairs.joinable()):
        assert part.n == len(items) > 1
        assert not seen[items].any()
        assert (np.diff(items) > 0).all()
        seen[items] = True
        component[items] = number
        assert np.array_equal(items[part.left], pairs.left[own])
        assert np.array_equal(items[part.right], pairs.right[own])
        assert np.array_equal(part.weight, pairs.weight[own])
        assert not part.components(part.weight > 0).any()
    across = component[pairs.left] != component[pairs.right]
    assert (pairs.weight[across] <= 0).all()
    # All pairs within a component are kept.
    assert sum(len(own) for _, own, _ in pairs.joinable()) == (~across).sum()


@given(scored_pairs(9))
def test_contracted_clusters_weigh_what_their_pairs_weigh(pairs):
    labels = np.arange(pairs.n) % 3
    clusters = pairs.contracted(labels)
    assert clusters.n == min(3, pairs.n)
    assert (clusters.left < clusters.right).all()
    joined = labels.copy()
    for left, right, weight in zip(clusters.left, clusters.right, clusters.weight, strict=True):
        joined[:] = labels
        joined[labels == right] = left
        assert pairs.objective(joined) - pairs.objective(labels) == pytest.approx(weight)


@given(st.data(), scored_pairs(9))
def test_groups_as_items(data, pairs):
    constraints = data.draw(satisfiable(pairs.n))
    groups = constraints.groups(pairs.n)
    found = pairs.within(groups)
    forbidden = set(zip(found.left[found.forbidden].tolist(), found.right[found.forbidden].tolist(), strict=True))
    apart = set(map(tuple, groups.apart.tolist()))
    assert apart <= forbidden
    assert all(groups.starts[right] for _, right in forbidden - apart)
    assert not groups.starts[found.right[found.weight > 0]].any()
    assert len(np.unique(found.left * found.n + found.right)) == len(found)
    weights = dict(zip(zip(found.left.tolist(), found.right.tolist(), strict=True), found.weight, strict=True))
    whole = pairs.contracted(groups.number)
    for left, right, weight in zip(whole.left.tolist(), whole.right.tolist(), whole.weight, strict=True):
        assert weights[left, right] in (weight, -np.inf)
    again = found.reweighted(np.ones(len(found)))
    assert np.array_equal(again.weight, np.where(found.forbidden, -np.inf, 1))


def test_objective_is_of_pairs_within_clusters():
    pairs = ScoredPairs(4, np.array([0, 0, 2]), np.array([1, 3, 3]), np.array([2.0, -5.0, 0.5]))
    assert pairs.objective(np.array([0, 0, 1, 1])) == 2.5
    assert pairs.objective(np.array([7, 7, 7, 7])) == -2.5
    assert pairs.objective(np.arange(4)) == 0


def test_roots():
    assert roots(np.array([0, 0, 1, 2, 4, 3])).tolist() == [0, 0, 0, 0, 4, 0]
    assert roots(np.zeros(0, dtype=int)).tolist() == []
    assert roots(np.maximum(np.arange(1000) - 1, 0)).tolist() == [0] * 1000


def test_nothing():
    empty = ScoredPairs.of(Links.empty(1), np.zeros(0))
    assert (empty.n, len(empty), list(empty.joinable())) == (0, 0, [])
    assert empty.contracted(np.zeros(0, dtype=int)).n == 0
    assert random_pairs(1, 0).components(np.zeros(0, dtype=bool)).tolist() == [0]
