"""Blocking: the pairs of each rule, laws, recall on corpora, errors."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pytest
from helpers.documents import CORPORA, needs_corpora
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import ItemSets
from corefpipe.clustering.blocking import Blocking, BlockingRule
from corefpipe.clustering.blocking.base import pairs_within
from corefpipe.clustering.blocking.nearest import _best_of_each
from corefpipe.clustering.registry import BLOCKINGS, register_blocking
from corefpipe.exceptions import CorefpipeWarning, LinksError, ModelError, SettingError

OF_RECORDS = sorted(set(BLOCKINGS.own()) - {"nearest_vectors"})


def records(*texts: str | None) -> ItemSets:
    """One set of records of one field."""
    return ItemSets.records([[{"x": text} for text in texts]])


def pairs(items: ItemSets, **rules) -> list[list[int]]:
    """The candidate pairs of the first set."""
    return Blocking.of(**rules).pairs(items, 0).tolist()


@given(st.lists(st.integers(0, 3), max_size=8).map(sorted), st.none() | st.integers(1, 4))
def test_pairs_within_groups(groups, window):
    expected = [
        [i, j]
        for i, one in enumerate(groups)
        for j, other in enumerate(groups)
        if i < j and one == other and (window is None or j - i <= window)
    ]
    assert pairs_within(np.array(groups, dtype=int), window).tolist() == expected


def test_all_pairs_of_small_sets_only():
    items = records("a", "b", "c")
    assert pairs(items, all={}) == [[0, 1], [0, 2], [1, 2]]
    assert pairs(items, all={"most": 2}) == []


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, [[0, 3]]),
        ({"kind": "prefix", "length": 2}, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]),
        ({"kind": "letters"}, [[0, 1], [0, 3], [1, 3]]),
        ({"kind": "sound"}, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]),
    ],
)
def test_keys(settings, expected):
    assert pairs(records("Smith", "Smiht", "Smyt", "smith", None, "Bell", None), keys=settings) == expected


def test_keys_of_two_fields_need_both_values():
    rows = [{"x": "a", "y": "1"}, {"x": "A", "y": "1"}, {"x": "a", "y": None}, {"x": "a", "y": None}]
    items = ItemSets.records([rows])
    assert pairs(items, keys={}) == [[0, 1]]
    assert len(pairs(items, keys={"fields": ["x"]})) == 6


def test_large_blocks_of_keys_do_not_become_all_pairs():
    items = records(*(f"ann {number:03}" for number in range(300)))
    found = Blocking.of(keys={"kind": "prefix", "length": 3, "most": 20}).pairs(items)
    assert len(found) == 2 * 300 - 3  # the two next ones in order


def test_sorted_neighbourhood():
    assert pairs(records("b", "d", "a", "c"), sorted={"window": 1}) == [[0, 2], [0, 3], [1, 3]]


def test_rare_words():
    items = records("ann bell", "bo bell", "cy bell", "Cy Lee")
    assert pairs(items, rare_words={"most": 2}) == [[2, 3]]
    assert pairs(items, rare_words={"most": 3}) == [[0, 1], [0, 2], [1, 2], [2, 3]]


def test_nearest_texts():
    items = records("johnathan smith", "jonathan smyth", "mary bell", "marie bell", "zzz", None)
    assert pairs(items, nearest_texts={}) == [[0, 1], [2, 3]]
    assert pairs(records("a", "b"), nearest_texts={}) == []  # no trigram is in two texts
    assert pairs(records(None, None), nearest_texts={}) == []
    assert pairs(records("ann"), nearest_texts={}) == []


def test_a_warning_of_texts_with_too_many_copies():
    with pytest.warns(CorefpipeWarning, match="4 records have the text 'ann hill' and get no candidates"):
        assert pairs(records(*["ann hill"] * 4, "bo lee", "bo lee"), nearest_texts={"common": 3}) == [[4, 5]]


def test_nearest_texts_of_a_large_set_are_few(monkeypatch):
    items = records(*(f"the same text {number}" for number in range(100)))
    assert len(pairs(items, nearest_texts={})) == 4950
    few = pairs(items, nearest_texts={"budget": 100})
    assert 500 <= len(few) <= 1000  # 10 of each, some of them mutual
    monkeypatch.setattr("corefpipe.clustering.blocking.nearest._CELLS", 100)  # one record at once
    assert pairs(items, nearest_texts={"budget": 100}) == few


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 3)), max_size=30, unique=True), st.integers(1, 5))
def test_best_of_each_group(cells, most):
    cells.sort(key=lambda cell: cell[0])
    groups, values = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    ranked = sorted(range(len(cells)), key=lambda i: (cells[i][0], -cells[i][1]))
    before = [sum(cells[j][0] == cells[i][0] for j in ranked[:at]) for at, i in enumerate(ranked)]
    expected = [i for i, rank in zip(ranked, before, strict=True) if rank < most]
    assert _best_of_each(groups, values, most).tolist() == expected


def test_common_trigrams_count_for_nothing():
    items = records("ann bell", "ann lee", "ann bell", "ann roth")
    assert [0, 1] in pairs(items, nearest_texts={})
    assert pairs(items, nearest_texts={"common": 3}) == [[0, 2]]


def test_nearest_vectors():
    items = ItemSets.vectors([np.array([[0.0], [1.0], [10.0], [12.0]])])
    assert pairs(items, nearest_vectors={"nearest": 1}) == [[0, 1], [2, 3]]
    assert len(pairs(items, nearest_vectors={})) == 6
    assert pairs(ItemSets.vectors([[[0.0]]]), nearest_vectors={}) == []


texts = st.lists(st.sampled_from("ann anna bell bella bo lee roth smith smyth 12 13".split()), max_size=3).map(" ".join)


@pytest.mark.parametrize("name", OF_RECORDS)
@given(column=st.lists(texts, min_size=1, max_size=12), random=st.randoms(use_true_random=False))
def test_pairs_are_sorted_and_permuted_with_the_items(name, column, random):
    order = sorted(range(len(column)), key=lambda i: (column[i], random.random()))
    random.shuffle(order)
    if name == "sorted":  # of equal texts in large number the order decides, so here all differ
        column = [f"{text} {number:02}" for number, text in enumerate(column)]
    one, other = records(*column), records(*(column[i] for i in order))
    found = Blocking.of(**{name: {}}).pairs(one, 0)
    assert found.dtype == np.int64
    assert found.shape == (len(found), 2)
    assert (found[:, 0] < found[:, 1]).all()
    assert list(map(tuple, found.tolist())) == sorted(set(map(tuple, found.tolist())))
    back = {tuple(sorted((order[i], order[j]))) for i, j in Blocking.of(**{name: {}}).pairs(other, 0).tolist()}
    assert back == set(map(tuple, found.tolist()))


@given(st.lists(texts, min_size=1, max_size=8))
def test_rules_are_united(column):
    items = records(*column)
    rules = {"keys": {}, "sorted": {"window": 1}, "rare_words": {"most": 2}}
    alone = {tuple(pair) for name, settings in rules.items() for pair in pairs(items, **{name: settings})}
    assert pairs(items, **rules) == sorted(map(list, alone))


def test_sets_of_one_item_or_none_have_no_pairs():
    items = ItemSets.records([[], [{"x": "ann"}], [{"x": "ann"}, {"x": "ann"}]])
    for name in OF_RECORDS:
        assert [len(Blocking.of(**{name: {}}).pairs(items, number)) for number in range(3)] == [0, 0, 1]


def test_recall():
    items = ItemSets.records([[{"x": "a"}, {"x": "a"}, {"x": "b"}], [{"x": "c"}, {"x": "c"}]])
    blocking = Blocking.of(keys={})
    assert blocking.recall(items, [np.array([0, 0, 0]), np.array([1, 1])]) == 2 / 4
    assert blocking.recall(items, [np.arange(3), np.arange(2)]) == 1
    with pytest.raises(LinksError, match="labels of 1 sets for 2 sets"):
        blocking.recall(items, [np.arange(3)])
    with pytest.raises(LinksError, match=re.escape("labels of shape (2,) for the 3 items of set 0")):
        blocking.recall(items, [np.arange(2), np.arange(2)])


@needs_corpora
@pytest.mark.parametrize(("name", "share"), [("coraATDV", 0.1), ("censusText", 0.1)])
def test_at_most_one_true_pair_in_a_hundred_is_lost(name, share):
    text = (CORPORA / "names" / f"{name}.txt").read_text("utf8", errors="replace")
    rows = [line.split("\t") for line in text.splitlines()]
    items = records(*(" ".join(row[2:]) for row in rows))
    labels = np.unique([row[1].strip() for row in rows], return_inverse=True)[1]
    blocking = Blocking.guess(items)
    assert blocking.recall(items, [labels]) >= 0.99
    assert len(blocking.pairs(items)) < share * len(rows) * (len(rows) - 1) / 2


def test_guesses_and_tables():
    for items in (records("a", "b"), ItemSets.vectors([np.eye(3)])):
        blocking = Blocking.guess(items)
        assert len(pairs_of := blocking.pairs(items)) == items.n_items * (items.n_items - 1) / 2
        assert Blocking.from_table(blocking.to_table()).pairs(items).tolist() == pairs_of.tolist()
    table = Blocking.of(keys={"fields": ("x",), "length": 2}).to_table()
    assert table == {"rules": [{"name": "keys", "fields": ["x"], "kind": "value", "length": 2, "most": 50}]}


WRONG = [
    (lambda: Blocking([]), "rules is []"),
    (lambda: Blocking(["keys"]), "'keys' is no rule of blocking"),
    (lambda: Blocking.of(), "rules is []"),
    (lambda: Blocking.of(key={}), "unknown blocking rule 'key'. Did you mean keys?"),
    (lambda: Blocking.of(keys={"field": "x"}), "unknown setting of blocking rule keys: 'field'. Did you mean fields"),
    (lambda: Blocking.of(keys=3), "the settings of keys are 3"),
    (lambda: Blocking.of(keys={"fields": "x"}), "fields is 'x'. Give a list"),
    (
        lambda: Blocking.of(keys={"kind": "soundex"}),
        "unknown kind 'soundex'. Did you mean sound? Valid are value, prefix",
    ),
    (lambda: Blocking.of(keys={"most": 0}), "most is 0"),
    (lambda: Blocking.of(nearest_texts={"above": 2}), "above is 2. It must be a cosine"),
    (lambda: Blocking.from_table({}), "the rules of blocking are None"),
]


@pytest.mark.parametrize(("make", "message"), WRONG)
def test_rules_that_are_refused(make, message):
    with pytest.raises(SettingError, match=re.escape(message)):
        make()


def test_items_that_are_refused():
    for rules, items, message in (
        ({"keys": {"fields": ["y"]}}, records("a", "b"), "there is no field 'y'. The records have x"),
        ({"keys": {}}, ItemSets.vectors([np.eye(2)]), "a rule for records blocks vectors"),
        ({"nearest_vectors": {}}, records("a", "b"), "a rule for vectors blocks records"),
    ):
        with pytest.raises(LinksError, match=re.escape(message)):
            Blocking.of(**rules).pairs(items)


def test_a_rule_of_your_own():
    @register_blocking("ends")
    @dataclass(slots=True, frozen=True)
    class Ends(BlockingRule):
        """The first and the last item."""

        def pairs(self, items):
            """One pair, the later item first."""
            return np.array([[items.n_items - 1, 0]])

    try:
        assert pairs(records("a", "b", "c"), ends={}) == [[0, 2]]
        assert Blocking.of(ends={}).to_table() == {"rules": [{"name": "ends"}]}
    finally:
        BLOCKINGS.unregister("ends")
    with pytest.raises(ModelError, match="the blocking rule Ends is not registered"):
        Blocking([Ends()]).to_table()
    with pytest.raises(SettingError, match="the blocking rule object is no dataclass"):
        register_blocking("ends")(object)
