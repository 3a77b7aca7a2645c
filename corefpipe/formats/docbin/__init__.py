"""spaCy's DocBin: Docs with their mentions in `doc.spans["coref"]`, quotations in `doc.spans["coref_quotations"]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.losses import CONTENTS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import Format, register_format


@register_format
class DocBin(Format):
    """spaCy's DocBin."""

    name = "docbin"
    extensions = (".spacy",)
    holds = frozenset(CONTENTS) - {"metadata", "table columns"}

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Yield the documents of a file."""
        from corefpipe.formats.docbin.reader import read_file

        return read_file(path, reading)

    def write_file(self, documents: Iterable[Document], path: Path) -> None:
        """Write documents to a file, all or nothing."""
        from corefpipe.formats.docbin.writer import write_file

        write_file(documents, path)
