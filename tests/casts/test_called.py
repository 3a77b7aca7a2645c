"""Phrases that are set off by marks in quotations."""

from __future__ import annotations

import pytest

from corefpipe.casts.called import set_off
from corefpipe.resolver.loading import load_resolver


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("“Pip,” said Joe.", (True, True)),
        ("“Come, Pip, old chap,” said Joe.", (True, True)),
        ("“Is it you, Pip?” said Joe.", (True, True)),
        ("“I saw Pip.”", (False, True)),
        ("“Pip saw me,” said Joe.", (True, False)),
        ("“I saw Pip there,” said Joe.", (False, False)),
        ("“Go,” said Joe. “Pip”", (True, True)),
    ],
)
def test_names_between_marks(base, text, wanted):
    table = load_resolver("en").table(base(text))
    at = table.parse.words.index("Pip")
    assert set_off(table, at, at + 1) == wanted
