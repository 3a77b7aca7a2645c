"""JSON lines as in e2e-coref and related programs: one document per line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from corefpipe.document import Document
from corefpipe.formats.losses import SPANS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import LineFormat, register_format


@register_format
class JsonLines(LineFormat):
    """JSON lines."""

    name = "jsonl"
    extensions = (".jsonl", ".jsonlines")
    holds = SPANS | {"white space within words", "speakers", "antecedents", "quotations"}
    signature = re.compile(r'\s*\{(?=.*"(?:doc_key|sentences|clusters)"\s*:)')

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the documents, one at a time."""
        from corefpipe.formats.jsonl.reader import read_lines

        return read_lines(lines, source, reading)

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write one document."""
        from corefpipe.formats.jsonl.writer import write_document

        write_document(document, stream)
