"""Columns: arrays of codes into distinct values."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.features import Column


def test_columns():
    column = Column.of(["a", "", "b", "a"])
    assert column.codes.tolist() == [0, 1, 2, 0]
    assert column.is_("a").tolist() == [True, False, False, True]
    assert column.is_("a", "b", "no").tolist() == [True, False, True, True]
    assert column.known().tolist() == [True, False, True, True]
    assert column.names == ["a", "", "b"]
    assert column.hashes[1] == 0
    assert len(set(column.hashes.tolist())) == 3
    # Equal values have equal hashes in every column.
    assert column.hashes[2] == Column.of(["b"]).hashes[0]


@given(st.lists(st.text(max_size=3), max_size=9))
def test_columns_are_the_values(values):
    column = Column.of(values)
    assert [column.names[code] for code in column.codes] == values
    assert len(set(column.names)) == len(column.names)
    assert [int(h) == 0 for h in column.hashes] == [name == "" for name in column.names]


VALUES = st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=1, max_size=12)


@given(VALUES, VALUES, st.data())
def test_columns_of_columns(values, others, data):
    column = Column.of(values)
    assert column.values() == values
    rows = data.draw(st.lists(st.integers(-1, len(values) - 1), max_size=12))
    assert column.at(np.array(rows, dtype=int), "^").values() == [values[row] if row >= 0 else "^" for row in rows]
    assert column.map(lambda value: value.replace("b", "a")).values() == [v.replace("b", "a") for v in values]
    assert column.in_({"a", "c"}).tolist() == [value in ("a", "c") for value in values]
    assert column.earlier().tolist() == [values[:row].count(value) for row, value in enumerate(values)]
    both = list(zip(values, others, strict=False))
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(both), max_size=len(both))), dtype=bool)
    one, other = (Column.of(side) for side in zip(*both, strict=True))
    mixed = one.where(chosen, other)
    assert mixed.values() == [a if first else b for (a, b), first in zip(both, chosen.tolist(), strict=True)]
    assert sorted(mixed.names) == sorted(set(mixed.values()))


def test_columns_of_numbers():
    assert Column.binned(np.array([0, 1, 2, 3, 9, 10]), (1, 2, 9)).values() == ["≤1", "≤1", "≤2", "≤9", "≤9", ">9"]
    assert Column.flags(np.array([True, False])).values() == ["yes", "no"]
    # Names that do not occur are dropped, and equal names are merged.
    column = Column.of_codes(np.array([3, 1, 0]), ("x", "y", "z", "x"))
    assert (column.values(), sorted(column.names)) == (["x", "y", "x"], ["x", "y"])
