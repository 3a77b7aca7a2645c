r"""Writer of inline annotation, by the rules in `reader.py`.

The header begins with `# format: corefpipe inline` and has the name, so that the file is recognised, and read as the
same document, whatever it is named. Ids that rule 3 forbids are replaced by numbers, one per entity, and characters
that may not stand in a type by `_`. A discontinuous mention is written as its whole span.

What is lost: words and sentences that differ from spaCy's, heads and further fields of mentions, zero mentions,
speakers, and all columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import TextIO

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.headers import fits, header_lines
from corefpipe.formats.inline import FIRST_LINE
from corefpipe.formats.reading import genre_of
from corefpipe.formats.tokens import layout, word_end

FORMAT = "corefpipe inline"
"""Value of the header's line `format`."""

OWN_KEYS = frozenset(("format", "name", "part", "kind"))
"""Keys of the header that are no metadata."""

# A line of the text that looks like the first line of a document is preceded by a line break in one piece with it:
# behind a mark it would be another line.
_BEGINS = rf"(?<=\n)(?={FIRST_LINE}(?:\n|\Z))#"
_TEXT = re.compile(rf"[\[\]\\]|{_BEGINS}")
_WITHIN = re.compile(rf"[\[\]\\|]|{_BEGINS}")
_NO_TYPE = re.compile(r"[\s\[\]|\\]+")
_LEGAL = re.compile(r"[\w.-]+")
_SHOWN = 60


def write_document(document: Document, stream: TextIO) -> None:
    """Write one document.

    Raises:
        AnnotationError: two mentions cross, or the header cannot hold the metadata.
    """
    stream.write(_header(document) + "\n")
    stream.writelines(_pieces(document))


def _header(document: Document) -> str:
    taken = next((key for key in document.metadata if key in OWN_KEYS), None)
    if taken is not None:
        raise AnnotationError(
            f"metadata has {taken}, which the header uses for something else",
            cure="Rename it",
            document=str(document),
        )
    own = {"format": FORMAT}
    if name := " ".join(document.name.split()):
        own["name"] = name
    if document.part:
        own["part"] = str(document.part)
    if document.genre != genre_of(name):
        own["kind"] = " ".join(document.genre.split())
    # What is no line of text is among the losses.
    return header_lines(own | {key: value for key, value in document.metadata.items() if fits(key, value)})


def _pieces(document: Document) -> Iterator[str]:
    """The annotated text in pieces."""
    text, offsets = layout(document)
    names = _names(document)
    position = 0
    begun: list[tuple[int, Mention]] = []  # (end, mention), the innermost last

    def upto(end: int) -> str:
        piece = (_WITHIN if begun else _TEXT).sub(r"\\\g<0>", text[position:end])
        return f"\\{piece}" if not position and piece.startswith("#") else piece

    def closing(mention: Mention) -> str:
        kind = _NO_TYPE.sub("_", mention.type)
        return f"|{names[mention.entity]}:{kind}]" if kind else f"|{names[mention.entity]}]"

    for start, end, mention in _in_characters(document, text, offsets):
        while begun and begun[-1][0] <= start:
            yield upto(begun[-1][0])
            position, closed = begun.pop()
            yield closing(closed)
        if begun and begun[-1][0] < end:
            raise _crossing(document, begun[-1][1], mention)
        yield upto(start) + "["
        position = start
        begun.append((end, mention))
    while begun:
        yield upto(begun[-1][0])
        position, closed = begun.pop()
        yield closing(closed)
    yield upto(len(text))


def _in_characters(document: Document, text: str, offsets: list[int]) -> list[tuple[int, int, Mention]]:
    """The mentions with their characters, without whitespace at the ends; by start, the longer first."""
    found = []
    for mention in sort_mentions(document.mentions):
        start, end = offsets[mention.start], word_end(document.words, text, offsets, mention.end - 1)
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start >= end:
            raise AnnotationError(
                f'the mention "{document.surface(mention)[:_SHOWN]}" of {mention.entity} has no characters in the text',
                cure="Delete it, or correct the offsets of its words",
                document=str(document),
            )
        found.append((start, end, mention))
    return sorted(found, key=lambda item: (item[0], -item[1]))


def _names(document: Document) -> dict[str, str]:
    """Map each entity to its id if rule 3 allows it, else to a number that no other has."""
    entities = document.chains()
    free = (number for n in count(1) if (number := str(n)) not in entities)
    return {entity: entity if _LEGAL.fullmatch(entity) else next(free) for entity in entities}


def _crossing(document: Document, first: Mention, second: Mention) -> AnnotationError:
    one, other = (
        f'"{document.surface(mention)[:_SHOWN]}" of {mention.entity} (words {mention.start + 1} to {mention.end})'
        for mention in (first, second)
    )
    return AnnotationError(
        f"the mention {one} crosses the mention {other}",
        cure="Brackets in the text cannot represent this: delete one of the two, or write JSON lines or brat",
        document=str(document),
    )
