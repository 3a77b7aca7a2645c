"""Decoding single links above a threshold: by hand, against loops, and best-link against Max-Left-Link."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.links import link_sets, make_links
from helpers.partitions import same_partition
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.decoders.threshold import BestLinkDecoder, ClosestLinkDecoder
from corefpipe.exceptions import LinksError, SettingError

CHAIN = make_links([[], [0], [0, 1], [0, 1, 2]])
SCORES = np.array([9, 9, -1, 9, 3, 2, 9, 4, 5, 0.5])


def test_best_and_closest():
    best = BestLinkDecoder().decode(CHAIN, SCORES)
    assert (best.labels.tolist(), best.antecedent.tolist()) == ([0, 1, 0, 1], [-1, -1, 0, 1])
    closest = ClosestLinkDecoder().decode(CHAIN, SCORES)
    assert (closest.labels.tolist(), closest.antecedent.tolist()) == ([0, 1, 1, 1], [-1, -1, 1, 2])
    # The probability of joining that cluster, through the links to 1 and to 2.
    weight = np.exp(SCORES[6:])
    assert closest.probability[3] == pytest.approx(weight[[2, 3]].sum() / weight.sum())
    assert ClosestLinkDecoder(0.5).decode(CHAIN, SCORES).antecedent.tolist() == [-1, -1, 1, 1]


@pytest.mark.parametrize("decoder", [BestLinkDecoder, ClosestLinkDecoder])
def test_scores_must_be_above_the_threshold(decoder):
    assert decoder(5.0).decode(CHAIN, SCORES).antecedent.tolist() == [-1, -1, -1, -1]
    assert decoder(4.9).decode(CHAIN, SCORES).antecedent.tolist() == [-1, -1, -1, 1]
    assert decoder(-2.0).decode(CHAIN, SCORES).labels.tolist() == [0, 0, 0, 0]


def loop(links: Links, scores: np.ndarray, choose: Callable[[list[tuple[float, int]]], int]) -> list[int]:
    """The antecedents that `choose` returns, given the (score, antecedent) pairs with scores above 0."""
    found = []
    for lo, hi in links.slices():
        good = [(float(scores[k]), int(links.antecedent[k])) for k in range(lo + 1, hi) if scores[k] > 0]
        found.append(choose(good) if good else -1)
    return found


@given(link_sets(), st.integers(0, 2**32))
def test_as_loops_have_it(links, seed):
    scores = np.random.default_rng(seed).integers(-2, 3, links.n_links).astype(float)
    at = 0
    for one in links:
        own = scores[at : at + one.n_links]
        at += one.n_links
        best = BestLinkDecoder().decode(one, own)
        assert best.antecedent.tolist() == loop(one, own, lambda good: min(good, key=lambda x: (-x[0], x[1]))[1])
        closest = ClosestLinkDecoder().decode(one, own)
        assert closest.antecedent.tolist() == loop(one, own, lambda good: max(good, key=lambda x: x[1])[1])
        for found in (best, closest):
            for item, left in enumerate(found.antecedent.tolist()):
                label = found.labels[left] if left >= 0 else found.labels[:item].max(initial=-1) + 1
                assert found.labels[item] == label


@given(link_sets(), st.integers(0, 2**32), st.floats(-2, 2))
def test_best_links_are_max_left_links_with_the_threshold_for_the_dummy(links, seed, threshold):
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    scores[links.indptr[:-1]] = threshold
    for ours, theirs in zip(
        BestLinkDecoder(threshold).decode_all(links, scores), L3MDecoder(0.0).decode_all(links, scores), strict=True
    ):
        assert same_partition(ours, theirs)


@pytest.mark.parametrize("decoder", [BestLinkDecoder, ClosestLinkDecoder])
def test_nothing_and_nonsense(decoder):
    assert decoder().decode(make_links([]), np.zeros(0)).antecedent.tolist() == []
    assert decoder(-5.0).decode(make_links([[], []]), np.ones(2)).labels.tolist() == [0, 1]
    with pytest.raises(SettingError, match="threshold is nan"):
        decoder(float("nan"))
    with pytest.raises(LinksError, match="is nan"):
        decoder().decode(make_links([[], [0]]), np.array([0, 0, np.nan]))
