"""GAP: ambiguous pronouns with two names each; read with the key, written as predictions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class Gap(Format):
    """GAP."""

    name = "gap"
    extensions = (".tsv",)
    signature = re.compile(r"ID\tText\tPronoun\tPronoun-offset\t")

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.gap.reader import read_file

        return read_file(path, reading)

    def check(self, document: Document) -> None:
        """Raise an error for a document that was not read from GAP."""
        from corefpipe.formats.gap.writer import answer_of

        answer_of(document)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        from corefpipe.formats.gap.writer import write_file

        write_file(documents, path)
