"""Settings, report and error messages that all readers share, and names and genres of documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.document import OPTIONAL_COLUMNS
from corefpipe.errors import FormatError, require_one_of

ON_ERROR = ("raise", "skip")
REPEATS = ("error", "first", "keep")

MAX_UNPACKED = 4 * 2**30
"""Largest size in bytes to which a compressed file may unpack, so that a small file cannot fill the memory."""


@dataclass(slots=True)
class ReadReport:
    """Counts of what was read, and notes on what was not.

    Attributes:
        documents: number of documents that were read.
        skipped: the error of each document that was left out (`on_error="skip"`).
        repeats: each span that is annotated twice in a document (`repeats="first"` or `"keep"`).
        overlaps: each mention whose brackets may mean that it crosses another of its entity, and that was read as
            nested in it (rule 3 of `brackets.py`). This is not an error.
        misfits: each mention whose characters are not whole words, and the words that it was given.
        strays: lines outside of documents that were left out: the first of each place.
        passed_over: annotation that does not concern coreference, such as other relations of brat -> how often.
        ignored: files of a folder that are of unknown format, or not of the format asked for.
    """

    documents: int = 0
    skipped: list[FormatError] = field(default_factory=list)
    repeats: list[FormatError] = field(default_factory=list)
    overlaps: list[FormatError] = field(default_factory=list)
    misfits: list[FormatError] = field(default_factory=list)
    strays: list[FormatError] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    ignored: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """Settings of a reader, the same for all formats.

    Attributes:
        on_error: `raise`, or `skip` to leave out documents with structural errors.
        repeats: what to do with a span that is annotated twice, in two chains or in one: `error`, keep the `first`, or
            `keep` all as separate mentions.
        report: where skipped documents, repeats and overlaps are noted.
        columns: names of the optional columns of `Document` to read; None for all. A reader may read the others too.
        max_unpacked: largest size in bytes to which a compressed file may unpack.
    """

    on_error: str = "raise"
    repeats: str = "error"
    report: ReadReport = field(default_factory=ReadReport)
    columns: Collection[str] | None = None
    max_unpacked: int = MAX_UNPACKED

    def __post_init__(self) -> None:
        require_one_of("on_error", self.on_error, ON_ERROR)
        require_one_of("repeats", self.repeats, REPEATS)
        for column in self.columns or ():
            require_one_of("column", column, OPTIONAL_COLUMNS)

    def wants(self, *columns: str) -> bool:
        """Whether any of these columns is wanted."""
        return self.columns is None or not set(columns).isdisjoint(self.columns)

    def refuse(self, error: FormatError) -> None:
        """Raise the error or, if documents with errors are skipped, add it to the report."""
        if self.on_error == "raise":
            raise error
        self.report.skipped.append(error)

    def refuse_empty(self, source: str) -> None:
        """Refuse a file without content: it may be the result of a failed run."""
        self.refuse(Place(source).error("the file is empty", "Check that the program that wrote it finished"))


@dataclass(frozen=True, slots=True)
class Place:
    """A document in a file, for error messages."""

    source: str
    document: str = ""

    def error(self, message: str, cure: str, line: int | None = None) -> FormatError:
        """Return a FormatError at this place."""
        return FormatError(message, cure=cure, file=self.source or None, line=line, document=self.document or None)


_GENRE = re.compile(r"GUM_([a-z]+)_.|(bc|bn|mz|nw|pt|tc|wb)/.")


def genre_of(name: str) -> str:
    """Return the genre in a name such as `GUM_genre_title`, or an OntoNotes path such as `bc/cctv/…`; else ""."""
    match = _GENRE.match(name)
    return (match[1] or match[2]) if match else ""


def stem(source: str) -> str:
    """Return the name of a file without folder, `.gz` and extension, for a document without a name."""
    path = Path(source)
    return Path(path.stem).stem if path.suffix == ".gz" else path.stem
