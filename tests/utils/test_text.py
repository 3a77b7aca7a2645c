"""Names as they are shown on a terminal."""

from __future__ import annotations

import pytest

from corefpipe.exceptions import printable
from corefpipe.utils.text import with_article, without_controls


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('Größe\'s "x" \\n 漢字.txt', 'Größe\'s "x" \\n 漢字.txt'),
        ("\x1b[2J\r\n\x07", "\\x1b[2J\\r\\n\\x07"),
        ("caf\udce9\u202e\x85", "caf\\udce9\\u202e\\x85"),
        ("", ""),
    ],
)
def test_printable(name, shown):
    assert printable(name) == shown


def test_text_for_a_terminal():
    assert without_controls("a\x1b[2J\tb\nc\xa0\u200d\x9b") == "a\\x1b[2J\\tb\nc\xa0\u200d\\x9b"


@pytest.mark.parametrize(
    ("noun", "said"), [("ace", "an ace"), ("Doc", "a Doc"), ("int", "an int"), ("uint8", "a uint8")]
)
def test_with_article(noun, said):
    assert with_article(noun) == said
