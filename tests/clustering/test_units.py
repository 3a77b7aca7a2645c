"""Units: links lead from an item only to items of its own unit; `together` pairs may join several units."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.decoders import DECODERS
from helpers.partitions import links_of, scored_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import (
    AgglomerativeDecoder,
    AllApartDecoder,
    AllInOneDecoder,
    CorrelationDecoder,
    Decoder,
    SumLinkDecoder,
)
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.forbidden_links import ForbiddenLinks, allowed
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.exceptions import LinksError, SettingError

every_decoder = pytest.mark.parametrize("decoder", DECODERS, ids=repr)


@st.composite
def in_units(draw: st.DrawFn) -> tuple[Links, np.ndarray, np.ndarray]:
    """Links of up to eight items with scores, and the unit of each item."""
    pairs = draw(scored_pairs())
    return *links_of(pairs), np.random.default_rng(draw(st.integers(0, 2**32))).integers(-1, 2, pairs.n)


def inside(links: Links, units: np.ndarray) -> np.ndarray:
    """(n_links,) bool, whether a link stays in its unit; those to the dummy do."""
    item, antecedent = links.ends()
    return (antecedent < 0) | (units[item] == units[antecedent])


@every_decoder
@given(case=in_units())
@settings(max_examples=20)
def test_links_that_leave_a_unit_are_none(decoder: Decoder, case):
    links, scores, units = case
    kept = inside(links, units)
    found = decoder.decode(links, scores, Constraints(within=units))
    alone = decoder.decode(links.only(kept), scores[kept])
    for name in ("labels", "antecedent"):
        assert np.array_equal(getattr(found, name), getattr(alone, name))
    assert found.probability == pytest.approx(alone.probability)
    assert decoder.decode_all(links, scores, [Constraints(within=units)])[0].tolist() == alone.labels.tolist()
    for item, left in enumerate(found.antecedent.tolist()):
        assert left < 0 or units[left] == units[item]


@every_decoder
@given(case=in_units())
@settings(max_examples=20)
def test_one_unit_changes_nothing(decoder: Decoder, case):
    links, scores, units = case
    found = decoder.decode(links, scores, Constraints(within=np.full_like(units, 7)))
    free = decoder.decode(links, scores)
    for name in ("labels", "antecedent", "probability"):
        assert np.array_equal(getattr(found, name), getattr(free, name))


@every_decoder
def test_pairs_join_units(decoder: Decoder):
    # "Ann" (0) speaks: "I" (1) and "my" (2) are hers; "I" (3) of the next turn is nobody's.
    links = Links.windows([4])
    scores = np.where(links.antecedent < 0, 0.0, 5.0)
    found = decoder.decode(links, scores, Constraints([(0, 1), (0, 2)], within=[-1, 0, 0, 1]))
    assert found.labels.tolist() == [0, 0, 0, 1]
    assert found.antecedent.tolist() in ([-1, 0, 1, -1], [-1, 0, 0, -1])


@every_decoder
def test_items_of_one_unit_meet_over_pairs(decoder: Decoder):
    """A cluster may have several units: an item joins through a link of its own, but for complete linkage."""
    links = Links.windows([4])
    scores = np.where(links.antecedent < 0, 0.0, 5.0)
    found = decoder.decode(links, scores, Constraints([(0, 1)], within=[-1, 0, -1, 0]))
    is_apart = decoder in (AllApartDecoder(), AgglomerativeDecoder("complete", -0.3))
    assert found.labels.tolist() == ([0, 0, 1, 2] if is_apart else [0, 0, 0, 0])


def test_a_unit_counts_for_links_not_for_sums():
    """Sums have nothing of the links that leave a unit, be they good or bad."""
    links = Links.windows([3])
    scores = np.where(links.antecedent < 0, 0.0, 1.0)
    scores[-1] = -9.0
    constraints = Constraints([(0, 1)], within=[-1, 0, -1])
    assert SumLinkDecoder().decode(links, scores).labels.tolist() == [0, 0, 1]
    assert SumLinkDecoder().decode(links, scores, constraints).labels.tolist() == [0, 0, 0]


@given(case=in_units())
def test_blocks_have_the_links_that_a_set_has(case):
    links, scores, units = case
    kept = inside(links, units)
    constraints = Constraints(within=units)
    blocks = list(allowed(ScoredBlock.of(links, scores), constraints))
    wanted = list(ScoredBlock.of(links.only(kept), scores[kept]))
    for found, block in zip(blocks, wanted, strict=True):
        for name in ("indptr", "antecedent", "scores"):
            assert np.array_equal(getattr(found, name), getattr(block, name))
    for block in ScoredBlock.of(links, scores):
        assert np.array_equal(ForbiddenLinks(constraints).among(block), ~kept)


@given(case=in_units())
def test_forbidden_pairs_are_those_of_two_units(case):
    links, _, units = case
    item, antecedent = links.ends()
    item, antecedent = item[antecedent >= 0], antecedent[antecedent >= 0]
    assert np.array_equal(Constraints(within=units).forbids(antecedent, item), units[item] != units[antecedent])


@every_decoder
def test_units_beside_other_constraints(decoder: Decoder):
    links = Links.windows([5])
    scores = np.where(links.antecedent < 0, 0.0, 5.0)
    constraints = Constraints(apart=[(0, 2)], starts=np.arange(5) == 3, within=[0, 1, 0, 1, 0])
    labels = decoder.decode(links, scores, constraints).labels
    assert labels[0] != labels[2]
    assert labels[3] not in labels[:3]
    assert not set(labels[[0, 2, 4]]) & set(labels[[1, 3]])


def test_units_are_constraints():
    links = Links.windows([2])
    assert Constraints().empty
    assert not Constraints(within=[0, 1]).empty
    assert Constraints(within=[0, 1]).groups(2).free
    with pytest.raises(SettingError, match="AllInOneDecoder cannot honour constraints"):
        AllInOneDecoder().decode(links, np.zeros(3), Constraints(within=[0, 1]))
    assert AllInOneDecoder().decode(links, np.zeros(3), Constraints(within=[1, 1])).labels.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ([0, 1], r"'within' has shape \(2,\) and type int64 for 3 items. Give one integer per item, -1 for"),
        ([[0, 1, 1]], r"'within' has shape \(1, 3\)"),
        ([0.0, 1.0, 1.0], "'within' has .* type float64"),
        (3, r"'within' has shape \(\)"),
    ],
)
def test_units_that_do_not_fit(units, message):
    links = Links.windows([3])
    for decoder in DECODERS:
        with pytest.raises(LinksError, match=message):
            decoder.decode(links, np.zeros(links.n_links), Constraints(within=units))
        with pytest.raises(LinksError, match=message):
            decoder.decode_all(links, np.zeros(links.n_links), [Constraints(within=units)])


def test_solutions_have_no_mistakes_over_links_that_leave_a_unit():
    links = Links.windows([2])
    scores = np.array([0.0, 0.0, 3.0])
    found = CorrelationDecoder().solve(links, scores, Constraints(within=[0, 1]))
    assert (found.labels.tolist(), found.objective, found.bound) == ([0, 1], 0, 0)


def test_numbers_of_clusters():
    links = Links.windows([4])
    scores = np.where(links.antecedent < 0, 0.0, 5.0)
    for decoder in DECODERS:
        if decoder.cuts and isinstance(decoder, LeftToRight):
            assert len(set(decoder.decode(links, scores, Constraints(within=[0, 1, 0, 1]), 2).labels.tolist())) == 2
            with pytest.raises(LinksError, match="links allow no fewer than 2 clusters"):
                decoder.decode(links, scores, Constraints(within=[0, 1, 0, 1]), 1)
