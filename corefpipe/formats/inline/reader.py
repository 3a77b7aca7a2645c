r"""Reader of inline annotation: the mentions of a document are marked in its text.

    # title: A late parcel
    # kind: support ticket

    [Mary Bell|1:person] lost [[her|1] keys|2].

1. A document whose first line begins with `#` begins with a header: lines `# key: value`
   (`corefpipe/formats/headers.py`). The first blank line ends it and belongs to neither; all after it is the text, with
   its line breaks. Otherwise all of the document is the text.
2. `name` is the document's name (else it is named after the file, and numbered from the second document on: `x`,
   `x_2`), `part` its part, `kind` its genre. `format` may only be `corefpipe inline`: by that first line the format is
   known without the extension. All other keys go to `Document.metadata`.
3. `[words|id]` is a mention; mentions with the same id corefer. `[words|id:type]` adds the entity type. Mentions nest.
   An id consists of letters, digits, `_`, `.` and `-`; a type of anything but whitespace, brackets, `|` and `\`.
4. A mention has words, and neither begins nor ends with whitespace. It may run over line breaks.
5. `\[`, `\]`, `\|`, `\\` and `\#` stand for the character after the backslash. Brackets and backslashes of the text
   must be written so, `|` within mentions only, `#` only at the beginning of a text without a header and of a line that
   would begin a further document (rule 7). Any other character after a backslash is an error.
6. Words and sentences are spaCy's, as for all formats without tokens (`corefpipe/formats/tokens.py`). A mention that
   begins or ends within a word gets the whole word, which is noted in `report.misfits`.
7. Each further document of a file begins with the line `# format: corefpipe inline`, wherever that stands except in a
   header without a `format`. The line break before it belongs to neither text, so that any text is read back as it was
   written; it is `\r\n` if the line itself ends so. Whitespace before the first such line is no document.

Lines and columns in errors count from 1 in the file, columns in characters. One document at a time is in memory; time
is linear in the length of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import check_utf8
from corefpipe.formats.headers import Header
from corefpipe.formats.inline import FIRST_LINE
from corefpipe.formats.inline.marks import Marks
from corefpipe.formats.inline.writer import FORMAT, OWN_KEYS
from corefpipe.formats.muc.marked import mentions_of
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.tokens import tokenize

_FIRST_LINE = re.compile(rf"^{FIRST_LINE}$", re.MULTILINE)
_HEADER_ONLY = re.compile(r"(?:#[^\n]*\n)+")
_HEADER_ENDS = r"; a header ends in a blank line, and a text that begins with # is written with `\#`"


def read_lines(lines: Iterable[str], source: str, own_name: str, reading: Reading) -> Iterator[Document]:
    """Yield the documents, one at a time.

    Args:
        lines: lines or pieces of the file.
        source: name of the file.
        own_name: its name without folder and extension, for documents that have no name of their own.
        reading: settings of the reader.
    """
    stem = reading.named_after(source, own_name)
    number = 0
    for number, (line, content) in enumerate(_parts(lines, reading), 1):
        try:
            document = _document(content, line, source, stem if number == 1 else f"{stem}_{number}", reading)
        except FormatError as error:
            error.line = error.line or line
            reading.refuse(error)
        else:
            yield document
    if not number:
        reading.refuse_empty(source)


def _parts(pieces: Iterable[str], reading: Reading) -> Iterator[tuple[int, str]]:
    """Yield line number and content of each document, with its header (rule 7)."""
    first = line = 1
    begun: list[str] = []
    is_first = True
    reading.begin("", first)
    for piece in pieces:
        start = 0
        for match in _FIRST_LINE.finditer(piece):
            content = "".join([*begun, piece[start : match.start()]])
            if is_first and (not content or _HEADER_ONLY.fullmatch(content)):
                is_first = False
                continue
            if not is_first or content.strip():
                yield first, _without_line_break(content, match[0])
            is_first = False
            line += piece.count("\n", start, match.start())
            begun, first, start = [], line, match.start()
            reading.begin("", first)
        begun.append(piece[start:])
        line += piece.count("\n", start)
    content = "".join(begun)
    if not is_first or content.strip():
        yield first, content


def _without_line_break(content: str, next_line: str) -> str:
    """The content without the line break that ends it, given the first line of the next document."""
    both = next_line.endswith("\r") and content.endswith("\r\n")
    return content.removesuffix("\r\n" if both else "\n")


def _document(content: str, first: int, source: str, name: str, reading: Reading) -> Document:
    check_utf8([content], Place(source, name), first)
    header, begin, line = _header(content, first, Place(source, name))
    name = header.values.get("name") or name
    place = Place(source, name)
    text, marked = Marks(content[begin:], line, place).read()
    words = tokenize(text, place, reading)
    return Document(
        name=name,
        part=_part(header, place),
        **words.columns(),
        mentions=mentions_of(marked, text, words, place, reading),
        text=text,
        genre=header.values.get("kind", genre_of(name)),
        metadata={key: value for key, value in header.values.items() if key not in OWN_KEYS},
        origin=Origin(source, first),
    )


def _header(content: str, line: int, place: Place) -> tuple[Header, int, int]:
    """The header, and offset and line number at which the text begins (rules 1 and 2)."""
    header, begin = Header(), 0
    if content.startswith("#"):
        while begin < len(content):
            end = content.find("\n", begin) + 1 or len(content)
            written = content[begin:end]
            begin, line = end, line + 1
            if not written.strip():
                break
            header.read(written, place, line - 1, _HEADER_ENDS)
    form = header.values.get("format", FORMAT)
    if form != FORMAT:
        raise place.error(
            f"the header has format: {form[:60]!r}",
            f"Write `# format: {FORMAT}`, or leave the line out",
            header.lines["format"],
            column=1,
        )
    return header, begin, line


def _part(header: Header, place: Place) -> int:
    value = header.values.get("part", "0")
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise place.error(
            f"the header has part: {value[:60]!r}", "Write a whole number", header.lines["part"], column=1
        )
    return int(value)
