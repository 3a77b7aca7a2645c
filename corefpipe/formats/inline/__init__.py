"""Inline annotation, which a person can type: `[[her|1] keys|2]` in the text itself, in files `x.coref.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from corefpipe.document import Document
from corefpipe.formats.losses import CHARACTERS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import LineFormat, register_format

FIRST_LINE = r"# format: corefpipe inline[ \t\r]*"
"""Pattern of the line with which a document begins, without its line end."""


@register_format
class Inline(LineFormat):
    """Inline annotation."""

    name = "inline"
    extensions = (".coref.txt",)
    certain = True
    holds = (CHARACTERS - {"discontinuous mentions"}) | {"parts", "genre", "entity ids", "entity numbers", "metadata"}
    # Brackets and bars stand in many texts: without the extension, only the writer's first line makes it certain.
    signature = re.compile(rf"{FIRST_LINE}(?:\n|$)")
    separator = "\n"

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the documents."""
        from corefpipe.formats.inline.reader import read_lines

        return read_lines(lines, source, self.named(Path(source)), reading)

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write one document."""
        from corefpipe.formats.inline.writer import write_document

        write_document(document, stream)
