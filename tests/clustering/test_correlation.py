"""The correlation clustering decoder: its four methods applied to links."""

from __future__ import annotations

import time

import numpy as np
import pytest
from helpers.links import make_links
from helpers.partitions import best_objective, links_of, random_pairs, same_partition, scored_pairs
from hypothesis import given, settings

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.decoders.correlation import greedy as greedy_module
from corefpipe.clustering.decoders.correlation.decoder import METHODS, CorrelationDecoder
from corefpipe.clustering.decoders.correlation.greedy import greedy
from corefpipe.clustering.decoders.correlation.local import local
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.exceptions import LinksError, SettingError


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


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_of_time_leaves_a_clustering(method):
    links, scores = links_of(random_pairs(30, 1, -0.3))
    solution = CorrelationDecoder(method, time_limit=1e-9).solve(links, scores)
    assert not solution.optimal
    assert 0 <= solution.objective < solution.bound


@pytest.mark.parametrize("way", ["dense", "sparse"])
def test_every_search_looks_at_the_clock(way, monkeypatch):
    """Each search ends after the given number of looks at the clock, with the clusters found so far."""
    if way == "sparse":
        monkeypatch.setattr(greedy_module, "DENSE", 0)
    pairs = random_pairs(30, 1, 0.5)
    objectives = []
    for looks in (0, 5, 20, 10_000):
        clock = iter([0.0] * looks)
        monkeypatch.setattr(time, "monotonic", lambda clock=clock: next(clock, 2.0))
        objectives.append(pairs.objective(greedy(pairs, deadline=1.0)))
        clock = iter([0.0] * looks)
        start = np.arange(30) % 3
        assert pairs.objective(local(pairs, start, deadline=1.0)) >= pairs.objective(start)
    assert objectives == sorted(objectives)
    assert objectives[0] == 0 < objectives[1] < objectives[-1]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scale", [1e300, 1e-300, 5e-324])
def test_extreme_scores(method, scale):
    links, scores = links_of(random_pairs(12, 4, whole=True))
    found = CorrelationDecoder(method).solve(links, np.clip(scores * 0.1, -1, 1) * scale)
    assert 0 <= found.objective <= found.bound
    assert CorrelationDecoder(method).decode(links, np.full(links.n_links, scale)).labels.tolist() == [0] * 12


@pytest.mark.parametrize("score", [5e307, -1e301, np.inf, np.nan])
def test_scores_whose_sums_overflow(score):
    links = Links.windows([30])
    scores = np.full(links.n_links, score)
    for decoder in [L3MDecoder(), *map(CorrelationDecoder, METHODS)]:
        with pytest.raises(LinksError, match=r"the score of the link from item 0 to the dummy .* between -1e\+300 and"):
            decoder.decode(links, scores)
    # Weights that are not scores of links may be that large; then the search ends all the same.
    left, right = np.triu_indices(30, 1)
    pairs = ScoredPairs(30, left, right, np.where((left + right) % 3, 1.7e308, -1.7e308))
    with np.errstate(all="ignore"):
        assert len(greedy(pairs)) == len(local(pairs)) == 30


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
