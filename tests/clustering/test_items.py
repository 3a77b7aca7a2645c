"""ItemSets: indexing as a sequence of sets, links, and what is refused."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from corefpipe.clustering import ItemSets, Links
from corefpipe.clustering.item_links import links_of_pairs
from corefpipe.exceptions import LinksError, SettingError

NAN = float("nan")


class Distance:
    """|x - y| of the first dimension."""

    def compare(self, items, left, right):
        """(n, 1) CSR."""
        return sparse.csr_matrix(np.abs(items.array[left, :1] - items.array[right, :1]).astype(np.float32))


class Pairs:
    """Given candidate pairs per set."""

    def __init__(self, *pairs):
        self.given = [np.array(part, dtype=np.int64).reshape(-1, 2) for part in pairs]

    def pairs(self, items, number):
        """The pairs of a set."""
        return self.given[number]


def item_sets(sizes: list[int]) -> ItemSets:
    """Sets whose vectors are numbered through."""
    numbers = np.arange(sum(sizes) + 1.0)
    bounds = np.cumsum([0, *sizes])
    return ItemSets.vectors([numbers[a:b, None] for a, b in pairwise(bounds)])


sizes = st.lists(st.integers(0, 4), min_size=1, max_size=5).filter(any)


@given(sizes, st.data())
def test_a_choice_of_sets_is_that_of_a_list(sizes, data):
    items = item_sets(sizes)
    parts = [part.array.ravel().tolist() for part in items]
    assert (len(items), items.sizes.tolist(), [len(part) for part in parts]) == (len(sizes), sizes, sizes)
    n = len(sizes)
    numbers = data.draw(st.lists(st.integers(-n, n - 1), max_size=6))
    mask = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    ends = data.draw(st.tuples(*[st.none() | st.integers(-n - 1, n + 1)] * 2))
    part = slice(*ends, data.draw(st.sampled_from([1, -1, 2])))
    for key, expected in (
        (numbers, [parts[i] for i in numbers]),
        (np.array(mask), [own for own, kept in zip(parts, mask, strict=True) if kept]),
        (part, parts[part]),
        (n - 1, [parts[n - 1]]),
    ):
        assert [own.array.ravel().tolist() for own in items[key]] == expected


@given(sizes)
def test_stack_joins_what_iteration_splits(sizes):
    items = item_sets(sizes)
    joined = ItemSets.of(list(items))
    assert np.array_equal(joined.sets, items.sets)
    assert np.array_equal(joined.array, items.array)
    assert ItemSets.of(items) is items


def test_records():
    items = ItemSets.records(
        [
            [{"name": " Ann ", "born": 1990}, {"name": "", "born": None}],
            [{"born": date(1990, 1, 2), "name": ["b", " a ", ""]}],
        ]
    )
    assert items.fields == ("name", "born")
    assert items.column("name").tolist() == ["Ann", None, frozenset({"a", "b"})]
    assert items.column("born").tolist() == [1990.0, None, "1990-01-02"]
    assert items[1].column("born").tolist() == ["1990-01-02"]
    assert items.take(np.array([1, 0])).column("name").tolist() == [None, "Ann"]
    assert items.array is None


def test_data_frames_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "name": ["Ann", None, " "],
            "height": [1.5, NAN, 2],
            "born": pandas.to_datetime(["2001-02-03", None, "1970-01-01"]),
            "children": pandas.array([1, None, 2], dtype="Int64"),
            "city": pandas.Categorical(["Rome", "Oslo", NAN]),
            "paid": [Decimal("1.5"), pandas.NA, Decimal(2)],
        },
        index=[7, 7, 1],
    )
    found = ItemSets.records([frame, frame[:0], frame[::-1]])
    assert found.sizes.tolist() == [3, 0, 3]
    assert {name: column[:3].tolist() for name, column in found.columns.items()} == {
        "name": ["Ann", None, None],
        "height": [1.5, None, 2.0],
        "born": ["2001-02-03", None, "1970-01-01"],
        "children": [1.0, None, 2.0],
        "city": ["Rome", "Oslo", None],
        "paid": [1.5, None, 2.0],
    }
    assert all(column[3:].tolist() == column[2::-1].tolist() for column in found.columns.values())
    for wrong, message in (
        (
            frame["name"],
            "set 0 is a Series. Give a list of dicts from field to value, a DataFrame of pandas, or a Table",
        ),
        (frame.rename(columns={"name": 1}), "Names of fields are strings"),
        (frame.rename(columns={"name": "born"}), "set 0 has two columns 'born'. Give each column its own name"),
        ([{"a": pandas.NaT}], "item 0 of set 0 has a NaTType in the field 'a': 'NaT'"),
    ):
        with pytest.raises(LinksError, match=re.escape(message)):
            ItemSets.records([wrong])


def test_links_have_features_and_constants():
    items = ItemSets.vectors([np.array([[1.0], [4.0], [9.0]]), np.array([[5.0]])])
    links = items.links(Distance()).check()
    assert links.antecedent.tolist() == [-1, -1, 0, -1, 0, 1, -1]
    start, link = [0, 0, 1], lambda distance: [distance, 1, 0]
    assert links.features.toarray().tolist() == [start, start, link(3), start, link(8), link(5), start]
    near = items.links(Distance(), window=1).check()
    assert near.antecedent.tolist() == [-1, -1, 0, -1, 1, -1]


@given(sizes, st.data())
def test_links_of_blocked_pairs_are_those_links_of_all(sizes, data):
    items = item_sets(sizes)
    every = items.links(Distance())
    item, antecedent = every.ends()
    kept = np.array([a < 0 or data.draw(st.booleans()) for a in antecedent.tolist()], dtype=bool)
    of_set = np.searchsorted(items.sets, item, side="right") - 1
    chosen = [
        np.stack([every.antecedent, every.item()], axis=1)[kept & (every.antecedent >= 0) & (of_set == number)]
        for number in range(len(items))
    ]
    found = items.links(Distance(), blocking=Pairs(*chosen)).check()
    expected = every.only(kept)
    for name in ("sets", "indptr", "antecedent"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert np.array_equal(found.features.toarray(), expected.features.toarray())
    within = items.links(Distance(), window=1, blocking=Pairs(*chosen))
    assert within.n_links == items.n_items + sum(int((p[:, 1] - p[:, 0] == 1).sum()) for p in chosen)


def test_pairs_need_no_order():
    links = links_of_pairs([3, 0, 2], [np.array([[1, 2], [0, 1]]), np.zeros((0, 2), dtype=int), np.array([[0, 1]])])
    assert links.check().antecedent.tolist() == [-1, -1, 0, -1, 1, -1, -1, 0]
    assert np.diff(links.sets).tolist() == [3, 0, 2]
    assert isinstance(links, Links)


WRONG = [
    (lambda: ItemSets.vectors([]), "no item sets. Give a list with an array per set"),
    (lambda: ItemSets.vectors([[]]), "none of the sets has items"),
    (lambda: ItemSets.vectors([[1.0, 2.0]]), "set 0 is an array of shape (2,)"),
    (lambda: ItemSets.vectors([[["a"]]]), "ItemSets.records takes records"),
    (lambda: ItemSets.vectors([[[1.0], [1.0, 2.0]]]), "set 0 is no array"),
    (lambda: ItemSets.vectors([np.zeros((2, 0))]), "the vectors of set 0 have no dimensions"),
    (lambda: ItemSets.vectors([[[1.0]], [[0.0], [NAN]]]), "item 1 of set 1 has nan in dimension 0"),
    (lambda: ItemSets.vectors([[[np.inf]]]), "item 0 of set 0 has inf in dimension 0"),
    (lambda: ItemSets.vectors([[[1.0]], [[1.0, 2.0]]]), "the vectors of set 1 have 2 dimensions, those before 1"),
    (lambda: ItemSets.vectors("abc"), "the sets are a str"),
    (lambda: ItemSets.records([]), "no item sets"),
    (lambda: ItemSets.records([[]]), "none of the sets has records"),
    (lambda: ItemSets.records([[{}]]), "item 0 of set 0 has no fields"),
    (lambda: ItemSets.records([["a"]]), "item 0 of set 0 is a str. Give dicts"),
    (lambda: ItemSets.records([{"a": 1}]), "set 0 is a dict. Give a list of sets, each of them a list of dicts"),
    (lambda: ItemSets.records([[{"a": 1}, {"b": 1}]]), "item 1 of set 0 lacks the field 'a'. Give None"),
    (lambda: ItemSets.records([[{"a": 1}], [{"a": 1, "b": 1}]]), "has a field 'b', which those before lack"),
    (lambda: ItemSets.records([[{"a": NAN}]]), "item 0 of set 0 has nan in the field 'a'. Give None"),
    (lambda: ItemSets.records([[{"a": b"x"}]]), "item 0 of set 0 has a bytes in the field 'a'"),
    (lambda: ItemSets.records([[{1: "x"}]]), "Names of fields are strings"),
    (lambda: ItemSets.records([[{"a": 1}]]).column("b"), "there is no field 'b'. The records have a"),
    (lambda: ItemSets.vectors([[[1.0]]]).column("b"), "The items are vectors"),
    (lambda: ItemSets.of([]), "no item sets"),
    (lambda: ItemSets.of(3), "expected ItemSets, got int"),
    (lambda: ItemSets.of([item_sets([1]), ItemSets.records([[{"a": 1}]])]), "records of a after item sets of vectors"),
    (lambda: item_sets([20_000]).links(Distance()), "20000 items of set 0 make 199990000 pairs"),
]


@pytest.mark.parametrize(("make", "message"), WRONG)
def test_what_is_refused(make, message):
    with pytest.raises(LinksError, match=re.escape(message)):
        make()


@pytest.mark.parametrize("window", [0, -1, 1.5, True, "2"])
def test_windows_that_are_refused(window):
    with pytest.raises(SettingError, match="window is"):
        item_sets([3]).links(Distance(), window=window)


def test_numbers_of_sets_that_are_refused():
    with pytest.raises(IndexError, match="there is no set 2 among 2"):
        item_sets([1, 2])[2]
    with pytest.raises(TypeError, match="item sets are selected by"):
        item_sets([1, 2])["a"]
