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
