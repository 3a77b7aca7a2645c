"""Left-to-right decoders with constraints: cases computed by hand, and properties that hold for all scores."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import BestLinkDecoder, ClosestLinkDecoder, L3MDecoder, SumLinkDecoder
from corefpipe.clustering.decoders.constrained_choice import LEAST, REACH
from corefpipe.clustering.decoders.link_values import link_probabilities
from corefpipe.exceptions import LinksError

DECODERS = [L3MDecoder(1.0), L3MDecoder(0.0), L3MDecoder(0.3, 0.5), SumLinkDecoder(), BestLinkDecoder(-1.0)]
DECODERS += [ClosestLinkDecoder(0.5)]


def known(entity: list[int], apart: list[int] | None = None) -> Constraints:
    none = np.full(len(entity), -1)
    return Constraints.of_entities(np.array(entity, dtype=int), none if apart is None else np.array(apart))


def decode(measures: list[list[float]], constraints: Constraints, **settings: float):
    """Decode measures exp(w) of all pairs: one list per item, the dummy first."""
    return L3MDecoder(**settings).decode(Links.windows([len(measures)]), np.log(np.concatenate(measures)), constraints)


def test_items_of_an_entity_stand_together_whatever_the_scores_say():
    found = decode([[1], [1, 9], [1, 0.1, 0.1]], known([0, -1, 0]))
    assert found.labels.tolist() == [0, 0, 0]
    assert known([0, -1, 0]).settled(3).tolist() == [False, False, True]
    assert found.antecedent.tolist() == [-1, 0, 0]  # the earlier item of the known entity, not item 1 in between
    assert found.probability == pytest.approx([1, 0.9, 1])


def test_items_of_two_entities_do_not_meet_over_a_third():
    # Item 1 joins item 0; by its scores item 2 would join either of them.
    found = decode([[1], [1, 9], [1, 9, 9]], known([0, -1, 1]))
    assert found.labels.tolist() == [0, 0, 1]
    assert found.probability[2] == 1  # the only allowed choice


def test_the_first_item_of_an_entity_chooses_among_the_others():
    # A name, "I" of one speaker, "I" of another: the last one joins the best cluster that is still allowed.
    found = decode([[1], [1, 0.1], [1, 9, 0.1], [1, 8, 5, 7]], known([-1, -1, 0, 1]))
    assert found.labels.tolist() == [0, 1, 0, 1]
    assert found.probability[3] == pytest.approx(5 / 6)


def test_apart_before_and_after_the_entity_is_seen():
    likes = [[1], [1, 9], [1, 9, 9]]
    assert decode(likes, known([0, -1, -1], [-1, 0, -1])).labels.tolist() == [0, 1, 0]
    # Item 1 is not of entity 0, and joins item 0; item 2 is of entity 0.
    assert decode(likes, known([-1, -1, 0], [-1, 0, -1])).labels.tolist() == [0, 0, 1]


def test_an_antecedent_beyond_the_window():
    links = Links.windows([4], window=1)
    found = L3MDecoder().decode(links, np.full(links.n_links, -5.0), known([0, -1, -1, 0]))
    assert found.labels.tolist() == [0, 1, 2, 0]
    assert found.antecedent.tolist() == [-1, -1, -1, 0]


def test_scores_too_far_apart_for_floats():
    # Every allowed choice of the last item has probability 0.
    found = L3MDecoder().decode(Links.windows([2]), np.array([0.0, 0.0, 2000.0]), known([0, 1]))
    assert found.labels.tolist() == [0, 1]
    assert found.probability.tolist() == [1, 1]


def test_the_first_item_of_a_group_keeps_to_what_holds_for_later_ones():
    likes = [[1], [1, 9], [1, 0.1, 0.1], [1, 0.1, 0.1, 0.1]]
    assert decode(likes, Constraints(together=[(1, 3)])).labels.tolist() == [0, 0, 1, 0]
    # Items 1 and 3 are together and item 3 is apart from item 0: item 1 must not join item 0 either.
    found = decode(likes, Constraints(together=[(1, 3)], apart=[(3, 0)]))
    assert found.labels.tolist() == [0, 1, 2, 1]
    assert found.antecedent.tolist() == [-1, -1, -1, 1]
    assert found.probability == pytest.approx([1, 1, 1 / 1.2, 1])


# The dog, the postman, "he", "it": "he" is a little more probably the dog, and "it" can only be the dog.
DOG = [[1], [1, 0.1], [1, 5, 4], [1, 9, 0.1, 0.1]]
HE_IS_NOT_IT = Constraints(apart=[(2, 3)])


@pytest.mark.parametrize("decoder", [L3MDecoder(), L3MDecoder(0.0), BestLinkDecoder()], ids=repr)
def test_two_items_choose_together_where_one_bars_the_other(decoder):
    links, scores = Links.windows([4]), np.log(np.concatenate(DOG))
    assert decoder.decode(links, scores).labels.tolist() == [0, 1, 0, 0]
    assert decoder.decode(links, scores, HE_IS_NOT_IT).labels.tolist() == [0, 1, 1, 0]
    values = Constraints(values=np.array([[-1], [-1], [0], [1]]))
    found = decoder.decode(links, scores, values)
    assert found.labels.tolist() == [0, 1, 1, 0]
    assert found.antecedent.tolist() == [-1, -1, 1, 0]


def test_the_likelier_choice_stays_where_both_together_are_worth_less():
    assert decode([[1], [1, 0.1], [1, 99, 1.5], [1, 2, 0.1, 0.1]], HE_IS_NOT_IT).labels.tolist() == [0, 1, 0, 2]


def test_the_one_that_would_be_joined_moves_instead_of_the_one_in_the_way():
    # Item 1 barely joins item 0, from which item 2 must be apart; item 2 is surely item 1.
    assert decode([[1], [1, 1.5], [1, 0.1, 99]], Constraints(apart=[(0, 2)])).labels.tolist() == [0, 1, 1]


@pytest.mark.parametrize(("other", "repaired"), [(45, False), (100, True)])
def test_choices_stay_that_would_be_worth_little_more_in_another_order(other, repaired):
    # Dr. Smith, the patient, "she", "him": both are rather Dr. Smith, and cannot both be.
    likes = [[1], [1, 0.1], [1, 50, 30], [1, other, 20, 0.1]]
    assert decode(likes, HE_IS_NOT_IT).labels.tolist() == ([0, 1, 1, 0] if repaired else [0, 1, 0, 1])


@pytest.mark.parametrize(("between", "repaired"), [(REACH - 1, True), (REACH, False)])
def test_how_far_back_choices_are_repaired(between, repaired):
    alone = [[1.0] + [0.0001] * number for number in range(3, 3 + between)]
    last = [1, 9] + [0.0001] * (between + 2)
    found = decode([*DOG[:3], *alone, last], Constraints(apart=[(2, 3 + between)]))
    assert (found.labels[-1] == 0) == repaired


@st.composite
def cases(draw: st.DrawFn) -> tuple[Links, np.ndarray, np.ndarray, np.ndarray]:
    """Links of up to nine items within a window, with distinct scores and some known entities."""
    n = draw(st.integers(1, 9))
    links = Links.windows([n], draw(st.sampled_from([None, 2])))
    values = draw(st.lists(st.integers(-3000, 3000), min_size=links.n_links, max_size=links.n_links, unique=True))
    entity = np.array(draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n)))
    apart = np.array(draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n)))
    return links, np.array(values) / 300, entity, np.where(apart == entity, -1, apart)


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=cases())
@settings(max_examples=40)
def test_entities_are_kept(decoder, case):
    links, scores, entity, apart = case
    constraints = Constraints.of_entities(entity, apart)
    found = decoder.decode(links, scores, constraints)
    same = found.labels[:, None] == found.labels
    both = (entity[:, None] >= 0) & (entity >= 0)
    assert np.array_equal(same[both], (entity[:, None] == entity)[both])
    assert not same[(apart[:, None] >= 0) & (apart[:, None] == entity)].any()
    settled = constraints.settled(links.n_items)
    assert (found.probability[settled] == 1).all()
    assert np.array_equal(entity[found.antecedent[settled]], entity[settled])


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=cases())
@settings(max_examples=40)
def test_constraints_that_never_bind_change_nothing(decoder, case):
    links, scores, *_ = case
    free = decoder.decode(links, scores)
    # The constraint concerns one additional item, which is in a cluster of its own anyway.
    n = links.n_items
    more = Links.stack([links, Links.windows([1])])
    one = Links(np.array([0, n + 1]), more.indptr, more.antecedent, more.features)
    found = decoder.decode(one, np.append(scores, 0.0), Constraints(apart=[(0, n)]))
    assert np.array_equal(found.labels[:n], free.labels)
    assert np.array_equal(found.antecedent[:n], free.antecedent)
    assert found.probability[:n] == pytest.approx(free.probability)


def test_a_weak_pair_gives_way_to_a_sure_link_of_others():
    # Item 1 joins item 0; item 2 is apart from item 1, but surely item 0.
    likes = [[1], [1, 9], [1, 99, 0.1]]
    firm = Constraints(apart=[(1, 2)])
    weak = Constraints(apart=[(1, 2)], weak=np.array([True]))
    assert decode(likes, firm).labels.tolist() == [0, 1, 0]
    assert decode(likes, weak).labels.tolist() == [0, 0, 0]
    unsure = [[1], [1, 9], [1, 5, 0.1]]
    assert decode(unsure, weak).labels.tolist() == decode(unsure, firm).labels.tolist()


def test_a_pair_is_firm_if_one_of_its_constraints_is():
    groups = Constraints([(0, 1)], [(0, 2), (1, 2)], weak=np.array([True, False])).groups(3)
    assert groups.apart.tolist() == [[0, 1]]
    assert groups.weak.tolist() == [False]
    with pytest.raises(LinksError, match="'weak' has shape"):
        Constraints(apart=[(0, 1)], weak=np.array([True, False])).groups(2)


@given(case=cases())
@settings(max_examples=200)
def test_nothing_is_linked_only_because_something_better_is_forbidden(case):
    links, scores, entity, apart = case
    constraints = Constraints.of_entities(entity, apart)
    found = L3MDecoder().decode(links, scores, constraints)
    share = link_probabilities(links.indptr, scores, 1.0)
    settled = constraints.settled(links.n_items)
    for item, (lo, hi) in enumerate(pairwise(links.indptr.tolist())):
        if settled[item] or found.antecedent[item] < 0:
            continue
        clusters = found.labels[links.antecedent[lo + 1 : hi]]
        mass = np.bincount(clusters, share[lo + 1 : hi])
        own = mass[found.labels[item]]
        assert own >= min(LEAST, mass.max()) - 1e-9
        assert own >= share[lo] - 1e-9
