"""Sum-Link decoding: cases computed by hand, and a comparison with a naive implementation."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import link_sets, make_links
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.clustering.decoders.sum_link import SumLinkDecoder
from corefpipe.exceptions import LinksError, SettingError

CHAIN = make_links([[], [0], [0, 1], [0, 1, 2]])


def test_a_cluster_sums_up():
    # 2 starts a cluster, as 1 - 1.5 is below 0. For 3, two links of 1 outweigh one of 1.5.
    scores = np.array([0, 0, 2, 0, 1, -1.5, 0, 1, 1, 1.5])
    found = SumLinkDecoder().decode(CHAIN, scores)
    assert found.labels.tolist() == [0, 0, 1, 0]
    assert found.antecedent.tolist() == [-1, 0, -1, 0]
    z = 1 + 2 * np.e + np.exp(1.5)
    assert found.probability[3] == pytest.approx(2 * np.e / z)


def test_the_dummy_and_the_threshold():
    scores = np.array([0, 0, 2, 0, 0, 0, 0, 0, 0, 0.0])
    assert SumLinkDecoder().decode(CHAIN, scores).labels.tolist() == [0, 0, 1, 2]
    assert SumLinkDecoder(-0.1).decode(CHAIN, scores).labels.tolist() == [0, 0, 0, 0]
    assert SumLinkDecoder(2).decode(CHAIN, scores).labels.tolist() == [0, 1, 2, 3]
    dummies = np.array([0, 2, 2, 0, 0, 0, 0, 0, 0, 0.0])
    assert SumLinkDecoder().decode(CHAIN, dummies).labels[1] == 1


def test_clusters_without_candidates_are_not_joined():
    # Item 2 has no link to item 0: the empty sum 0 of that cluster must not win over the score -5 of the link to 1.
    links = make_links([[], [], [1]])
    assert SumLinkDecoder(-9).decode(links, np.array([0, 0, 0, -5.0])).labels.tolist() == [0, 1, 1]


def naive(links: Links, scores: np.ndarray, threshold: float) -> list[int]:
    labels: list[int] = []
    for lo, hi in links.slices():
        sums: dict[int, float] = {}
        for link in range(lo + 1, hi):
            cluster = labels[links.antecedent[link]]
            sums[cluster] = sums.get(cluster, 0.0) + scores[link]
        best = max(sums, key=sums.__getitem__, default=-1)
        new = max(labels, default=-1) + 1
        labels.append(best if best >= 0 and sums[best] > scores[lo] + threshold else new)
    return labels


@given(link_sets(), st.integers(0, 2**32), st.floats(-2, 2))
def test_as_a_loop_has_it(links, seed, threshold):
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    decoder, at = SumLinkDecoder(threshold), 0
    for one, labels in zip(links, decoder.decode_all(links, scores), strict=True):
        own = scores[at : at + one.n_links]
        at += one.n_links
        assert labels.tolist() == naive(one, own, threshold)
        found = decoder.decode(one, own)
        right = one.coreferent([found.labels])
        p = link_probabilities(one.indptr, own, 1.0)
        assert found.probability.tolist() == pytest.approx([p[lo:hi][right[lo:hi]].sum() for lo, hi in one.slices()])


def test_nothing_and_nonsense():
    assert SumLinkDecoder().decode(make_links([]), np.zeros(0)).labels.tolist() == []
    assert SumLinkDecoder().decode(make_links([[], []]), np.zeros(2)).labels.tolist() == [0, 1]
    with pytest.raises(SettingError, match="threshold is nan"):
        SumLinkDecoder(float("nan"))
    with pytest.raises(LinksError, match="item 1 to item 0 of set 0 is inf"):
        SumLinkDecoder().decode(make_links([[], [0]]), np.array([0, 0, np.inf]))
