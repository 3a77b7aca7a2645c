"""Every mention attribute on a hand-made document, and what is special about some."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import lost_keys, quotes, world_bank
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.errors import SettingError
from corefpipe.features import ATTRIBUTES
from corefpipe.features.attributes import attributes
from corefpipe.features.engine.column import Column

# Mrs. Nora Bell; her two old keys; her; The captain of the team; the team; she; them; Boston
EXPECTED = {
    "kind": ["name", "nominal", "pronoun", "nominal", "nominal", "pronoun", "pronoun", "name"],
    "type": ["name", "nominal", "she", "nominal", "nominal", "she", "they", "name"],
    "form": ["name", "possessed", "her", "definite", "definite", "she", "them", "name"],
    "head": ["bell", "keys", "her", "captain", "team", "she", "them", "boston"],
    "lemma": ["bell", "key", "she", "captain", "team", "she", "they", "boston"],
    "first": ["mrs.", "her", "her", "the", "the", "she", "them", "boston"],
    "last": ["bell", "keys", "her", "team", "team", "she", "them", "boston"],
    "before": ["^", "lost", "lost", ".", "of", "that", "found", "in"],
    "after": ["lost", ".", "two", "said", "said", "found", "in", "."],
    "governor": ["lose", "lose", "key", "say", "captain", "find", "find", "find"],
    "role": ["subject", "object", "possessor", "subject", "modifier", "subject", "object", "oblique"],
    "preposition": ["", "", "", "", "of", "", "", "in"],
    "length": ["≤3", "≤5", "≤1", "≤5", "≤2", "≤1", "≤1", "≤1"],
    "number": ["singular", "plural", "singular", "singular", "singular", "singular", "plural", "singular"],
    "person": ["3"] * 8,
    "gender": ["female", "neuter", "female", "male", "neuter", "female", "", "neuter"],  # captains by counts
    "animacy": ["animate", "inanimate", "animate", "animate", "group", "animate", "", "inanimate"],
    "entity_type": ["person", "object", "", "person", "organization", "", "", "place"],
    "core": ["mrs. nora bell", "her two old keys", "", "captain of the team", "team", "", "", "boston"],
    "words": ["bell nora", "key old two", "", "captain", "team", "", "", "boston"],
    "seen": ["≤0", "≤0", "≤0", "≤0", "≤0", "≤1", "≤0", "≤0"],
    "seen_core": ["none", "none", "", "none", "none", "", "", "none"],
    "nesting": ["flat", "holds", "inside", "holds", "inside", "flat", "flat", "flat"],
    "quote": ["out"] * 8,
    "pronoun_near": ["she", "she", "", "she", "she", "", "", ""],
    "variant": ["only"] * 8,
    "after_tag": ["VERB", "PUNCT", "NUM", "VERB", "VERB", "VERB", "ADP", "PUNCT"],
    "place": ["first start", "first", "first", "later start", "later", "later", "later", "later"],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_values(name):
    assert lost_keys().values(name) == EXPECTED[name]


def test_every_attribute_is_here():
    own = {name for name, known in ATTRIBUTES.items() if known.compute.__module__ == attributes.__name__}
    assert own == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_no_mentions(name):
    assert make_table(make_doc("It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root"), []).values(name) == []


@pytest.mark.parametrize(
    ("table", "name", "mention", "value"),
    [
        (world_bank, "kind", 3, "coordination"),
        (world_bank, "number", 3, "plural"),
        (world_bank, "form", 2, "indefinite"),
        (world_bank, "role", 2, "predicate"),
        (world_bank, "role", 1, "apposition"),
        (world_bank, "role", 5, "subject"),  # a conjunct has the role of the first one
        (world_bank, "variant", 3, "long"),
        (world_bank, "variant", 4, "short"),
        (world_bank, "nesting", 5, "inside"),
        (world_bank, "gender", 5, "male"),
        (world_bank, "gender", 6, "neuter"),
        (quotes, "person", 0, "1"),
        (quotes, "quote", 0, "in"),
        (quotes, "quote", 1, "out"),
        (quotes, "pronoun_near", 1, "he"),
    ],
)
def test_further_values(table, name, mention, value):
    assert table().values(name)[mention] == value


def test_both_label_schemes_give_the_same_roles():
    ud = make_doc("He he PRON PRP 2 nsubj\nsat sit VERB VBD 0 root\nin in ADP IN 4 case\nBoston Boston PROPN NNP 2 obl")
    clear = make_doc(
        "He he PRON PRP 2 nsubj\nsat sit VERB VBD 0 ROOT\nin in ADP IN 2 prep\nBoston Boston PROPN NNP 3 pobj"
    )
    for doc in (ud, clear):
        table = make_table(doc, [(0, 1), (3, 4)])
        assert table.values("role") == ["subject", "oblique"]
        assert table.values("preposition") == ["", "in"]


def test_columns():
    column = Column.of(["a", "", "b", "a"])
    assert column.codes.tolist() == [0, 1, 2, 0]
    assert column.is_("a").tolist() == [True, False, False, True]
    assert column.is_("a", "b", "no").tolist() == [True, False, True, True]
    assert column.known().tolist() == [True, False, True, True]
    assert column.names == ["a", "", "b"]
    assert column.hashes[1] == 0
    assert len(set(column.hashes.tolist())) == 3
    # The same value has the same hash whatever stands around it.
    assert column.hashes[2] == Column.of(["b"]).hashes[0]


def test_an_attribute_is_computed_once(monkeypatch):
    table, calls = lost_keys(), []
    known = ATTRIBUTES["head"]
    counting = replace(known, compute=lambda t: calls.append(1) or known.compute(t))
    monkeypatch.setitem(ATTRIBUTES, "head", counting)
    assert np.array_equal(table["head"].codes, table["head"].codes)
    assert calls == [1]


@given(st.lists(st.text(max_size=3), max_size=9))
def test_columns_are_the_values(values):
    column = Column.of(values)
    assert [column.names[code] for code in column.codes] == values
    assert len(set(column.names)) == len(column.names)
    assert [int(h) == 0 for h in column.hashes] == [name == "" for name in column.names]


def test_unknown_attribute():
    with pytest.raises(SettingError, match=r"unknown mention attribute 'colour'.*`corefpipe features list` shows all"):
        lost_keys()["colour"]


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
    # Names that do not occur go, and those that are alike are one.
    column = Column.of_codes(np.array([3, 1, 0]), ("x", "y", "z", "x"))
    assert (column.values(), sorted(column.names)) == (["x", "y", "x"], ["x", "y"])
