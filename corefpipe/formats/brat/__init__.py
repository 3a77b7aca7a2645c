"""brat standoff: annotation in `x.ann`, text in `x.txt` beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.losses import CHARACTERS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Brat(Format):
    """brat standoff."""

    name = "brat"
    extensions = (".ann",)
    holds = CHARACTERS | {"quotations"}
    signature = re.compile(r"(?:[TREAMN#]\d+|\*)\t")
    several = False
    companion = ".txt"

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.brat.reader import read_file

        return read_file(path, reading)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        from corefpipe.formats.brat.writer import write_file

        write_file(documents, path)
