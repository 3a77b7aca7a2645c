"""MUC-6 and MUC-7: SGML with `<COREF>` around mentions; can only be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Muc(Format):
    """MUC-6 and MUC-7."""

    name = "muc"
    extensions = (".muc", ".sgml")
    signature = re.compile(r"\s*(?:<!DOCTYPE[^>]*>\s*)?<DOC>(?=[\s\S]*<COREF\b)", re.IGNORECASE)

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.muc.reader import read_file

        return read_file(path, reading)
