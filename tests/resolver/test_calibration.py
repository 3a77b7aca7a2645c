"""Calibration: from scores to the probability that a link is correct."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.resolver.calibration import Calibration, Reliability, cross_fitted, truth
from corefpipe.resolver.evaluate import Evaluation, evaluate
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolution import LEAST, MOST, Ranked


def ranked_of(n: int, seed: int, also: tuple[int, int] | None = None) -> tuple[Links, np.ndarray, Ranked]:
    links = Links.windows([n])
    scores = np.random.default_rng(seed).normal(0, 3, links.n_links)
    return links, scores, Ranked.of(ScoredBlock.of(links, scores), L3MDecoder().decode(links, scores), also)


@given(st.integers(0, 25), st.integers(0, 10**6))
def test_law_ranked_links(n, seed):
    links, scores, ranked = ranked_of(n, seed)
    decoding = L3MDecoder().decode(links, scores)
    mention = ranked.mention()
    assert len(ranked.start) == n
    assert (ranked.antecedent < mention).all()
    assert ((ranked.chain > 0) & (ranked.chain <= 1) & (ranked.share > 0) & (ranked.share <= 1)).all()
    p = ranked.chain * ranked.share
    for item in range(n):
        rows = slice(ranked.indptr[item], ranked.indptr[item + 1])
        own = scores[links.indptr[item] : links.indptr[item + 1]]
        probability = np.exp(own - own.max()) / np.exp(own - own.max()).sum()
        assert ranked.start[item] == pytest.approx(probability[0])
        # Brute force: the most probable antecedents and the chosen one.
        order = [j for j in np.argsort(-probability[1:], kind="stable").tolist() if probability[1 + j] >= LEAST][:MOST]
        chosen = int(decoding.antecedent[item])
        wanted = order + [chosen] * (chosen >= 0 and chosen not in order)
        assert sorted(ranked.antecedent[rows].tolist()) == sorted(wanted)
        assert p[rows] == pytest.approx(probability[1 + ranked.antecedent[rows]], abs=1e-6)
        for j, chain in zip(ranked.antecedent[rows].tolist(), ranked.chain[rows].tolist(), strict=True):
            same = np.flatnonzero(decoding.labels[:item] == decoding.labels[j])
            assert chain == pytest.approx(probability[1 + same].sum(), abs=0.001 * n)


def test_a_link_that_is_asked_for_is_listed():
    links, scores, _ = ranked_of(12, 0)
    worst = int(links.antecedent[links.indptr[11] + 1 + scores[links.indptr[11] + 1 :].argmin()])
    assert worst not in ranked_of(12, 0)[2].antecedent[ranked_of(12, 0)[2].indptr[11] :]
    _, _, ranked = ranked_of(12, 0, also=(11, worst))
    assert worst in ranked.antecedent[ranked.indptr[11] :]


def test_a_calibration_finds_the_odds_that_made_the_data():
    random = np.random.default_rng(0)
    n = 40_000
    chain, share, start = random.uniform(0.01, 0.99, n), random.uniform(0.05, 1, n), random.uniform(0.01, 0.99, n)
    # Mentions come in pairs: the second one links to the first.
    indptr = np.repeat(np.arange(n + 1), 2)[:-1]
    ranked = Ranked(indptr, np.arange(0, 2 * n, 2, dtype=np.int32), chain, share, np.repeat(start, 2))
    truly = Calibration((0.6, 0.3, -0.4), (0.5, 0.2))
    right = random.random(n) < truly.links(ranked)
    labels = np.arange(2 * n)
    labels[1::2] = np.where(right, labels[::2], labels[1::2])
    found = Calibration.fit([ranked], [labels])
    assert found.link == pytest.approx(truly.link, abs=0.06)
    said, (judged, _) = found.links(ranked), truth([ranked], [labels])
    assert (judged == right).all()
    assert Reliability.of(said, right).error < 0.01 < Reliability.of(chain, right).error


def documents_of_chance(n, seed=0):
    """Documents of 20 mentions each, whose links are right by chance, whatever the model says."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(n):
        ranked = Ranked(np.arange(21), np.zeros(20, dtype=np.int32), *(random.uniform(0.05, 0.95, 20) for _ in "123"))
        found.append((ranked, random.integers(0, 2, 20)))
    return [list(column) for column in zip(*found, strict=True)]


