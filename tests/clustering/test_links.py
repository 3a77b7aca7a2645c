"""Links: which links are right, taking sets apart and putting them together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering import Links
from corefpipe.errors import LinksError


def make_links(antecedents: list[list[int]], n_features: int = 4, seed: int = 0) -> Links:
    """One set: the antecedents of each item, to which the dummy is added; a random sparse row a link."""
    counts = [1 + len(left) for left in antecedents]
    flat = [j for left in antecedents for j in (-1, *left)]
    features = sparse.random(len(flat), n_features, 0.4, "csr", np.float32, np.random.default_rng(seed))
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(int)
    return Links(np.array([0, len(antecedents)]), indptr, np.array(flat, dtype=np.int32), features)


@st.composite
def link_sets(draw: st.DrawFn) -> Links:
    """One to four stacked sets, some empty, some items with the dummy only."""
    parts = []
    for seed in range(draw(st.integers(1, 4))):
        size = draw(st.integers(0, 6))
        parts.append(
            make_links([sorted(draw(st.sets(st.integers(0, i - 1)))) if i else [] for i in range(size)], seed=seed)
        )
    return Links.stack(parts)


def same(a: Links, b: Links) -> bool:
    return (
        all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("sets", "indptr", "antecedent"))
        and np.array_equal(a.features.toarray(), b.features.toarray())
        and a.features.shape == b.features.shape
    )


def test_numbers():
    links = Links.stack([make_links([[], [0], [0, 1]]), make_links([[], [0]])])
    assert (links.n_sets, links.n_items, len(links)) == (2, 5, 9)
    assert links.antecedent.tolist() == [-1, -1, 0, -1, 0, 1, -1, -1, 0]
    assert links.item().tolist() == [0, 1, 1, 2, 2, 2, 0, 1, 1]


@given(link_sets())
def test_each_and_stack_are_inverse(links):
    parts = list(links.each())
    assert [part.n_items for part in parts] == np.diff(links.sets).tolist()
    assert same(Links.stack(parts), links)


def test_stack_of_nothing():
    assert same(Links.stack([], 3), Links.empty(3))
    assert (Links.empty(3).n_items, list(Links.empty(3).each())) == (0, [])


def test_coreferent():
    links = make_links([[], [0], [0, 1], [2], [0, 1, 2, 3]])
    right = links.coreferent([np.array([7, 5, 7, 5, 7])])
    # Item 3 corefers with 1, which is no candidate: the dummy is right for it.
    assert right.tolist() == [True, True, False, False, True, False, True, False, False, True, False, True, False]


@given(link_sets(), st.randoms(use_true_random=False))
def test_coreferent_laws(links, random):
    labels = [np.array([random.randrange(3) for _ in range(n)], dtype=int) for n in np.diff(links.sets)]
    right = links.coreferent(labels)
    set_of = np.repeat(np.repeat(np.arange(links.n_sets), np.diff(links.sets)), np.diff(links.indptr))
    for lo, hi in zip(links.indptr[:-1], links.indptr[1:], strict=True):
        assert right[lo:hi].any()
        assert right[lo] == (not right[lo + 1 : hi].any())
    for link in np.flatnonzero(links.antecedent >= 0):
        own = labels[set_of[link]]
        assert right[link] == (own[links.item()[link]] == own[links.antecedent[link]])
    # Labels are names: others for the same partition change nothing.
    assert np.array_equal(right, links.coreferent([10 - label for label in labels]))


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "labels of 0 sets for links of 1"),
        ([[0, 1]], "2 labels for the 3 items of set 0"),
        ([[0, 1, 0], [0]], "labels of 2 sets for links of 1"),
    ],
)
def test_labels_of_another_size(labels, message):
    with pytest.raises(LinksError, match=message):
        make_links([[], [0], [1]]).coreferent([np.array(x) for x in labels])
