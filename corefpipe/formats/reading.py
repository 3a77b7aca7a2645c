"""Settings, report and error messages that all readers share, and names and genres of documents."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.document import OPTIONAL_COLUMNS
from corefpipe.exceptions import FormatError, require_one_of

ON_ERROR = ("raise", "skip")
REPEATS = ("error", "first", "keep")

MAX_DOCUMENT = 128 * 2**20
"""Largest size in bytes of one document in its file, unpacked; a document is in memory as a whole.

With it goes the largest number of words (two million), lines and characters of raw text, see `Reading`. The longest
novels have a third of that.
"""

MAX_PART = 10**9 - 1
"""Largest number of a part: readers take up to nine digits."""

_SPLIT = "Split it into several documents, for example at its chapters"


MAX_NOTED = 10_000
"""Number of problems of a kind that a report keeps; each takes about 1 KB."""


class Problems(list[FormatError]):
    """Problems that a reader noted; after the first `MAX_NOTED` they are only counted.

    Attributes:
        more: number of problems that are not in the list.
    """

    more = 0

    def append(self, problem: FormatError) -> None:
        """Note a problem."""
        if len(self) < MAX_NOTED:
            super().append(problem)
        else:
            self.more += 1

    def extend(self, problems: Iterable[FormatError]) -> None:
        """Note several problems."""
        for problem in problems:
            self.append(problem)


@dataclass(slots=True)
class ReadReport:
    """Counts of what was read, and notes on what was not; of each kind the first `MAX_NOTED`.

    >>> from corefpipe.formats import ReadReport
    >>> report = ReadReport()
    >>> len(list(corefpipe.read("corpora/samples", "conll", report=report)))
    2
    >>> report.documents
    2

    Attributes:
        documents: number of documents that were read.
        skipped: the error of each document that was left out (`on_error="skip"`).
        repeats: each span that is annotated twice in a document (`repeats="first"` or `"keep"`).
        overlaps: each word with `(x|x)` within a mention of x, which was read as `(x)` (rule 3 of `brackets.py`).
            This is not an error.
        misfits: each mention whose characters are not whole words, and the words that it was given.
        strays: lines outside of documents that were left out: the first of each place.
        passed_over: annotation that does not concern coreference, such as other relations of brat -> how often.
        ignored: files of a folder that are of unknown format, or not of the format asked for.
    """

    documents: int = 0
    skipped: Problems = field(default_factory=Problems)
    repeats: Problems = field(default_factory=Problems)
    overlaps: Problems = field(default_factory=Problems)
    misfits: Problems = field(default_factory=Problems)
    strays: Problems = field(default_factory=Problems)
    passed_over: Counter[str] = field(default_factory=Counter)
    ignored: list[str] = field(default_factory=list)


def refuse_old_line_ends(line: str, place: Place, number: int) -> None:
    r"""Raise an error for a line with `\r` within it: the file has the line ends of old Macs.

    Raises:
        FormatError: the cure names a command.
    """
    if "\r" in line.rstrip("\r\n"):
        raise place.error(
            "the lines end in carriage returns only, as on old Macs",
            "Convert the file: `" + place.conversion(r"tr '\r' '\n'") + "`",
            number,
        )


@dataclass(slots=True)
class _Unfinished:
    """The document that is being read: its name and first line, if known, and what was read of it so far."""

    name: str = ""
    line: int | None = None
    size: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """Settings of a reader, the same for all formats, and the limits of a document.

    >>> from corefpipe.formats import Reading
    >>> Reading(on_error="skip").max_words
    2097152

    Attributes:
        on_error: `raise`, or `skip` to leave out documents with structural errors.
        repeats: what to do with a span that is annotated twice, in two chains or in one: `error`, keep the `first`, or
            `keep` all as separate mentions.
        report: where skipped documents, repeats and overlaps are noted.
        columns: names of the optional columns of `Document` to read; None for all. A reader may read the others too.
        max_document: largest size in bytes of one document in its file, unpacked. The largest numbers of words, lines
            and characters follow from it.
        names: file -> name of a document that is named after it, for files of a folder that share their own name.
    """

    on_error: str = "raise"
    repeats: str = "error"
    report: ReadReport = field(default_factory=ReadReport)
    columns: Collection[str] | None = None
    max_document: int = MAX_DOCUMENT
    names: Mapping[str, str] = field(default_factory=dict)
    _unfinished: _Unfinished = field(default_factory=_Unfinished, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_one_of("on_error", self.on_error, ON_ERROR)
        require_one_of("repeats", self.repeats, REPEATS)
        for column in self.columns or ():
            require_one_of("column", column, OPTIONAL_COLUMNS)

    @property
    def max_words(self) -> int:
        """Largest number of words of one document."""
        return self.max_document // 64

    @property
    def max_lines(self) -> int:
        """Largest number of lines of one document, with comments and empty lines: fewer than two per word."""
        return self.max_document // 40

    @property
    def max_characters(self) -> int:
        """Largest number of characters of a raw text."""
        return self.max_document // 8

    def named_after(self, source: str, own: str = "") -> str:
        """The name of a document that is named after its file: that of `names`, else the file's own.

        Args:
            source: the file.
            own: the file's name without folder and extension, where it is not `stem(source)`.
        """
        return self.names.get(source) or own or stem(source)

    def begin(self, name: str, line: int) -> None:
        """Note that a document begins in this line, for the error if it never ends."""
        self._unfinished.name, self._unfinished.line = name, line

    def end(self) -> None:
        """Note that a document was read or refused."""
        self._unfinished.name, self._unfinished.line = "", None
        self._unfinished.size = self._unfinished.lines = 0

    def count(self, size: int, lines: int, source: str, line: int) -> None:
        """Count what is read of a document, so that one that never ends is refused before it fills the memory.

        Args:
            size: number of bytes.
            lines: number of lines.
            source: name of the file.
            line: line number that was reached.

        Raises:
            FormatError: the document has more bytes or lines than a document may have.
        """
        unfinished = self._unfinished
        unfinished.size += size
        unfinished.lines += lines
        place = Place(source, unfinished.name)
        if unfinished.size > self.max_document:
            raise place.error(f"no document ends within {self.max_document} bytes", _SPLIT, unfinished.line or line)
        if unfinished.lines > self.max_lines:
            raise place.error(f"no document ends within {self.max_lines} lines", _SPLIT, unfinished.line or line)

    def check_size(self, words: int, characters: int, place: Place, line: int | None = None) -> None:
        """Raise an error for more words or characters than a document may have.

        Raises:
            FormatError: the document is too long.
        """
        if words > self.max_words:
            raise place.error(f"the document has more than {self.max_words} words", _SPLIT, line)
        if characters > self.max_characters:
            raise place.error(f"the text has more than {self.max_characters} characters", _SPLIT, line)

    def wants(self, *columns: str) -> bool:
        """Whether any of these columns is wanted."""
        return self.columns is None or not set(columns).isdisjoint(self.columns)

    def refuse(self, error: FormatError) -> None:
        """Raise the error or, if documents with errors are skipped, add it to the report."""
        self.end()
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

    def conversion(self, command: str) -> str:
        """The line of a shell that converts the file by a command that reads standard input."""
        file = shlex.quote(self.source) if self.source else "FILE"
        run = f"gunzip -c {file} | {command}" if self.source.endswith(".gz") else f"{command} < {file}"
        return f"{run} > NEW"

    def error(
        self, message: str, cure: str, line: int | None = None, *, column: int | None = None, **settings: str
    ) -> FormatError:
        """Return a FormatError at this place; `settings` of the reader would avoid it too."""
        return FormatError(
            message,
            cure=cure,
            settings=settings,
            file=self.source or None,
            line=line,
            column=column,
            document=self.document or None,
        )


_GENRE = re.compile(r"GUM_([a-z]+)_.|(bc|bn|mz|nw|pt|tc|wb)/.")


def genre_of(name: str) -> str:
    """Return the genre in a name such as `GUM_genre_title`, or an OntoNotes path such as `bc/cctv/…`; else ""."""
    match = _GENRE.match(name)
    return (match[1] or match[2]) if match else ""


def stem(source: str) -> str:
    """Return the name of a file without folder, `.gz` and extension, for a document without a name."""
    path = Path(source)
    return Path(path.stem).stem if path.suffix == ".gz" else path.stem
