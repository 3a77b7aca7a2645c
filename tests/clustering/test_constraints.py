"""Constraints: how they are validated, and that every decoder that supports them satisfies them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.decoders import DECODERS
from helpers.partitions import best_objective, links_of, meets, random_pairs, same_partition, satisfiable, scored_pairs
from hypothesis import example, given, settings
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import MOST_APART, Constraints
from corefpipe.clustering.decoders import (
    AgglomerativeDecoder,
    AllApartDecoder,
    AllInOneDecoder,
    CorrelationDecoder,
    L3MDecoder,
    SpanningForestDecoder,
)
from corefpipe.clustering.decoders.correlation.decoder import METHODS
from corefpipe.clustering.decoders.scored_pairs import ScoredPairs
from corefpipe.exceptions import LinksError, SettingError


@st.composite
def constrained(draw: st.DrawFn, most: int = 8, ties: bool = True):
    """Scored pairs of at most `most` items, and constraints that some partition satisfies."""
    pairs = draw(scored_pairs(most, ties))
    return pairs, draw(satisfiable(pairs.n))


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=constrained())
@settings(max_examples=40)
def test_constraints_are_kept(decoder, case):
    pairs, constraints = case
    links, scores = links_of(pairs)
    before = scores.copy()
    found = decoder.decode(links, scores, constraints)
    labels = found.labels.tolist()
    assert decoder.honours_constraints
    assert meets(found.labels, constraints)
    assert np.array_equal(scores, before)
    assert list(dict.fromkeys(labels)) == list(range(max(labels, default=-1) + 1))
    assert ((found.probability >= 0) & (found.probability <= 1 + 1e-9)).all()
    settled = constraints.settled(pairs.n).tolist()
    for item, left in enumerate(found.antecedent.tolist()):
        assert left < item
        assert left == -1 or labels[left] == labels[item]
        assert left >= 0 or not settled[item]


@pytest.mark.parametrize("decoder", [*DECODERS, AllInOneDecoder()], ids=repr)
@given(pairs=scored_pairs())
@settings(max_examples=20)
def test_no_constraints_change_nothing(decoder, pairs):
    links, scores = links_of(pairs)
    free = decoder.decode(links, scores)
    selves = [(item, item) for item in range(pairs.n)]
    for constraints in (Constraints(), Constraints(selves, starts=np.arange(pairs.n) == 0)):
        found = decoder.decode(links, scores, constraints)
        for name in ("labels", "antecedent", "probability"):
            assert np.array_equal(getattr(found, name), getattr(free, name))


@st.composite
def tied_scores(draw: st.DrawFn) -> tuple[Links, np.ndarray]:
    """Links among up to seven items, within a window or not, with few different scores."""
    links = Links.windows([draw(st.integers(1, 7))], draw(st.sampled_from([None, 2])))
    return links, np.random.default_rng(draw(st.integers(0, 2**32))).integers(-2, 3, links.n_links).astype(float)


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=tied_scores(), seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_constraints_that_the_clusters_meet_leave_them(decoder, case, seed):
    links, scores = case
    n = links.n_items
    free = decoder.decode(links, scores)
    random = np.random.default_rng(seed)
    ends = np.stack(np.triu_indices(n, 1), axis=1)
    ends = ends[random.random(len(ends)) < 0.4]
    same = free.labels[ends[:, 0]] == free.labels[ends[:, 1]]
    starts = np.isin(np.arange(n), np.unique(free.labels, return_index=True)[1]) & (random.random(n) < 0.5)
    for constraints in (Constraints(ends[same]), Constraints(ends[same], ends[~same], starts)):
        assert np.array_equal(decoder.decode(links, scores, constraints).labels, free.labels)
    found = decoder.decode(links, scores, Constraints(apart=ends[~same], starts=starts))
    assert np.array_equal(found.antecedent, free.antecedent)


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=tied_scores(), seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_constraints_on_other_items_change_nothing(decoder, case, seed):
    links, scores = case
    n = links.n_items
    free = decoder.decode(links, scores)
    random = np.random.default_rng(seed)
    # Three more items: their links to the first ones never gain.
    counts = np.concatenate([np.diff(links.indptr), [1 + n, 2 + n, 3 + n]])
    antecedent = np.concatenate([links.antecedent, *(np.arange(-1, n + more, dtype=np.int32) for more in range(3))])
    indptr = np.concatenate([[0], np.cumsum(counts)])
    wider = replace(links, sets=np.array([0, n + 3]), indptr=indptr, antecedent=antecedent).bare()
    added = np.where(antecedent[links.n_links :] < n, -3.0, random.integers(-1, 2, len(antecedent) - links.n_links))
    constraints = Constraints([(n, n + 2)], [(n + 1, n + 2)], np.arange(n + 3) == n + 1)
    found = decoder.decode(wider, np.concatenate([scores, added]), constraints)
    assert np.array_equal(found.labels[:n], free.labels)
    assert np.array_equal(found.antecedent[:n], free.antecedent)
    assert np.array_equal(found.probability[:n], free.probability)


@given(constrained(7))
def test_exact_is_the_best_partition_allowed(case):
    pairs, constraints = case
    found = CorrelationDecoder().solve(*links_of(pairs), constraints)
    assert found.objective == pytest.approx(best_objective(pairs, constraints), abs=1e-6)
    assert found.objective == pytest.approx(pairs.objective(found.labels))
    assert found.optimal


# The relaxation meets the constraints by chance, and the greedy clustering does not.
_MET_BY_ONE = ScoredPairs(
    7, *np.triu_indices(7, 1), np.array([0.0, -1, 1, 1, 0, -3, 0, 0, 1, -2, 0, -1, -1, 2, -1, 0, 2, 0, 0, 1, 1])
)


@given(constrained(7))
@example((_MET_BY_ONE, Constraints(starts=np.arange(7) == 5)))
@settings(max_examples=60)
def test_bounds_are_those_of_the_partitions_allowed(case):
    pairs, constraints = case
    best = best_objective(pairs, constraints)
    found = {method: CorrelationDecoder(method).solve(*links_of(pairs), constraints) for method in METHODS}
    for solution in found.values():
        assert solution.objective == pytest.approx(pairs.objective(solution.labels))
        assert solution.objective <= best + 1e-9 <= solution.bound + 1e-6
    assert found["greedy"].objective <= found["local"].objective + 1e-9
    assert found["exact"].bound <= found["relaxed"].bound + 1e-6 <= found["greedy"].bound + 2e-6


@given(scored_pairs(9), st.integers(0, 2**32))
@settings(max_examples=50)
def test_constraints_that_the_best_partition_meets_leave_its_objective(pairs, seed):
    links, scores = links_of(pairs)
    free = CorrelationDecoder().solve(links, scores)
    chosen = np.random.default_rng(seed).random(pairs.n * (pairs.n - 1) // 2) < 0.4
    ends = np.stack(np.triu_indices(pairs.n, 1), axis=1)[chosen]
    same = free.labels[ends[:, 0]] == free.labels[ends[:, 1]]
    found = CorrelationDecoder().solve(links, scores, Constraints(ends[same], ends[~same]))
    assert found.objective == pytest.approx(free.objective, abs=1e-6)
    assert found.optimal


@pytest.mark.parametrize("method", METHODS)
@given(case=constrained(9))
@settings(max_examples=30)
def test_constraints_are_kept_when_time_runs_out(method, case):
    pairs, constraints = case
    found = CorrelationDecoder(method, time_limit=1e-9).solve(*links_of(pairs), constraints)
    assert meets(found.labels, constraints)
    assert found.objective <= found.bound


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
def test_larger_sets(decoder, seed):
    pairs = random_pairs(20, seed, -0.5, share=0.6)
    random = np.random.default_rng(seed)
    cluster = random.integers(0, 6, 20)
    ends = random.integers(0, 20, (30, 2))
    same = cluster[ends[:, 0]] == cluster[ends[:, 1]]
    constraints = Constraints(ends[same], ends[~same])
    assert meets(decoder.decode(*links_of(pairs), constraints).labels, constraints)


def test_of_each_set_its_own():
    links = Links.windows([3, 0, 3])
    scores = np.ones(links.n_links)
    constraints = [Constraints(apart=[(0, 2)]), None, Constraints()]
    for decoder in DECODERS:
        found = decoder.decode_all(links, scores, constraints)
        one = Links.windows([3])
        own = np.ones(one.n_links)
        assert np.array_equal(found[0], decoder.decode(one, own, constraints[0]).labels)
        assert np.array_equal(found[2], decoder.decode(one, own).labels)
    with pytest.raises(LinksError, match="constraints of 1 sets for links of 3"):
        DECODERS[0].decode_all(links, scores, [None])


def test_none_are_no_pairs():
    assert Constraints(None, None).empty
    assert Constraints([(0, 1)], None).groups(3).number.tolist() == [0, 0, 1]


def test_a_decoder_without_says_so():
    links = Links.windows([2])
    for constraints in (Constraints([(0, 1)]), Constraints(apart=[(0, 1)]), Constraints(starts=[False, True])):
        with pytest.raises(SettingError, match=r"AllInOneDecoder cannot honour constraints\. Use one of agg.* l3m"):
            AllInOneDecoder().decode(links, np.zeros(3), constraints)
    assert not AllInOneDecoder.honours_constraints


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (Constraints(apart=[(1, 1)]), "items 1 and 1 must be apart, but 'together' joins them: 1\\."),
        (Constraints([(0, 1)], [(1, 0)]), "items 1 and 0 must be apart, but 'together' joins them: 1 = 0\\."),
        (Constraints([(0, 3), (3, 2), (4, 0)], [(0, 1), (4, 2)]), "items 4 and 2 .*: 4 = 0 = 3 = 2. Remove one"),
        (Constraints([(0, 5)]), r"'together' has the pair \(0, 5\) in a set of 5 items"),
        (Constraints(apart=[(-1, 2)]), r"'apart' has the pair \(-1, 2\)"),
        (Constraints(7, None), r"'together' has shape \(\) and type int64. Give one row of two item numbers per pair"),
        (Constraints([(0, 1, 2)]), r"'together' has shape \(1, 3\) and type int64"),
        (Constraints(apart=np.array([[0.0, 1.0]])), r"'apart' has shape \(1, 2\) and type float64"),
        (Constraints(starts=[True]), r"'starts' has shape \(1,\) and type bool for 5 items\. Give one bool per item"),
        (Constraints(starts=True), r"'starts' has shape \(\) and type bool"),
        (Constraints(starts=[0, 1, 2, 3, 4]), "'starts' has shape .* type int64"),
        (Constraints([(4, 1)], starts=np.arange(5) == 4), "item 4 must start .* joins it to item 1 before it. Correct"),
    ],
)
def test_constraints_that_contradict_each_other_or_do_not_fit(decoder, constraints, message):
    links = Links.windows([5])
    with pytest.raises(LinksError, match=message):
        decoder.decode(links, np.zeros(links.n_links), constraints)


@st.composite
def entities(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """The entities of up to 12 items, and the entities that each item does not belong to."""
    numbers = st.lists(st.integers(-1, 4), min_size=12, max_size=12)
    n = draw(st.integers(0, 12))
    entity, apart = np.array(draw(numbers))[:n], np.array(draw(numbers))[:n]
    return entity, np.where(entity == apart, -1, apart)


@given(entities())
def test_entities_as_pairs(case):
    entity, apart = case
    n = len(entity)
    groups = Constraints.of_entities(entity, apart).check(n).groups(n)
    known = entity >= 0
    same = groups.number[:, None] == groups.number
    assert np.array_equal(same, (known[:, None] & (entity[:, None] == entity)) | np.eye(n, dtype=bool))
    wanted = known[:, None] & known & (entity[:, None] != entity)
    wanted |= (apart[:, None] >= 0) & (apart[:, None] == entity)
    found = np.zeros((groups.n_groups, groups.n_groups), dtype=bool)
    found[groups.apart[:, 0], groups.apart[:, 1]] = True
    found |= found.T
    assert np.array_equal(found[groups.number[:, None], groups.number], wanted | wanted.T)


def test_pairs_of_entities_are_linear_in_items():
    random = np.random.default_rng(0)
    entity, apart = random.integers(-1, 5, 2000), np.full(2000, 7)
    found = Constraints.of_entities(entity, np.where(random.random(2000) < 0.5, random.integers(5, 9, 2000), apart))
    assert len(found.together) == (entity >= 0).sum() - 5
    assert len(found.apart) == 10
    assert len(Constraints.of_entities(entity, np.where(entity < 0, 3, -1)).apart) == 10 + (entity < 0).sum()


@pytest.mark.parametrize(
    ("entity", "apart", "message"),
    [
        ([0, 1], [-1], r"'apart' has shape \(1,\) and type int64 for 2 items"),
        ([0.0, 0.5], [-1, -1], "'entity' .* type float64"),
        ([-1, 2, -1], [-1, 2, -1], "item 1 is of entity 2 and not of entity 2"),
    ],
)
def test_entities_that_do_not_fit(entity, apart, message):
    with pytest.raises(LinksError, match=message):
        Constraints.of_entities(np.array(entity), np.array(apart))


def test_starts():
    links = Links.windows([4])
    scores = np.array([0.0, 0, 5, 0, 1, 4, 0, -1, -2, 3])
    starts = np.array([True, False, True, False])
    for decoder in DECODERS:
        found = decoder.decode(links, scores, Constraints(starts=starts))
        labels, clusters = found.labels.tolist(), [0, 1, 2, 3] if decoder == AllApartDecoder() else [0, 0, 1, 1]
        assert labels == clusters
        assert found.antecedent[2] == -1
    # The probability of a forced start is 1; a later item of its group follows it.
    found = L3MDecoder().decode(links, scores, Constraints([(2, 3)], starts=starts))
    assert found.antecedent.tolist() == [-1, 0, -1, 2]
    assert found.probability[2:].tolist() == [1, 1]


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
def test_all_items_start(decoder):
    n = 1000
    links = Links.windows([n], 3)
    found = decoder.decode(links, np.ones(links.n_links), Constraints(starts=np.ones(n, dtype=bool)))
    assert found.labels.tolist() == list(range(n))


def test_an_antecedent_where_no_candidate_is_in_the_cluster():
    links = Links.windows([4], window=1)
    scores = np.array([0.0, 0, -5, 0, 3, 0, -5])
    found = CorrelationDecoder().decode(links, scores, Constraints(together=[(0, 3), (1, 2)]))
    assert found.labels.tolist() == [0, 1, 1, 0]
    assert found.antecedent.tolist() == [-1, -1, 1, 0]
    assert found.probability[3] == 1
    assert found.probability[2] == pytest.approx(np.exp(3) / (1 + np.exp(3)))


def test_apart_over_a_third_item():
    # 0-1 and 1-2 score high, 0-2 is forbidden: every decoder drops the weaker link.
    links = Links.windows([3])
    scores = np.array([0.0, 0, 2, 0, 1, 3])
    for decoder in (CorrelationDecoder(), SpanningForestDecoder(), AgglomerativeDecoder("average")):
        assert decoder.decode(links, scores).labels.tolist() == [0, 0, 0]
        assert same_partition(decoder.decode(links, scores, Constraints(apart=[(0, 2)])).labels, np.array([0, 1, 1]))
    assert L3MDecoder().decode(links, scores, Constraints(apart=[(0, 2)])).labels.tolist() == [0, 1, 1]


def test_the_pairs_of_many_entities_are_bounded():
    few, many = np.arange(500), np.arange(5000)
    assert len(Constraints.of_entities(few, np.full(500, -1)).apart) == 500 * 499 // 2
    found = Constraints.of_entities(many, np.full(5000, -1)).apart
    assert len(found) <= MOST_APART
    assert {(i, i + 1) for i in range(4999)} <= set(map(tuple, found.tolist()))
