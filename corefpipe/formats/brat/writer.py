"""Writer of brat standoff; what it writes and loses is described in `reader.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from corefpipe.document import Document, sort_mentions
from corefpipe.formats.brat.quotations import quotation_lines
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.registry import FORMATS
from corefpipe.formats.tokens import layout, word_end

NO_TYPE = "Mention"
"""Type of a mention without one."""

WHITE = re.compile(r"\s")


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Write a document to the file and its text to the `.txt` file beside it."""
    companion = FORMATS["brat"].companion_of(path)
    assert companion is not None
    with atomic_writer(companion) as text_stream, atomic_writer(path) as stream:
        for document in documents:
            text, offsets = layout(document)
            text_stream.write(text)
            stream.writelines(_lines(document, text, offsets))


def _lines(document: Document, text: str, offsets: list[int]) -> Iterator[str]:
    def bound(type: str, *places: tuple[int, int]) -> str:
        """The second and third cell of a T line on these words."""
        parts = [
            piece
            for start, end in places
            for piece in _cut(text, offsets[start], word_end(document.words, text, offsets, end - 1))
        ]
        where = ";".join(f"{start} {end}" for start, end in parts)
        written = " ".join(WHITE.sub(" ", text[start:end]) for start, end in parts)
        return f"{WHITE.sub('_', type) or NO_TYPE} {where}\t{written}"

    latest: dict[str, str] = {}
    names: dict[tuple[int, int, str], str] = {}
    links = []
    for number, mention in enumerate(sort_mentions(document.mentions), 1):
        name = f"T{number}"
        yield f"{name}\t{bound(mention.type, *(mention.fragments or (mention.span,)))}\n"
        if mention.entity in latest:
            links.append((name, latest[mention.entity]))
        latest[mention.entity] = name
        names[(*mention.span, mention.entity)] = name
    for number, (anaphor, antecedent) in enumerate(links, 1):
        yield f"R{number}\tCoref Arg1:{anaphor} Arg2:{antecedent}\n"
    yield from quotation_lines(document, bound, names, len(document.mentions))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield characters [start, end), cut at line breaks and tabs as brat does."""
    for match in re.finditer(r"[^\s][^\r\n\t]*", text[start:end]):
        piece = match[0].rstrip()
        yield start + match.start(), start + match.start() + len(piece)
