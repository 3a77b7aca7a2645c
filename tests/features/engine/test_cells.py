"""Cells: pairs with equal values of a template share a cell, and keys are the same on every platform."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.tables import all_pairs, every_table, lost_keys, template_keys
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.features.engine import cells as cells_module
from corefpipe.features.engine.cells import Block
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.templates import Template

PARTS = ["ana.type", "ante.head", "ana.preposition", "number_match", "head_match", "sentence_distance", "embedding"]


def test_equal_values_are_equal_keys():
    # she and her (both `she`) after Mrs. Nora Bell share a cell; the team has another type.
    a, b, c = template_keys("types", [0, 0, 0], [2, 5, 4])
    assert a == b != c
    assert 0 not in (a, b, c)


def test_sides_and_templates_differ():
    found = [
        template_keys(text, [0], [1])[0]
        for text in ("ana.type", "ante.type", "ana.kind", "types", "ante.type * ana.type", "ana.type * ana.type")
    ]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("text", "ante", "ana", "silent"),
    [
        ("head_match", 0, 1, True),
        ("ana.preposition", 0, 1, True),
        ("ana.preposition", 0, 7, False),
        ("types * ana.preposition", 0, 1, True),
        ("ana.preposition * types", 0, 1, True),
        ("types * ana.preposition", 0, 7, False),
        ("ana.entity_type * ante.entity_type * sentence_distance", 0, 2, True),
        ("ana.entity_type * ante.entity_type * sentence_distance", 0, 1, False),
        ("ana.preposition=in", 0, 7, False),
        ("ana.preposition=of", 0, 7, True),
        ("ana.preposition=", 0, 1, False),
    ],
)
def test_silent_where_a_part_is_unknown(text, ante, ana, silent):
    assert (template_keys(text, [ante], [ana])[0] == 0) == silent


def test_prefixes_are_shared_without_harm():
    pairs = MentionPairs(lost_keys(), np.array([0, 0]), np.array([1, 5]))
    texts = ["types", "types * sentence_distance", "types", "types * number_match", "types * sentence_distance"]
    templates = [Template.read(text, text)[0] for text in texts]
    shared = Block(pairs)
    assert [shared.cells(t).keys.tolist() for t in templates] == [
        Block(pairs).cells(t).keys.tolist() for t in templates
    ]


def described(block: Block, template: Template) -> tuple[list, list, list]:
    """For each pair its key and the values of its parts; for each cell its key and count."""
    cells = block.cells(template)
    names = [[names[code] for code in codes] for codes, names in zip(cells.parts, cells.names, strict=True)]
    by_key = dict(zip(cells.keys.tolist(), zip(*names, strict=True), strict=True))
    of_pairs = cells.spread(cells.keys, 0).tolist()
    counts = dict(zip(cells.keys.tolist(), cells.counts().tolist(), strict=True))
    return of_pairs, [by_key.get(key) for key in of_pairs], sorted(counts.items())


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=5), st.sampled_from(range(5)))
def test_cells_are_the_values_of_the_parts(names, which):
    pairs = all_pairs(every_table()[which])
    (template,) = Template.read("x", " * ".join(names))
    block = Block(pairs)
    of_pairs, values, counts = described(block, template)
    expected = []
    for row in range(len(pairs)):
        said = tuple(coded.names[coded.codes[row]] for coded in map(block.part, template.parts))
        expected.append(None if "" in said else said)
    assert values == expected
    assert len(set(of_pairs) - {0}) == len(set(expected) - {None})
    assert counts == sorted((key, of_pairs.count(key)) for key in set(of_pairs) - {0})


@pytest.mark.parametrize(
    "settings",
    [
        {"TIMES": 0, "DENSE": 0},  # cells are sorted, not looked up in a table
        {"TIMES": 0, "DENSE": 0, "LARGE": 1},  # codes are renumbered before each part
        {"SELDOM": 0.0},  # parts are evaluated on all pairs
        {"SELDOM": 1.1},  # parts are evaluated only where the rarest part has a value
        {"SELDOM": 1.1, "TIMES": 0, "LARGE": 1},
    ],
)
@given(names=st.lists(st.sampled_from(PARTS), min_size=1, max_size=5))
def test_every_way_to_find_the_cells_gives_the_same(settings, names):
    (template,) = Template.read("x", " * ".join(names))
    pairs = all_pairs(lost_keys())
    whole = described(Block(pairs), template)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setattr(cells_module, name, value)
        assert described(Block(pairs), template) == whole


def test_many_parts_of_many_values_do_not_overflow():
    from helpers.parses import cycle_doc, make_table

    size = 300
    doc = cycle_doc(size)
    table = make_table(doc, [(i, i + 1) for i in range(0, 4 * size, 2)])
    names = [
        f"{side}.{name}" for side in ("ana", "ante") for name in ("head", "lemma", "first", "last", "core", "before")
    ]
    names += ["ana.governor", "ante.governor", *names]
    (template,) = Template.read("x", " * ".join(names))
    rows = np.arange(1, len(table))
    cells = Block(MentionPairs(table, rows - 1, rows)).cells(template)
    assert np.prod([float(len(names)) for names in cells.names]) > 2**64
    assert len(set(cells.keys.tolist())) == len(cells.keys) > 5


def test_no_pairs():
    none = np.zeros(0, dtype=np.int64)
    (template,) = Template.read("x", "types * number_match")
    cells = Block(MentionPairs(lost_keys(), none, none)).cells(template)
    assert len(cells.keys) == len(cells.counts()) == len(cells.spread(cells.keys, 0)) == 0


def test_numbers_where_a_part_speaks_seldom():
    pairs = all_pairs(lost_keys())
    (whole,) = Template.read("x", "mention_distance", {"raw": True})
    (some,) = Template.read("y", "types * ana.preposition=in * mention_distance", {"raw": True})
    block = Block(pairs)
    distance, cells = block.cells(whole).numbers, block.cells(some)
    rows = np.arange(len(pairs))[cells.where]
    assert rows.tolist() == np.flatnonzero(pairs.ana == 7).tolist()  # in Boston
    assert cells.numbers.tolist() == distance[rows].tolist() == [6, 5, 4, 3, 2, 1, 0]
    assert (cells.spread(cells.keys, 0) != 0).tolist() == ((pairs.ana == 7) & (distance > 0)).tolist()
