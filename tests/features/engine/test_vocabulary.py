"""Vocabularies: a bijection between columns and features, in any order, in memory and in files."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.strategies import EVERY_KIND, corpora
from helpers.tables import all_pairs, every_table, lost_keys
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.features import FeatureSet
from corefpipe.features.engine.cells import Block
from corefpipe.features.engine.templates import Template
from corefpipe.features.engine.vocabulary import Counter, Vocabulary

TEXTS = ["types", "head_match", "ana.preposition", "types * sentence_distance", "ana.head * ante.head * number_match"]


def templates(*texts: str) -> list[Template]:
    return [template for text in texts for template in Template.read(text, text)]


def counted(texts=TEXTS, min_count: int = 1, tables=None) -> tuple[Vocabulary, dict[int, int]]:
    """The vocabulary of all pairs of the tables, and the number of pairs per key."""
    known = templates(*texts)
    counter, counts = Counter(known), {}
    for table in tables if tables is not None else every_table():
        block = Block(all_pairs(table))
        for number, template in enumerate(known):
            cells = block.cells(template)
            for key, count in zip(cells.keys.tolist(), cells.counts().tolist(), strict=True):
                counts[key] = counts.get(key, 0) + count
            counter.add(number, cells)
    return counter.vocabulary(min_count), counts


def found(vocabulary: Vocabulary, numbers: np.ndarray, keys: np.ndarray) -> list[int]:
    """The column of each (template number, key)."""
    return [
        int(vocabulary.columns(number, keys[i : i + 1])[0]) for i, number in enumerate(np.asarray(numbers).tolist())
    ]


def assert_bijection(vocabulary: Vocabulary) -> None:
    size = len(vocabulary)
    names = vocabulary.names()
    assert len(names) == len(set(names)) == size
    assert found(vocabulary, vocabulary.template, vocabulary.keys) == list(range(size))
    assert (np.diff(vocabulary.template) >= 0).all()


def test_names():
    names = counted(["types", "head_match", "ana.preposition"])[0].names()
    assert {"head_match", "ana.preposition=in", "ana.type=she & ante.type=name"} <= set(names)


@pytest.mark.parametrize("min_count", [1, 2, 5, 1000])
def test_a_bijection_of_what_is_frequent(min_count):
    vocabulary, counts = counted(min_count=min_count)
    assert_bijection(vocabulary)
    kept = {key for key, count in counts.items() if count >= min_count}
    assert set(vocabulary.keys.tolist()) == kept
    keys = np.array(sorted(counts), dtype=np.uint64)
    for key in kept:  # each key belongs to exactly one template
        columns = [vocabulary.columns(n, np.array([key], dtype=np.uint64))[0] for n in range(len(vocabulary.templates))]
        assert sum(column >= 0 for column in columns) == 1
    rare = keys[~np.isin(keys, np.array(sorted(kept), dtype=np.uint64))]
    assert all((vocabulary.columns(n, rare) == -1).all() for n in range(len(vocabulary.templates)))


@settings(max_examples=25)
@given(corpora())
def test_it_is_a_bijection_of_any_corpus(pairs):
    features = FeatureSet.parse(EVERY_KIND).fit(pairs)
    assert_bijection(features.fitted)
    again = Vocabulary.from_arrays(features.fitted.templates, features.fitted.to_arrays())
    assert_same(again, features.fitted)


@settings(max_examples=25)
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_documents_changes_nothing(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    assert_same(FeatureSet.parse(EVERY_KIND).fit(shuffled).fitted, FeatureSet.parse(EVERY_KIND).fit(pairs).fitted)


def assert_same(one: Vocabulary, other: Vocabulary) -> None:
    assert one.names() == other.names()
    assert np.array_equal(one.keys, other.keys)
    assert np.array_equal(one.template, other.template)


def test_what_a_file_holds_is_all_of_it():
    vocabulary, _ = counted()
    arrays = vocabulary.to_arrays()
    assert all(array.dtype != object for array in arrays.values())
    assert_same(Vocabulary.from_arrays(vocabulary.templates, arrays), vocabulary)
    again = Vocabulary.from_arrays(vocabulary.templates, arrays).to_arrays()
    assert {name: array.tolist() for name, array in again.items()} == {n: a.tolist() for n, a in arrays.items()}


def test_only_some_columns():
    vocabulary, _ = counted()
    kept = np.arange(1, len(vocabulary), 3)
    fewer = vocabulary.only(kept)
    names = vocabulary.names()
    assert fewer.names() == [names[column] for column in kept]
    assert_bijection(fewer)
    strings = Vocabulary.from_arrays(fewer.templates, fewer.to_arrays()).strings
    assert len(strings) < len(vocabulary.strings)  # values that no column uses are not written
    assert found(fewer, vocabulary.template[kept], vocabulary.keys[kept]) == list(range(len(kept)))
    assert len(vocabulary.only(np.zeros(0, dtype=int))) == 0


def test_columns_made_of_some_features():
    vocabulary, _ = counted(["types", "head_match", "ana.preposition"])
    made = vocabulary.made_of(["head_match", "ana.preposition"])
    assert [name for name, kept in zip(vocabulary.names(), made, strict=True) if not kept] == [
        name for name in vocabulary.names() if "ante.type" in name
    ]


def test_unknown_keys_have_no_column():
    vocabulary, counts = counted()
    strange = np.array([key for key in range(1, 9) if key not in counts], dtype=np.uint64)
    for known in (vocabulary, counted(tables=[])[0]):
        assert all(set(known.columns(number, strange)) == {-1} for number in range(len(known.templates)))


def test_names_that_would_be_alike_are_numbered():
    # A value of one feature may look like the name of another, and a word may contain the separator of values.
    vocabulary, _ = counted(["ana.kind", "ana.kind=name"], tables=[lost_keys()])
    assert sorted(name for name in vocabulary.names() if "name" in name) == ["ana.kind=name", "ana.kind=name (2)"]
    (template,) = Template.read("FIRST", "ana.first * ante.first")
    joined = Vocabulary([template], np.array([0, 0]), np.array([[3, 4], [1, 2]]), ["", "a", "b+c", "a+b", "c"])
    assert joined.names() == ["FIRST=a+b+c", "FIRST=a+b+c (2)"]
    assert_bijection(joined)


def test_no_templates():
    vocabulary = Counter([]).vocabulary()
    assert (len(vocabulary), vocabulary.names()) == (0, [])
    assert len(Vocabulary.from_arrays([], vocabulary.to_arrays())) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda a: a | {"template": a["template"][1:]}, "columns, values of"),
        (lambda a: a | {"values": a["values"][:, 0]}, "columns, values of"),
        (lambda a: a | {"values": a["values"][:1]}, "1 values a column are too few"),
        (lambda a: a | {"template": a["template"][::-1]}, "columns that are not of 5 templates"),
        (lambda a: a | {"template": a["template"] + 5}, "columns that are not of 5 templates"),
        (lambda a: a | {"template": a["template"] - 1}, "columns that are not of 5 templates"),
        (lambda a: a | {"values": a["values"] + 9999}, "values outside the"),
        (lambda a: a | {"values": a["values"] - 1}, "values outside the"),
        (lambda a: a | {"strings": a["strings"][:9]}, "delimiter|Expecting|Unterminated"),
        (lambda a: a | {"strings": np.frombuffer(b'{"a": 1}', dtype=np.uint8)}, "strings that are none"),
        (lambda a: a | {"strings": np.frombuffer(b"[1, 2]", dtype=np.uint8)}, "strings that are none"),
        (lambda a: a | {"strings": np.frombuffer(b"\xff", dtype=np.uint8)}, "utf-8"),
    ],
)
def test_arrays_that_do_not_fit(change, message):
    vocabulary, _ = counted()
    with pytest.raises(ValueError, match=message):
        Vocabulary.from_arrays(vocabulary.templates, change(vocabulary.to_arrays()))


def test_columns_of_two_vocabularies():
    known = templates(*TEXTS)
    whole, _ = counted()
    odd = np.isin(whole.template, [1, 3])
    one, other = whole.only(np.flatnonzero(~odd)), whole.only(np.flatnonzero(odd))
    joined, order = one.joined(other)
    assert joined.names() == whole.names()
    assert np.array_equal(joined.keys, whole.keys)
    assert [*one.names(), *other.names()] == [joined.names()[i] for i in np.argsort(order)]
    more = [*templates("ana.length"), *known]
    moved = whole.of_templates(more, known)
    assert moved.names() == whole.names()
    assert np.array_equal(moved.template, whole.template + 1)
