"""The kind of expression that a mention is."""

from __future__ import annotations

import pytest

from corefpipe.resolver.tables import given_table


@pytest.mark.parametrize(
    ("text", "words", "kind"),
    [
        ("The King smiled.", "The King", "nominal"),
        ("The Prime Minister smiled.", "The Prime Minister", "nominal"),
        ("King Charles smiled.", "King Charles", "name"),
        ("The Kremlin smiled.", "The Kremlin", "name"),
        ("She smiled.", "She", "pronoun"),
        ("Ann and Tom smiled.", "Ann and Tom", "coordination"),
    ],
)
def test_kind(base, text, words, kind):
    doc = base(text)
    at = text.index(words)
    span = doc.char_span(at, at + len(words))
    assert given_table(doc, [(span.start, span.end)]).values("kind") == [kind]
