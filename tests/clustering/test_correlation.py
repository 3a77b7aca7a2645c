"""The correlation clustering decoder: its four methods applied to links."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import make_links
from helpers.partitions import best_objective, links_of, random_pairs, same_partition, scored_pairs
from hypothesis import given, settings

from corefpipe.clustering.decoders.correlation.decoder import METHODS, CorrelationDecoder
from corefpipe.errors import LinksError, SettingError


@given(scored_pairs(7))
@settings(max_examples=50)
def test_methods_in_order(pairs):
    links, scores = links_of(pairs)
    found = {method: CorrelationDecoder(method).solve(links, scores) for method in METHODS}
    best = best_objective(pairs)
    assert found["exact"].objective == pytest.approx(best, abs=1e-6)
    assert found["greedy"].objective <= found["local"].objective + 1e-9 <= best + 1e-6
    assert found["exact"].bound <= found["relaxed"].bound + 1e-6 <= found["greedy"].bound + 2e-6
    for solution in found.values():
        assert solution.objective == pytest.approx(pairs.objective(solution.labels))
        assert solution.objective <= best + 1e-9 <= solution.bound + 1e-6


@pytest.mark.parametrize("method", METHODS)
def test_decodes_what_it_solves(method):
    links, scores = links_of(random_pairs(20, 3, -0.5, share=0.7))
    decoder = CorrelationDecoder(method)
    found = decoder.decode(links, scores)
    assert same_partition(found.labels, decoder.solve(links, scores).labels)
    for item, left in enumerate(found.antecedent.tolist()):
        assert left == -1 or found.labels[left] == found.labels[item]
    again = CorrelationDecoder(method).decode(links, scores)
    assert all(np.array_equal(getattr(found, x), getattr(again, x)) for x in ("labels", "antecedent", "probability"))


@pytest.mark.parametrize("method", ["exact", "relaxed"])
def test_a_limit_of_time_leaves_a_clustering(method):
    links, scores = links_of(random_pairs(30, 1, -0.3))
    solution = CorrelationDecoder(method, time_limit=1e-9).solve(links, scores)
    assert not solution.optimal
    assert 0 < solution.objective < solution.bound


@pytest.mark.parametrize("method", METHODS)
def test_nothing_and_nonsense(method):
    decoder = CorrelationDecoder(method)
    assert decoder.decode(make_links([]), np.zeros(0)).labels.tolist() == []
    assert decoder.decode(make_links([[]]), np.ones(1)).labels.tolist() == [0]
    assert decoder.decode(make_links([[], []]), np.ones(2)).labels.tolist() == [0, 1]
    with pytest.raises(LinksError, match="is nan"):
        decoder.decode(make_links([[], [0]]), np.array([0, 0, np.nan]))


def test_settings():
    with pytest.raises(SettingError, match=r"unknown method 'best'\. Valid are exact, relaxed, greedy, local"):
        CorrelationDecoder("best")
    for seconds in (0, -1, float("nan")):
        with pytest.raises(SettingError, match=r"time_limit is .*seconds above 0"):
            CorrelationDecoder(time_limit=seconds)
    assert CorrelationDecoder(time_limit=float("inf")).solve(*links_of(random_pairs(8, 1))).optimal
