"""What all readers share: their settings, the report on what was left out, places in files, repeated spans, genres."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.document import OPTIONAL_COLUMNS
from corefpipe.errors import FormatError, choose

ON_ERROR = ("raise", "skip")
REPEATS = ("error", "first", "keep")

MAX_UNPACKED = 4 * 2**30
"""Bytes that a compressed file may unpack to: a small file cannot fill the memory or run for ever."""


@dataclass(slots=True)
class ReadReport:
    """What was read, and what was not.

    Attributes:
        documents: how many documents were passed on.
        skipped: why each document that is missing was left out (`on_error="skip"`).
        repeats: each span that stood twice in a document (`repeats="first"` or `"keep"`).
        overlaps: each mention that brackets may have meant to cross another of its entity, and that was read as nested
            in it (rule 3 of `brackets.py`). Not an error.
        misfits: each mention given by characters that are not whole words, and what words it was read as.
        passed_over: what was read and says nothing of coreference, such as brat's other relations, and how often.
        ignored: files of a folder that are of no known format, or not of the format asked for.
    """

    documents: int = 0
    skipped: list[FormatError] = field(default_factory=list)
    repeats: list[FormatError] = field(default_factory=list)
    overlaps: list[FormatError] = field(default_factory=list)
    misfits: list[FormatError] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    ignored: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """The settings of a reader, the same for all formats.

    Attributes:
        on_error: `raise`, or `skip` to leave out a whole document with a structural error and go on.
        repeats: a span that stands twice in a document, in two chains or in one: `error`, keep the `first` read only,
            or `keep` all as mentions of their own.
        report: where skipped documents, repeats and overlaps are noted.
        columns: names of the optional columns of `Document` that are wanted; None for all. A hint: a reader may leave
            out the others, and need not.
        max_unpacked: bytes that a packed file may unpack to.
    """

    on_error: str = "raise"
    repeats: str = "error"
    report: ReadReport = field(default_factory=ReadReport)
    columns: Collection[str] | None = None
    max_unpacked: int = MAX_UNPACKED

    def __post_init__(self) -> None:
        choose("on_error", self.on_error, ON_ERROR)
        choose("repeats", self.repeats, REPEATS)
        for column in self.columns or ():
            choose("column", column, OPTIONAL_COLUMNS)

    def wants(self, *columns: str) -> bool:
        """Whether any of these columns of a document is wanted."""
        return self.columns is None or not set(columns).isdisjoint(self.columns)

    def refuse(self, error: FormatError) -> None:
        """Raises the error, or notes it where documents with errors are skipped."""
        if self.on_error == "raise":
            raise error
        self.report.skipped.append(error)

    def refuse_empty(self, source: str) -> None:
        """Refuses a file that holds nothing but empty lines, which tells no documents from a failed run."""
        self.refuse(Place(source).error("the file is empty", "Check that whatever wrote it came to its end"))


@dataclass(frozen=True, slots=True)
class Place:
    """A document in a file, for error messages."""

    source: str
    document: str = ""

    def error(self, message: str, cure: str, line: int | None = None) -> FormatError:
        """A FormatError at this place."""
        return FormatError(message, cure=cure, file=self.source or None, line=line, document=self.document or None)


_GENRE = re.compile(r"GUM_([a-z]+)_.|(bc|bn|mz|nw|pt|tc|wb)/.")


def genre_of(name: str) -> str:
    """The genre that a document's name tells: `GUM_genre_title`, or an OntoNotes path such as `bc/cctv/…`; else ""."""
    match = _GENRE.match(name)
    return (match[1] or match[2]) if match else ""


def stem(source: str) -> str:
    """Name of a file without folder, `.gz` and extension; what a document is called that has no name of its own."""
    path = Path(source)
    return Path(path.stem).stem if path.suffix == ".gz" else path.stem
