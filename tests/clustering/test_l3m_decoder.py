"""The L3M decoder: small cases computed by hand, and properties that hold for all scores."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import all_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.exceptions import SettingError


def decode(measures: list[list[float]], **settings: float):
    """Decode measures exp(w): one list per item, the dummy first."""
    return L3MDecoder(**settings).decode(all_pairs(len(measures)), np.log(np.concatenate(measures)))


# Items 0 and 1 corefer, 2 starts a cluster. Item 3: single links 0.3, 0.25 and 0.4.
SUMS = [[1], [1, 3], [1, 0.1, 0.1], [0.05, 0.3, 0.25, 0.4]]


def test_a_cluster_sums_up():
    found = decode(SUMS, gamma=1.0)
    assert found.labels.tolist() == [0, 0, 1, 0]
    assert found.antecedent.tolist() == [-1, 0, -1, 0]
    assert found.probability == pytest.approx([1, 3 / 4, 1 / 1.2, 0.55])


def test_best_link_alone():
    found = decode(SUMS, gamma=0.0)
    assert found.labels.tolist() == [0, 0, 1, 1]
    assert found.antecedent.tolist() == [-1, 0, -1, 2]
    assert found.probability == pytest.approx([1, 3 / 4, 1 / 1.2, 0.4])


def test_temperature_lies_between():
    # 0.3² + 0.25² < 0.4²: at γ = 1/2 the single link wins.
    assert decode(SUMS, gamma=0.5).labels.tolist() == [0, 0, 1, 1]


def test_the_dummy_measures_one():
    found = decode([[1], [1, 0.9], [1, 0.6, 0.3]], gamma=1.0)
    assert found.labels.tolist() == [0, 1, 2]
    assert found.probability == pytest.approx([1, 1 / 1.9, 1 / 1.9])
    # Once the two items are in one cluster, their links together outweigh the single link.
    assert decode([[1], [1, 1.1], [1, 0.7, 0.4]], gamma=1.0).labels.tolist() == [0, 0, 0]
    assert decode([[1], [1, 1.1], [1, 0.7, 0.4]], gamma=0.0).labels.tolist() == [0, 0, 1]


def test_a_tie_starts_a_cluster():
    assert decode([[1], [1, 1]], gamma=0.0).labels.tolist() == [0, 1]
    assert decode([[1], [1, 1]], gamma=1.0).labels.tolist() == [0, 1]


@pytest.mark.parametrize("gamma", [-0.1, 1.1, float("nan")])
def test_gamma_outside_its_range(gamma):
    with pytest.raises(SettingError, match=r"gamma is .*from 0"):
        L3MDecoder(gamma)


@pytest.mark.parametrize("gamma", [0.0, 1.0])
def test_no_items(gamma):
    found = L3MDecoder(gamma).decode(Links.empty(1), np.zeros(0))
    assert [len(x) for x in (found.labels, found.antecedent, found.probability)] == [0, 0, 0]


GAMMA = st.sampled_from([0.0, 0.1, 0.5, 1.0])


@st.composite
def scored(draw: st.DrawFn) -> tuple[Links, np.ndarray]:
    """Links over all pairs of up to eight items, with distinct scores."""
    links = all_pairs(draw(st.integers(1, 8)))
    values = draw(st.lists(st.integers(-3000, 3000), min_size=links.n_links, max_size=links.n_links, unique=True))
    return links, np.array(values) / 300


@given(scored(), GAMMA, st.floats(-5, 5))
def test_labels_are_a_partition(case, gamma, threshold):
    links, scores = case
    found = L3MDecoder(gamma, threshold).decode(links, scores)
    labels = found.labels.tolist()
    assert list(dict.fromkeys(labels)) == list(range(max(labels) + 1))
    assert ((found.probability >= 0) & (found.probability <= 1 + 1e-9)).all()
    for item, left in enumerate(found.antecedent.tolist()):
        starts = labels[item] not in labels[:item]
        assert left == -1 if starts else labels[left] == labels[item]


@given(scored(), st.sampled_from([0.01, 0.3, 1.0]))
def test_probabilities_sum_to_one(case, gamma):
    links, scores = case
    found = link_probabilities(links.indptr, scores, gamma)
    assert (found >= 0).all()
    assert np.add.reduceat(found, links.indptr[:-1]) == pytest.approx(np.ones(links.n_items))


@given(scored())
def test_the_limit_of_gamma(case):
    assert np.array_equal(L3MDecoder(1e-4).decode(*case).labels, L3MDecoder(0.0).decode(*case).labels)


@given(scored(), GAMMA)
def test_a_large_threshold_makes_singletons(case, gamma):
    links, scores = case
    assert L3MDecoder(gamma, 1e6).decode(links, scores).labels.tolist() == list(range(links.n_items))
    assert not L3MDecoder(gamma, -1e6).decode(links, scores).labels.any()


@given(scored(), GAMMA, st.floats(-50, 50))
@settings(max_examples=50)
def test_a_constant_for_all_links_of_an_item_changes_nothing(case, gamma, shift):
    links, scores = case
    moved = L3MDecoder(gamma).decode(links, scores + shift)
    found = L3MDecoder(gamma).decode(links, scores)
    assert np.array_equal(moved.labels, found.labels)
    assert moved.probability == pytest.approx(found.probability)


@given(scored(), GAMMA, st.floats(-3, 3))
def test_threshold_is_added_to_the_dummy(case, gamma, threshold):
    links, scores = case
    raised = scores.copy()
    raised[links.indptr[:-1]] += threshold
    before = scores.copy()
    found = L3MDecoder(gamma, threshold).decode(links, scores)
    assert np.array_equal(found.labels, L3MDecoder(gamma).decode(links, raised).labels)
    assert np.array_equal(scores, before)  # the caller's scores are not modified
