"""Read the documents of a command's arguments, with warnings and a progress bar on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.formats import ReadReport

Item = TypeVar("Item")


def read_documents(paths: Iterable[Path], *, repeats: str = "first") -> Iterator[Document]:
    """Read the documents of files and folders; warn about what was skipped or ignored."""
    from corefpipe.formats import ReadReport, read

    for path in paths:
        report = ReadReport()
        yield from read(path, repeats=repeats, report=report)
        warn(report)


def documents_of(paths: list[Path], text: str | None) -> Iterable[Document]:
    """The documents of files and folders, or of a text, or else of standard input.

    Raises:
        SettingError: both a text and files are given; or neither, and standard input is a terminal.
    """
    if text is not None and paths:
        raise SettingError("both --text and files are given", cure="Give one of them")
    if text is not None:
        return _plain_text([text], "--text")
    if paths:
        return read_documents(paths)
    if sys.stdin.isatty():
        raise SettingError("nothing to resolve", cure='Give files or folders, --text "…", or text on standard input')
    from corefpipe.formats.files import decoded_lines

    return _plain_text(decoded_lines(sys.stdin.buffer, "standard input"), "standard input")


def _plain_text(lines: Iterable[str], source: str) -> Iterator[Document]:
    from corefpipe.formats import Reading
    from corefpipe.formats.text import read_lines

    for document in read_lines(lines, source, Reading()):
        document.name = ""
        yield document


def warn(report: ReadReport) -> None:
    """Print warnings on standard error about what a reader ignored, skipped, found twice or had to guess."""
    from corefpipe.report.notes import notes_of

    for note in notes_of(report):
        print(f"Warning: {note}", file=sys.stderr)


def progress(items: Iterable[Item], what: str, total: int | None = None) -> Iterator[Item]:
    """Pass items through, with a progress bar if standard error is a terminal."""
    from tqdm import tqdm

    yield from tqdm(items, desc=what, total=total, disable=not sys.stderr.isatty(), unit="doc", leave=False)
