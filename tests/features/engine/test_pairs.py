"""Pairs of mentions: values of both sides, agreement, functions computed once per distinct pair of values."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import all_pairs, lost_keys
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.table import MentionTable


def pairs_of(values: list[str]) -> MentionPairs:
    """All pairs of mentions with these entity types."""
    rows = ["a a NOUN NN 0 root"] * max(len(values), 1)
    doc = make_doc("\n".join(rows), types={word: value for word, value in enumerate(values) if value})
    return all_pairs(make_table(doc, [(i, i + 1) for i in range(len(values))]))


VALUES = st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=8)


@given(VALUES)
def test_agreement_is_what_it_says(values):
    pairs = pairs_of(values)
    expected = [
        0 if not (values[i] and values[j]) else 1 if values[i] == values[j] else 2
        for i, j in zip(pairs.ante, pairs.ana, strict=True)
    ]
    assert pairs.agreement("entity_type").tolist() == expected


@given(VALUES)
def test_sides(values):
    pairs = pairs_of(values)
    ante, ana = pairs.are("entity_type", "a", "b")
    assert ante.tolist() == [values[i] in ("a", "b") for i in pairs.ante]
    assert ana.tolist() == [values[i] in ("a", "b") for i in pairs.ana]
    assert pairs.both("entity_type", "a", "b").tolist() == (ante & ana).tolist()
    names = pairs.table["entity_type"].names
    assert [[names[c] for c in side] for side in pairs.codes("entity_type")] == [
        [values[i] for i in pairs.ante],
        [values[i] for i in pairs.ana],
    ]


@given(VALUES)
def test_by_value_is_computed_once_for_each_two_values(values):
    pairs, asked = pairs_of(values), []

    def joined(ante: list[str], ana: list[str]) -> np.ndarray:
        asked.extend(zip(ante, ana, strict=True))
        return np.array([f"{a}-{b}" for a, b in zip(ante, ana, strict=True)], dtype=object)

    expected = [f"{values[i]}-{values[j]}" for i, j in zip(pairs.ante, pairs.ana, strict=True)]
    assert pairs.by_value("entity_type", joined).tolist() == expected
    assert sorted(asked) == sorted({tuple(text.split("-")) for text in expected})


@given(VALUES)
def test_count_between_counts_candidates_to_the_right(values):
    pairs = pairs_of(values)
    flag = pairs.are("entity_type", "a")[0]
    expected = [values[i + 1 : j].count("a") for i, j in zip(pairs.ante, pairs.ana, strict=True)]
    assert pairs.count_between(flag).tolist() == expected


def test_nominal():
    pairs = all_pairs(lost_keys())
    pronouns = {2, 5, 6}
    assert pairs.nominal.tolist() == [not {i, j} & pronouns for i, j in zip(pairs.ante, pairs.ana, strict=True)]


@pytest.mark.parametrize("ask", [lambda p: p.agreement("number"), lambda p: p.distinct("number")])
def test_what_is_shared_is_computed_once(ask):
    pairs = all_pairs(lost_keys())
    assert ask(pairs) is ask(pairs)


def test_a_table_makes_things_once():
    table, made = lost_keys(), []

    def make(of: MentionTable) -> int:
        made.append(of)
        return len(of)

    assert [table.once(make), table.once(make)] == [8, 8]
    assert made == [table]
