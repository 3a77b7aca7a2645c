"""Names that parsers tear."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.torn_names import join_torn_names


@pytest.mark.parametrize(
    ("pos", "deps", "bounds", "heads"),
    [
        ("PROPN PROPN VERB", "nsubj nsubj root", (0,), [2, 0, 2]),
        ("PROPN PROPN PROPN VERB", "nsubj nsubj nsubj root", (0,), [3, 0, 0, 3]),
        ("NOUN PROPN VERB", "nsubj nsubj root", (0,), [2, 2, 2]),
        ("PROPN PROPN VERB", "nsubj nsubj:pass root", (0,), [2, 2, 2]),
        ("PROPN PROPN VERB", "nsubj nsubj root", (0, 1), [2, 2, 2]),
        ("PROPN PROPN VERB", "obl obl root", (0,), [2, 2, 2]),
        ("PROPN PUNCT PROPN VERB", "nsubj punct nsubj root", (0,), [3, 3, 3, 3]),
    ],
)
def test_heads(pos, deps, bounds, heads):
    root = len(heads) - 1
    columns = make_columns(pos=pos, deps=deps, bounds=(*bounds, len(heads)))
    join_torn_names(columns)
    assert columns.heads == heads
    assert {dep for dep, head in zip(columns.deps, heads, strict=True) if head != root} <= {"flat"}
    assert columns.deps.count("flat") == sum(head != root for head in heads)


@pytest.mark.parametrize(
    ("dep", "entities", "joined"),
    [
        ("obj", [0, 1, 1, 1], True),
        ("nmod:poss", [0, 1, 1, 1], True),
        ("obj", [0, 1, 2, 2], False),
        ("compound", [0, 1, 1, 1], False),
    ],
)
def test_one_person(dep, entities, joined):
    """Of "saw Miss Jessie Bell": words of one entity are one name."""
    pos, deps = "VERB PROPN PROPN PROPN", f"root {dep} {dep} flat"
    columns = make_columns("saw Miss Jessie Bell", pos, deps, [0, 0, 0, 2], {1: "person", 2: "person"})
    columns.entities[:] = entities
    join_torn_names(columns)
    assert columns.heads == ([0, 0, 1, 1] if joined else [0, 0, 0, 2])
    assert columns.deps[2] == ("flat" if joined else dep)


@pytest.mark.parametrize(
    ("words", "types", "joined"),
    [
        ("bought this vacuum cleaner", ("object", "object"), True),
        ("gave this patient water", ("person", "substance"), False),
        ("saw this bill month", ("abstract", "time"), False),
    ],
)
def test_objects(words, types, joined):
    columns = make_columns(
        words, "VERB DET NOUN NOUN", "root det obj obj", [0, 2, 0, 0], dict(enumerate(types, 2)), tags="VBD DT NN NN"
    )
    join_torn_names(columns)
    assert (columns.heads, columns.deps[2]) == (([0, 3, 3, 0], "compound") if joined else ([0, 2, 0, 0], "obj"))


@pytest.mark.parametrize("heads", [[7, 2, 7, 2, 2, 0, 5, 7], [2, 2, 7, 2, 2, 0, 5, 7], [4, 2, 4, 2, 7, 4, 5, 7]])
def test_a_nickname(heads):
    """Of 'Robert "Bob" Ellis, teacher, died'."""
    words = 'Robert " Bob " Ellis , teacher died'
    pos = "PROPN PUNCT PROPN PUNCT PROPN PUNCT NOUN VERB"
    columns = make_columns(
        words, pos, "nsubj punct nsubj punct nsubj punct appos root", heads, {0: "person", 2: "person"}
    )
    join_torn_names(columns)
    assert [columns.heads[i] for i in (0, 1, 2, 3, 4)] == [7, 0, 0, 0, 0]
    assert [columns.deps[i] for i in (0, 2, 4)] == ["nsubj", "flat", "flat"]
    assert [columns.entity_types[i] for i in (0, 2, 4)] == ["person", "", ""]


def test_no_nickname():
    """Of 'Ann said " Bob " died', and of what another document begins."""
    pos = "PROPN PUNCT PROPN PUNCT PROPN"
    for words, bounds in (
        ('Ann " Bob : Hall', [0, 5]),
        ('Ann " Bob " Hall', [0, 2, 5]),
        ('Ann " Bob " Hall', [0, 4, 5]),
    ):
        columns = make_columns(words, pos, "root punct flat punct flat", [0] * 5, bounds=bounds)
        columns.heads[4] = 2
        join_torn_names(columns)
        assert columns.heads[4] == 2


@pytest.mark.parametrize(
    ("words", "pos", "heads", "deps"),
    [
        ("The Argentine forward slept", "DET PROPN NOUN VERB", [2, 2, 3, 3], "det amod nsubj root"),
        ("The Zeta forward slept", "DET PROPN NOUN VERB", [1, 3, 3, 3], "det nsubj nsubj root"),
        ("Benny the bear slept", "PROPN DET NOUN VERB", [3, 2, 0, 3], "nsubj det appos root"),
        ("Benny a bear slept", "PROPN DET NOUN VERB", [3, 2, 3, 3], "nsubj det nsubj root"),
    ],
)
def test_subjects(words, pos, heads, deps):
    first = pos.split().index("PROPN")
    before = [1, 3, 3, 3] if first else [3, 2, 3, 3]
    columns = make_columns(words, pos, "det nsubj nsubj root" if first else "nsubj det nsubj root", before)
    join_torn_names(columns)
    assert (columns.heads, " ".join(columns.deps)) == (heads, deps)