def test_cross_fitting_shows_what_fitting_hides():
    ranked, labels = documents_of_chance(14)
    right, _ = truth(ranked, labels)
    own = Calibration.fit(ranked, labels)
    links, starts = cross_fitted(ranked, labels)
    assert len(links) == len(starts) == len(right) == 280
    # By hand: the links of the fourth document, which is in a fold with the last.
    others = [n for n in range(14) if n not in (3, 13)]
    calibration = Calibration.fit([ranked[n] for n in others], [labels[n] for n in others])
    assert np.array_equal(links[60:80], calibration.links(ranked[3]))
    fitted = Reliability.of(np.concatenate(list(map(own.links, ranked))), right)
    assert Reliability.of(links, right).error > fitted.error


def test_cross_fitting_few_documents():
    ranked, labels = documents_of_chance(3)
    links, _ = cross_fitted(ranked, labels)
    calibration = Calibration.fit(ranked[1:], labels[1:])
    assert np.array_equal(links[:20], calibration.links(ranked[0]))
    for n in (0, 1):
        assert cross_fitted(ranked[:n], labels[:n]) is None
        assert Evaluation([], [], ranked[:n], labels[:n]).reliability() is None


def test_of_too_little_nothing_is_learned():
    _, _, ranked = ranked_of(3, 1)
    assert Calibration.fit([ranked], [np.zeros(3, dtype=int)]) == Calibration()
    assert Calibration.fit([], []) == Calibration()
    assert Calibration().links(ranked) == pytest.approx(np.clip(ranked.chain, 1e-6, 1 - 1e-6))


def test_truth():
    ranked = Ranked(np.array([0, 0, 1, 3]), np.array([0, 1, 0]), np.ones(3), np.ones(3), np.ones(3))
    right, first = truth([ranked, ranked], [np.array([7, 7, 5]), np.array([1, 2, 1])])
    assert right.tolist() == [True, False, False, False, False, True]
    assert first.tolist() == [True, False, True, True, True, False]


def test_reliability():
    found = Reliability.of(np.array([0.1, 0.15, 0.9, 1.0]), np.array([False, True, True, True]))
    assert found.count == [2, 2]
    assert found.said == pytest.approx([0.125, 0.95])
    assert found.found == [0.5, 1.0]
    assert found.error == pytest.approx((0.375 * 2 + 0.05 * 2) / 4)
    assert Reliability.of(np.zeros(0), np.zeros(0, dtype=bool)).error == 0.0


def test_weights_of_a_file():
    one = Calibration((0.5, 0.25, -1.0), (2.0, 0.125))
    assert Calibration.of(one.weights) == one
    for wrong in ([1.0] * 4, [1.0, 2.0, 3.0, 4.0, float("nan")]):
        with pytest.raises(ValueError, match="five numbers"):
            Calibration.of(wrong)


def test_a_resolver_keeps_its_calibration(resolver, annotated):
    copy = Resolver.from_bytes(resolver.to_bytes())
    assert copy.calibrations == {}
    evaluation = evaluate(copy, [(doc.copy(), document) for doc, document in annotated], "gold")
    calibration = evaluation.calibration()
    assert sum(evaluation.reliability().count) > 0
    assert isinstance(calibration, Calibration)
    copy.calibrations["given"] = Calibration((0.5, 0.2, -1.0), (0.5, 0.1))
    again = Resolver.from_bytes(copy.to_bytes())
    assert again.calibrations == copy.calibrations
    doc, document = annotated[0]
    before, after = resolver.resolve(doc, document), again.resolve(doc, document)
    assert (before.decoding.labels == after.decoding.labels).all()
    assert (after.link < before.link).any()
    assert np.array_equal(again.resolve(doc).link, resolver.resolve(doc).link)


def test_the_packaged_model_is_calibrated(packaged, corpora):
    assert set(packaged.get_pipe("corefpipe").resolver.calibrations) == {"predicted", "given"}
