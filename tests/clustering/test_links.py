"""Links: which links are correct, and splitting and joining item sets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.links import link_sets, make_links, random_links
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering import Links
from corefpipe.exceptions import LinksError


def same(a: Links, b: Links) -> bool:
    return (
        all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("sets", "indptr", "antecedent"))
        and np.array_equal(a.features.toarray(), b.features.toarray())
        and a.features.shape == b.features.shape
    )


def test_numbers():
    links = Links.stack([make_links([[], [0], [0, 1]]), make_links([[], [0]])])
    assert (len(links), links.n_sets, links.n_items, links.n_links) == (2, 2, 5, 9)
    assert links.antecedent.tolist() == [-1, -1, 0, -1, 0, 1, -1, -1, 0]
    assert links.item().tolist() == [0, 1, 1, 2, 2, 2, 0, 1, 1]


@given(link_sets())
def test_iteration_and_stack_are_inverse(links):
    parts = list(links)
    assert [part.n_items for part in parts] == np.diff(links.sets).tolist()
    assert all(len(part.check()) == part.n_sets == 1 for part in parts)
    assert same(Links.stack(parts), links)


def test_stack_of_nothing():
    assert same(Links.stack([], 3), Links.empty(3))
    assert (Links.empty(3).n_items, list(Links.empty(3))) == (0, [])


@given(link_sets(teaching=True), st.data())
def test_a_choice_of_sets_is_the_stack_of_each(links, data):
    n = len(links)
    numbers = data.draw(st.lists(st.integers(-n, n - 1), max_size=6))
    mask = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    part = slice(
        *data.draw(
            st.tuples(*[st.none() | st.integers(-n - 1, n + 1)] * 2, st.none() | st.sampled_from([-2, -1, 1, 2]))
        )
    )
    for key, chosen in [
        (numbers, numbers),
        (np.array(numbers, dtype=np.int32), numbers),
        (mask, np.flatnonzero(mask)),
        (np.array(mask), np.flatnonzero(mask)),
        (part, range(n)[part]),
    ]:
        wanted = Links.stack([links[i] for i in chosen], links.features.shape[1])
        assert same(links[key].check(), wanted)
        if len(chosen):
            assert np.array_equal(links[key].teaching, wanted.teaching)


def test_one_set_by_number():
    parts = [make_links([[], [0], [0, 1]]), make_links([[], [0]], seed=1)]
    links = Links.stack(parts)
    for number in (1, -1, np.int64(1)):
        assert same(links[number], parts[1])
    assert links[0].teaching is None


@pytest.mark.parametrize("key", [2, -3, [0, 2], np.array([-3]), [True], [True, False, True]])
def test_sets_that_do_not_exist(key):
    with pytest.raises(IndexError, match="2 item sets"):
        Links.windows([3, 2])[key]


@pytest.mark.parametrize("key", ["a", 1.0, [0.5], None, (0, 1), [[0, 1]]])
def test_keys_of_another_type(key):
    with pytest.raises(TypeError, match="item sets are selected by a whole number, a slice, or a flat sequence of"):
        Links.windows([3, 2])[key]


def test_the_type_of_what_is_chosen_stays():
    links = random_links(0)[0]
    for one in (links[0], links[[2, 0]], links[::-1], links[[]]):
        for name in ("sets", "indptr", "antecedent"):
            assert getattr(one, name).dtype == getattr(links, name).dtype
        assert one.features.dtype == np.float32
        assert one.features.format == "csr"
        assert one.features.shape == (one.n_links, 5)


def test_links_or_a_sequence_of_them():
    links = random_links(0)[0]
    assert Links.of(links) is links
    assert same(Links.of(list(links)), links)
    assert same(Links.of([links[:2], links[2]]), links)
    with pytest.raises(LinksError, match="expected Links or a sequence of Links, got ndarray"):
        Links.of(np.zeros((3, 2)))
    with pytest.raises(LinksError, match="expected Links or a sequence of Links, got a list with int"):
        Links.of([links, 3])


def test_coreferent():
    links = make_links([[], [0], [0, 1], [2], [0, 1, 2, 3]])
    right = links.coreferent([np.array([7, 5, 7, 5, 7])])
    # Item 3 corefers with 1, which is not a candidate: the dummy is correct for item 3.
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
    # Other labels for the same partition give the same result.
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


@given(link_sets())
def test_good_links_pass(links):
    assert links.check() is links


def changed(name: str, value: object) -> Links:
    """Links of two sets, with three and two items, with one array replaced by an invalid one."""
    return replace(Links.stack([make_links([[], [0], [0, 1]]), make_links([[], [0]])]), **{name: value})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("sets", np.array([0, 3, 4]), "'sets' does not count up from 0 to 5"),
        ("sets", np.zeros(0, dtype=int), "'sets' does not count up from 0 to 5"),
        ("indptr", np.array([0, 1, 3, 6, 7, 10]), "'indptr' does not count up from 0 to 9"),
        ("indptr", np.array([0, 1, 6, 3, 7, 9]), "'indptr' does not count up from 0 to 9"),
        (
            "indptr",
            np.array([0, 1, 3, 7, 7, 9]),
            "item 0 of set 1 has no links. Each item has at least the link to the dummy, -1",
        ),
        (
            "antecedent",
            np.array([-1, -1, 0, -1, 1, 0, -1, -1, 0]),
            "link from item 2 to item 0 of set 0 .* out of order",
        ),
        (
            "antecedent",
            np.array([-1, -1, 0, -1, 1, 1, -1, -1, 0]),
            "link from item 2 to item 1 of set 0 .* out of order",
        ),
        (
            "antecedent",
            np.array([-1, -1, 0, 0, 0, 1, -1, -1, 0]),
            "link from item 2 to item 0 of set 0 .* out of order",
        ),
        (
            "antecedent",
            np.array([-1, -1, 0, -1, 0, 1, -1, -1, 1]),
            "link from item 1 to item 1 of set 1 does not lead to an earlier item",
        ),
        ("features", sparse.csr_matrix((8, 4)), "8 rows of features for 9 links"),
        ("teaching", np.ones(3, dtype=bool), "3 values of 'teaching' for 9 links"),
    ],
)
def test_bad_links(name, value, message):
    with pytest.raises(LinksError, match=message):
        changed(name, value).check()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_features_that_are_no_numbers(value):
    features = np.ones((9, 4), dtype=np.float32)
    features[8, 2] = value
    with pytest.raises(LinksError, match=f"the link from item 1 to item 0 of set 1 has the value {value} in column 2"):
        changed("features", sparse.csr_matrix(features)).check()


def test_large_features_are_numbers():
    links = changed("features", sparse.csr_matrix(np.full((9, 4), 3e38, dtype=np.float32)))
    assert links.check() is links


@pytest.mark.parametrize("window", [None, 0, 1, 3, 10**9])
def test_windows(window):
    links = Links.windows([4, 0, 1, 6], window).check()
    assert np.diff(links.sets).tolist() == [4, 0, 1, 6]
    item = links.item()
    for number, (lo, hi) in enumerate(links.slices()):
        own = item[lo]
        first = 0 if window is None else max(own - window, 0)
        assert links.antecedent[lo:hi].tolist() == [-1, *range(first, own)], number
    rows = np.arange(links.n_links)[:, None]
    assert np.array_equal(links.with_features(rows).features.toarray(), rows)
    with pytest.raises(LinksError, match=rf"{links.n_links - 1} rows of features for {links.n_links} links"):
        links.with_features(rows[1:])


@given(link_sets(), st.randoms(use_true_random=False))
def test_reorder(links, random):
    orders = [np.array(random.sample(range(int(n)), int(n)), dtype=int) for n in np.diff(links.sets)]
    number = np.arange(1, links.n_links + 1)[:, None]
    links = links.with_features(number)
    other = links.reorder(orders).check()
    pairs = [
        {
            frozenset((names[i], names[j] if j >= 0 else -1)): int(row)
            for i, j, row in zip(one.item(), one.antecedent, one.features.toarray()[:, 0], strict=True)
        }
        for all_links, names_of in ((links, [np.arange(len(o)) for o in orders]), (other, orders))
        for one, names in zip(all_links, names_of, strict=True)
    ]
    assert pairs[: len(orders)] == pairs[len(orders) :]
    # And back: the inverse of a permutation is its argsort.
    assert same(other.reorder([np.argsort(order) for order in orders]), links)


def test_reorder_needs_permutations():
    with pytest.raises(LinksError, match="are not permutations of the items"):
        changed("teaching", None).reorder([np.array([0, 1, 1]), np.array([0, 1])])
