"""Plain text: one document per file, named after the file, with `text` and without words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import BOM, check_utf8
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.registry import LineFormat, register_format


@register_format
class Text(LineFormat):
    """Plain text."""

    name = "text"
    extensions = (".txt",)
    unsure = (".md", ".log", "")
    holds = frozenset(("text", "raw text", "text that words do not spell"))
    chains = False
    several = False

    def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
        """Yield the one document."""
        return read_lines(lines, source, reading)

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write the text or, where it is not known, the words."""
        write_document(document, stream)


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    r"""Yield the one document of a text; `\r\n` and `\r` become `\n`. An empty file is an empty text."""
    content = list(lines)
    name = reading.named_after(source)
    try:
        check_utf8(content, Place(source, name))
    except FormatError as error:
        reading.refuse(error)
        return
    text = "".join(content).replace("\r\n", "\n").replace("\r", "\n")
    yield Document(name=name, text=text, genre=genre_of(name), origin=Origin(source, 1))


def write_document(document: Document, stream: TextIO) -> None:
    """Write the text or, if it is unknown, the words, one sentence per line."""
    if document.text or not document.words:
        # Readers take the first byte order mark for that of the file.
        stream.write(BOM * document.text.startswith(BOM) + document.text)
        return
    spaces = document.spaces or [True] * len(document.words)
    for start, end in document.sentences():
        pairs = zip(document.words[start:end], spaces[start:end], strict=True)
        stream.write("".join(f"{word} " if space else word for word, space in pairs).rstrip() + "\n")
