"""Winograd schemas as JSON lines: a text, a pronoun or other anaphor, and candidates, of which at most one is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Winograd(Format):
    """Winograd schemas."""

    name = "winograd"
    extensions = (".winograd.jsonl",)
    signature = re.compile(r'\s*\{(?=.*"(?:pronoun|anaphor)"\s*:)(?=.*"candidates"\s*:)')

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.files import open_pieces
        from corefpipe.formats.winograd.reader import read_lines

        return read_lines(open_pieces(path, reading), str(path), reading)
