"""ACE 2004 and 2005: annotation in `x.apf.xml`, text in `x.sgm` beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.losses import CHARACTERS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Ace(Format):
    """ACE 2004 and 2005."""

    name = "ace"
    extensions = (".apf.xml",)
    holds = (CHARACTERS - {"discontinuous mentions"}) | {
        "genre",
        "entity ids",
        "entity numbers",
        "mention heads",
        "mention fields",
    }
    signature = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE\s+source_file\b[^>]*>\s*)?<source_file\b")
    several = False
    companion = ".sgm"

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.ace.reader import read_file

        return read_file(path, reading)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        from corefpipe.formats.ace.writer import write_file

        write_file(documents, path)
