"""CoNLL-U with coreference in MISC (`Entity=`), as in CorefUD and GUM, and quotations (`Quote=`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from corefpipe.document import Document
from corefpipe.formats.losses import CONTENTS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import LineFormat, register_format

_WHITE = r"[^\S\n]*\n"


@register_format
class Conllu(LineFormat):
    """CoNLL-U."""

    name = "conllu"
    extensions = (".conllu",)
    holds = frozenset(CONTENTS) - {
        "raw text",
        "text that words do not spell",
        "other columns",
        "metadata",
        "table columns",
    }
    signature = re.compile(
        rf"(?=((?:{_WHITE}|#(?! newdoc).*\n)*))\1(?:# newdoc|\d+[-.\d]*(?:\t[^\t\n]*){{9}}(?:\n|$))", re.ASCII
    )

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the documents, one at a time."""
        from corefpipe.formats.conllu.reader import read_lines

        return read_lines(lines, source, reading)

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write one document."""
        from corefpipe.formats.conllu.writer import write_document

        write_document(document, stream)
