"""Reader of layer files: the chains of documents whose text is elsewhere.

    # corefpipe layer 1
    # licence: CC BY-SA 4.0
    # coverage: partial

    document weblog-1 words 287 sha256 0f3a55c1b2d94e60
    [3-5] [9] [14-15]
    [1-2] [7,10-11]

1. The first line is `# corefpipe layer 1`. The lines after it that begin with `#` are a header, `# key: value`
   (`corefpipe/formats/headers.py`), such as licence, scheme and coverage. Blank lines mean nothing.
2. An entry begins with `document NAME words N sha256 DIGEST`; before `words`, `part K` may stand for a part of a
   document other than 0. Each document has one entry, in whichever file of the layer.
3. N is the number of words of the document; in CoNLL-U these are its syntactic words, whose ids are whole numbers.
   DIGEST is the SHA-256 of the words joined by line feeds, in UTF-8: its first 16 hexadecimal digits or more. Both
   must be those of the document that is read, because numbers of words mean nothing in another version of the text.
4. Each line after it is a chain: mentions in brackets, separated by blanks. A mention is the numbers of its first and
   last word, counted from 1 within the document, `[3-5]`; one number for one word, `[9]`. Parts of a discontinuous
   mention are separated by commas, in the order of the text, with words between them: `[7,10-11]`. A chain may have
   one mention.
5. A span stands once in an entry (`repeats`, as in all formats). The chains become the entities 0, 1, 2 … of the
   document.
6. With `coverage: partial` in a file of the layer, documents without an entry are left out; otherwise they are an
   error. An entry whose document is not among those that are read is an error too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from corefpipe.document import Document
from corefpipe.exceptions import FormatError
from corefpipe.formats.files import check_utf8, lines_of, open_pieces
from corefpipe.formats.headers import Header
from corefpipe.formats.layer.chains import read_chain
from corefpipe.formats.layer.writer import COVERAGE, DIGITS, HEADING
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.spans import Span
from corefpipe.utils.paths import as_path

_HEADING = re.compile(r"# corefpipe layer\b *(.*)")
_ENTRY = re.compile(
    rf"document (?P<name>\S|\S.*?\S)(?: part (?P<part>\d{{1,9}}))? words (?P<words>\d{{1,9}})"
    rf" sha256 (?P<digest>[0-9a-f]{{{DIGITS},64}})",
    re.ASCII,
)
_EXTENSIONS = (".layer", ".layer.gz")


@dataclass(slots=True)
class Entry:
    """The annotation of one document.

    Attributes:
        place: the layer file and the document.
        line: line number of the entry.
        words: number of words of the document.
        digest: the first digits of the digest of its words.
        chains: number of chains.
        spans: the mentions, with the number of their chain as entity.
        valid: whether the entry could be read.
        used: whether its document was read.
    """

    place: Place
    line: int
    words: int
    digest: str
    chains: int = 0
    spans: list[Span] = field(default_factory=list)
    valid: bool = True
    used: bool = False


@dataclass(slots=True)
class Entries:
    """What layer files contain.

    Attributes:
        path: the file or folder, as the user gave it.
        files: the files.
        entries: name and part of a document -> its entry.
        headers: file -> its header lines.
    """

    path: str
    files: list[Path] = field(default_factory=list)
    entries: dict[tuple[str, int], Entry] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def partial(self) -> bool:
        """Whether documents may lack an entry (rule 6)."""
        return any(header.get("coverage") == "partial" for header in self.headers.values())


def read_entries(path: str | PathLike[str], reading: Reading) -> Entries:
    """Read a layer file, or all in a folder and its subfolders.

    Raises:
        FormatError: there is none; or one is not valid and `reading.on_error` is `raise`, else the entry, or what is
            wrong before the first one, is refused.
    """
    path = as_path(path)
    found = Entries(str(path), _files_of(path))
    for file in found.files:
        try:
            _read_file(file, found, reading)
        except FormatError as error:
            reading.refuse(error)
        reading.end()
    return found


def _files_of(path: Path) -> list[Path]:
    if not path.exists():
        raise FormatError("no such file", cure="Check the path of the layer", file=str(path))
    if not path.is_dir():
        return [path]
    files = sorted(
        file
        for file in path.rglob("*")
        if file.name.lower().endswith(_EXTENSIONS)
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    )
    if not files:
        raise FormatError("no layer file in the folder", cure="Layer files end in .layer", file=str(path))
    return files


def _read_file(file: Path, found: Entries, reading: Reading) -> None:
    source = str(file)
    header = Header()
    found.headers[source] = header.values
    entry: Entry | None = None
    begun = False  # whether the first entry was met, with which the header ends
    number = 0
    for number, line in enumerate(lines_of(open_pieces(file, reading)), 1):
        place = Place(source) if entry is None else entry.place
        try:
            check_utf8([line], place, number)
            line = line.rstrip()
            if number == 1:
                _check_heading(line, place)
            elif line.startswith("document"):
                begun, entry = True, None
                reading.end()
                entry = _add_entry(line, source, number, found)
            elif not begun:
                _read_header(line, header, place, number)
            elif line and entry is not None and entry.valid:
                entry.spans += read_chain(line, str(entry.chains), entry.words, place, number)
                entry.chains += 1
        except FormatError as error:
            if not begun:
                raise
            if entry is not None:
                entry.valid = False
            reading.refuse(error)
    if not number:
        raise Place(source).error("the file is empty", "Check that the program that wrote it finished")


def _check_heading(line: str, place: Place) -> None:
    if line == HEADING:
        return
    found = _HEADING.fullmatch(line)
    what = (
        f"this is layer {found[1][:60]!r}" if found and found[1] else f"{line[:60]!r} is not the first line of a layer"
    )
    raise place.error(what, f"Write `{HEADING}`, the version that this corefpipe reads", 1, column=1)


def _read_header(line: str, header: Header, place: Place, number: int) -> None:
    """Read a line between the first line and the first entry."""
    if not line:
        return
    if not line.startswith("#"):
        raise place.error(
            f"{line[:60]!r} stands before the first document",
            "Write `document NAME words N sha256 DIGEST` before its chains",
            number,
            column=1,
        )
    header.read(line, place, number)
    coverage = header.values.get("coverage", COVERAGE[0])
    if coverage not in COVERAGE:
        raise place.error(f"unknown coverage {coverage[:60]!r}", f"Write {' or '.join(COVERAGE)}", number, column=1)


def _add_entry(line: str, source: str, number: int, found: Entries) -> Entry:
    """The entry that begins in this line, added to those found."""
    match = _ENTRY.fullmatch(line)
    if match is None:
        raise Place(source).error(
            f"{line[:60]!r} does not begin the entry of a document",
            f"Write `document NAME words N sha256 DIGEST`, the digest in {DIGITS} or more of 0-9 and a-f",
            number,
            column=1,
        )
    name, part = match["name"], int(match["part"] or 0)
    place = Place(source, str(Document(name, part)))
    entry = Entry(place, number, int(match["words"]), match["digest"])
    first = found.entries.get((name, part))
    if first is not None:
        first.valid = False  # which of the two is right is unknown
        where = f"line {first.line}" if first.place.source == source else f"{first.place.source}:{first.line}"
        raise place.error(f"the document is annotated a second time, first in {where}", "Delete one of the two", number)
    found.entries[name, part] = entry
    return entry
