"""Relative clauses that belong to the noun before "on it"."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.repairs.relative_clauses import raise_relative_clauses


@pytest.mark.parametrize(
    ("pronoun", "dep", "head"), [("it", "nmod", 0), ("those", "nmod", 2), ("it", "obl", 2), ("himself", "nmod", 2)]
)
def test_heads(pronoun, dep, head):
    columns = make_columns(
        f"notes on {pronoun} that helped", "NOUN ADP PRON PRON VERB", f"obj case {dep} nsubj acl:relcl", [0, 2, 0, 4, 2]
    )
    raise_relative_clauses(columns)
    assert columns.heads[4] == head
