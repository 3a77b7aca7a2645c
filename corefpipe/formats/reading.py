"""What all readers share: their settings, the report on what was left out, places in files, repeated spans, genres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from corefpipe.errors import FormatError, SettingError
from corefpipe.formats.brackets import Span

ON_ERROR = ("raise", "skip")
REPEATS = ("error", "first", "keep")


@dataclass(slots=True)
class ReadReport:
    """What was read, and what was not.

    Attributes:
        documents: how many documents were passed on.
        skipped: why each document that is missing was left out (`on_error="skip"`).
        repeats: each span that stood twice in a document (`repeats="first"` or `"keep"`).
        ignored: files of a folder that are of no known format, or not of the format asked for.
    """

    documents: int = 0
    skipped: list[FormatError] = field(default_factory=list)
    repeats: list[FormatError] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """The settings of a reader, the same for all formats.

    Attributes:
        on_error: `raise`, or `skip` to leave out a whole document with a structural error and go on.
        repeats: a span that stands twice in a document, in two chains or in one: `error`, keep the `first` read only,
            or `keep` all as mentions of their own.
        report: where skipped documents and repeats are noted.
    """

    on_error: str = "raise"
    repeats: str = "error"
    report: ReadReport = field(default_factory=ReadReport)

    def __post_init__(self) -> None:
        choose("on_error", self.on_error, ON_ERROR)
        choose("repeats", self.repeats, REPEATS)

    def refuse(self, error: FormatError) -> None:
        """Raises the error, or notes it where documents with errors are skipped."""
        if self.on_error == "raise":
            raise error
        self.report.skipped.append(error)


@dataclass(frozen=True, slots=True)
class Place:
    """A document in a file, for error messages."""

    source: str
    document: str = ""

    def error(self, message: str, cure: str, line: int | None = None) -> FormatError:
        """A FormatError at this place."""
        return FormatError(message, cure=cure, file=self.source or None, line=line, document=self.document or None)


def choose(setting: str, value: str, valid: Sequence[str]) -> None:
    """Refuses a value that is none of the valid ones.

    Raises:
        SettingError: which names them.
    """
    if value not in valid:
        raise SettingError(f"unknown {setting} {value!r}", cure=f"Valid are: {', '.join(valid)}")


def settle_repeats(spans: Sequence[Span], words: Sequence[str], place: Place, reading: Reading) -> list[Span]:
    """The spans, in reading order, after what `reading.repeats` says about those that stand twice.

    Two discontinuous mentions are the same span if all their parts are.
    """
    seen: dict[tuple[int, int, tuple[tuple[int, int], ...]], Span] = {}
    kept = []
    for span in spans:
        first = seen.setdefault((span.start, span.end, span.fragments), span)
        if first is not span:
            text = " ".join(words[span.start : span.end])
            where = (
                f"twice in chain {span.entity}"
                if first.entity == span.entity
                else f"in chain {first.entity} and in chain {span.entity}"
            )
            error = place.error(
                f'the span "{text if len(text) < 60 else text[:57] + "..."}" stands {where}',
                'Delete one of the two, or read with repeats="first" or "keep"',
                span.line,
            )
            if reading.repeats == "error":
                raise error
            reading.report.repeats.append(error)
            if reading.repeats == "first":
                continue
        kept.append(span)
    return kept


_GENRE = re.compile(r"GUM_([a-z]+)_.|(bc|bn|mz|nw|pt|tc|wb)/.")


def genre_of(name: str) -> str:
    """The genre that a document's name tells: `GUM_genre_title`, or an OntoNotes path such as `bc/cctv/…`; else ""."""
    match = _GENRE.match(name)
    return (match[1] or match[2]) if match else ""
