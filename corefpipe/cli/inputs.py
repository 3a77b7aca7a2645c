"""Read the documents of a command's arguments, with warnings on standard error."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefpipe.cli.options import STDIN, readable_formats
from corefpipe.exceptions import SettingError, printable, require_one_of
from corefpipe.utils.progress import say

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.formats import ReadReport


def read_path(path: Path, format: str | None = None, **options: Any) -> Iterator[Document]:
    """Read a file, a folder or standard input (`STDIN`); options are those of `corefpipe.read`."""
    from corefpipe.formats import read, read_stream

    if path != STDIN:
        yield from read(path, format, **options)
        return
    for document in read_stream(sys.stdin.buffer, "standard input", format, **options):
        if document.name == "standard input":  # its format has no names
            document.name = ""
        yield document


def is_stream(path: Path) -> bool:
    """Whether a path is standard input, a pipe or a device, which can be read only once."""
    return path == STDIN or (path.exists() and not path.is_file() and not path.is_dir())


def read_documents(paths: Iterable[Path], format: str | None = None, *, repeats: str = "first") -> Iterator[Document]:
    """Read the documents of files, folders and standard input; warn about what was skipped or ignored."""
    from corefpipe.formats import ReadReport

    for path in paths:
        report = ReadReport()
        yield from read_path(path, format, repeats=repeats, report=report)
        warn(report)


def documents_of(paths: list[Path], text: str | None, format: str | None = None) -> Iterable[Document]:
    """The documents of files and folders, or of a text, or else of standard input.

    Raises:
        SettingError: both a text and files, or a text and a format, are given; or nothing is given, and standard input
            is a terminal.
    """
    from corefpipe.formats import Reading
    from corefpipe.formats.text import read_lines

    if text is not None and paths:
        raise SettingError("both --text and files are given", cure="Give one of them")
    if text is not None and format is not None:
        raise SettingError("--from is for files, and a --text is always plain text", cure="Leave out --from")
    if text is not None:
        return read_lines([text], "", Reading())
    if not paths and sys.stdin.isatty():
        raise SettingError("nothing to resolve", cure='Give files or folders, --text "…", or text on standard input')
    check_paths(paths, listed=True)
    return read_documents(paths or [STDIN], format)


def check_paths(paths: list[Path], *, listed: bool = False) -> None:
    """Raise an error for a path that does not exist. Call it before anything is loaded or read.

    Args:
        paths: files, folders and `STDIN`.
        listed: whether they are the texts of a command line, where a text itself, or what to write, may be given by
            mistake; the cure says so.

    Raises:
        SettingError: the error names the path.
    """
    for path in paths:
        if path == STDIN or path.exists():
            continue
        cure = "Check the path"
        if listed and " " in str(path):
            cure = f"If it is a text: --text {shlex.quote(str(path))}"
        elif listed and path is paths[-1] and len(paths) > 1:
            cure = f"If it is where to write: -o {shlex.quote(str(path))}"
        raise SettingError("no such file", cure=cure, file=str(path))


def check_source(format: str | None) -> None:
    """Raise SettingError for an unknown format to read; None detects it."""
    if format is not None:
        require_one_of("format", format, readable_formats())


def warn(report: ReadReport) -> None:
    """Print warnings on standard error about what a reader ignored, skipped, found twice or had to guess."""
    from corefpipe.report.notes import notes_of

    warn_of(notes_of(report))


def warn_of(notes: Iterable[str]) -> None:
    """Print warnings on standard error."""
    for note in notes:
        say(f"Warning: {printable(note)}")


def warn_of_empty(documents: Iterable[Document]) -> Iterator[Document]:
    """Pass documents through; warn about those without text."""
    for document in documents:
        if not document.words and not document.text.strip():
            name = f"{printable(document.name)}: " if document.name else ""
            say(f"Warning: {name}the text is empty")
        yield document
