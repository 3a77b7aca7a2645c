"""Measures of clusterings of the same items: against their definitions, against scikit-learn, and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers import definitions
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score, mutual_info_score, rand_score

from corefpipe.exceptions import AnnotationError
from corefpipe.scoring import METRICS, score, score_partitions

DISTANCES = [name for name in METRICS if METRICS[name].names == ("value",)]


def _pairs(most: int):
    return st.integers(1, most).flatmap(
        lambda size: st.tuples(
            *[st.lists(st.integers(0, 4), min_size=size, max_size=size).map(np.array) for _ in range(2)]
        )
    )


def _values(key, response) -> dict[str, float]:
    found = score_partitions([key], [response])
    return {name: found[name].value for name in DISTANCES}


@given(_pairs(12))
@settings(max_examples=200, deadline=None)
def test_values_are_those_of_the_definitions(pair):
    found = _values(*pair)
    agreeing, total = definitions.rand(*pair)
    assert found["rand"] == pytest.approx(agreeing / total if total else 1)
    matched, items = definitions.one_to_one(*pair)
    assert found["one_to_one"] == pytest.approx(matched / items)
    assert found["vi"] == pytest.approx(definitions.variation_of_information(*pair), abs=1e-12)
    assert found["normalised_vi"] == pytest.approx(definitions.normalised_vi(*pair), abs=1e-12)
    assert found["pairwise_loss"] == pytest.approx(definitions.pairwise_loss(*pair))
    assert found["mitre_loss"] == pytest.approx(definitions.mitre_loss(*pair))
    counts = score_partitions([pair[0]], [pair[1]], metrics=["pairwise", "exact_clusters"]).counts
    assert counts["pairwise"][0] == pytest.approx(definitions.pairwise(*pair))
    assert counts["exact_clusters"][0] == pytest.approx(definitions.exact_clusters(*pair))


@given(_pairs(12))
@settings(deadline=None)
def test_values_are_those_of_scikit_learn(pair):
    found = _values(*pair)
    assert found["rand"] == pytest.approx(rand_score(*pair))
    assert found["adjusted_rand"] == pytest.approx(adjusted_rand_score(*pair), abs=1e-12)
    entropies = mutual_info_score(pair[0], pair[0]) + mutual_info_score(pair[1], pair[1])
    assert found["vi"] == pytest.approx(entropies - 2 * mutual_info_score(*pair), abs=1e-9)


@given(_pairs(5))
@settings(max_examples=60, deadline=None)
def test_edits_are_the_fewest_that_a_search_finds(pair):
    found = _values(*pair)
    assert found["edit_distance"] == definitions.edit_distance(*pair)
    assert found["edit_score"] == pytest.approx(definitions.normalised_edit_score(*pair))


def test_halves_and_wholes_as_daume_and_marcu_count_them():
    whole, halves = np.zeros(10, int), np.repeat([0, 1], 5)
    # One merge repairs a split; repairing a merge takes one operation for each item of one half.
    assert _values(whole, halves)["edit_distance"] == 1
    assert _values(halves, whole)["edit_distance"] == 5
    assert _values(whole, halves)["edit_score"] == _values(halves, whole)["edit_score"] == pytest.approx(1 - 6 / 20)


def test_values_by_hand():
    found = _values(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]))
    # Pairs together in both: 01; in the key: 01 23; in the response: 01 02 12; the sides agree on 3 of 6 pairs.
    assert found["rand"] == 3 / 6
    assert found["pairwise_loss"] == 50
    assert found["one_to_one"] == 3 / 4
    # MUC: 1 of 2 links found, 1 of 2 right.
    assert found["mitre_loss"] == 50
    split = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3))
    assert found["vi"] == pytest.approx(3 / 4 * split + 2 / 4 * math.log(2))


@pytest.mark.parametrize(
    ("true", "found", "loss"),
    [
        ([0, 0, 1, 1], [5, 5, 2, 2], 0),
        ([0, 0, 1, 1], [0, 1, 2, 3], 100),
        ([0, 1, 2, 3], [0, 0, 0, 0], 100),
        ([0, 1, 2, 3], [3, 2, 1, 0], 0),
        ([0, 0, 1, 1], [0, 0, 0, 0], 20),  # R = 2/2, P = 2/3, F = 4/5
        ([0, 0, 0, 1, 1], [0, 0, 1, 1, 1], 100 / 3),  # 2 of 3 links on both sides
        ([0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2, 2], 100 / 9),  # R = 4/5, P = 4/4, F = 8/9
    ],
)
def test_mitre_loss_by_hand(true, found, loss):
    assert _values(np.array(true), np.array(found))["mitre_loss"] == pytest.approx(loss)


def test_mitre_loss_of_the_default_clustering_of_table_1():
    # 101 clusters of 1.48 items on average, all merged into one: 51.0 in the paper.
    sizes = np.array([1] * 80 + [3] * 15 + [4] * 6)
    true = np.repeat(np.arange(101), sizes)
    assert len(true) / 101 == pytest.approx(1.48, abs=0.02)
    assert _values(true, np.zeros_like(true))["mitre_loss"] == pytest.approx(51.0, abs=0.5)


@given(_pairs(10))
def test_symmetric_ones_are_symmetric(pair):
    there, back = _values(*pair), _values(*reversed(pair))
    for name in DISTANCES:
        if name != "edit_distance":
            assert back[name] == pytest.approx(there[name], abs=1e-12), name


@given(_pairs(10))
def test_the_same_is_perfect(pair):
    for name, value in _values(pair[0], pair[0]).items():
        assert value == pytest.approx(0 if METRICS[name].lower else 1, abs=1e-12), name


@given(st.lists(_pairs(8), min_size=2, max_size=4))
@settings(max_examples=50, deadline=None)
def test_vi_of_a_corpus_is_that_of_all_items_together(corpus):
    keys, responses = zip(*corpus, strict=True)
    found = score_partitions(keys, responses, metrics="vi")["vi"].value
    joined = [np.concatenate([labels + 10 * i for i, labels in enumerate(side)]) for side in (keys, responses)]
    assert found == pytest.approx(_values(*joined)["vi"], abs=1e-12)


def test_other_mentions_are_refused(doc):
    key, response = doc({"a": [1, 2]}), doc({"a": [1, 2, 3]})
    for name in DISTANCES:
        with pytest.raises(AnnotationError, match=r"document d: .* but 1 mention is on one side only"):
            score(key, response, metrics=name)
    assert score(key, response, metrics="pairwise")["pairwise"].precision == 1 / 3
