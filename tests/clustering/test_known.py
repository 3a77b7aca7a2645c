"""Known entities as constraints of decoding: small cases by hand, and laws that hold for all scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Links
from corefpipe.clustering.decoders import (
    AgglomerativeDecoder,
    BestLinkDecoder,
    ClosestLinkDecoder,
    L3MDecoder,
    SumLinkDecoder,
)
from corefpipe.clustering.decoders.known import Known, decode_known, takes_known
from corefpipe.errors import LinksError, SettingError

DECODERS = [L3MDecoder(1.0), L3MDecoder(0.0), L3MDecoder(0.3, 0.5), SumLinkDecoder(), BestLinkDecoder(-1.0)]
DECODERS += [ClosestLinkDecoder(0.5)]


def known(entity: list[int], apart: list[int] | None = None) -> Known:
    none = np.full(len(entity), -1)
    return Known(np.array(entity, dtype=int), none if apart is None else np.array(apart))


def decode(measures: list[list[float]], facts: Known, **settings: float):
    """Decode measures exp(w) of all pairs, the dummy's first, one list an item."""
    return decode_known(L3MDecoder(**settings), Links.windows([len(measures)]), np.log(np.concatenate(measures)), facts)


def test_items_of_an_entity_stand_together_whatever_the_scores_say():
    found = decode([[1], [1, 9], [1, 0.1, 0.1]], known([0, -1, 0]))
    assert found.labels.tolist() == [0, 0, 0]
    assert known([0, -1, 0]).settled().tolist() == [False, False, True]
    assert found.antecedent.tolist() == [-1, 0, 0]  # the one known before, not item 1 between them
    assert found.probability == pytest.approx([1, 0.9, 1])


def test_items_of_two_entities_do_not_meet_over_a_third():
    # Item 1 joins item 0; item 2 would join either of them.
    found = decode([[1], [1, 9], [1, 9, 9]], known([0, -1, 1]))
    assert found.labels.tolist() == [0, 0, 1]
    assert found.probability[2] == 1  # nothing else is left to it


def test_the_first_item_of_an_entity_chooses_among_the_others():
    # A name, I of one speaker, I of another: the latter joins what the model likes next.
    found = decode([[1], [1, 0.1], [1, 9, 0.1], [1, 8, 3, 7]], known([-1, -1, 0, 1]))
    assert found.labels.tolist() == [0, 1, 0, 1]
    assert found.probability[3] == pytest.approx(3 / 4)


def test_apart_before_and_after_the_entity_is_seen():
    likes = [[1], [1, 9], [1, 9, 9]]
    assert decode(likes, known([0, -1, -1], [-1, 0, -1])).labels.tolist() == [0, 1, 0]
    # Item 1 is not of entity 0, and joins item 0; item 2 is of entity 0.
    assert decode(likes, known([-1, -1, 0], [-1, 0, -1])).labels.tolist() == [0, 0, 1]


def test_an_antecedent_beyond_the_window():
    links = Links.windows([4], window=1)
    found = decode_known(L3MDecoder(), links, np.full(links.n_links, -5.0), known([0, -1, -1, 0]))
    assert found.labels.tolist() == [0, 1, 2, 0]
    assert found.antecedent.tolist() == [-1, -1, -1, 0]


def test_scores_too_far_apart_for_floats():
    # All that item 2 may do has probability 0.
    found = decode_known(L3MDecoder(), Links.windows([2]), np.array([0.0, 0.0, 2000.0]), known([0, 1]))
    assert found.labels.tolist() == [0, 1]
    assert found.probability.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (known([0, 1]), r"'entity' has shape \(2,\)"),
        (Known(np.array([0.0, 1.0, 0.5]), np.array([-1, -1, -1])), "type float64"),
        (known([-1, 2, -1], [-1, 2, -1]), "item 1 is of entity 2 and not of entity 2"),
    ],
)
def test_facts_that_do_not_fit(facts, message):
    with pytest.raises(LinksError, match=message):
        decode([[1], [1, 1], [1, 1, 1]], facts)


def test_decoders_that_look_at_the_whole_set_are_refused():
    decoder = AgglomerativeDecoder()
    assert not takes_known(decoder)
    with pytest.raises(SettingError, match=r"AgglomerativeDecoder cannot .* best-link"):
        decode_known(decoder, Links.windows([1]), np.zeros(1), known([0]))


def test_no_items():
    assert not len(decode_known(L3MDecoder(), Links.empty(1), np.zeros(0), known([])).labels)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Links, np.ndarray, Known]:
    """Up to nine items within a window, scores without ties, some facts."""
    n = draw(st.integers(1, 9))
    links = Links.windows([n], draw(st.sampled_from([None, 2])))
    values = draw(st.lists(st.integers(-3000, 3000), min_size=links.n_links, max_size=links.n_links, unique=True))
    entity = draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n))
    apart = draw(st.lists(st.integers(-1, 2), min_size=n, max_size=n))
    return (
        links,
        np.array(values) / 300,
        known(entity, [-1 if a == e else a for a, e in zip(apart, entity, strict=True)]),
    )


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=cases())
def test_the_facts_are_kept(decoder, case):
    links, scores, facts = case
    before = scores.copy()
    found = decode_known(decoder, links, scores, facts)
    labels = found.labels.tolist()
    assert np.array_equal(scores, before)
    entity, apart = facts.entity.tolist(), facts.apart.tolist()
    for i in range(len(labels)):
        for j in range(len(labels)):
            if entity[i] >= 0 and entity[j] >= 0:
                assert (labels[i] == labels[j]) == (entity[i] == entity[j])
            if apart[i] >= 0 and apart[i] == entity[j]:
                assert labels[i] != labels[j]
    assert list(dict.fromkeys(labels)) == list(range(max(labels) + 1))
    for item, left in enumerate(found.antecedent.tolist()):
        if facts.settled()[item]:
            assert found.probability[item] == 1
            assert entity[left] == entity[item]
        assert left == -1 if labels[item] not in labels[:item] else labels[left] == labels[item]
    assert ((found.probability >= 0) & (found.probability <= 1 + 1e-9)).all()


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
@given(case=cases())
def test_knowing_nothing_changes_nothing(decoder, case):
    links, scores, _ = case
    found = decode_known(decoder, links, scores, known([-1] * links.n_items))
    plain = decoder.decode(links, scores)
    assert np.array_equal(found.labels, plain.labels)
    assert np.array_equal(found.antecedent, plain.antecedent)
    assert found.probability == pytest.approx(plain.probability)
