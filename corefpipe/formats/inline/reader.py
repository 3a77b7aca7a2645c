r"""Reader of inline annotation: one document per file, its mentions marked in the text itself.

    # title: A late parcel
    # kind: support ticket

    [Mary Bell|1:person] lost [[her|1] keys|2].

1. A file whose first line begins with `#` begins with a header: lines `# key: value` (`corefpipe/formats/headers.py`).
   The first blank line ends it and belongs to neither; all after it is the text, with its line breaks. Otherwise all of
   the file is the text.
2. `name` is the document's name (else it is named after the file), `part` its part, `kind` its genre. `format` may only
   be `corefpipe inline`: by that first line the format is known without the extension. All other keys go to
   `Document.metadata`.
3. `[words|id]` is a mention; mentions with the same id corefer. `[words|id:type]` adds the entity type. Mentions nest.
   An id consists of letters, digits, `_`, `.` and `-`; a type of anything but whitespace, brackets, `|` and `\`.
4. A mention has words, and neither begins nor ends with whitespace. It may run over line breaks.
5. `\[`, `\]`, `\|`, `\\` and `\#` stand for the character after the backslash. Brackets and backslashes of the text
   must be written so, `|` within mentions only, `#` only at the beginning of a text without a header. Any other
   character after a backslash is an error.
6. Words and sentences are spaCy's, as for all formats without tokens (`corefpipe/formats/tokens.py`). A mention that
   begins or ends within a word gets the whole word, which is noted in `report.misfits`.

Lines and columns in errors count from 1, columns in characters. Time and memory are linear in the length of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import check_utf8
from corefpipe.formats.headers import Header
from corefpipe.formats.inline.marks import Marks
from corefpipe.formats.inline.writer import FORMAT, OWN_KEYS
from corefpipe.formats.muc.marked import mentions_of
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.tokens import tokenize

_HEADER_ENDS = r"; a header ends in a blank line, and a text that begins with # is written with `\#`"


def read_lines(lines: Iterable[str], source: str, own_name: str, reading: Reading) -> Iterator[Document]:
    """Yield the one document.

    Args:
        lines: lines or pieces of the file.
        source: name of the file.
        own_name: its name without folder and extension, for a document that has no name of its own.
        reading: settings of the reader.
    """
    content = list(lines)
    name = reading.named_after(source, own_name)
    if not "".join(content).strip():
        reading.refuse_empty(source)
        return
    try:
        check_utf8(content, Place(source, name))
        yield _document("".join(content), source, name, reading)
    except FormatError as error:
        reading.refuse(error)


def _document(content: str, source: str, name: str, reading: Reading) -> Document:
    header, begin, line = _header(content, Place(source, name))
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
        origin=Origin(source, 1),
    )


def _header(content: str, place: Place) -> tuple[Header, int, int]:
    """The header, and offset and line number at which the text begins (rules 1 and 2)."""
    header, begin, line = Header(), 0, 1
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
