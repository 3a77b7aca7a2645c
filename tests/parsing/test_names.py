"""Names in columns."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.names import full_names, names_within


@pytest.mark.parametrize(
    ("text", "head", "type", "full"),
    [
        ("Steve Jobs", 0, "person", {("steve", "jobs")}),
        ("Mr. Steve Jobs", 1, "person", {("steve", "jobs")}),
        ("Apple CEO Steve Jobs", 3, "person", {("steve", "jobs")}),
        ("Steve", 0, "person", set()),
        ("Mr. Jobs", 1, "person", set()),
        ("Steve Jobs", 0, "organization", set()),
    ],
)
def test_full_names(text, head, type, full):
    size = len(text.split())
    deps = ["compound"] * size
    deps[head] = "root"
    columns = make_columns(text, "PROPN " * size, " ".join(deps), [head] * size, {head: type})
    names = names_within(columns, 0, size)
    assert names == {head: tuple(text.lower().split())}
    assert full_names(names, columns.entity_types, columns.lexicon) == full


def test_names_end_where_documents_do():
    columns = make_columns("Ann Hill", "PROPN PROPN", "root flat", [0, 0], {0: "person"}, bounds=[0, 1, 2])
    assert names_within(columns, 0, 1) == {0: ("ann",)}
