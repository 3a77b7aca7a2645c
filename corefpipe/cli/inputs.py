"""What the commands that read documents share: reading with warnings, choices, progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.formats import ReadReport

Item = TypeVar("Item")


class Mentions(StrEnum):
    """Values of `--mentions`."""

    PREDICTED = "predicted"
    GOLD = "gold"


class ParseSource(StrEnum):
    """Values of `--parse`."""

    PREDICTED = "predicted"
    GIVEN = "given"


def read_documents(paths: Iterable[Path], *, repeats: str = "first") -> Iterator[Document]:
    """The documents of files and folders; what was left out of them is said on standard error."""
    from corefpipe.formats import ReadReport, read

    for path in paths:
        report = ReadReport()
        yield from read(path, repeats=repeats, report=report)
        warn(report)


def documents_of(paths: list[Path], text: str | None) -> Iterable[Document]:
    """The documents of files and folders, of a text, or of standard input; exactly one of them.

    Raises:
        SettingError: a text and files, or nothing.
    """
    if text is not None and paths:
        raise SettingError("both --text and files are given", cure="Give one of them")
    if text is not None:
        return _plain([text], "--text")
    if paths:
        return read_documents(paths)
    if sys.stdin.isatty():
        raise SettingError("nothing to resolve", cure='Give files or folders, --text "…", or text on standard input')
    from corefpipe.formats.files import decoded_lines

    return _plain(decoded_lines(sys.stdin.buffer, "standard input"), "standard input")


def _plain(lines: Iterable[str], source: str) -> Iterator[Document]:
    from corefpipe.formats import Reading
    from corefpipe.formats.text import read_lines

    for document in read_lines(lines, source, Reading()):
        document.name = ""
        yield document


def warn(report: ReadReport) -> None:
    """Say on standard error what a reader ignored, skipped, found twice or could only guess."""
    from corefpipe.batch.notes import notes_of

    for note in notes_of(report):
        print(f"Warning: {note}", file=sys.stderr)


def progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a progress bar on standard error where somebody looks at it."""
    from tqdm import tqdm

    yield from tqdm(items, desc=what, total=total, disable=not sys.stderr.isatty(), unit="doc", leave=False)
