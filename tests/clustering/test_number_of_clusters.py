"""A given number of clusters: exactly so many, nested, and what the threshold gives for the number it gives."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from helpers.links import all_pairs, link_sets, make_links, random_links
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import Constraints, Links
from corefpipe.clustering.decoders import AgglomerativeDecoder, BestLinkDecoder, L3MDecoder
from corefpipe.clustering.decoders.sparse_merging import mergers_linked
from corefpipe.clustering.named import make_decoder
from corefpipe.clustering.registry import DECODERS
from corefpipe.exceptions import LinksError, SettingError

ABLE = [name for name, entry in DECODERS.items() if entry.kind.cuts]
KINDS = [
    *(make_decoder(name) for name in ABLE),
    AgglomerativeDecoder("complete"),
    AgglomerativeDecoder("single"),
    AgglomerativeDecoder("average", 0.5),
    L3MDecoder(0.0),
    L3MDecoder(0.3, 0.5),
    BestLinkDecoder(-1.0),
]
kinds = pytest.mark.parametrize("decoder", KINDS, ids=str)
constrained = pytest.mark.parametrize("decoder", [one for one in KINDS if one.honours_constraints], ids=str)


def refines(fine: np.ndarray, coarse: np.ndarray) -> bool:
    """Whether each cluster of one clustering is within one of another."""
    return len(set(zip(fine.tolist(), coarse.tolist(), strict=True))) == len(set(fine.tolist()))


def test_which_can():
    assert set(ABLE) >= {"agglomerative", "best-link", "closest-link", "l3m", "spanning-forest", "sum-link"}
    assert not {"correlation", "all-in-one", "all-apart"} & set(ABLE)


@kinds
@given(seed=st.integers(0, 999), n=st.integers(1, 9))
def test_exactly_so_many_and_nested(decoder, seed, n):
    links = all_pairs(n)
    scores = np.random.default_rng(seed).integers(-4, 5, links.n_links) / 2  # with ties
    found = [decoder.decode(links, scores, n_clusters=k).labels for k in range(1, n + 1)]
    assert [len(set(labels.tolist())) for labels in found] == [*range(1, n + 1)]
    for coarse, fine in pairwise(found):
        assert refines(fine, coarse)


@kinds
@given(links=link_sets(), seed=st.integers(0, 99))
def test_the_number_that_the_threshold_gives(decoder, links, seed):
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    found = decoder.decode_all(links, scores)
    nonempty = links[[number for number, labels in enumerate(found) if len(labels)]]
    found = [labels for labels in found if len(labels)]
    kept = np.concatenate([np.zeros(0), *(scores[lo:hi] for lo, hi in _rows(links) if hi > lo)])
    counts = [int(labels.max()) + 1 for labels in found]
    again = decoder.decode_all(nonempty, kept, n_clusters=counts)
    assert [x.tolist() for x in again] == [x.tolist() for x in found]


def _rows(links):
    bounds = links.indptr[links.sets].tolist()
    return list(pairwise(bounds))


@pytest.mark.parametrize("decoder", [BestLinkDecoder(), L3MDecoder(0.0), make_decoder("spanning-forest")], ids=str)
@given(seed=st.integers(0, 999), threshold=st.floats(-2, 2))
def test_where_the_best_link_decides_it_is_another_threshold(decoder, seed, threshold):
    links = all_pairs(8)
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    other = replace(decoder, threshold=threshold).decode(links, scores).labels
    found = decoder.decode(links, scores, n_clusters=int(other.max()) + 1)
    assert found.labels.tolist() == other.tolist()


@constrained
@given(seed=st.integers(0, 999), n=st.integers(2, 8), data=st.data())
def test_constraints_hold(decoder, seed, n, data):
    links = all_pairs(n)
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    items = st.integers(0, n - 1)
    pairs = st.tuples(items, items).filter(lambda pair: pair[0] != pair[1])
    starts = np.array(data.draw(st.lists(st.integers(0, 5).map(lambda x: x == 0), min_size=n, max_size=n)))
    values = np.array(data.draw(st.lists(st.integers(-1, 1), min_size=n, max_size=n)))[:, None]
    constraints = Constraints(
        data.draw(st.lists(pairs, max_size=2)), data.draw(st.lists(pairs, max_size=2)), starts, values
    )
    try:
        groups = constraints.groups(n)
    except LinksError:
        return
    count = data.draw(st.integers(1, n))
    own = decoder.decode(links, scores, constraints).labels
    try:
        found = decoder.decode(links, scores, constraints, count).labels
    except LinksError:  # the constraints forbid so few or so many
        assert not int(own.max()) + 1 <= count <= groups.n_groups
        return
    assert len(set(found.tolist())) == count
    assert groups.met(found)


@pytest.mark.parametrize("linkage", ["average", "complete"])
@given(seed=st.integers(0, 99), k=st.integers(1, 9))
def test_large_components_are_cut_alike(linkage, seed, k):
    links = Links.windows([9], 4)
    scores = np.random.default_rng(seed).normal(size=links.n_links)
    decoder = AgglomerativeDecoder(linkage, unlinked=-0.5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefpipe.clustering.decoders.agglomerative.DENSE", 1)
        sparse = [decoder.decode(links, scores, n_clusters=count).labels for count in (k, 9)]
    dense = [decoder.decode(links, scores, n_clusters=count).labels for count in (k, 9)]
    assert [x.max() + 1 for x in sparse] == [k, 9]
    own = decoder.decode(links, scores).labels
    if k > own.max():  # below, unlinked clusters merge earlier in a matrix
        assert sparse[0].tolist() == dense[0].tolist()


def test_no_more_mergers_than_needed(monkeypatch):
    """The last ones of a large component take by far the longest."""
    made = []

    def counted(*arguments):
        for merger in mergers_linked(*arguments):
            made.append(merger)
            yield merger

    monkeypatch.setattr("corefpipe.clustering.decoders.agglomerative.DENSE", 1)
    monkeypatch.setattr("corefpipe.clustering.decoders.agglomerative.mergers_linked", counted)
    links = Links.windows([40], 5)
    scores = np.random.default_rng(0).normal(size=links.n_links) + 1
    found = AgglomerativeDecoder(unlinked=-0.5).decode(links, scores, n_clusters=37).labels
    assert (found.max() + 1, len(made)) == (37, 3)


def test_unlinked_items_merge_last():
    links = make_links([[], [0], [], [2], []])
    scores = np.array([0, 0, -3, 0, 0, 2, 0], dtype=float)
    cut = [AgglomerativeDecoder().decode(links, scores, n_clusters=k).labels.tolist() for k in (4, 3, 2, 1)]
    assert cut == [[0, 1, 2, 2, 3], [0, 0, 1, 1, 2], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]]
    with pytest.raises(LinksError, match=r"links allow no fewer than 3 clusters, and 2 are wanted.*wider window"):
        L3MDecoder().decode(links, scores, n_clusters=2)


def test_together_leaves_fewer():
    with pytest.raises(LinksError, match="leave at most 3 clusters, and 4 are wanted"):
        L3MDecoder().decode(all_pairs(4), np.zeros(10), Constraints(together=[(0, 3)]), 4)


def test_one_number_for_all_sets_or_one_for_each():
    links, _ = random_links(0)
    scores = np.random.default_rng(0).normal(size=links.n_links)
    found = make_decoder("agglomerative").decode_all(links, scores, n_clusters=[3, 1, 2])
    assert [len(set(labels.tolist())) for labels in found] == [3, 1, 2]
    same = make_decoder("agglomerative").decode_all(links, scores, n_clusters=np.int64(1))
    assert [set(labels.tolist()) for labels in same] == [{0}] * 3


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (0, "n_clusters is 0. It must be a whole number"),
        (True, "n_clusters is True"),
        ([2, 1, 1.5], "n_clusters is 1.5"),
        ([2, 2, 2], "set 1 has 1 items, and 2 clusters are wanted. Give at most the number of items"),
        ([2, 1], "numbers of clusters of 2 sets for 3 sets. Give one per set"),
    ],
)
def test_impossible_numbers(count, message):
    links, _ = random_links(0)
    with pytest.raises((LinksError, SettingError), match=message):
        make_decoder("l3m").decode_all(links, np.zeros(links.n_links), n_clusters=count)


def test_decoders_that_cannot():
    with pytest.raises(SettingError, match=r"cannot make a given number.*Use one of agglomerative, "):
        make_decoder("correlation").decode(all_pairs(3), np.zeros(6), n_clusters=2)
