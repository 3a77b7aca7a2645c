"""CoNLL-2012 and its variants (CoNLL-2011, SemEval-2010, LitBank): one word per row, coreference in the last column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from corefpipe.document import Document
from corefpipe.formats.losses import SPANS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import LineFormat, register_format

# Lines before the first row, in lookaheads, so that many such lines do not cause backtracking. Possessive groups would
# do the same, but Python before 3.11.5 matches them wrongly.
_WHITE = r"[^\S\n]*\n"
_HEADER = r"#[ \t]*begin document"
# The first row of a CoNLL-U file, whose comments may contain such a header. CoNLL-2012 has a number in column 2.
_CONLLU_ROW = r"[01](?:[-.]\d+)?\t(?!\d+\t)(?:[^\t\n]*\t){8}[^\t\n]*(?:\n|$)"


@register_format
class Conll(LineFormat):
    """CoNLL-2012."""

    name = "conll"
    extensions = (".conll", "_conll", ".key", ".response")
    holds = SPANS | {"parts", "entity numbers", "tags", "lemmas", "speakers", "CoNLL-2012's columns"}
    signature = re.compile(
        rf"(?!(?=((?:{_WHITE}|#.*\n)*))\1{_CONLLU_ROW})(?=((?:{_WHITE}|(?!{_HEADER})#.*\n)*))\2{_HEADER}", re.ASCII
    )

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the documents, one at a time."""
        from corefpipe.formats.conll.reader import read_lines

        return read_lines(lines, source, reading)

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write one document."""
        from corefpipe.formats.conll.writer import write_document

        write_document(document, stream)
